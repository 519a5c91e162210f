/** Lists the files that turns changed, and puts them back (RW-5). Changes that commands made are not known. */
import { realpath } from "node:fs/promises";
import type {
  ChangeCount,
  ChangedFile,
  ChangedFiles,
  LeftAlone,
  RestoredFiles,
} from "../../../src-preload/contract/domain/file-changes";
import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import { BraidError } from "../braid-error";
import { isNetworkPath } from "../context/network-path";
import type { FileBefore, FileChange } from "../ports/file-change-store";
import type { AboutToChange } from "../ports/tools";
import { keepFile } from "../run/keep-file";
import type { RunClaim } from "../run/run-state";
import type { TurnDeps } from "../run/turn-context";
import { say } from "../say";
import type { SessionNews } from "./news";
import { judge, putBack, type WayBack } from "./put-back";

/** The turns from a message on, hidden ones as well. */
export interface TurnsFrom {
  session_id: SessionId;
  message_id: MessageId;
}

/** The turns of a hidden timeline. */
export interface TurnsHidden {
  session_id: SessionId;
  op_id: OpId;
}

/** The changes of one file, oldest first. */
interface ChangedPath extends WayBack {
  others: boolean;
}

export class Changes {
  constructor(
    private readonly deps: Pick<TurnDeps, "store" | "state" | "ids" | "clock">,
    private readonly news: Pick<SessionNews, "read">,
  ) {}

  /** Asks the store alone. @throws BraidError `SESSION_NOT_FOUND`, `MESSAGE_NOT_FOUND` */
  count(turns: TurnsFrom | TurnsHidden): ChangeCount {
    const { store } = this.deps;
    const { session_id } = turns;
    if (!("op_id" in turns)) {
      const from = turns.message_id;
      const files = this.pathsFrom(turns).length;
      const commands = store.ranCommands({ session_id, from });
      return { ...(files > 0 ? { from } : {}), files, commands };
    }
    this.news.read(session_id);
    if (!store.hiddenTurns(session_id).some(({ op_id }) => op_id === turns.op_id))
      return { files: 0, commands: false };
    const commands = store.ranCommands(turns);
    const theirs = store.hiddenFileChanges(turns.op_id);
    const from = theirs[0]?.message_id;
    if (from === undefined) return { files: 0, commands };
    const paths = new Set(theirs.map(({ path }) => path));
    const still = this.pathsFrom({ session_id, message_id: from }).filter(({ path }) => paths.has(path));
    return { ...(still.length > 0 ? { from } : {}), files: still.length, commands };
  }

  /** Looks at each file. @throws BraidError `SESSION_NOT_FOUND`, `MESSAGE_NOT_FOUND` */
  async list(turns: TurnsFrom): Promise<ChangedFiles> {
    const { store } = this.deps;
    const { session_id, message_id: from } = turns;
    const paths = this.pathsFrom(turns);
    const root = await this.rootOf(session_id);
    const files: ChangedFile[] = [];
    for (const way of paths) files.push(await fileOf(way, (await judge(store, root, way)).state));
    const undoable = store.lastRestore(session_id);
    return {
      files,
      commands: store.ranCommands({ session_id, from }),
      ...(undoable === undefined ? {} : { undoable }),
    };
  }

  /**
   * Puts the files back to what they were before the turn of this message. Leaves a file alone that is not as the last turn left it.
   * @throws BraidError `SESSION_BUSY`, `SESSION_NOT_FOUND`, `MESSAGE_NOT_FOUND`
   */
  async restore(turns: TurnsFrom): Promise<RestoredFiles> {
    const { session_id, message_id } = turns;
    const { store, ids } = this.deps;
    return await this.claimed(session_id, async (claim, root) => {
      const restore_id = ids.op();
      const outcome: RestoredFiles = { restored: [], left: [] };
      for (const way of this.pathsFrom(turns).reverse()) {
        const keep = (change: AboutToChange) =>
          keepFile(this.deps, { ...change, session_id, message_id, restore_id });
        tell(outcome, way.path, claim.signal.aborted ? "stopped" : await putBack(store, root, way, keep));
      }
      return outcome.restored.length > 0 ? { ...outcome, restore_id } : outcome;
    });
  }

  /**
   * Undoes a restore: files that are still as it left them are again what they were. Those that are not stay in it, and can be undone
   * later. @throws BraidError `SESSION_BUSY`, `SESSION_NOT_FOUND`, `INVALID_INPUT` where there is no such restore
   */
  async undoRestore({
    session_id,
    restore_id,
  }: {
    session_id: SessionId;
    restore_id: OpId;
  }): Promise<RestoredFiles> {
    const { store } = this.deps;
    return await this.claimed(session_id, async (claim, root) => {
      const changes = store.restoredChanges(session_id, restore_id);
      if (changes.length === 0) throw new BraidError("INVALID_INPUT", say("undo.nothing"));
      const outcome: RestoredFiles = { restored: [], left: [] };
      for (const last of changes) {
        const { path, before: target } = last;
        const why = claim.signal.aborted ? "stopped" : await putBack(store, root, { path, target, last });
        if (why === undefined || why === "as-before") store.dropFileChange(last.id);
        tell(outcome, path, why);
      }
      return outcome;
    });
  }

  /** The files that are another content now than before these turns, by what the store knows. */
  private pathsFrom({ session_id, message_id }: TurnsFrom): ChangedPath[] {
    const { store } = this.deps;
    this.news.read(session_id);
    if (store.message(session_id, message_id) === undefined)
      throw new BraidError("MESSAGE_NOT_FOUND", say("timeline.no-message.message"));
    return byPath(store.fileChangesFrom(session_id, message_id)).filter(
      ({ target, last }) => target?.sha256 === null || (target?.sha256 ?? null) !== last.after_sha256,
    );
  }

  /** The real path of the session's folder. Undefined where it has none, or one on another computer, which nobody looks at. */
  private async rootOf(session_id: SessionId): Promise<string | undefined> {
    const { workspace_root } = this.news.read(session_id).session;
    if (workspace_root === undefined || isNetworkPath(workspace_root, process.platform)) return undefined;
    return await realpath(workspace_root).catch(() => workspace_root);
  }

  /** Nothing else may run in the session meanwhile. A turn that waits for its user has not ended. */
  private async claimed<T>(
    session_id: SessionId,
    work: (claim: RunClaim, root: string | undefined) => Promise<T>,
  ): Promise<T> {
    const { state } = this.deps;
    this.news.read(session_id);
    if (state.status(session_id).state === "waiting")
      throw new BraidError("SESSION_BUSY", say("session.busy.message"), { hint: say("session.busy.hint") });
    const claim = state.claim(session_id);
    try {
      const root = await this.rootOf(session_id);
      return await work(claim, root);
    } finally {
      state.release(claim);
    }
  }
}

/** The first change of each file has the content to go back to, the last one what the file should be now. */
function byPath(changes: readonly FileChange[]): ChangedPath[] {
  const paths = new Map<string, ChangedPath>();
  for (const change of changes) {
    const { path, before } = change;
    const known = paths.get(path);
    const others = known !== undefined && (known.others || !follows(known.last, before));
    paths.set(path, { path, target: known === undefined ? before : known.target, last: change, others });
  }
  return [...paths.values()];
}

const follows = (last: FileChange, before: FileBefore | null): boolean =>
  (before === null && last.after_sha256 === null) || (before !== null && before.sha256 === last.after_sha256);

function fileOf({ path, target, last, others }: ChangedPath, state: ChangedFile["state"]): ChangedFile {
  const change = target === null ? "created" : last.after_sha256 === null ? "deleted" : "changed";
  return { path, change, state, ...(others ? { others: true } : {}) };
}

function tell(outcome: RestoredFiles, path: string, why: "as-before" | LeftAlone | undefined): void {
  if (why === undefined) outcome.restored.push(path);
  else if (why !== "as-before") outcome.left.push({ path, why });
}
