/** The system prompt as a turn that begins now would send it (SP-1). */

import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { abortable } from "../abortable";
import { readEnvironment, surroundings } from "../context/environment";
import { instructionSections } from "../context/instructions";
import {
  agentSections,
  assembleSystemPrompt,
  ENVIRONMENT,
  environmentSection,
  standingSection,
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
  const last = earlier?.sections.find(({ name }) => name === ENVIRONMENT)?.text;
  const standing = standingSection(surroundings(workspace_root, clock), model, last);
  const [environment, instructions] = await Promise.all([
    // Git is asked only where its answer will be sent: in a large repository it takes a second.
    standing ?? readEnvironment(workspace_root, clock, signal).then((now) => environmentSection(now, model)),
    abortable(instructionSections({ data_dir, workspace_root }), signal),
  ]);
  signal.throwIfAborted();
  return assembleSystemPrompt([
    ...agentSections(agent),
    ...instructions,
    environment,
    toolsSection([...tools.values()], workspace_root),
  ]);
}
