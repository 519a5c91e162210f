/** Lists the files that turns changed, and puts them back (RW-5). Changes that commands made are not known. */
import { realpath } from "node:fs/promises";
import type {
  ChangeCount,
  ChangeDiff,
  ChangedFiles,
  RestoredFiles,
} from "../../../src-preload/contract/domain/file-changes";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { BraidError } from "../braid-error";
import { isNetworkPath } from "../context/network-path";
import type { TurnDeps } from "../run/turn-context";
import type { TurnEvents } from "../run/turn-events";
import { say } from "../say";
import type { CompareOptions } from "../tools/files/compare-thread";
import type {
  AllTurns,
  FileOfTurns,
  FilesOfTurns,
  Place,
  RestoreRef,
  TurnsFrom,
  TurnsHidden,
} from "./changed-paths";
import type { SessionNews } from "./news";

/** The work on files is read when it is first needed: no start waits for it. */
const work = () => import("./changed-paths");

/** Each verb may throw BraidError `SESSION_NOT_FOUND`. */
export class Changes {
  constructor(
    private readonly deps: Pick<TurnDeps, "store" | "state" | "ids" | "clock"> & CompareOptions,
    private readonly news: Pick<SessionNews, "read">,
    private readonly events: TurnEvents,
  ) {}

  /** Asks the store alone, and looks at no file. @throws BraidError `MESSAGE_NOT_FOUND` */
  async count(turns: TurnsFrom | TurnsHidden | AllTurns): Promise<ChangeCount> {
    this.news.read(turns.session_id);
    return (await work()).count(this.deps, turns);
  }

  /** Looks at each file. @throws BraidError `MESSAGE_NOT_FOUND` */
  async list(turns: TurnsFrom): Promise<ChangedFiles> {
    const root = await this.rootOf(turns.session_id);
    return await (await work()).list(this.deps, root, turns);
  }

  /** Compares one file with what it was before the turn of this message. @throws BraidError `MESSAGE_NOT_FOUND` */
  async diff(file: FileOfTurns): Promise<ChangeDiff> {
    const root = await this.rootOf(file.session_id);
    const { diffOfFile } = await import("./changed-diff");
    return await diffOfFile(this.deps, root, file);
  }

  /**
   * Puts the files, or those of these paths, back to what they were before the turn of this message. Leaves a file alone that is not as the
   * last turn left it.
   * @throws BraidError `SESSION_BUSY`, `MESSAGE_NOT_FOUND`
   */
  async restore(turns: FilesOfTurns): Promise<RestoredFiles> {
    return await this.claimed(turns.session_id, async (place) =>
      (await work()).restore(this.deps, place, turns),
    );
  }

  /**
   * Undoes a restore: files that are still as it left them are again what they were. Those that are not stay in it, and can be undone
   * later. @throws BraidError `SESSION_BUSY`, `INVALID_INPUT` where there is no such restore
   */
  async undoRestore(ref: RestoreRef): Promise<RestoredFiles> {
    return await this.claimed(ref.session_id, async (place) =>
      (await work()).undoRestore(this.deps, place, ref),
    );
  }

  /** The real path of the session's folder. Undefined where it has none, or one on another computer, which nobody looks at. */
  private async rootOf(session_id: SessionId): Promise<string | undefined> {
    const { workspace_root } = this.news.read(session_id).session;
    if (workspace_root === undefined || isNetworkPath(workspace_root, process.platform)) return undefined;
    return await realpath(workspace_root).catch(() => workspace_root);
  }

  /** Nothing else may run in the session meanwhile. A turn that waits for its user has not ended. */
  private async claimed<T>(session_id: SessionId, restore: (place: Place) => Promise<T>): Promise<T> {
    const { state } = this.deps;
    this.news.read(session_id);
    if (state.status(session_id).state === "waiting")
      throw new BraidError("SESSION_BUSY", say("session.busy.message"), { hint: say("session.busy.hint") });
    const claim = state.claim(session_id);
    try {
      return await restore({ root: await this.rootOf(session_id), signal: claim.signal });
    } finally {
      state.release(claim);
      // A message that came meanwhile goes now (QU-1).
      this.events.emit({ type: "work-ended", session_id, ending: "well" });
    }
  }
}
