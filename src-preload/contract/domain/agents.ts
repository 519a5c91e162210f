/** Agents (AG-8): each is a file of a few fields and instructions, brought by Braid, made by the user, or found in a session's folder. */

import type { ModelRef, ThinkingLevel } from "./models";
import type { Sentence } from "./sentence";

/** `folder`: a file of the session's folder. Strangers may have written it, so it may only narrow another agent. */
export type AgentOrigin = "braid" | "user" | "folder";

/** RN-3: limits of one turn. An agent may only lower the limits of the settings. */
export interface AgentLimits {
  max_steps?: number;
  token_budget?: number | null;
}

/** The content of an agent's file. */
export interface AgentFields {
  /** The file's name without its ending. */
  name: string;
  /** The first section of the system prompt (SP-1). */
  manifest: string;
  limits: AgentLimits;
  /** Tells people, and agents that may ask this one, what it is for. */
  description?: string;
  /** Names of tools. `*` stands for all, and `-name` takes one out. Absent: all. */
  tools?: readonly string[];
  /** The model and level that are put in when the agent is chosen (RN-2): a message's own choice comes first. */
  model?: Pick<ModelRef, "provider_id" | "model_id">;
  thinking?: ThinkingLevel;
  /** In a folder's file alone: the agent that it narrows. */
  extends?: string;
}

/** An agent that a session may have. */
export interface AgentChoice extends AgentFields {
  origin: AgentOrigin;
  /** A folder's agent: the name of the agent that it narrows. */
  narrows?: string;
  /** The words of a folder's file, which stand behind the instructions of the agent that it narrows. */
  added?: { path: string; text: string };
  /** A user's agent: the version of its file, which saving names. */
  as_of?: string;
}

/** A file that is no agent, or a field of it that does not count. */
export interface AgentProblem {
  origin: "user" | "folder";
  /** The file's name. */
  file: string;
  reason: Sentence;
}

/** The agents that a session in a folder, or in none, may have; and what is wrong with files beside them. */
export interface AgentList {
  agents: AgentChoice[];
  problems: AgentProblem[];
}

/** The agent of sessions without a folder, and the one of sessions that work in one. */
export const PLAIN_AGENT = "chat";
export const FOLDER_AGENT = "code";

/** The agent with which a session begins, and that answers where the chosen one is gone. */
export const usualAgent = (workspace_root: string | undefined): string =>
  workspace_root === undefined ? PLAIN_AGENT : FOLDER_AGENT;

/** An agent's name is the name of a file on every system: small letters, digits and single dashes. */
export const AGENT_NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
/** Characters. */
export const LONGEST_AGENT_NAME = 40;
export const LONGEST_DESCRIPTION = 300;
export const LONGEST_INSTRUCTIONS = 32_000;
