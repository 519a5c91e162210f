/** The one undo (RW-7): over rewinds, retries, restored timelines, summaries, freed space, archived and deleted sessions, in all sessions, newest first. */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { Undone } from "../../../src-preload/contract/domain/requests";
import type { UndoEntry } from "../../../src-preload/contract/domain/timeline";
import { BraidError } from "../braid-error";
import type { UndoStep } from "../ports/timeline-store";
import type { TurnDeps } from "../run/turn-context";
import { say } from "../say";
import type { Compactions } from "./compactions";
import type { SessionNews } from "./news";
import type { Pruning } from "./pruning";
import type { Sessions } from "./sessions";
import type { Sidecars } from "./sidecars";
import type { Timeline } from "./timeline";
import type { Trash } from "./trash";

/** The areas that undo their changes. Each marks the entry as undone in the same transaction. */
interface Areas {
  sessions: Pick<Sessions, "unarchive">;
  timeline: Pick<Timeline, "unrewind" | "putBack">;
  compactions: Pick<Compactions, "undoOf">;
  pruning: Pick<Pruning, "undoOf">;
  trash: Pick<Trash, "restore">;
  sidecars: Pick<Sidecars, "placeOf" | "nameOf">;
}

export class Undo {
  constructor(
    private readonly deps: Pick<TurnDeps, "store" | "state">,
    private readonly news: Pick<SessionNews, "read">,
    private readonly areas: Areas,
  ) {}

  /**
   * Undoes an entry, or the newest that is not undone.
   * @throws BraidError `INVALID_INPUT` where there is nothing to undo, `SESSION_BUSY` where its session runs
   */
  last({ id: entry }: { id?: number | undefined }): Undone {
    const step = this.stepToUndo(entry);
    this.undo(step);
    const { sidecars } = this.areas;
    const { id, title } = this.news.read(step.session_id).session;
    const place = sidecars.placeOf(id);
    return {
      id: step.id,
      kind: step.kind,
      session_id: id,
      title: sidecars.nameOf(id) ?? title,
      ...(place && { main_id: place.main_id }),
    };
  }

  /** RW-7: newest first, undone ones too. */
  list({ limit, before }: { limit: number; before?: number }): UndoEntry[] {
    return this.deps.store.undoEntries(limit, before);
  }

  private stepToUndo(id: number | undefined): UndoStep {
    const step = this.deps.store.undoStep(id);
    if (step === undefined) throw new BraidError("INVALID_INPUT", say("undo.nothing"));
    if (step.undone_at !== undefined)
      throw new BraidError("INVALID_INPUT", say("undo.done.message"), { hint: say("undo.done.hint") });
    return step;
  }

  private undo({ id, kind, session_id, op_id, created_at }: UndoStep): void {
    const { sessions, timeline, compactions, pruning, trash } = this.areas;
    if (kind === "archive") sessions.unarchive({ session_id });
    else if (kind === "delete") trash.restore({ session_id });
    else {
      this.refuseWhileBusy(session_id);
      if (kind === "prune") pruning.undoOf({ session_id, moment: created_at });
      if (op_id === undefined) return;
      if (kind === "compact" || kind === "summary") compactions.undoOf({ session_id, op_id });
      else if (kind === "left-summary") timeline.putBack({ session_id, op_id, undoes: id });
      else timeline.unrewind({ session_id, op_id, undoes: id });
    }
  }

  /** RW-6: the refusal names the session by its title, for it may be another than the one that is shown. */
  private refuseWhileBusy(session_id: SessionId): void {
    const { title } = this.news.read(session_id).session;
    const { state } = this.deps;
    if (state.isRunning(session_id) || state.status(session_id).state === "waiting")
      throw new BraidError("SESSION_BUSY", say("undo.busy.message", { title }), {
        hint: say("undo.busy.hint"),
      });
  }
}
