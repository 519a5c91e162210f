/** Agents (AG-8): those that a session may have, the choice, and the files of the user's own. */
import * as z from "zod/mini";
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

export const agentName = z.string().check(z.maxLength(LONGEST_AGENT_NAME), z.regex(AGENT_NAME));
const version = z.string().check(z.maxLength(100));
/** A field of the file is one line. The file's reader knows what may stand in each. */
const line = z.string().check(z.maxLength(LONGEST_DESCRIPTION), z.regex(/^[^\r\n]*$/));
const limit = z.exactOptional(z.int().check(z.minimum(1)));

const fields = z.strictObject({
  name: agentName,
  manifest: z.string().check(z.maxLength(LONGEST_INSTRUCTIONS)),
  limits: z.strictObject({ max_steps: limit, token_budget: limit }),
  description: z.exactOptional(line),
  tools: z.exactOptional(z.array(line).check(z.maxLength(200))),
  model: z.exactOptional(z.strictObject({ provider_id: line, model_id: line })),
  thinking: z.exactOptional(z.enum(THINKING_LEVELS)),
});

export const agentSchemas = {
  /** The agents of sessions in this folder, or in none. Reads their files anew. */
  "agents.list": z.strictObject({ workspace_root: z.exactOptional(path.check(z.minLength(1))) }),
  /** Answers from the next turn on. */
  "agents.choose": z.strictObject({ session_id: sessionId, agent: agentName }),
  /** `as_of`: the version that was edited; null for a new agent. */
  "agents.save": z.strictObject({ agent: fields, as_of: z.nullable(version) }),
  "agents.remove": z.strictObject({ name: agentName, as_of: version }),
  /** Opens a file of the user's agents, or their folder, in the system's editor or file manager. */
  "agents.open_file": z.strictObject({
    file: z.exactOptional(z.string().check(z.maxLength(300), z.regex(/^[^/\\:]+\.md$/))),
  }),
} as const;
