// Tells the user what is going on, on stderr, so that a script's own output stays clean. Work under two seconds passes in silence; longer
// work is named, with the time it has taken.

const QUIET_MS = 2_000;
const REMINDER_MS = 15_000;
const inPlace = Boolean(process.stderr.isTTY);

/** @typedef {{ title: string, begun: number, told: number }} Step */

/** @type {Set<Step>} */
const active = new Set();

/** @param {number} ms */
const seconds = (ms) => `${Math.round(ms / 1000)} s`;

/** @param {Step} step */
const inWords = ({ title, begun }) => `${title} (${seconds(Date.now() - begun)})`;

/** @param {string} line */
export function say(line) {
  process.stderr.write(inPlace ? `\r\x1b[K${line}\n` : `${line}\n`);
}

function tick() {
  const now = Date.now();
  const slow = [...active].filter((step) => now - step.begun >= QUIET_MS);
  if (slow.length === 0) return;
  if (inPlace) {
    const line = `… ${slow.map(inWords).join(" · ")}`;
    process.stderr.write(`\r\x1b[K${line.slice(0, (process.stderr.columns || 80) - 1)}`);
    return;
  }
  for (const step of slow) {
    if (now - step.told < REMINDER_MS) continue;
    step.told = now;
    say(`… ${inWords(step)}`);
  }
}

setInterval(tick, 1_000).unref();

/**
 * Runs work under a title.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const entry = { title, begun: Date.now(), told: 0 };
  active.add(entry);
  try {
    const result = await work();
    if (Date.now() - entry.begun >= QUIET_MS) say(`✓ ${inWords(entry)}`);
    return result;
  } catch (error) {
    say(`✗ ${inWords(entry)}`);
    throw error;
  } finally {
    active.delete(entry);
  }
}

/** A failure that the user can act on: shown as its message alone, without a stack. */
export class Problem extends Error {
  /**
   * @param {string} what went wrong
   * @param {string} todo what to do about it
   */
  constructor(what, todo) {
    super(`${what}\n  → ${todo}`);
  }
}

/**
 * Runs a script's main function. On failure it shows the reason and ends with code 1.
 * @param {() => Promise<number | void>} main
 */
export async function script(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    say(
      error instanceof Problem ? `\n${error.message}` : `\n${error instanceof Error ? error.stack : error}`,
    );
    // Ends at once, together with all other work of the script.
    process.exit(1);
  }
}
