/** Agents (AG-8): who answers in a session, or does a task beside it, by configuration alone. */
import type { RunSettings } from "../ports/settings";
import type { Tool } from "../ports/tools";

export interface Agent {
  /** Stored with each session in which it answers. */
  name: string;
  /** The first section of its system prompt (SP-1). */
  manifest: string;
  tools: ReadonlyMap<string, Tool>;
  limits: AgentLimits;
}

/** RN-3: of one turn. An agent may only do with less than the settings allow. */
export type AgentLimits = Partial<Pick<RunSettings, "max_steps" | "token_budget">>;

/** The settings of a turn that this agent answers. */
export function settingsFor({ limits }: Pick<Agent, "limits">, settings: RunSettings): RunSettings {
  const { max_steps = Infinity, token_budget = null } = limits;
  return {
    ...settings,
    max_steps: Math.min(settings.max_steps, max_steps),
    token_budget: smaller(settings.token_budget, token_budget),
  };
}

const smaller = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);
