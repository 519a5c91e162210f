/** The agent of a session, and the tools that it has there. */
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { MOST_DEPTH, TASK } from "../ports/helpers";
import type { Tool } from "../ports/tools";
import { type Agent, mayUse, narrowed } from "./agent";
import type { TurnDeps } from "./turn-context";

type Deps = Pick<TurnDeps, "store" | "agent" | "helpers">;

/** A session that is still to be made, or that names an agent which is gone, has the ordinary one. */
export function agentOfSession({ store, agent, helpers = [] }: Deps, session_id: SessionId | null): Agent {
  const session = session_id === null ? undefined : store.session(session_id)?.session;
  const named = helpers.find(({ name }) => name === session?.agent) ?? agent;
  return narrowed(named, session?.overrides);
}

/** The tools of a session, by its folder and its agent, in the order of their source. */
export async function toolsOfSession(
  deps: Deps & Pick<TurnDeps, "tools">,
  session_id: SessionId | null,
  workspace_root = session_id === null ? undefined : deps.store.session(session_id)?.session.workspace_root,
): Promise<ReadonlyMap<string, Tool>> {
  const tools = await deps.tools({ workspace_root });
  const agent = agentOfSession(deps, session_id);
  const isDeepest = session_id !== null && deps.store.taskDepth(session_id) >= MOST_DEPTH;
  return new Map([...tools].filter(([name]) => mayUse(agent, name) && !(isDeepest && name === TASK)));
}
