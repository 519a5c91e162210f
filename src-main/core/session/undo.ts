/**
 * The one undo (RW-7): over rewinds, retries, restored timelines, summaries, freed space, archived, deleted and imported sessions, in all
 * sessions, newest first.
 */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { Undone } from "../../../src-preload/contract/domain/requests";
import type { UndoEntry } from "../../../src-preload/contract/domain/timeline";
import { BraidError } from "../braid-error";
import type { UndoStep } from "../ports/timeline-store";
import type { TurnDeps } from "../run/turn-context";
import { say } from "../say";
import type { Compactions } from "./compactions";
import type { Imports } from "./imports";
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
  imports(): Promise<Pick<Imports, "takeBack">>;
}

export class Undo {
  /** Imports that are being taken back, by their entries. */
  private readonly underWay = new Map<number, Promise<void>>();

  constructor(
    private readonly deps: Pick<TurnDeps, "store" | "state">,
    private readonly news: Pick<SessionNews, "read">,
    private readonly areas: Areas,
  ) {}

  /** As `last`. Resolves when all of an import is in the trash. @throws as `last`, and what kept the rest of an import where it is */
  async lastWhole(which: { id?: number | undefined }): Promise<Undone> {
    const undone = this.last(which);
    await this.underWay.get(undone.id);
    return undone;
  }

  /**
   * Undoes an entry, or the newest that is not undone. An import may hold thousands of sessions: this begins to take it back.
   * @throws BraidError `INVALID_INPUT` where there is nothing to undo, and where only the newest was asked for and it is an import that is
   * used; `SESSION_BUSY` where its session runs
   */
  last({ id: entry }: { id?: number | undefined }): Undone {
    const step = this.stepToUndo(entry);
    const { title: files, imported } = step;
    if (imported !== undefined) {
      // A key that somebody presses weeks later must not take away a library that is worked in.
      if (entry === undefined && this.deps.store.isImportUsed(step.id))
        throw new BraidError("INVALID_INPUT", say("undo.import-used.message", { files: files ?? "" }), {
          hint: say("undo.import-used.hint"),
        });
      this.takeBack(step.id);
      const { id, kind, session_id } = step;
      return { id, kind, session_id, title: files ?? "", imported };
    }
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

  private takeBack(entry: number): void {
    const { underWay } = this;
    if (underWay.has(entry)) return;
    const work = this.areas.imports().then((imports) => imports.takeBack(entry));
    underWay.set(entry, work);
    // `lastWhole` tells a failure.
    void work.catch(() => undefined).finally(() => underWay.delete(entry));
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
