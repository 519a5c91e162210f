/** The settings that a window may see and change: single values, each checked by the schema of the file. */
import {
  SETTING_PATHS,
  type SettingPath,
  type SettingValues,
} from "../../src-preload/contract/domain/settings";
import { BraidError } from "../core/braid-error";
import { say } from "../core/say";
import { sentenceOf } from "./problem-words";
import { valueAt } from "./settings-edits";
import type { SettingsFile } from "./settings-file";
import { type Settings, sectionSchemas } from "./settings-schema";

type Section = keyof typeof sectionSchemas;
type ValueAt<Path, Of> = Path extends `${infer Name}.${infer Rest}`
  ? Name extends keyof Of
    ? ValueAt<Rest, Of[Name]>
    : never
  : Path extends keyof Of
    ? Of[Path]
    : never;
type Values = { [Path in SettingPath]: ValueAt<Path, Settings> };

const placeOf = (path: SettingPath) => path.split(".") as [Section, ...string[]];

/** `{a: {b: value}}` for the names `a` and `b`. */
const inside = (names: readonly string[], value: unknown): unknown =>
  names.reduceRight((inner, name) => ({ [name]: inner }), value);

/** A compile error here says that the contract and the schema of the file differ. */
export function settingValues(settings: SettingsFile): SettingValues {
  const entries = SETTING_PATHS.map((path) => {
    const [section, ...names] = placeOf(path);
    return [path, valueAt(settings[section](), names)];
  });
  return Object.fromEntries(entries) as Values;
}

/** @throws BraidError `INVALID_INPUT` for a value that the schema refuses, and as `SettingsFile.save`. */
export async function changeSetting(
  settings: SettingsFile,
  path: SettingPath,
  value: unknown,
): Promise<void> {
  const [section, ...names] = placeOf(path);
  const checked = sectionSchemas[section].safeParse(inside(names, value));
  if (!checked.success) {
    const [issue = checked.error] = checked.error.issues;
    throw new BraidError("INVALID_INPUT", say("entry-mistake", { name: path, what: sentenceOf(issue) }));
  }
  await settings.save(() => [{ path: [section, ...names], value }]);
}
