/** Lists the agents that a session may have, chooses one for it, and keeps those that the user makes (AG-8). */
import type { SessionRef } from "../../../src-preload/contract/domain/requests";
import type { SessionSummary } from "../../../src-preload/contract/domain/sessions";
import { BraidError } from "../braid-error";
import type { AgentSource } from "../ports/agents";
import type { TurnDeps } from "../run/turn-context";
import { say } from "../say";
import type { SessionNews } from "./news";

export interface Agents extends AgentSource {
  /** From the next turn on: a running one keeps its agent. @throws BraidError `INVALID_INPUT` where there is no such agent */
  choose(choice: SessionRef & { agent: string }): Promise<SessionSummary>;
}

export const agentsArea = (
  { store, agents: source }: Pick<TurnDeps, "store" | "agents">,
  news: Pick<SessionNews, "read" | "announce">,
): Agents => ({
  ...source,
  choose: async ({ session_id, agent }) => {
    const { agents } = await source.list(news.read(session_id).session.workspace_root);
    if (!agents.some(({ name }) => name === agent))
      throw new BraidError("INVALID_INPUT", say("agents:failure.gone", { name: agent }));
    store.chooseAgent(session_id, agent);
    return news.announce(session_id);
  },
});
