/** The beginning of a sidecar: says up to where it knows the main conversation, and unfolds that on request. */
import { useState } from "react";
import { useStore } from "zustand";
import { useTranslation } from "../../../platform/language/use-translation";
import { plainExcerpt } from "../../../thread/plain-excerpt";
import { useThread, useThreadDrawn } from "../../../thread/thread";
import { sidePanel } from "../panel";
import { sidecarIn } from "../panel-state";
import "../../../thread/view/empty-thread.css";
import "./sidecar.css";

export function KnownNote() {
  const { t } = useTranslation("side-panel");
  const { shown } = useThread();
  const session_id = useThreadDrawn((state) => state.session_id);
  const isFolded = useThreadDrawn(({ floor }) => floor !== undefined);
  const reached = useThreadDrawn(
    ({ view, more, floor }) => view !== undefined && (!more || floor === undefined),
  );
  const isBlank = useThreadDrawn(({ cells }) => cells.length === 0);
  const listed = useStore(
    sidePanel,
    ({ sidecars }) => sidecars.find(({ session }) => session.id === session_id)?.known,
  );
  const [known, keepKnown] = useState(listed);
  // Keeps the words, which never change. The list may be that of the next session already while they are still shown.
  if (listed !== undefined && listed !== known) keepKnown(listed);
  const floor = useStore(sidePanel, (panel) => sidecarIn(panel)?.copied_through);
  if (!reached) return null;
  const fold = (
    <button
      type="button"
      className="button-link"
      aria-expanded={!isFolded}
      onClick={() => shown.foldAway(isFolded ? undefined : floor)}
    >
      {t(isFolded ? "known.show" : "known.hide")}
    </button>
  );
  return (
    <>
      <div className="known-note" role="note">
        {known === undefined ? (
          t("known.nothing")
        ) : (
          <>
            <span>{t("known.up-to")}</span> <bdi className="known-words">{plainExcerpt(known, true)}</bdi>{" "}
            {fold}
          </>
        )}
      </div>
      {isBlank ? <p className="empty-thread">{t("blank")}</p> : null}
    </>
  );
}
