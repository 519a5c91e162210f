// `npm run app`: goes from a fresh clone to an open window. Passes arguments to the app: --data-dir DIR, --workspace DIR, --smoke FILE.png
// (open the window, save its picture, end).
import { rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { lacksDisplay, startDisplay } from "./display.mjs";
import { ROOT } from "./packages.mjs";
import { exitCode, start, stop } from "./processes.mjs";
import { Problem, say, script } from "./progress.mjs";
import { setUp } from "./setup.mjs";

const SMOKE_LIMIT_MS = 120_000;
const TAKES_PATH = ["--data-dir", "--workspace", "--smoke"];

/** Resolves a path from the user's folder, because npm runs scripts in the repository's. @param {string} path */
const fromHere = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);

/** @param {string[]} args */
function withAbsolutePaths(args) {
  return args.map((arg, index) => {
    if (TAKES_PATH.includes(args[index - 1] ?? "")) return fromHere(arg);
    const [name = "", ...value] = arg.split("=");
    return TAKES_PATH.includes(name) && value.length > 0 ? `${name}=${fromHere(value.join("="))}` : arg;
  });
}

/** @param {string[]} args */
function smokeFile(args) {
  const inline = args.find((arg) => arg.startsWith("--smoke="));
  const index = args.indexOf("--smoke");
  return inline?.slice("--smoke=".length) ?? (index >= 0 ? args[index + 1] : undefined);
}

/** Returns the switches that this machine needs. The app itself never turns its sandbox off. */
function machineSwitches() {
  const switches = [];
  if (process.getuid?.() === 0) switches.push("--no-sandbox");
  if (!process.env.DISPLAY && process.env.WAYLAND_DISPLAY) switches.push("--ozone-platform-hint=auto");
  return switches;
}

/**
 * @param {string} executable
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function runApp(executable, args, env) {
  const { ELECTRON_RUN_AS_NODE: _, ...clean } = env;
  const picture = smokeFile(args);
  if (picture) rmSync(picture, { force: true });
  const command = [...machineSwitches(), join(ROOT, "out/main/index.js"), ...args];
  const app = start(executable, command, { env: clean, stdio: "inherit", mayTidy: true });
  let late = false;
  const limit = picture
    ? setTimeout(() => {
        late = true;
        stop(app);
      }, SMOKE_LIMIT_MS)
    : undefined;
  const code = await exitCode(app);
  clearTimeout(limit);
  if (late)
    throw new Problem(
      `The app was not usable within ${SMOKE_LIMIT_MS / 1000} s.`,
      "Read what it said above.",
    );
  if (picture && code === 0 && !statSync(picture, { throwIfNoEntry: false })?.size) {
    throw new Problem(
      `The app ended well but left no ${picture}.`,
      "Check that its folder can be written to.",
    );
  }
  if (code !== 0) say(`The app ended with code ${code}.`);
  return code;
}

await script(async () => {
  const args = withAbsolutePaths(process.argv.slice(2));
  const { executable } = await setUp();
  if (!lacksDisplay()) return runApp(executable, args, process.env);
  const { display, close } = await startDisplay();
  try {
    return await runApp(executable, args, { ...process.env, DISPLAY: display });
  } finally {
    await close();
  }
});
