/** The tools of a session, by its folder. */
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { Tool } from "../ports/tools";
import type { TurnDeps } from "./turn-context";

export async function toolsOfSession(
  { store, tools }: Pick<TurnDeps, "store" | "tools">,
  session_id: SessionId | null,
  workspace_root = session_id === null ? undefined : store.session(session_id)?.session.workspace_root,
): Promise<ReadonlyMap<string, Tool>> {
  return await tools({ workspace_root });
}
