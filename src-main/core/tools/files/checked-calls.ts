/** Remembers what `check` found for a call, so that its use can tell whether it is still so (PM-4). */
import { createHash } from "node:crypto";
import type { SessionId } from "../../../../src-preload/contract/domain/ids";
import { type ResolvedPath, resolvePath } from "../../permissions/paths";
import { createBreathing } from "../../time-slice";
import { mustBeThere } from "./fingerprint";

export interface Seen {
  /** The real path that the question named. */
  path: string;
  /** The fingerprint of the file whose change the question showed. */
  state?: string;
  /** Only reading was asked for: the change did not fit, and the call will say why. */
  only_reads?: true;
}

export interface CheckedCalls {
  remember(call: string, seen: Seen): void;
  /** @throws an error for the model where this call was not checked, or so long ago that it was forgotten */
  recall(call: string): Seen;
}

/** Calls that wait for an answer are few; a call that was refused is never asked for again. */
const MOST_CALLS = 1000;

export function createCheckedCalls(): CheckedCalls {
  const calls = new Map<string, Seen>();
  return {
    remember(call, seen) {
      calls.delete(call);
      calls.set(call, seen);
      const [oldest] = calls.keys();
      if (calls.size > MOST_CALLS && oldest !== undefined) calls.delete(oldest);
    },
    recall(call) {
      const seen = calls.get(call);
      if (seen !== undefined) return seen;
      throw new Error(
        "Braid no longer knows what this call was allowed for. Nothing was done; call it again.",
      );
    },
  };
}

const PIECE = 256 * 1024;

/** Returns a short name of a call. Two calls have the same one only where they ask for the same, so that the same answer holds. */
export async function callKey(
  tool: string,
  session_id: SessionId,
  input: readonly string[],
): Promise<string> {
  const breathe = createBreathing();
  const hash = createHash("sha256").update(
    JSON.stringify([tool, session_id, input.map(({ length }) => length)]),
  );
  for (const text of input)
    for (let at = 0; at < text.length; at += PIECE) {
      // UTF-16, because half a character, which UTF-8 cannot say, would make two texts the same.
      hash.update(text.slice(at, at + PIECE), "utf16le");
      await breathe();
    }
  return hash.digest("hex");
}

/** Resolves a path of a call in the session's folder. @throws errors for the model */
export async function resolveIn(workspace_root: string, path: string): Promise<ResolvedPath> {
  await mustBeThere(workspace_root);
  return resolvePath(path, workspace_root);
}

/** Resolves the path once more. @throws an error for the model where it leads elsewhere than the user was told (PM-4) */
export async function resolveAgain(workspace_root: string, path: string, seen: Seen): Promise<ResolvedPath> {
  const resolved = await resolveIn(workspace_root, path);
  if (resolved.path === seen.path) return resolved;
  throw new Error(
    `${path} led to ${seen.path} when it was asked for, and now leads to ${resolved.path}. Nothing was done; call the tool again.`,
  );
}
