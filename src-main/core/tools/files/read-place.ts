/** Where a call reads (PM-4): the file that its path leads to, or an output that Braid kept for its session (AG-1). */
import { needOfPath, type ResolvedPath } from "../../permissions/paths";
import type { CheckContext, Checked } from "../../ports/tools";
import { keptOutputAt } from "../output-cap";
import { type CheckedCalls, mustLeadTo, resolveIn } from "./checked-calls";

type InFolder = CheckContext & { workspace_root: string };
interface Deps {
  checked: CheckedCalls;
  data_dir: string;
}

/** Reading what Braid kept for this session needs no question. @throws errors for the model */
export async function checkToRead(path: string, context: InFolder, deps: Deps): Promise<Checked> {
  const { resolved, is_kept } = await placeOf(path, context, deps);
  deps.checked.remember(context, { path: resolved.path });
  return { needs: is_kept ? [] : [needOfPath("read", resolved)] };
}

/** Returns the place that was checked. @throws errors for the model: the path leads elsewhere by now */
export async function placeToRead(path: string, context: InFolder, deps: Deps): Promise<ResolvedPath> {
  const seen = deps.checked.recall(context);
  const { resolved } = await placeOf(path, context, deps);
  return mustLeadTo(seen, path, resolved);
}

async function placeOf(path: string, { workspace_root, session_id }: InFolder, { data_dir }: Deps) {
  const resolved = await resolveIn(workspace_root, path, data_dir);
  const kept = await keptOutputAt(data_dir, session_id, resolved.path);
  if (kept === undefined) return { resolved, is_kept: false };
  return { resolved: { ...resolved, path: kept, exists: true }, is_kept: true };
}
