/** The commands of tools that run now. A turn that was stopped waits for none of its own, and Braid must not end before them. */
import { setTimeout as wait } from "node:timers/promises";

const running = new Set<Promise<unknown>>();

/** Notes a command until it has ended. Returns it. */
export function noted<T>(command: Promise<T>): Promise<T> {
  running.add(command);
  const forget = () => void running.delete(command);
  command.then(forget, forget);
  return command;
}

/** Milliseconds in which a command that was stopped is gone (AB-1), and a little more. One that cannot be ended holds nobody up for longer. */
const LONGEST_END_MS = 2_500;

/** Resolves when nothing is left of the commands that run now. */
export async function commandsEnded(): Promise<void> {
  const enough = new AbortController();
  await Promise.race([Promise.allSettled(running), wait(LONGEST_END_MS, undefined, enough).catch(() => {})]);
  enough.abort();
}
