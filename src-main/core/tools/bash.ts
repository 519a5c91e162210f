/** The tool `bash`: runs a command in the session's folder and ends all that it has started (AG-1, AB-1). */
import { stat } from "node:fs/promises";
import { z } from "zod";
import { type CommandReader, createCommandReader } from "../permissions/commands";
import type { BackgroundRunList } from "../ports/background-runs";
import type { Tool } from "../ports/tools";
import { runInBackground } from "./command/background";
import { resultOf } from "./command/command-words";
import { KeptOutput } from "./command/kept-output";
import { createLiveTail } from "./command/live-tail";
import { runCommand } from "./command/run-command";
import { noted } from "./command/running";
import { defineTool } from "./define-tool";
import { openKept } from "./output-cap";

export interface BashOptions {
  /** Braid's own data, a real path: marks of running commands, and outputs that are too long for a model. */
  data_dir: string;
  /** The user's home folder: what `~` stands for. */
  home: string;
  /** Lists what runs in the background. */
  runs: BackgroundRunList;
}

const ORDINARY_TIMEOUT_MS = 120_000;
const LONGEST_TIMEOUT_MS = 600_000;
/** Bytes: a system takes no argument of more than 128 KB. */
const LONGEST_COMMAND = 100_000;

const schema = z.strictObject({
  command: z
    .string()
    .min(1)
    .refine((command) => !command.includes("\0"), "a command cannot hold a NUL character")
    .refine(
      (command) => Buffer.byteLength(command) <= LONGEST_COMMAND,
      `a command of more than ${LONGEST_COMMAND} bytes: write a script to a file and run that`,
    )
    .describe("The command."),
  description: z.string().optional().describe("What it does, in five to ten words, for the user."),
  timeout_ms: z
    .int()
    .min(1)
    .max(LONGEST_TIMEOUT_MS)
    .optional()
    .describe(`Milliseconds after which it is ended; ${ORDINARY_TIMEOUT_MS} by default.`),
  background: z.boolean().optional().describe("Runs on after the call, without a time limit."),
});

const DESCRIPTION = `Runs a command with bash in the session's folder and returns what it prints, errors among it in their order, and how it ended.
Each call is a shell of its own: a folder or variable that one sets is not there in the next. It has no input and no terminal, so give programs the options by which they ask nothing. Everything it has started is ended with it. With background it runs on after the call, as a server must, and its output goes to a file that you can read. Of a long output you get the beginning and the end, and a file with the whole.
Use the other tools to read, search and change files: they are quicker, and show the user what changes.`;

export function bashTool({ data_dir, home, runs }: BashOptions): Tool {
  let reader: Promise<CommandReader> | undefined;
  return defineTool({
    name: "bash",
    description: DESCRIPTION,
    schema,
    example: { command: "git log --oneline -5", description: "Lists the last five commits" },
    needs_workspace: true,
    check: async ({ command }, { workspace_root }) => {
      reader ??= createCommandReader().catch((error: unknown) => {
        reader = undefined;
        throw error;
      });
      return { needs: (await reader).needsOf(command, { workspace_root, home, data_dir }) };
    },
    run: async ({ command, timeout_ms = ORDINARY_TIMEOUT_MS, background = false }, context) => {
      const { signal, workspace_root: folder, report } = context;
      signal.throwIfAborted();
      await mustBeFolder(folder);
      if (background) return await runInBackground({ command, folder, home, data_dir }, runs, context);
      const output = new KeptOutput(() => openKept(data_dir, context));
      const live = createLiveTail((text) => report({ text, ...output.kept }));
      try {
        const order = { command, folder, home, data_dir, timeout_ms, signal, output, onOutput: live.heard };
        const run = await noted(runCommand(order));
        live.stop();
        return await resultOf(run, output);
      } finally {
        live.stop();
        await output.close();
      }
    },
  });
}

async function mustBeFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true)
    throw new Error(`The session's folder ${folder} is not there any more, so no command can run in it.`);
}
