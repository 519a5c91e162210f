/** Measures sides in turn, in rounds, and by two clocks: the one on the wall, and one that stands still while another process has the core. */
import { ownTime } from "../fixtures/own-time";

/** Milliseconds of one piece of work by both clocks. */
export interface Clocks {
  wall: number;
  cpu: number;
}

/** Milliseconds after which a comparison begins no further round, and the rounds it makes in any case: a slow machine gets fewer. */
const LIMIT_MS = 60_000;
const FEWEST_ROUNDS = 5;

/**
 * Runs the sides in turn (A B C, then B C A, …: none always comes first) and gives what each returned, round by round. The first round
 * warms both sides up and is thrown away.
 */
export async function interleaved<Sides extends Record<string, () => unknown>>(rounds: number, sides: Sides) {
  const names = Object.keys(sides);
  const found: Record<string, unknown[]> = Object.fromEntries(names.map((name) => [name, []]));
  const begun = performance.now();
  for (let round = 0; round <= rounds; round++) {
    if (round > FEWEST_ROUNDS && performance.now() - begun > LIMIT_MS) break;
    const turn = round % names.length;
    for (const name of [...names.slice(turn), ...names.slice(0, turn)]) {
      const value = await sides[name]?.();
      if (round > 0) found[name]?.push(value);
    }
  }
  return found as { [Name in keyof Sides]: Awaited<ReturnType<Sides[Name]>>[] };
}

/**
 * Milliseconds that `work` takes, without the waits for a core. Begins with an empty young generation, so that no side pays for garbage
 * that another side, or the preparation, has left. A full collection would throw away compiled code as well.
 */
export async function timed(work: () => unknown): Promise<number> {
  globalThis.gc?.({ type: "minor" });
  const begun = ownTime();
  await work();
  return ownTime() - begun;
}

/** Watches this thread: `stop` gives the longest time that other work on it had to wait. @param clock the second one */
export function watchThread(clock: () => number = ownTime): { stop(): Clocks } {
  const longest = { wall: 0, cpu: 0 };
  let last = { wall: performance.now(), cpu: clock() };
  let next: NodeJS.Immediate | undefined;
  const look = (): void => {
    const now = { wall: performance.now(), cpu: clock() };
    longest.wall = Math.max(longest.wall, now.wall - last.wall);
    longest.cpu = Math.max(longest.cpu, now.cpu - last.cpu);
    last = now;
    clearImmediate(next);
    next = setImmediate(look);
  };
  look();
  return {
    stop: () => {
      look();
      clearImmediate(next);
      return longest;
    },
  };
}
