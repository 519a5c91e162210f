/** Runs ripgrep: its path in the app, its time, and its output as a stream. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createBreathing } from "../../time-slice";

/** Milliseconds. */
const LONGEST_MS = 20_000;
/** UTF-16 units of its complaints. */
const MOST_COMPLAINTS = 2000;

/**
 * Returns the program's path. The packaged app cannot start a program inside its archive, and has it beside. The package with the scripts is
 * not loaded: its way of finding the program ends in the bundle.
 * @throws where the package of this system is not installed
 */
export function ripgrepPath(platform: string = process.platform, arch: string = process.arch): string {
  const name = platform === "win32" ? "rg.exe" : "rg";
  const path = createRequire(import.meta.url).resolve(`@vscode/ripgrep-${platform}-${arch}/bin/${name}`);
  return outsideArchive(path);
}

export const outsideArchive = (path: string): string =>
  path.replace(/([\\/])app\.asar(?=[\\/])/, "$1app.asar.unpacked");

export interface RipgrepRun {
  arguments: readonly string[];
  /** The folder to search, which exists. */
  folder: string;
  signal: AbortSignal;
  /** Takes the next bytes of the output. Returns true where no more are needed. */
  take(bytes: Buffer): boolean;
  /** Milliseconds. */
  longest_ms?: number;
}

/** `done`: it came to its end. `enough`: `take` wanted no more. `late`: it took too long. */
export type RipgrepEnd = "done" | "enough" | "late";

/** Ripgrep reads no configuration, and colours nothing. */
const ALWAYS = ["--no-config", "--color=never", "--no-messages", "--no-require-git", "--glob=!.git"];

/**
 * Resolves when ripgrep has ended; it is killed on abort.
 * @throws the signal's reason, and an error for the model with ripgrep's own words where it did not understand the pattern
 */
export async function runRipgrep(run: RipgrepRun): Promise<RipgrepEnd> {
  run.signal.throwIfAborted();
  // A child process gets nothing else of our environment, because keys are in there.
  const { PATH, HOME, LANG } = process.env;
  const child = spawn(ripgrepPath(), [...ALWAYS, ...run.arguments], {
    cwd: run.folder,
    env: { PATH, HOME, LANG },
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  let end: RipgrepEnd = "done";
  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaints = (complaints + text).slice(0, MOST_COMPLAINTS);
  });
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  // The output ends with an error where the program cannot be started: `closed` tells it.
  closed.catch(() => undefined);
  const kill = () => child.kill("SIGKILL");
  const timer = setTimeout(() => {
    end = "late";
    kill();
  }, run.longest_ms ?? LONGEST_MS);
  run.signal.addEventListener("abort", kill, { once: true });
  try {
    const breathe = createBreathing();
    for await (const bytes of child.stdout) {
      if (end === "done" && run.take(bytes)) {
        end = "enough";
        break;
      }
      await breathe();
    }
    if (end !== "done") kill();
    const code = await closed;
    run.signal.throwIfAborted();
    if (end === "done" && code === 2 && complaints !== "") throw misunderstood(complaints);
    return end;
  } finally {
    kill();
    clearTimeout(timer);
    run.signal.removeEventListener("abort", kill);
  }
}

const misunderstood = (complaints: string): Error =>
  new Error(`The search could not be made. ${complaints.replace(/^rg: /, "").trim()}`);
