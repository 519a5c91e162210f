// `npm run test:e2e`: runs the end-to-end tests against an up-to-date build, on virtual displays if there is no real one. Passes arguments
// to Playwright.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lacksDisplay, startDisplay } from "./display.mjs";
import { ROOT } from "./packages.mjs";
import { exitCode, start } from "./processes.mjs";
import { script } from "./progress.mjs";
import { setUp } from "./setup.mjs";

/** One display for each worker (`playwright.config.ts`). Windows that share one take each other's pointer and focus. */
const DISPLAYS = 2;

/**
 * @param {string} executable the Electron to drive
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [environment]
 */
export async function runPlaywright(executable, args, environment = {}) {
  const virtual = lacksDisplay() ? await Promise.all(Array.from({ length: DISPLAYS }, startDisplay)) : [];
  const displays = virtual.map(({ display }) => display).join(" ");
  const screens = displays ? { BRAID_DISPLAYS: displays } : {};
  const env = { ...process.env, ...environment, ...screens, BRAID_ELECTRON: executable };
  try {
    const cli = join(ROOT, "node_modules/@playwright/test/cli.js");
    return await exitCode(
      start(process.execPath, [cli, "test", ...args], { cwd: ROOT, env, stdio: "inherit" }),
    );
  } finally {
    await Promise.all(virtual.map(({ close }) => close()));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await script(async () => runPlaywright((await setUp()).executable, process.argv.slice(2)));
}
