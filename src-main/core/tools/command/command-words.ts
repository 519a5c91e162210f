/** Puts the end of a command into words for a model. */
import type { ToolResult } from "../../../../src-preload/contract/domain/tools";
import type { KeptOutput } from "./kept-output";
import type { CommandRun } from "./run-command";

/** Closes `output`. */
export async function resultOf(run: CommandRun, output: KeptOutput): Promise<ToolResult> {
  const { text, kept } = await output.close();
  const { code, timed_out_ms } = run;
  const said = text.replace(/\n+$/, "") || "(It printed nothing.)";
  return {
    text: [said, ...endOf(run)].join("\n\n"),
    command: { code, ...(timed_out_ms === undefined ? {} : { timed_out_ms }) },
    ...(kept === undefined ? {} : { kept }),
  };
}

/** Returns a line for each thing that did not go as usual. */
export function endOf({ code, timed_out_ms, ended_by, left_over }: CommandRun): string[] {
  const lines: string[] = [];
  if (timed_out_ms !== undefined)
    lines.push(`[It took longer than ${timed_out_ms} ms and was ended. Its work may be half done.]`);
  else if (ended_by !== undefined) lines.push(`[The signal ${ended_by} ended it.]`);
  else if (code !== 0) lines.push(`[It ended with exit code ${code}.]`);
  const were = left_over === 1 ? "1 process was" : `${left_over} processes were`;
  if (left_over > 0) lines.push(`[${were} still running in the background and ended.]`);
  return lines;
}
