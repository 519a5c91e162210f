/** Runs one hook (AG-5): a command of the user, with the facts of an event as JSON on its input. Loaded with the first hook. */

import type { HookAnswer, HookFacts, HookSetting } from "../ports/hooks";
import { KeptOutput } from "../tools/command/kept-output";
import { runCommand } from "../tools/command/run-command";
import { tailOf } from "../tools/whole-text";
import { hookFailed } from "./hook-failed";

/** Characters of a hook's own words in the report of its failure. */
const TOLD = 1000;

interface Where {
  data_dir: string;
  home: string;
  signal: AbortSignal;
}

/** @throws BraidError where the hook cannot be started, takes too long or fails; the signal's reason. Nothing of it runs any more then. */
export async function runHook(
  { on, run: command, timeout_ms }: HookSetting,
  facts: HookFacts,
  { data_dir, home, signal }: Where,
): Promise<HookAnswer> {
  const output = new KeptOutput(() => Promise.reject(new Error("Nobody keeps the output of a hook.")));
  const input = JSON.stringify({ event: on, ...facts });
  const place = { folder: data_dir, home, data_dir, timeout_ms, signal };
  const ended = await runCommand({ command, input, output, onOutput: () => {}, ...place }).catch(
    (error: unknown) => {
      signal.throwIfAborted();
      throw hookFailed(on, "not-started", {}, String(error).slice(0, TOLD));
    },
  );
  const { text } = await output.close();
  const said = tailOf(text.trim(), TOLD);
  if (ended.timed_out_ms !== undefined) throw hookFailed(on, "late", { ms: timeout_ms }, said);
  if (ended.code !== 0) throw hookFailed(on, "code", { code: ended.code ?? ended.ended_by ?? "" }, said);
  return answerIn(text);
}

/** Reads the object on the last line that is not blank. Anything else is no answer. */
export function answerIn(output: string): HookAnswer {
  const last = output.trimEnd().split("\n").at(-1) ?? "";
  let said: unknown;
  try {
    said = JSON.parse(last);
  } catch {
    return {};
  }
  if (typeof said !== "object" || said === null) return {};
  const { deny, cost_usd } = said as Record<keyof HookAnswer, unknown>;
  return {
    ...(typeof deny === "string" && deny.trim() !== "" ? { deny: deny.trim() } : {}),
    ...(typeof cost_usd === "number" && cost_usd >= 0 && Number.isFinite(cost_usd) ? { cost_usd } : {}),
  };
}
