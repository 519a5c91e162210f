// `npm run bench`: prepares the runtime, the build and a display, then measures every speed goal (e2e/bench). Arguments: the themes to
// measure (e2e/bench/run.ts names them), or --write FILE.md to put the table of a whole run into a page.
import { join } from "node:path";
import { lacksDisplay, startDisplay } from "./display.mjs";
import { ROOT } from "./packages.mjs";
import { exitCode, start } from "./processes.mjs";
import { script } from "./progress.mjs";
import { setUp } from "./setup.mjs";

await script(async () => {
  const { executable } = await setUp();
  const virtual = lacksDisplay() ? await startDisplay() : undefined;
  const screen = virtual ? { DISPLAY: virtual.display } : {};
  const env = { ...process.env, ...screen, BRAID_ELECTRON: executable };
  const bench = ["--expose-gc", "--import", "tsx", join(ROOT, "e2e/bench/run.ts"), ...process.argv.slice(2)];
  try {
    return await exitCode(start(process.execPath, bench, { cwd: ROOT, env, stdio: "inherit" }));
  } finally {
    await virtual?.close();
  }
});
