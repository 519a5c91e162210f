/** Agents (AG-8): those that a session may have, the choice, and the files of the user's own. */
import { z } from "zod";
import {
  AGENT_NAME,
  type AgentList,
  LONGEST_AGENT_NAME,
  LONGEST_DESCRIPTION,
  LONGEST_INSTRUCTIONS,
} from "../../domain/agents";
import { THINKING_LEVELS } from "../../domain/models";
import type { SessionSummary } from "../../domain/sessions";
import { path, sessionId } from "../fields";

export interface AgentOutputs {
  "agents.list": AgentList;
  "agents.choose": SessionSummary;
  "agents.save": undefined;
  "agents.remove": undefined;
  "agents.open_file": undefined;
}

export const agentName = z
  .string()
  .max(LONGEST_AGENT_NAME)
  .regex(AGENT_NAME, "the name needs small letters, digits and dashes");
const version = z.string().max(100);
const part = z.string().min(1).max(200);

const fields = z.strictObject({
  name: agentName,
  manifest: z.string().trim().min(1, "there are no instructions").max(LONGEST_INSTRUCTIONS),
  limits: z.strictObject({
    max_steps: z.int().min(1).max(9999).exactOptional(),
    token_budget: z.int().min(1).max(999_999_999).exactOptional(),
  }),
  description: z.string().trim().max(LONGEST_DESCRIPTION).exactOptional(),
  tools: z
    .array(z.string().regex(/^(?:\*|-?[a-z][a-z0-9_]*)$/))
    .max(200)
    .exactOptional(),
  model: z
    .strictObject({ provider_id: part.regex(/^[^/\n]+$/), model_id: part.regex(/^[^\n]+$/) })
    .exactOptional(),
  thinking: z.enum(THINKING_LEVELS).exactOptional(),
});

export const agentSchemas = {
  /** The agents of sessions in this folder, or in none. Reads their files anew. */
  "agents.list": z.strictObject({ workspace_root: path.min(1).exactOptional() }),
  /** Answers from the next turn on. */
  "agents.choose": z.strictObject({ session_id: sessionId, agent: agentName }),
  /** `as_of`: the version that was edited; null for a new agent. */
  "agents.save": z.strictObject({ agent: fields, as_of: version.nullable() }),
  "agents.remove": z.strictObject({ name: agentName, as_of: version }),
  /** Opens a file of the user's agents, or their folder, in the system's editor or file manager. */
  "agents.open_file": z.strictObject({
    file: z
      .string()
      .max(300)
      .regex(/^[^/\\:]+\.md$/)
      .exactOptional(),
  }),
} as const;
