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

export const agentName = z.string().max(LONGEST_AGENT_NAME).regex(AGENT_NAME);
const version = z.string().max(100);
/** A field of the file is one line. The file's reader knows what may stand in each. */
const line = z
  .string()
  .max(LONGEST_DESCRIPTION)
  .regex(/^[^\r\n]*$/);
const limit = z.int().min(1).exactOptional();

const fields = z.strictObject({
  name: agentName,
  manifest: z.string().max(LONGEST_INSTRUCTIONS),
  limits: z.strictObject({ max_steps: limit, token_budget: limit }),
  description: line.exactOptional(),
  tools: z.array(line).max(200).exactOptional(),
  model: z.strictObject({ provider_id: line, model_id: line }).exactOptional(),
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
