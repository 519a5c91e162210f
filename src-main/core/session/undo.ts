/** The one undo (RW-7): over what was rewound, tried again, restored, archived and deleted, in all sessions, newest first. */

import type { OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { SessionView } from "../../../src-preload/contract/domain/sessions";
import { BraidError } from "../braid-error";
import { t } from "../language/language";
import type { UndoStep } from "../ports/timeline-store";
import type { TurnDeps } from "../run/call";

/** What undoing does; each marks its entry in the same transaction. */
export interface Undoing {
  read(session_id: SessionId): SessionView;
  unrewind(view: SessionView, op_id: OpId, undoes: number): void;
  unarchive(session_id: SessionId): void;
  restore(session_id: SessionId): void;
}

/** Undoes an entry, or the newest that is not undone. @throws BraidError `INVALID_INPUT` where there is none, and what its undoing throws */
export function undoStep(
  { store, state }: Pick<TurnDeps, "store" | "state">,
  { read, unrewind, unarchive, restore }: Undoing,
  id: number | undefined,
): UndoStep {
  const step = store.undoStep(id);
  if (step === undefined) throw new BraidError("INVALID_INPUT", t("undo.nothing"));
  const { kind, session_id, op_id, undone_at } = step;
  if (undone_at !== undefined)
    throw new BraidError("INVALID_INPUT", t("undo.done.message"), { hint: t("undo.done.hint") });
  if (kind === "archive") unarchive(session_id);
  else if (kind === "delete") restore(session_id);
  else {
    const view = read(session_id);
    if (state.isRunning(session_id)) throw busy(view.session.title);
    if (op_id !== undefined) unrewind(view, op_id, step.id);
  }
  return step;
}

/** RW-6: said of the session by its title, for it may be another than the one that is shown. */
const busy = (title: string): BraidError =>
  new BraidError("SESSION_BUSY", t("undo.busy.message", { title }), { hint: t("undo.busy.hint") });
