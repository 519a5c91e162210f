/** Lists the agents that a session may have, chooses one for it, and keeps those that the user makes (AG-8). */
import type { AgentFields, AgentList } from "../../../src-preload/contract/domain/agents";
import type { SessionRef } from "../../../src-preload/contract/domain/requests";
import type { SessionSummary } from "../../../src-preload/contract/domain/sessions";
import { BraidError, toErrorInfo } from "../braid-error";
import type { TurnDeps } from "../run/turn-context";
import { say } from "../say";
import type { SessionNews } from "./news";

export class Agents {
  constructor(
    private readonly deps: Pick<TurnDeps, "store" | "agents">,
    private readonly news: Pick<SessionNews, "read" | "announce">,
  ) {}

  /** Reads the files anew. */
  async list(workspace_root: string | undefined): Promise<AgentList> {
    return await this.deps.agents.list(workspace_root);
  }

  /** From the next turn on: a running one keeps its agent. @throws BraidError `INVALID_INPUT` where there is no such agent */
  async choose({ session_id, agent }: SessionRef & { agent: string }): Promise<SessionSummary> {
    const { workspace_root } = this.news.read(session_id).session;
    const { agents } = await this.list(workspace_root);
    if (!agents.some(({ name }) => name === agent))
      throw new BraidError("INVALID_INPUT", say("agents:failure.gone", { name: agent }));
    this.deps.store.chooseAgent(session_id, agent);
    return this.news.announce(session_id);
  }

  /** @throws BraidError `INVALID_INPUT` where the file has changed since, or cannot be written */
  async save(agent: AgentFields, as_of: string | null): Promise<void> {
    await told(() => this.deps.agents.save(agent, as_of));
  }

  /** @throws BraidError `INVALID_INPUT` where the file has changed since, or cannot be removed */
  async remove(name: string, as_of: string): Promise<void> {
    await told(() => this.deps.agents.remove(name, as_of));
  }
}

/** A file system's failure has a code and a path, and no words for people. */
async function told(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof BraidError) throw error;
    const { code = "?" } = error as NodeJS.ErrnoException;
    throw new BraidError("INVALID_INPUT", say("agents:failure.not-kept.message", { reason: code }), {
      hint: say("agents:failure.not-kept.hint"),
      details: toErrorInfo(error).details ?? "",
      cause: error,
    });
  }
}
