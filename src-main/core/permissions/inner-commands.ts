/** Finds the commands and the programs that a simple command carries in its arguments (PM-4). */
import {
  AWK,
  AWK_RISK,
  GIT_MAKES,
  GIT_MAKES_RISK,
  GIT_START,
  HARMLESS_START,
  INTERPRETED_TEXT,
  INTERPRETERS,
  isHarmlessVariable,
  kindOf,
  RISKY_ARGUMENTS,
  RUNS_WORDS,
  SED_OPTION,
  SED_SCRIPT,
  SHELLS,
  WRAPPERS,
} from "./command-kinds";
import type { Word } from "./words";

const ASSIGNMENT = /^([A-Za-z_]\w*)=/;
const FIND_RUNS = /^-(exec|execdir|ok|okdir)$/;

/** Returns true if an argument is a program, or makes the command run another in a way that is not plain. */
export function runsText(kind: string, rest: readonly Word[]): boolean {
  const values = rest.map(({ value, source }) => value ?? source);
  if (SHELLS.test(kind)) return values[0] === undefined || /^[-+]/.test(values[0]);
  if (INTERPRETERS.test(kind)) return interpretsText(kind, values);
  if (AWK.test(kind)) return values.some((value) => AWK_RISK.test(value));
  if (kind === "sed" || kind === "gsed") return !isPlainSed(values);
  if (kind === "git" && (startsRisky(values) || makesRisky(values))) return true;
  if (WRAPPERS.has(kind)) return wrapsText(kind, values);
  const risky = RISKY_ARGUMENTS.get(kind);
  return risky !== undefined && values.some((value) => risky.test(value));
}

function interpretsText(kind: string, values: readonly string[]): boolean {
  const [first = "", ...rest] = values;
  const known = HARMLESS_START.find((entry) => entry.kind.test(kind));
  if (known?.start.test(first)) return first !== "-m" && rest.some((value) => value.startsWith("-"));
  return INTERPRETED_TEXT.test(first);
}

function isPlainSed(values: readonly string[]): boolean {
  const script = values.find((value) => !value.startsWith("-"));
  const areOptionsPlain = values.every((value) => !value.startsWith("-") || SED_OPTION.test(value));
  return areOptionsPlain && script !== undefined && SED_SCRIPT.test(script);
}

function startsRisky(values: readonly string[]): boolean {
  const options = values.slice(
    0,
    values.findIndex((value) => !value.startsWith("-")),
  );
  const start = values.some((value) => !value.startsWith("-")) ? options : values;
  return start.some((value) => !GIT_START.test(value));
}

function makesRisky(values: readonly string[]): boolean {
  const command = values.find((value) => !value.startsWith("-")) ?? "";
  return GIT_MAKES.test(command) && values.some((value) => GIT_MAKES_RISK.test(value));
}

/** `command -v` only says where a command is. */
const looksUp = (kind: string, values: readonly string[]): boolean =>
  kind === "command" && /^-[vV]$/.test(values[0] ?? "");

function wrapsText(kind: string, values: readonly string[]): boolean {
  if (looksUp(kind, values)) return false;
  const own = WRAPPERS.get(kind) ?? 0;
  const assigned = kind === "env" ? values.findIndex((value) => !ASSIGNMENT.test(value)) : 0;
  const start = assigned < 0 ? values.length : assigned;
  const sets = values.slice(0, start).map((value) => ASSIGNMENT.exec(value)?.[1] ?? "");
  if (sets.some((name) => !isHarmlessVariable(name))) return true;
  return values.slice(start, start + own + 1).some((value) => value.startsWith("-"));
}

interface Inner {
  commands: { words: readonly Word[]; assigned: readonly string[] }[];
  /** Texts that a shell would run. */
  texts: string[];
}

/** Returns the commands that a command runs, as far as they can be told. Where they cannot, `runsText` says so. */
export function innerCommands(words: readonly Word[]): Inner {
  const [name, ...rest] = words;
  const kind = kindOf(name?.value ?? "");
  const values = rest.map(({ value, source }) => value ?? source);
  if (kind === "find") return { commands: commandsOfFind(rest, values), texts: [] };
  if (kind === "eval") return { commands: [], texts: [values.join(" ")] };
  if (kind === "trap") return { commands: [], texts: values.slice(0, 1) };
  if (SHELLS.test(kind) || kind === "su") return { commands: [], texts: textsOfShell(values) };
  const own = WRAPPERS.get(kind) ?? (RUNS_WORDS.has(kind) ? 0 : undefined);
  if (own === undefined || looksUp(kind, values)) return { commands: [], texts: [] };
  const start = values.findIndex((value) => !value.startsWith("-") && !ASSIGNMENT.test(value));
  const inner = start < 0 ? [] : rest.slice(start + own);
  return { commands: inner.length === 0 ? [] : [{ words: inner, assigned: [] }], texts: [] };
}

function textsOfShell(values: readonly string[]): string[] {
  const option = values.findIndex((value) => /^-[a-z]*c/.test(value));
  return option < 0 ? [] : values.slice(option + 1, option + 2);
}

function commandsOfFind(rest: readonly Word[], values: readonly string[]): Inner["commands"] {
  const starts = values.flatMap((value, at) => (FIND_RUNS.test(value) ? [at + 1] : []));
  return starts.map((start) => {
    const length = values.slice(start).findIndex((value) => value === ";" || value === "+");
    return { words: rest.slice(start, length < 0 ? undefined : start + length), assigned: [] };
  });
}

/** Numbers in a test are worked out as arithmetic, which may run commands: `[[ 'a[$(rm x)]' -eq 1 ]]`. */
const ARITHMETIC = /(^|\s)-(eq|ne|lt|le|gt|ge|v|R|o|a)(\s|$)/;

/** Returns true if the text of a test has only plain words in it, and works nothing out. */
export const isPlainTest = (text: string): boolean => /^[\w\s./=!:-]*$/.test(text) && !ARITHMETIC.test(text);
