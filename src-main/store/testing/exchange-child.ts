/** A process to kill: exports or imports, and stops for ever in its midst. */
import { writeSync } from "node:fs";
import { exportSessions } from "../exchange/export";
import { importSessions } from "../exchange/import/import";

const [what = "", file = "", path = "", steps = "1"] = process.argv.slice(2);
let left = Number(steps);
const context = {
  onProgress: () => undefined,
  isCancelled: () => {
    left -= 1;
    if (left > 0) return false;
    writeSync(1, "in its midst\n");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    return false;
  },
};
const include = { hidden: true, sidecars: true, reasoning: true, tools: true, attachments: true };
if (what === "export")
  await exportSessions(
    { file, sessions: "all", format: "archive", include, target: path, words: {} as never },
    context,
  );
else await importSessions({ file, paths: path.split("|"), now: Date.now() }, context);
