/** From the start of the process to a typed character on the screen, against a bare Electron window, and with many sessions stored. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fillSessions } from "./core";
import { type Line, timeRatio } from "./lines";
import { interleaved } from "./measure";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const BRAID = at("../../out/main/index.js");
const BARE = at("./bare/main.cjs");
const TYPING = at("./bare/typing.cjs");

const SESSIONS = 10_000;
const ROUNDS = 15;
const LIMIT_MS = 60_000;

export async function starting(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), "braid-bench-"));
  const [bare, empty, full] = [join(folder, "bare"), join(folder, "empty"), join(folder, "full")];
  await fillSessions(join(full, "braid.db"), SESSIONS, 4);
  try {
    const found = await interleaved(ROUNDS, {
      bare: () => startToPaint([BARE, bare]),
      empty: () => startToPaint([BRAID, "--data-dir", empty]),
      full: () => startToPaint([BRAID, "--data-dir", full]),
    });
    return [
      timeRatio(
        "start to a typed character painted / in a bare Electron window",
        found.empty,
        found.bare,
        1.6,
      ),
      timeRatio("start with 10,000 sessions stored / with none", found.full, found.empty, 1.15),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** The time until `typing.cjs`, loaded into the app, says so; then waits until the process has quit. */
async function startToPaint(args: string[]): Promise<number> {
  const executable = process.env.BRAID_ELECTRON;
  if (executable === undefined) throw new Error("BRAID_ELECTRON is not set: run through `npm run bench`.");
  const { ELECTRON_RUN_AS_NODE: _node, NODE_OPTIONS: _options, ...env } = process.env;
  const switches = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const begun = performance.now();
  const app = spawn(executable, [...switches, "-r", TYPING, ...args], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(app, "exit");
  const limit = setTimeout(() => app.kill("SIGKILL"), LIMIT_MS);
  let said = "";
  let painted: number | undefined;
  const listen = (text: Buffer) => {
    said += text;
    if (said.includes("typed and painted")) painted ??= performance.now() - begun;
  };
  app.stdout.on("data", listen);
  app.stderr.on("data", listen);
  await ended;
  clearTimeout(limit);
  if (painted === undefined)
    throw new Error(`the window took no character within ${LIMIT_MS / 1000} s:\n${said}`);
  return painted;
}
