/**
 * Notices that have no place in the thread: mistakes in the settings, the state of the store, and failed calls. While a dialog is open, a
 * failed call is told in it.
 */
import { X } from "lucide-react";
import { memo, useLayoutEffect } from "react";
import { useStore } from "zustand";
import { openDialog } from "../../platform/dialogs";
import { useTranslation } from "../../platform/language/use-translation";
import { useInWords } from "../../platform/language/words";
import { dismissNotice, type Notice, notices } from "../../platform/notices";
import { InFront, keepFocusInFront } from "../../ui/front-dialog";
import { IconButton } from "../../ui/icon-button";
import "../../ui/notice-bar.css";
import "./notices.css";

const NoticeLine = memo(function NoticeLine({ notice }: { notice: Notice }) {
  const { t } = useTranslation(["common", "settings"]);
  const inWords = useInWords();
  return (
    <div className="notice" role="alert" data-kind={notice.kind}>
      <p>
        {inWords(notice.message)}
        {notice.hint === undefined ? null : <span className="notice-hint"> {inWords(notice.hint)}</span>}
        {notice.more ? (
          <span className="notice-hint"> {t("settings:more-problems", { count: notice.more })}</span>
        ) : null}
      </p>
      {notice.kind === "settings" ? (
        <button type="button" className="button button-link" onClick={() => openDialog({ name: "settings" })}>
          {t("settings:settings")}
        </button>
      ) : null}
      <IconButton label={t("dismiss")} onClick={() => dismissNotice(notice.id)}>
        <X />
      </IconButton>
    </div>
  );
});

function Bar({ of }: { of: readonly Notice[] }) {
  if (of.length === 0) return null;
  return (
    <div className="notice-bar">
      {of.map((notice) => (
        <NoticeLine key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

export function Notices() {
  const shown = useStore(notices, (state) => state.shown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button that was pressed goes with its notice.
  useLayoutEffect(keepFocusInFront, [shown]);
  return (
    <>
      <Bar of={shown.filter(({ kind }) => kind !== "error")} />
      <InFront>
        <Bar of={shown.filter(({ kind }) => kind === "error")} />
      </InFront>
    </>
  );
}
