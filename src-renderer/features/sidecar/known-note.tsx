/** What an aside begins with: up to where it knows the main conversation, which is not shown again unless it is asked for. */
import { useState } from "react";
import { useStore } from "zustand";
import { useTranslation } from "../../language/use-translation";
import { asides } from "../../state/asides";
import { beside } from "../../state/beside";
import { usePane, usePaneDrawn } from "../../state/pane";
import { plainExcerpt } from "../chat/plain-excerpt";

export function KnownNote() {
  const { t } = useTranslation("beside");
  const { shown } = usePane();
  const session_id = usePaneDrawn((state) => state.session_id);
  const isFolded = usePaneDrawn(({ floor }) => floor !== undefined);
  const reached = usePaneDrawn(
    ({ view, more, floor }) => view !== undefined && (!more || floor === undefined),
  );
  const isBlank = usePaneDrawn(({ cells }) => cells.length === 0);
  const listed = useStore(asides, ({ list }) => list.find(({ session }) => session.id === session_id)?.known);
  const [known, keepKnown] = useState(listed);
  // It never changes, and is still seen when the list is of the next session already.
  if (listed !== undefined && listed !== known) keepKnown(listed);
  const floor = useStore(beside, (state) =>
    state.shown?.kind === "sidecar" ? state.shown.copied_through : undefined,
  );
  if (!reached) return null;
  const fold = (
    <button
      type="button"
      className="button-link"
      aria-expanded={!isFolded}
      onClick={() => shown.fold(isFolded ? undefined : floor)}
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
      {isBlank ? <p className="empty">{t("blank")}</p> : null}
    </>
  );
}
