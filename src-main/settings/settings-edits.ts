/** Changes of `settings.json` as values, and the words for one that was refused. The editor of the text loads with the first change. */

import type { JSONPath } from "jsonc-parser";
import type { CodedSentence } from "../../src-preload/contract/domain/sentence";
import type { SettingsProblem } from "../../src-preload/contract/domain/settings";
import { BraidError } from "../core/braid-error";
import { say } from "../core/say";

/** A value and its place in the file; undefined takes out the value that is there. */
export interface SettingsEdit {
  path: JSONPath;
  value: unknown;
}

/**
 * Returns the changes to write. `now` is the file's present JSON value, which no schema has checked. Called again where the file changed
 * meanwhile.
 */
export type EditSettings = (now: unknown) => readonly SettingsEdit[];

/** The value at a place in a JSON value; undefined where there is none. */
export const valueAt = (root: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (at, step) => (typeof at === "object" && at !== null ? Reflect.get(at, step) : undefined),
    root,
  );

/** Refuses to write into a file that could be misread: its user must mend it. */
export function mustBeMended(problems: readonly SettingsProblem[]): BraidError {
  const hint = problems
    .map(({ path, message }) => say("problems:at", { place: path, what: message }))
    .reduceRight<CodedSentence | undefined>(
      (rest, first) => (rest === undefined ? first : say("problems:lines", { first, rest })),
      undefined,
    );
  return new BraidError("INVALID_INPUT", say("settings-file.mend-first"), {
    hint: hint ?? say("settings-file.mend-hint"),
  });
}

/** Says why the disk refused, and what to do. The file is unchanged. */
export function notWritten(file: string, cause: unknown): unknown {
  if (cause instanceof BraidError) return cause;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const reason = REASONS[code] ?? "other";
  const what = { file, detail: cause instanceof Error ? cause.message : String(cause) };
  return new BraidError("SETTINGS_UNAVAILABLE", say(`settings-file.${reason}.message`, what), {
    hint: say(`settings-file.${reason}.hint`),
    cause,
  });
}

const REASONS: Record<string, "full" | "read-only"> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EACCES: "read-only",
  EPERM: "read-only",
  EROFS: "read-only",
};
