/** Finds settings by their names, other names that people use, and their descriptions. */

import { t } from "../../platform/language/language";
import { ask, ranked, wordsOf } from "../../platform/rank";
import {
  type Findable,
  type FindableShortcut,
  settingThings,
  shortcutThings,
} from "../../platform/settings/find";

const MOST = 12;

type WithoutValues = Exclude<Findable, { kind: "value" }>;
/** A setting, a part of a page, a page, or the key of a command. */
export type Found = WithoutValues | FindableShortcut;

/** Returns the matches, the best first. */
export const search = (query: string): Found[] =>
  ranked<Found>(
    [
      ...settingThings().filter((thing): thing is WithoutValues => thing.kind !== "value"),
      ...shortcutThings(),
    ],
    ask(query, wordsOf(t("palette:fillers"))),
    ({ indexed }) => indexed,
  )
    .slice(0, MOST)
    .map(({ item }) => item);
