/** The one undo (RW-7): over what was rewound, tried again, restored, archived and deleted, in all sessions, newest first. */
import type { UndoKind } from "../../../src-preload/contract/types";
import { BraidError } from "../braid-error";
import { t } from "../language/language";
import type { Store, UndoStep } from "../ports/store";

/** How each kind is undone, marking its entry in the same transaction. */
export type Undoing = Record<UndoKind, (step: UndoStep) => void>;

/** Undoes an entry, or the newest that is not undone. @throws BraidError `INVALID_INPUT` where there is none, and what its undoing throws */
export function undoStep(store: Pick<Store, "undoStep">, undoing: Undoing, id: number | undefined): UndoStep {
  const step = store.undoStep(id);
  if (step === undefined) throw new BraidError("INVALID_INPUT", t("undo.nothing"));
  if (step.undone_at !== undefined)
    throw new BraidError("INVALID_INPUT", t("undo.done.message"), { hint: t("undo.done.hint") });
  undoing[step.kind](step);
  return step;
}

/** RW-6: said of the session by its title, for it may be another than the one that is shown. */
export const busyUndo = (title: string): BraidError =>
  new BraidError("SESSION_BUSY", t("undo.busy.message", { title }), { hint: t("undo.busy.hint") });
