/** A process to kill: restores a backup, and stops for ever at its nth step. Says the step. */
import { writeSync } from "node:fs";
import { restoringOf } from "../recovery/rebuilt-file";
import { putInPlace } from "../recovery/restored-library";
import { restore } from "../recovery/salvage/rebuild";

const [file = "", backup = "", at = ""] = process.argv.slice(2);
let steps = 0;
const step = (name: string): void => {
  steps += 1;
  if (steps >= Number(at)) stop(name);
};
const stop = (name: string): void => {
  writeSync(1, `${name}\n`);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};
const isCancelled = (): boolean => {
  step("copy");
  return false;
};
await restore(
  { backup, target: restoringOf(file) },
  { isCancelled, onProgress: () => step("progress"), unstoppable: (read) => read() },
);
step("prepared");
putInPlace(file, { now: Date.UTC(2026, 10, 26), made_at: 1 }, { onStep: step });
stop("done");
