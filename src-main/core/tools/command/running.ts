/** The commands that run now. A turn that was stopped waits for none of its own, and Braid must not end before them. */
const running = new Set<Promise<unknown>>();

/** Notes a command until it has ended. Returns it. */
export function noted<T>(command: Promise<T>): Promise<T> {
  running.add(command);
  const forget = () => void running.delete(command);
  command.then(forget, forget);
  return command;
}

/** Resolves when nothing is left of the commands that run now. */
export async function commandsEnded(): Promise<void> {
  await Promise.allSettled(running);
}
