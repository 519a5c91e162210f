/** Starts a command that runs on after its call (AG-1). */
import { rm } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { ToolResult } from "../../../../src-preload/contract/domain/tools";
import type { BackgroundRunList } from "../../ports/background-runs";
import type { ToolCallContext } from "../../ports/tools";
import { openKept } from "../output-cap";
import { endOf, resultOf } from "./command-words";
import { KeptOutput, type OutputFile } from "./kept-output";
import { type CommandRun, runCommand } from "./run-command";

export interface BackgroundOrder {
  command: string;
  /** Absolute. */
  folder: string;
  home: string;
  data_dir: string;
}

/** Milliseconds after which the call ends: what fails at once has failed by then. */
const FIRST_LOOK_MS = 1_500;
/** The longest time that a timer can have. */
const NO_LIMIT_MS = 2 ** 31 - 1;
/** Characters of the first output. */
const SHOWN = 4_000;

/**
 * Resolves once the command has run for a moment, or has ended within it. All that it prints goes to a file that the model can read, how it
 * ended as well. @throws Error, in words for a model, where it cannot be started
 */
export async function runInBackground(
  order: BackgroundOrder,
  list: BackgroundRunList,
  context: ToolCallContext,
  first_look_ms = FIRST_LOOK_MS,
): Promise<ToolResult> {
  const { session_id, signal } = context;
  const opened = await openKept(order.data_dir, context);
  const output = new KeptOutput(async () => opened, { from_start: true });
  const stop = new AbortController();
  const running = runCommand({
    ...order,
    timeout_ms: NO_LIMIT_MS,
    signal: stop.signal,
    output,
    onOutput: () => undefined,
  });
  const ended = running.catch(() => undefined);
  const onStop = () => stop.abort(signal.reason);
  signal.addEventListener("abort", onStop, { once: true });
  try {
    const id = list.add({ session_id, command: order.command, stop: () => stop.abort(), ended });
    const run = await Promise.race([running, wait(first_look_ms)]);
    signal.throwIfAborted();
    if (run !== undefined) return await endedAtOnce(run, output, opened);
    void ended.then((run) => noteEnd(output, run === undefined ? "[It was stopped.]" : endInWords(run)));
    const said = output.last(SHOWN).trimEnd() || "(It has printed nothing yet.)";
    return { text: `${said}\n\n${inWords(id, opened.path)}`, ...output.kept };
  } catch (error) {
    stop.abort();
    await ended;
    await output.close();
    await opened.file.close();
    throw error;
  } finally {
    signal.removeEventListener("abort", onStop);
  }
}

/** A short output needs no file. */
async function endedAtOnce(
  run: CommandRun,
  output: KeptOutput,
  { file, path }: OutputFile,
): Promise<ToolResult> {
  const result = await resultOf(run, output);
  await file.close();
  if (result.kept === undefined) await rm(path, { force: true });
  return result;
}

const inWords = (id: string, path: string): string =>
  `[It runs on in the background as ${id}. Read ${path} to see what it prints, and how it ended. It ends with Braid at the latest, or when the user stops it.]`;

const endInWords = (run: CommandRun): string => endOf(run).join("\n") || "[It ended with exit code 0.]";

async function noteEnd(output: KeptOutput, words: string): Promise<void> {
  await output.add(`\n${words}\n`);
  await output.close();
}
