/** The history of changes (RW-7): the changes of sessions, newest first, with a button to undo where that is possible. */

import { useEffect, useId, useMemo, useRef } from "react";
import { useStore } from "zustand";
import type { UndoEntry } from "../../../src-preload/contract/domain/timeline";
import { closeDialog } from "../../platform/dialogs";
import { useFontSize } from "../../platform/font-size";
import { FailureWords } from "../../platform/language/failure";
import { momentTime } from "../../platform/language/moments";
import { fullTime } from "../../platform/language/time";
import { useTranslation } from "../../platform/language/use-translation";
import { Dialog } from "../../ui/dialog";
import { FailureBar } from "../../ui/failure-bar";
import { LongList } from "../../ui/long-list";
import { changes, dismissFailure, followChanges, loadMore, undoEntry } from "./changes-state";
import { undoable } from "./undoable";

interface RowProps {
  entry: UndoEntry;
  canUndo: boolean;
  tabIndex: 0 | -1;
}

function Row({ entry, canUndo, tabIndex }: RowProps) {
  const { t } = useTranslation("trash");
  const words = useId();
  const { id, kind, title, created_at, undone_at, sidecar, imported } = entry;
  const when = momentTime(created_at, Date.now());
  return (
    <>
      <div id={words} className="long-row-words" data-undone={undone_at === undefined ? undefined : ""}>
        <p className="long-row-title" dir="auto" title={title}>
          {title}
        </p>
        <p className="long-row-meta" title={fullTime(created_at)}>
          {t(sidecar === true ? "changes.line-sidecar" : "changes.line", {
            kind: t(`changes.kind.${kind}`, { count: imported?.count ?? 1 }),
            when,
          })}
        </p>
      </div>
      {undone_at === undefined ? null : (
        <span className="long-row-meta" title={fullTime(undone_at)}>
          {t("changes.undone")}
        </span>
      )}
      {canUndo ? (
        <button
          type="button"
          className="button"
          tabIndex={tabIndex}
          aria-describedby={words}
          onClick={() => undoEntry(id)}
        >
          {t("changes.undo")}
        </button>
      ) : null}
    </>
  );
}

export default function ChangesDialog() {
  const { t } = useTranslation(["trash", "common"]);
  const room = useRef<HTMLDivElement>(null);
  const loaded = useStore(changes, (state) => state.loaded);
  const entries = useStore(changes, (state) => state.entries);
  const more = useStore(changes, (state) => state.more);
  const failure = useStore(changes, (state) => state.failure);
  const able = useMemo(() => undoable(entries), [entries]);
  const size = useFontSize();
  useEffect(followChanges, []);
  return (
    <Dialog
      open
      onClose={closeDialog}
      closeLabel={t("common:close")}
      title={t("changes.title")}
      className="list-dialog"
      initialFocus={room}
    >
      <div ref={room} className="list-room" tabIndex={-1} aria-busy={!loaded}>
        {failure === undefined ? null : (
          <FailureBar dismiss={t("common:dismiss")} onDismiss={dismissFailure}>
            <FailureWords failure={failure} />
          </FailureBar>
        )}
        {loaded && entries.length === 0 ? <p className="list-nothing">{t("changes.nothing")}</p> : null}
        {entries.length === 0 ? null : (
          <LongList
            label={t("changes.title")}
            items={entries}
            count={more ? -1 : entries.length}
            rowHeight={Math.round(size * 3.9)}
            onNearEnd={loadMore}
            focusFrom={room}
          >
            {(entry, tabIndex) => <Row entry={entry} canUndo={able.has(entry.id)} tabIndex={tabIndex} />}
          </LongList>
        )}
      </div>
    </Dialog>
  );
}
