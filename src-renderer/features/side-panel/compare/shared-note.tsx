/** Stands in both conversations for their shared beginning, until that is unfolded. */
import type { RefObject } from "react";
import { useStore } from "zustand";
import { useTranslation } from "../../../platform/language/use-translation";
import { mainThread, sideThread, useThread, useThreadDrawn } from "../../../thread/thread";
import { Note } from "../../../ui/note";
import { compareState, unfold } from "./compare";
import "../../../thread/view/empty-thread.css";

export function SharedNote({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation("compare");
  const isFolded = useThreadDrawn(({ floor }) => floor !== undefined);
  const reached = useThreadDrawn(({ more }) => !more);
  const isEmpty = useThreadDrawn(({ view, cells }) => view !== undefined && cells.length === 0);
  const count = useStore(compareState, ({ fork }) => fork?.count);
  // Hidden turns have no beginning of their own to unfold. The line stands there all the same, so that both begin at one height.
  const isFoldedThere = useStore(mainThread.drawn, ({ floor }) => floor !== undefined);
  const isBeside = useThread() === sideThread && isFoldedThere;
  if (!reached) return null;
  if (!isFolded) return isBeside ? <Note>{t("shared-turns")}</Note> : null;
  const show = () => {
    unfold();
    // The button vanishes with the note.
    scroller.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <Note
        actions={
          <button type="button" className="button-link" onClick={show}>
            {t("show")}
          </button>
        }
      >
        {count === undefined ? t("shared-turns") : t("shared", { count })}
      </Note>
      {isEmpty ? <p className="empty-thread">{t("nothing-since")}</p> : null}
    </>
  );
}
