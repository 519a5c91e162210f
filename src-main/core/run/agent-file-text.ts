/** Writes the file of an agent (AG-8): the text from which `parseAgentFile` reads the same agent. */
import type { AgentFields } from "../../../src-preload/contract/domain/agents";
import { FENCE, NO_TOOLS } from "./agent-file";

export function agentFileText({ name, manifest, limits, description, tools, model, thinking }: AgentFields) {
  const { max_steps, token_budget } = limits;
  const fields = {
    name,
    // A field is one line.
    description: description?.replace(/\s+/g, " ").trim() || undefined,
    tools: tools && (tools.join(", ") || NO_TOOLS),
    model: model && `${model.provider_id}/${model.model_id}`,
    thinking,
    max_steps,
    token_budget: token_budget ?? undefined,
  };
  const lines = Object.entries(fields).flatMap(([field, value]) =>
    value === undefined ? [] : [`${field}: ${value}`],
  );
  return `${[FENCE, ...lines, FENCE, manifest.trim()].join("\n")}\n`;
}
