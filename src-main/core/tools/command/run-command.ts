/** Runs one command from its start until nothing of it is left (AB-1). */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { CommandEnd } from "../../../../src-preload/contract/domain/tools";
import { createBreathing } from "../../time-slice";
import { tailOf } from "../whole-text";
import { commandEnvironment, findShell, type LoginEnvironment, loginEnvironment } from "./environment";
import type { KeptOutput } from "./kept-output";
import { killTree } from "./kill-tree";
import { openPipe } from "./output-pipe";
import { pipeName, ticksNow } from "./processes";
import { newMark, noteEnd, noteProcess, noteStart, runFolder } from "./run-files";
import { TerminalText } from "./terminal-text";

export interface CommandOrder {
  command: string;
  /** Absolute. */
  folder: string;
  home: string;
  data_dir: string;
  timeout_ms: number;
  signal: AbortSignal;
  output: KeptOutput;
  /** The text on its standard input. Absent: the input is empty. */
  input?: string;
  /** Absent: what the login shell has said. */
  login?: LoginEnvironment;
  /** Hears that there is more output; `last` returns at most so many characters of its end. */
  onOutput(last: (characters: number) => string): void;
}

export interface CommandRun extends CommandEnd {
  /** The signal that ended it, where it was not its time limit. */
  ended_by?: string;
  /** The processes that were still running after the shell had ended, and were ended. */
  left_over: number;
}

/** Milliseconds in which what the shell has left may still print. */
const LAST_OUTPUT_MS = 1_000;

/** @throws the signal's reason, once nothing of the command is left; where the command cannot be started */
export async function runCommand(order: CommandOrder): Promise<CommandRun> {
  const shell = await findShell();
  if (shell === undefined) throw new Error("Commands need bash or sh, and this computer has neither.");
  const login = order.login ?? (await loginEnvironment());
  order.signal.throwIfAborted();
  const mark = newMark();
  await noteStart(order.data_dir, mark);
  try {
    return await runMarked({ ...order, login }, mark, [shell.file, ...shell.options]);
  } finally {
    await noteEnd(order.data_dir, mark);
  }
}

async function runMarked(order: CommandOrder, mark: string, shell: string[]): Promise<CommandRun> {
  const since = ticksNow();
  const { child, outputs } = await start(order, mark, shell);
  // A command need not read what it is given.
  child.stdin?.on("error", () => {}).end(order.input);
  const shell_ended = exitOf(child);
  const reading = Promise.all(outputs.map((from) => readAll(from, order)));
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), order.timeout_ms);
  try {
    const stopped = aborted(AbortSignal.any([order.signal, late.signal]));
    await Promise.race([shell_ended, stopped]);
    const isStopped = child.exitCode === null && child.signalCode === null;
    if (!isStopped) await Promise.race([reading, stopped, wait(LAST_OUTPUT_MS)]);
    const ended = await killTree({ mark, since, root: child.pid });
    await Promise.race([reading, wait(LAST_OUTPUT_MS)]);
    order.signal.throwIfAborted();
    if (isStopped) return { code: null, timed_out_ms: order.timeout_ms, left_over: 0 };
    const [code, signal] = await shell_ended;
    return { code, ...(signal === null ? {} : { ended_by: signal }), left_over: ended };
  } finally {
    clearTimeout(timer);
    for (const from of outputs) from.destroy();
    await reading;
  }
}

async function start(
  { command, folder, home, data_dir, input, login }: CommandOrder,
  mark: string,
  [file = "", ...options]: string[],
): Promise<{ child: ChildProcess; outputs: Readable[] }> {
  const pipe = await openPipe(join(runFolder(data_dir), pipeName(mark)));
  const into = pipe?.write_fd ?? "pipe";
  const env = commandEnvironment(home, mark, login);
  let child: ChildProcess | undefined;
  try {
    child = spawn(file, [...options, command], {
      cwd: folder,
      env,
      detached: true,
      stdio: [input === undefined ? "ignore" : "pipe", into, into],
    });
    await once(child, "spawn");
  } catch (error) {
    pipe?.begin().destroy();
    throw error;
  }
  noteProcess(mark, child.pid ?? 0);
  const sockets = [child.stdout, child.stderr].filter((from) => from !== null);
  return { child, outputs: pipe === undefined ? sockets : [pipe.begin()] };
}

const exitOf = (child: ChildProcess): Promise<[code: number | null, signal: NodeJS.Signals | null]> =>
  new Promise((resolve) => child.once("exit", (code, signal) => resolve([code, signal])));

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });

/** Milliseconds for each piece that nobody keeps: a command that prints without end must not hold the input thread. */
const UNKEPT_PAUSE_MS = 2;

/** Never rejects: a pipe that breaks is one that has ended. */
async function readAll(from: Readable, { output, onOutput }: CommandOrder): Promise<void> {
  const breathe = createBreathing();
  const text = new TerminalText();
  try {
    for await (const bytes of from) {
      await output.add(text.take(bytes));
      onOutput((characters) => tailOf(`${output.last(characters)}${text.peek()}`, characters));
      await (output.is_full ? wait(UNKEPT_PAUSE_MS) : breathe());
    }
  } catch {
    // Closed on purpose, while processes that cannot be ended hold its other end.
  }
  await output.add(text.end());
}
