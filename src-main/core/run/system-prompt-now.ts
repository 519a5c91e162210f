/** The system prompt as a turn that begins now would send it (SP-1). */

import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { readEnvironment } from "../context/environment";
import { assembleSystemPrompt, environmentSection, manifestSection } from "../context/system-prompt";
import type { TurnDeps } from "./turn-context";

/** @throws the signal's reason, once it aborts */
export async function systemPromptNow(
  { agent, clock }: Pick<TurnDeps, "agent" | "clock">,
  { workspace_root, model }: { workspace_root?: string | undefined; model: ModelRef },
  signal: AbortSignal,
): Promise<ReturnType<typeof assembleSystemPrompt>> {
  const environment = await readEnvironment(workspace_root, clock, signal);
  signal.throwIfAborted();
  return assembleSystemPrompt([manifestSection(agent.manifest), environmentSection(environment, model)]);
}
