/** Where everything in main says what went wrong: the console, until the shell has a file for it. No message of a chat and no key goes there. */

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

/** An error with its stack and what it came from; of anything else what it says of itself. */
function worded(thing: unknown): string {
  if (!(thing instanceof Error)) return String(thing);
  const cause = thing.cause === undefined ? "" : `\n  because: ${worded(thing.cause)}`;
  return `${thing.stack ?? `${thing.name}: ${thing.message}`}${cause}`;
}
