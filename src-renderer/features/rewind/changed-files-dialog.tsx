/** Restores the files that turns changed (RW-5): lists them with what would happen to each, then with what did, and undoes that. */

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import type {
  ChangedFile,
  ChangedFiles,
  RestoredFiles,
} from "../../../src-preload/contract/domain/file-changes";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import { say } from "../../platform/announce";
import { call, toErrorInfo } from "../../platform/bridge";
import { closeDialog, dialogs } from "../../platform/dialogs";
import { FailureWords } from "../../platform/language/failure";
import { useTranslation } from "../../platform/language/use-translation";
import { visible } from "../../platform/visible";
import { Dialog } from "../../ui/dialog";
import { FailureBar } from "../../ui/failure-bar";
import { focusIfNowhere } from "../../ui/focus";
import "./changed-files.css";

interface Turns {
  session_id: SessionId;
  message_id: MessageId;
}

/** The outcome of the last press. */
interface Outcome extends RestoredFiles {
  kind: "restored" | "undone";
}

interface Row {
  path: string;
  words: string;
}

export default function ChangedFilesDialog() {
  const dialog = useStore(dialogs, (state) => state.dialog);
  return dialog?.name === "changed-files" ? <Opened turns={dialog} /> : null;
}

function useChanges({ session_id, message_id }: Turns) {
  const { t } = useTranslation("changed-files");
  const [found, setFound] = useState<ChangedFiles>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [failure, setFailure] = useState<ErrorInfo>();
  const [busy, setBusy] = useState(true);
  const doing = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    await work().catch((error: unknown) => setFailure(toErrorInfo(error)));
    setBusy(false);
  };
  const show = (kind: Outcome["kind"], done: RestoredFiles): void => {
    setOutcome({ ...done, kind });
    say(t(kind, { count: done.restored.length }));
  };
  const restore = () =>
    doing(async () => show("restored", await call("changes.restore", { session_id, message_id })));
  const undoable = outcome === undefined ? found?.undoable : outcome.restore_id;
  const undo = () =>
    doing(async () => {
      if (undoable === undefined) return;
      show("undone", await call("changes.undo_restore", { session_id, restore_id: undoable }));
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each place; its buttons tell what changes then
  useEffect(() => {
    void doing(async () => setFound(await call("changes.list", { session_id, message_id })));
  }, [session_id, message_id]);
  const dismiss = () => setFailure(undefined);
  return { found, outcome, failure, busy, undoable, restore, undo, dismiss };
}

function Opened({ turns }: { turns: Turns }) {
  const { t } = useTranslation(["changed-files", "common"]);
  const room = useRef<HTMLDivElement>(null);
  const undoButton = useRef<HTMLButtonElement>(null);
  const { found, outcome, failure, busy, undoable, restore, undo, dismiss } = useChanges(turns);
  const rows = useRows(found, outcome);
  // The pressed button has gone with the outcome.
  useLayoutEffect(() => {
    if (outcome !== undefined) focusIfNowhere(undoButton.current ?? room.current);
  }, [outcome]);
  const canRestore = outcome === undefined && found?.files.some(({ state }) => state === "as-left") === true;
  return (
    <Dialog open onClose={closeDialog} closeLabel={t("common:close")} title={t("title")} initialFocus={room}>
      <div ref={room} className="changed-files" tabIndex={-1} aria-busy={busy}>
        {failure === undefined ? null : (
          <FailureBar dismiss={t("common:dismiss")} onDismiss={dismiss}>
            <FailureWords failure={failure} />
          </FailureBar>
        )}
        <p>{outcome === undefined ? t("intro") : t(outcome.kind, { count: outcome.restored.length })}</p>
        {found?.files.length === 0 && outcome === undefined ? <p>{t("nothing")}</p> : null}
        <ul className="changed-files-list">
          {rows.map(({ path, words }) => (
            <li key={path}>
              <bdi className="changed-files-path">{visible(path)}</bdi>
              <span className="changed-files-words">{words}</span>
            </li>
          ))}
        </ul>
        {found?.commands === true ? <p>{t("commands-hint")}</p> : null}
        <div className="changed-files-foot">
          {undoable === undefined ? null : (
            <button
              ref={undoButton}
              type="button"
              className="button"
              aria-disabled={busy || undefined}
              onClick={() => busy || void undo()}
            >
              {outcome === undefined ? t("undo-last") : t("undo")}
            </button>
          )}
          {canRestore ? (
            <button
              type="button"
              className="button button-primary"
              aria-disabled={busy || undefined}
              onClick={() => busy || void restore()}
            >
              {t("restore")}
            </button>
          ) : null}
        </div>
      </div>
    </Dialog>
  );
}

function useRows(found: ChangedFiles | undefined, outcome: Outcome | undefined): Row[] {
  const { t } = useTranslation("changed-files");
  if (outcome !== undefined) {
    const done = t(outcome.kind === "restored" ? "was-restored" : "was-undone");
    return [
      ...outcome.restored.map((path) => ({ path, words: done })),
      ...outcome.left.map(({ path, why }) => ({ path, words: t(`left.${why}`) })),
    ];
  }
  const wordsOf = ({ change, state, others }: ChangedFile): string => {
    if (state === "as-before") return t("as-before");
    if (state !== "as-left") return t(`left.${state}`);
    return others === true ? `${t(`will.${change}`)} · ${t("others")}` : t(`will.${change}`);
  };
  return (found?.files ?? []).map((file) => ({ path: file.path, words: wordsOf(file) }));
}
