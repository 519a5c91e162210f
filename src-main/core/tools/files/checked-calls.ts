/** Remembers what `check` found for a call, so that its use can tell whether it is still so (PM-4). */
import { type ResolvedPath, resolvePath } from "../../permissions/paths";
import type { CheckContext } from "../../ports/tools";
import { mustBeThere } from "./fingerprint";

export interface Seen {
  /** The real path that the question named. */
  path: string;
  /** The fingerprint of the file whose change the question showed. */
  state?: string;
  /** Only reading was asked for: the change did not fit, and the call will say why. */
  only_reads?: true;
}

/** Two calls that ask for the same are still two: a link may lead elsewhere between their checks. */
type Call = Pick<CheckContext, "session_id" | "tool_call_id">;

export interface CheckedCalls {
  remember(call: Call, seen: Seen): void;
  /** @throws an error for the model where this call was not checked, or so long ago that it was forgotten */
  recall(call: Call): Seen;
}

/** Calls that wait for an answer are few; a call that was refused is never asked for again. */
const MOST_CALLS = 1000;

export function createCheckedCalls(): CheckedCalls {
  const calls = new Map<string, Seen>();
  return {
    remember(call, seen) {
      const key = keyOf(call);
      calls.delete(key);
      calls.set(key, seen);
      const [oldest] = calls.keys();
      if (calls.size > MOST_CALLS && oldest !== undefined) calls.delete(oldest);
    },
    recall(call) {
      const seen = calls.get(keyOf(call));
      if (seen !== undefined) return seen;
      throw new Error(
        "Braid no longer knows what this call was allowed for. Nothing was done; call it again.",
      );
    },
  };
}

const keyOf = ({ session_id, tool_call_id }: Call): string => `${session_id} ${tool_call_id}`;

/** Resolves a path of a call in the session's folder, as `resolvePath`. @throws errors for the model */
export async function resolveIn(
  workspace_root: string,
  path: string,
  data_dir?: string,
): Promise<ResolvedPath> {
  await mustBeThere(workspace_root);
  return resolvePath(path, workspace_root, data_dir);
}

/** Resolves the path once more. @throws an error for the model where it leads elsewhere than the user was told (PM-4) */
export async function resolveAgain(workspace_root: string, path: string, seen: Seen): Promise<ResolvedPath> {
  return mustLeadTo(seen, path, await resolveIn(workspace_root, path));
}

/** @throws an error for the model where `resolved` is not what the user was told (PM-4) */
export function mustLeadTo(seen: Seen, path: string, resolved: ResolvedPath): ResolvedPath {
  if (resolved.path === seen.path) return resolved;
  throw new Error(
    `${path} led to ${seen.path} when it was asked for, and now leads to ${resolved.path}. Nothing was done; call the tool again.`,
  );
}
