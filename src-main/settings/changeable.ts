/** The settings that a window may see and change: single values, each checked by the schema of the file. */
import {
  SETTING_PATHS,
  type SettingPath,
  type SettingValues,
} from "../../src-preload/contract/domain/settings";
import { BraidError } from "../core/braid-error";
import { say } from "../core/say";
import { sentenceOf } from "./problem-words";
import type { SettingsFile } from "./settings-file";
import { type Settings, sectionSchemas } from "./settings-schema";

type Section = keyof typeof sectionSchemas;
type ValueAt<Path> = Path extends `${infer S extends Section}.${infer Name}`
  ? Name extends keyof Settings[S]
    ? Settings[S][Name]
    : never
  : never;
type Values = { [Path in SettingPath]: ValueAt<Path> };

const placeOf = (path: SettingPath) => path.split(".") as [Section, string];

/** A compile error here says that the contract and the schema of the file differ. */
export function settingValues(settings: SettingsFile): SettingValues {
  const entries = SETTING_PATHS.map((path) => {
    const [section, name] = placeOf(path);
    return [path, Reflect.get(settings[section](), name)];
  });
  return Object.fromEntries(entries) as Values;
}

/** @throws BraidError `INVALID_INPUT` for a value that the schema refuses, and as `SettingsFile.save`. */
export async function changeSetting(
  settings: SettingsFile,
  path: SettingPath,
  value: unknown,
): Promise<void> {
  const [section, name] = placeOf(path);
  const checked = sectionSchemas[section].safeParse({ [name]: value });
  if (!checked.success) {
    const [issue = checked.error] = checked.error.issues;
    throw new BraidError(
      "INVALID_INPUT",
      say("settings:entry-mistake", { name: path, what: sentenceOf(issue) }),
    );
  }
  await settings.save(() => [{ path: [section, name], value }]);
}
