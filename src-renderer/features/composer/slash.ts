/** The meaning of a `/` at the start of the composer. Pure. Anything that is no command is text, because people paste paths. */

import { LONGEST_FOCUS } from "../../../src-preload/contract/domain/compaction";

/** A command that can be called by a slash. */
export interface SlashCommand<Id extends string = string> {
  id: Id;
  /** Without the slash. */
  slash: string;
  /** The words that may follow. With a `!`, words have to follow. */
  argument: string | undefined;
  enabled: boolean;
}

export interface SlashText {
  name: string;
  /** Undefined while the name is being typed. */
  argument: string | undefined;
}

/** Longer texts are no commands, and are not parsed at each key. The focus of a summary is the longest argument. */
export const LONGEST_COMMAND = LONGEST_FOCUS;
const COMMAND = /^\/([a-z][a-z-]*)?(?:[ \t]+(.*))?$/iu;

export function parseSlash(text: string): SlashText | undefined {
  const found = text.length > LONGEST_COMMAND ? null : COMMAND.exec(text);
  if (found === null || (found[1] === undefined && found[2] !== undefined)) return undefined;
  return { name: (found[1] ?? "").toLowerCase(), argument: found[2] };
}

/** Returns the commands that a typed beginning may become: first names that begin with it, then names that contain it. */
export function matchSlash<C extends SlashCommand>(commands: readonly C[], name: string): C[] {
  const begins = commands.filter(({ slash }) => slash.startsWith(name));
  const contains = commands.filter(({ slash }) => !slash.startsWith(name) && slash.includes(name));
  return [...begins, ...(name === "" ? [] : contains)];
}

export type SlashMeaning<C> =
  | { kind: "text" }
  /** Nothing happens: the command cannot be called now, or its argument is missing. */
  | { kind: "not-yet"; command: C }
  | { kind: "command"; command: C; argument: string | undefined };

/** Returns the meaning of a whole text at Enter. A command that takes no argument, followed by words, is a sentence. */
export function meaningOf<C extends SlashCommand>(commands: readonly C[], text: string): SlashMeaning<C> {
  const parsed = parseSlash(text.trimEnd());
  const command = commands.find(({ slash }) => slash === parsed?.name);
  if (parsed === undefined || command === undefined) return { kind: "text" };
  const argument = parsed.argument?.trim() || undefined;
  if (argument !== undefined && command.argument === undefined) return { kind: "text" };
  const isMissing = argument === undefined && command.argument?.endsWith("!") === true;
  if (isMissing || !command.enabled) return { kind: "not-yet", command };
  return { kind: "command", command, argument };
}

/** Turns `//new` into the text `/new`: a second slash before a command makes it a text. Any other `//` is the user's own, e.g. of code. */
export function withoutEscape(text: string, slashes: readonly string[]): string {
  const name = /^\/\/([a-z-]+)(?=\s|$)/iu.exec(text)?.[1];
  return name !== undefined && slashes.includes(name.toLowerCase()) ? text.slice(1) : text;
}
