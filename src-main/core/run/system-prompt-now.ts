/** The system prompt as a turn that begins now would send it (SP-1). */

import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { abortable } from "../abortable";
import { readEnvironment } from "../context/environment";
import { instructionSections } from "../context/instructions";
import {
  agentSections,
  assembleSystemPrompt,
  ENVIRONMENT,
  environmentSection,
  toolsSection,
} from "../context/system-prompt";
import type { Tool } from "../ports/tools";
import type { SystemPrompt } from "../ports/transcript-store";
import type { Agent } from "./agent";
import type { TurnDeps } from "./turn-context";

interface Turn {
  agent: Agent;
  workspace_root?: string | undefined;
  model: ModelRef;
  tools: ReadonlyMap<string, Tool>;
}

/** @throws the signal's reason, once it aborts */
export async function systemPromptNow(
  { clock, data_dir }: Pick<TurnDeps, "clock" | "data_dir">,
  { agent, workspace_root, model, tools }: Turn,
  signal: AbortSignal,
  /** The prompt of the turn before. */
  earlier?: SystemPrompt,
): Promise<ReturnType<typeof assembleSystemPrompt>> {
  const [environment, instructions] = await Promise.all([
    readEnvironment(workspace_root, clock, signal),
    abortable(instructionSections({ data_dir, workspace_root }), signal),
  ]);
  signal.throwIfAborted();
  return assembleSystemPrompt([
    ...agentSections(agent),
    ...instructions,
    environmentSection(environment, model, earlier?.sections.find(({ name }) => name === ENVIRONMENT)?.text),
    toolsSection([...tools.values()], workspace_root),
  ]);
}
