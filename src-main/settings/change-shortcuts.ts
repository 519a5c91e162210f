/** Writes the keys of commands into `settings.json`: only those that differ from the defaults. */
import type { ShortcutChange, UsualKeys } from "../../src-preload/contract/domain/shortcuts";
import { BraidError } from "../core/braid-error";
import { say } from "../core/say";
import { sentenceOf } from "./problem-words";
import { type SettingsEdit, valueAt } from "./settings-edits";
import type { SettingsFile } from "./settings-file";
import { shortcutsSchema } from "./shortcuts-schema";

const SECTION = "shortcuts";

/** @throws BraidError `INVALID_INPUT` for an unknown command and for a key that it may not have, and as `SettingsFile.save` */
export async function changeShortcuts(
  settings: SettingsFile,
  changes: readonly ShortcutChange[],
): Promise<void> {
  const checked = changes.map((change) => checkedChange(change, settings.usual_keys));
  await settings.save((now) => edits(valueAt(now, [SECTION]), checked));
}

interface Checked {
  command: string;
  /** The value to write; undefined for the default, which is not written. */
  value: string | null | undefined;
}

function checkedChange({ command, key }: ShortcutChange, usual: UsualKeys): Checked {
  const parsed = shortcutsSchema(usual).safeParse({ [command]: key ?? null });
  if (!parsed.success) {
    const [issue = parsed.error] = parsed.error.issues;
    const what = Object.hasOwn(usual, command) ? sentenceOf(issue) : say("problems:unknown");
    throw new BraidError("INVALID_INPUT", say("entry-mistake", { name: `${SECTION}.${command}`, what }));
  }
  const value = parsed.data[command] ?? null;
  return { command, value: key === undefined || value === usual[command] ? undefined : value };
}

/** `before`: the section as it stands in the file. A section that would be empty goes as a whole. */
function edits(before: unknown, changes: readonly Checked[]): SettingsEdit[] {
  const there = typeof before === "object" && before !== null ? Object.keys(before) : [];
  const written = changes.filter(({ value }) => value !== undefined);
  const removed = changes.filter(({ command, value }) => value === undefined && there.includes(command));
  const rest = there.filter((name) => !removed.some(({ command }) => command === name));
  if (written.length === 0 && rest.length === 0)
    return there.length === 0 ? [] : [{ path: [SECTION], value: undefined }];
  return [...removed, ...written].map(({ command, value }) => ({ path: [SECTION, command], value }));
}
