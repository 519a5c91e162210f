// Locks for work that several runs may begin at once, and files that are either whole or not there.
import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { step } from "./progress.mjs";

const HEARTBEAT_MS = 2_000;
const STALE_MS = 30_000;
const POLL_MS = 250;

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/**
 * Takes a lock away from a dead holder: its process has ended, or its heartbeat has.
 * @param {string} file
 */
async function clearIfStale(file) {
  const seen = await Promise.all([readFile(file, "utf8"), stat(file)]).catch(() => undefined);
  if (!seen) return;
  const [holder, { mtimeMs }] = seen;
  const fresh = Date.now() - mtimeMs < STALE_MS;
  if (fresh && (holder === "" || isAlive(Number.parseInt(holder, 10)))) return;
  const aside = `${file}.${randomUUID()}`;
  await rename(file, aside).catch(() => undefined);
  // If another run has cleared and taken the lock in between, the lock is put back.
  const moved = await readFile(aside, "utf8").catch(() => holder);
  if (moved === holder) await rm(aside, { force: true });
  else await rename(aside, file);
}

/** @param {string} file */
async function take(file) {
  for (;;) {
    const handle = await open(file, "wx").catch((error) => {
      if (error.code === "EEXIST") return undefined;
      throw error;
    });
    if (handle) {
      await handle.writeFile(`${process.pid} ${randomUUID()}`);
      await handle.close();
      return;
    }
    await clearIfStale(file);
    await sleep(POLL_MS);
  }
}

/**
 * Does the work while holding a lock file. While another process holds it, waits and says so.
 * @template T
 * @param {string} file
 * @param {string} purpose completes "Waiting for another run to …"
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, purpose, work) {
  await mkdir(dirname(file), { recursive: true });
  await step(`Waiting for another run to ${purpose}`, () => take(file));
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await rm(file, { force: true });
  }
}

/**
 * Writes a file so that nobody ever reads half of it.
 * @param {string} file
 * @param {string} text
 */
export async function writeWhole(file, text) {
  await mkdir(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  await writeFile(temporary, text);
  await rename(temporary, file);
}
