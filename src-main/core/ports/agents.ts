/** The core's port to the agents (AG-8) that sessions may have. */
import type { AgentFields, AgentList } from "../../../src-preload/contract/domain/agents";

export interface AgentSource {
  /** Reads the files anew. Never fails: a file that is no agent stands among the problems. */
  list(workspace_root: string | undefined): Promise<AgentList>;
  /** The agents that the tool `task` offers (AG-2). The last one is asked where the model names none. */
  helpers(): Promise<readonly AgentFields[]>;
  /**
   * Writes an agent of the user durably. `as_of` is the version that was edited, null for a new agent.
   * @throws BraidError `INVALID_INPUT` where the file has changed since; the file system's error
   */
  save(agent: AgentFields, as_of: string | null): Promise<void>;
  /** Removes the file of a user's agent. Throws as `save` does. */
  remove(name: string, as_of: string): Promise<void>;
}
