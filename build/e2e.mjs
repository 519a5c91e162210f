// `npm run test:e2e`: the end-to-end tests against an up-to-date build, on a virtual display where there is none.
// Arguments go to Playwright.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lacksDisplay, startDisplay } from "./display.mjs";
import { ROOT } from "./packages.mjs";
import { exitCode, start } from "./processes.mjs";
import { script } from "./progress.mjs";
import { setUp } from "./setup.mjs";

/**
 * @param {string} executable the Electron to drive
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [environment]
 */
export async function runPlaywright(executable, args, environment = {}) {
  const virtual = lacksDisplay() ? await startDisplay() : undefined;
  const screen = virtual ? { DISPLAY: virtual.display } : {};
  const env = { ...process.env, ...environment, ...screen, BRAID_ELECTRON: executable };
  try {
    const cli = join(ROOT, "node_modules/@playwright/test/cli.js");
    return await exitCode(
      start(process.execPath, [cli, "test", ...args], { cwd: ROOT, env, stdio: "inherit" }),
    );
  } finally {
    await virtual?.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await script(async () => runPlaywright((await setUp()).executable, process.argv.slice(2)));
}
