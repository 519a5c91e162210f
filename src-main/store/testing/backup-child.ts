/** A process to kill: makes a backup, and stops for ever in its midst. */
import { writeSync } from "node:fs";
import { backUp } from "../upkeep/backups";

const [file = ""] = process.argv.slice(2);
let steps = 0;
await backUp({
  file,
  now: Date.UTC(2026, 10, 22),
  prune: true,
  isCancelled: () => {
    steps += 1;
    if (steps < 2) return false;
    writeSync(1, "in its midst\n");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    return false;
  },
});
