/** Agents (AG-8): an agent answers in a session, or does a task beside it, by configuration alone. */
import type { Overrides } from "../../../src-preload/contract/domain/sessions";
import type { RunSettings } from "../ports/settings";

export interface Agent {
  /** Each session stores the name of the agent that answers in it. */
  name: string;
  /** The first section of its system prompt (SP-1). */
  manifest: string;
  limits: AgentLimits;
  /** Tells other agents when to ask this one. */
  description?: string;
  /** Names of tools. `*` stands for all, and `-name` takes one out. Absent: all. */
  tools?: readonly string[];
}

/** RN-3: limits of one turn. An agent may only lower the limits of the settings. */
export type AgentLimits = Partial<Pick<RunSettings, "max_steps" | "token_budget">>;

/** The settings of a turn of this agent. */
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

/** The agent as a session has it whose maker has narrowed it (SE-1): no override gives it a tool, or takes a word of its instructions. */
export function narrowed(agent: Agent, { tools, prompt }: Overrides = {}): Agent {
  const left = tools?.filter((name) => name !== "*" && mayUse(agent, name));
  return {
    ...agent,
    ...(left === undefined ? {} : { tools: left }),
    ...(prompt === undefined ? {} : { manifest: `${agent.manifest}\n\n${prompt}` }),
  };
}

/** Returns true where the agent has this tool. */
export const mayUse = ({ tools = ["*"] }: Pick<Agent, "tools">, tool: string): boolean =>
  !tools.includes(`-${tool}`) && (tools.includes("*") || tools.includes(tool));
