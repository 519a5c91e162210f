/** Agents (AG-8): an agent answers in a session, or does a task beside it, by configuration alone. */
import type { AgentFields, AgentLimits } from "../../../src-preload/contract/domain/agents";
import type { Overrides } from "../../../src-preload/contract/domain/sessions";
import type { RunSettings } from "../ports/settings";

/** Each session stores the name of the agent that answers in it. */
export interface Agent extends AgentFields {
  /** The words of a folder's file. They stand behind the agent's own and are named as the folder's. */
  added?: { path: string; text: string };
}

/** The settings of a turn of this agent (RN-3). */
export const settingsFor = ({ limits }: Pick<Agent, "limits">, settings: RunSettings): RunSettings => ({
  ...settings,
  ...smallerLimits(settings, limits),
});

/** The smaller of each two limits. An absent limit, and null, are none. */
export function smallerLimits<L extends AgentLimits>(one: L, other: AgentLimits): L {
  const limits = { ...one };
  const { max_steps, token_budget } = other;
  if (typeof max_steps === "number") limits.max_steps = Math.min(one.max_steps ?? Infinity, max_steps);
  if (typeof token_budget === "number")
    limits.token_budget = Math.min(one.token_budget ?? Infinity, token_budget);
  return limits;
}

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

/** A list that names the tools which both lists name. */
export function commonTools(one: readonly string[] = ["*"], other: readonly string[] = ["*"]): string[] {
  const names = (list: readonly string[]) => list.filter((tool) => !tool.startsWith("-"));
  const both = one.includes("*")
    ? names(other)
    : other.includes("*")
      ? names(one)
      : names(one).filter((tool) => other.includes(tool));
  return [...new Set([...both, ...[...one, ...other].filter((tool) => tool.startsWith("-"))])];
}
