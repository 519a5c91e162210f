/** Lets one tool at a time change a file, and refuses to change what somebody else has changed since it was shown (PM-4). */
import type { ResolvedPath } from "../../permissions/paths";
import { LARGEST_KEPT, type ToolCallContext } from "../../ports/tools";
import { resolveAgain, type Seen } from "./checked-calls";
import { readBounded } from "./file-text";
import { fingerprintAt, MISSING } from "./fingerprint";
import { replaceFile } from "./replace-file";

export interface Change<T> {
  /** The path as the call gave it. */
  given: string;
  workspace_root: string;
  resolved: ResolvedPath;
  seen: Seen;
  /** A change that a tool of ours made since then does no harm: the edits still have to fit. */
  bears_own_changes?: true;
  /** Keeps what the file was (RW-5). */
  keep?: ToolCallContext["keep"];
  /** Makes the new content from what is there now. Content that is absent changes nothing. */
  make(): Promise<{ content?: Buffer; result: T }>;
}

export interface OwnChanges {
  /** @throws errors for the model, the file system's errors, what `make` throws */
  apply<T>(change: Change<T>): Promise<T>;
}

const MOST_REMEMBERED = 1000;

export function createOwnChanges(): OwnChanges {
  /** The last change of each path, done or under way. */
  const turns = new Map<string, Promise<unknown>>();
  /** The fingerprints that our changes left. */
  const left = new Map<string, string>();

  function remember(path: string, state: string): void {
    left.delete(path);
    left.set(path, state);
    const [oldest] = left.keys();
    if (left.size > MOST_REMEMBERED && oldest !== undefined) left.delete(oldest);
  }

  async function applyNow<T>(change: Change<T>): Promise<T> {
    const { given, workspace_root, resolved, seen } = change;
    const { path } = resolved;
    const state = await fingerprintAt(path);
    const is_ours = change.bears_own_changes === true && left.get(path) === state;
    if (seen.state !== undefined && seen.state !== state && !is_ours) throw changedMeanwhile(given);
    const { content, result } = await change.make();
    if (content === undefined) return result;
    await keepBefore(change, state, content);
    await replaceFile(path, content, async () => {
      await resolveAgain(workspace_root, given, resolved);
      if ((await fingerprintAt(path)) !== state) throw changedMeanwhile(given);
    });
    remember(path, await fingerprintAt(path));
    return result;
  }

  return {
    async apply<T>(change: Change<T>): Promise<T> {
      const { path } = change.resolved;
      const before = turns.get(path) ?? Promise.resolve();
      const mine = before.then(() => applyNow(change));
      const settled = mine.catch(() => undefined);
      turns.set(path, settled);
      try {
        return await mine;
      } finally {
        if (turns.get(path) === settled) turns.delete(path);
      }
    },
  };
}

/** @throws an error for the model where the file could not be kept, or has changed since `state` */
async function keepBefore<T>(
  { given, resolved, keep }: Change<T>,
  state: string,
  after: Buffer,
): Promise<void> {
  if (keep === undefined) return;
  const { path } = resolved;
  const before = state === MISSING ? undefined : await readBounded(resolved, LARGEST_KEPT);
  if (before !== undefined && before.state !== state) throw changedMeanwhile(given);
  try {
    await keep({ path, before, after });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `Braid could not keep what ${given} was, so that its user could have it back. Nothing was changed. ${reason}`,
      { cause },
    );
  }
}

export const changedMeanwhile = (path: string): Error =>
  new Error(`${path} has changed meanwhile. Nothing was written; read it again, then decide.`);
