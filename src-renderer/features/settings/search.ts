/** Finds settings by their names, other names that people use, and their descriptions. */

import { t } from "../../platform/language/language";
import { ask, ranked, wordsOf } from "../../platform/rank";
import { type Findable, settingThings } from "../../platform/settings/find";

const MOST = 12;

/** A setting, a part of a page, or a page. */
export type Found = Exclude<Findable, { kind: "value" }>;

/** Returns the matches, the best first. */
export const search = (query: string): Found[] =>
  ranked(
    settingThings().filter((thing): thing is Found => thing.kind !== "value"),
    ask(query, wordsOf(t("palette:fillers"))),
    ({ indexed }) => indexed,
  )
    .slice(0, MOST)
    .map(({ item }) => item);
