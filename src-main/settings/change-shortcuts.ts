/** Writes the keys of commands into `settings.json`: only those that differ from the defaults. */
import type { ShortcutChange } from "../../src-preload/contract/domain/shortcuts";
import { type CommandId, commandIds, placeOf } from "../../src-preload/contract/window/commands";
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
  const checked = changes.map(checkedChange);
  await settings.save((now) => edits(valueAt(now, [SECTION]), checked));
}

interface Checked {
  command: CommandId;
  /** The value to write; undefined for the default, which is not written. */
  value: string | null | undefined;
}

function checkedChange({ command, key }: ShortcutChange): Checked {
  const id = commandIds.find((known) => known === command);
  const parsed = shortcutsSchema.safeParse(key === undefined ? {} : { [command]: key });
  if (id === undefined || !parsed.success) {
    const issue = parsed.error?.issues[0];
    const what = issue === undefined || id === undefined ? say("problems:unknown") : sentenceOf(issue);
    throw new BraidError("INVALID_INPUT", say("entry-mistake", { name: `${SECTION}.${command}`, what }));
  }
  const value = parsed.data[id];
  return { command: id, value: value === (placeOf(id).key ?? null) ? undefined : value };
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
