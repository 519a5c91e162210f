/** The log of everything in main: the console, until the shell has opened a file for it. Nobody logs a message of a chat or a key. */

export type LogLevel = "error" | "warn" | "info";

export type LogSink = (level: LogLevel, text: string) => void;

let sink: LogSink = (level, text) => console[level](text);

export function logTo(other: LogSink): void {
  sink = other;
}

const say =
  (level: LogLevel) =>
  (...things: unknown[]): void =>
    sink(level, things.map(worded).filter(Boolean).join(" "));

export const log = { error: say("error"), warn: say("warn"), info: say("info") };

/** An error as its stack and its causes; anything else as its own text. */
function worded(thing: unknown): string {
  if (!(thing instanceof Error)) return String(thing);
  const cause = thing.cause === undefined ? "" : `\n  because: ${worded(thing.cause)}`;
  return `${thing.stack ?? `${thing.name}: ${thing.message}`}${cause}`;
}
