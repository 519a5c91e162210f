/** The labelled messages (SE-11) of the session at hand, or of all sessions. */

import { useEffect, useId, useRef, useState } from "react";
import { useStore } from "zustand";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { LabelledMessage } from "../../../src-preload/contract/domain/labels";
import { call, onAppEvent } from "../../platform/bridge";
import { closeDialog } from "../../platform/dialogs";
import { useFontSize } from "../../platform/font-size";
import { fullTime, momentTime } from "../../platform/language/time";
import { useTranslation } from "../../platform/language/use-translation";
import { latest } from "../../platform/latest";
import { reportError } from "../../platform/notices";
import { doing } from "../../thread/actions";
import { plainExcerpt } from "../../thread/plain-excerpt";
import { ask } from "../../thread/requests";
import { mainThread } from "../../thread/thread";
import { Dialog, useLeaving } from "../../ui/dialog";
import { LongList } from "../../ui/long-list";
import { removeLabel } from "./label-state";
import "./labels.css";

const PAGE = 200;

type Entry = LabelledMessage & { id: string };

const entryOf = (found: LabelledMessage): Entry => ({ ...found, id: `${found.message_id} ${found.name}` });

/** Loads page after page, and anew when labels change. */
function useLabelled(session_id: SessionId | undefined) {
  const [entries, setEntries] = useState<readonly Entry[]>();
  const [more, setMore] = useState(false);
  const newest = useRef(latest());
  const load = (earlier: readonly Entry[]) => {
    const last = earlier.at(-1);
    const before = last && { created_at: last.created_at, message_id: last.message_id, name: last.name };
    newest
      .current(
        () =>
          call("label.messages", {
            limit: PAGE,
            ...(session_id === undefined ? {} : { session_id }),
            ...(before === undefined ? {} : { before }),
          }),
        (found) => {
          setEntries([...earlier, ...found.map(entryOf)]);
          setMore(found.length === PAGE);
        },
      )
      .catch(reportError);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session is another list.
  useEffect(() => {
    load([]);
    return onAppEvent(({ type }) => {
      if (type === "labels-changed" || type === "session-removed" || type === "trash-left") load([]);
    });
  }, [session_id]);
  return { entries, more, loadMore: () => more && load(entries ?? []) };
}

interface RowProps {
  entry: Entry;
  tabIndex: 0 | -1;
  inAll: boolean;
  /** Closes the dialog. */
  leave: () => void;
}

function Row({ entry, tabIndex, inAll, leave }: RowProps) {
  const { t } = useTranslation("labels");
  const words = useId();
  const { session_id, message_id, name, title, created_at, role, hidden } = entry;
  const when = momentTime(created_at, Date.now());
  const show = () => {
    leave();
    doing(() => ask().showMessage(session_id, message_id));
  };
  return (
    <>
      <div id={words} className="long-row-words">
        <p className="long-row-title" dir="auto">
          <span className="label-chip label-alone">
            <bdi>{name}</bdi>
          </span>{" "}
          {plainExcerpt(entry.words, role === "assistant")}
        </p>
        <p className="long-row-meta" title={fullTime(created_at)}>
          {[inAll ? title : undefined, hidden ? t("hidden") : undefined, when].filter(Boolean).join(" · ")}
        </p>
      </div>
      <button type="button" className="button" tabIndex={tabIndex} aria-describedby={words} onClick={show}>
        {t("show")}
      </button>
      <button
        type="button"
        className="button button-quiet"
        tabIndex={tabIndex}
        aria-describedby={words}
        onClick={() => doing(() => removeLabel({ session_id, message_id, name }))}
      >
        {t("remove")}
      </button>
    </>
  );
}

function Scope({ all, onChange }: { all: boolean; onChange: (all: boolean) => void }) {
  const { t } = useTranslation("labels");
  return (
    <div className="labels-scope">
      <button type="button" className="button" aria-pressed={!all} onClick={() => onChange(false)}>
        {t("this-session")}
      </button>
      <button type="button" className="button" aria-pressed={all} onClick={() => onChange(true)}>
        {t("all-sessions")}
      </button>
    </div>
  );
}

export default function LabelsDialog() {
  const { t } = useTranslation(["labels", "common"]);
  const room = useRef<HTMLDivElement>(null);
  const here = useStore(mainThread.view, (state) => state.session_id) ?? undefined;
  const [all, setAll] = useState(here === undefined);
  const { entries = [], more, loadMore } = useLabelled(all ? undefined : here);
  const size = useFontSize();
  const { leave, givesFocusBack } = useLeaving(closeDialog);
  return (
    <Dialog
      open
      onClose={closeDialog}
      closeLabel={t("common:close")}
      title={t("title")}
      className="list-dialog"
      initialFocus={room}
      givesFocusBack={givesFocusBack}
    >
      <div ref={room} className="list-room" tabIndex={-1}>
        {here === undefined ? null : <Scope all={all} onChange={setAll} />}
        {entries.length === 0 ? <p className="list-nothing">{t("nothing")}</p> : null}
        {entries.length === 0 ? null : (
          <LongList
            label={t("title")}
            items={entries}
            count={more ? -1 : entries.length}
            rowHeight={Math.round(size * 3.9)}
            onNearEnd={loadMore}
            focusFrom={room}
          >
            {(entry, tabIndex) => <Row entry={entry} tabIndex={tabIndex} inAll={all} leave={leave} />}
          </LongList>
        )}
      </div>
    </Dialog>
  );
}
