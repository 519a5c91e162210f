/** The agent of a session, and the tools that it has there. */
import { usualAgent } from "../../../src-preload/contract/domain/agents";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { MOST_DEPTH, TASK } from "../ports/helpers";
import type { Tool } from "../ports/tools";
import { type Agent, mayUse, narrowed } from "./agent";
import { agentIn } from "./agent-list";
import type { TurnDeps } from "./turn-context";

type Deps = Pick<TurnDeps, "store" | "agents">;

interface Place {
  /** The session's folder; absent: as it is stored. */
  workspace_root?: string | undefined;
  /** The name of the agent; absent: the session's. */
  agent?: string | undefined;
}

/** The agent of a session; null for one that is still to be made. Reads the files of the user and the folder anew. */
export async function agentOfSession(
  { store, agents }: Deps,
  session_id: SessionId | null,
  place: Place = {},
): Promise<Agent> {
  const session = session_id === null ? undefined : store.session(session_id)?.session;
  const workspace_root = place.workspace_root ?? session?.workspace_root;
  const name = place.agent ?? session?.agent ?? usualAgent(workspace_root);
  const helper = (await agents.helpers()).find((known) => known.name === name);
  const found = helper ?? agentIn(await agents.list(workspace_root), { agent: name, workspace_root });
  return narrowed(found, session?.overrides);
}

/** The tools of a session's agent, by its folder, in the order of their source. */
export async function toolsOfSession(
  { store, tools: source }: Pick<TurnDeps, "store" | "tools">,
  session_id: SessionId | null,
  agent: Agent,
  workspace_root = session_id === null ? undefined : store.session(session_id)?.session.workspace_root,
): Promise<ReadonlyMap<string, Tool>> {
  const tools = await source({ workspace_root });
  const isDeepest = session_id !== null && store.taskDepth(session_id) >= MOST_DEPTH;
  return new Map([...tools].filter(([name]) => mayUse(agent, name) && !(isDeepest && name === TASK)));
}
