/** Restores the files that turns changed (RW-5): lists them with what would happen to each, then with what did, and undoes that. */

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import type { ChangedFiles, RestoredFiles } from "../../../src-preload/contract/domain/file-changes";
import { say } from "../../platform/announce";
import { call, toErrorInfo } from "../../platform/bridge";
import { closeDialog, dialogs } from "../../platform/dialogs";
import { FailureWords } from "../../platform/language/failure";
import { useTranslation } from "../../platform/language/use-translation";
import { Dialog } from "../../ui/dialog";
import { FailureBar } from "../../ui/failure-bar";
import { focusIfNowhere } from "../../ui/focus";
import { ChangedFileRow } from "./changed-file-row";
import { type Outcome, pathsWith, rowsOf } from "./changed-rows";
import { createFileDiffs, type FileDiffs, type Turns } from "./file-diffs";
import "./changed-files.css";

/** The files whose counts are shown before they are opened: each takes main a moment. */
const COUNTED = 12;

export default function ChangedFilesDialog() {
  const dialog = useStore(dialogs, (state) => state.dialog);
  return dialog?.name === "changed-files" ? <Opened turns={dialog} /> : null;
}

/** The finding of the last look, and the outcome of the last press. */
interface Seen {
  found?: ChangedFiles;
  outcome?: Outcome;
  /** The paths of the rows, in their order. */
  shown: string[];
}

function useChanges({ session_id, message_id }: Turns) {
  const { t } = useTranslation("changed-files");
  const [seen, setSeen] = useState<Seen>({ shown: [] });
  const [failure, setFailure] = useState<ErrorInfo>();
  const [busy, setBusy] = useState(true);
  const doing = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    await work().catch((error: unknown) => setFailure(toErrorInfo(error)));
    setBusy(false);
  };
  const look = async (): Promise<void> => {
    const found = await call("changes.list", { session_id, message_id });
    setSeen(({ outcome, shown }) => ({
      found,
      ...(outcome === undefined ? {} : { outcome }),
      shown: pathsWith(shown, found.files, outcome),
    }));
  };
  const done = async (kind: Outcome["kind"], did: RestoredFiles): Promise<void> => {
    setSeen((before) => ({ ...before, outcome: { ...did, kind } }));
    say(t(kind, { count: did.restored.length }));
    await look();
  };
  const restore = (...paths: string[]) =>
    doing(async () => {
      const chosen = paths.length === 0 ? {} : { paths };
      await done("restored", await call("changes.restore", { session_id, message_id, ...chosen }));
    });
  const undoable = seen.found?.undoable;
  const undo = () =>
    doing(async () => {
      if (undoable === undefined) return;
      await done("undone", await call("changes.undo_restore", { session_id, restore_id: undoable }));
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each place; its buttons tell what changes then
  useEffect(() => void doing(look), [session_id, message_id]);
  const dismiss = () => setFailure(undefined);
  return { ...seen, failure, busy, undoable, restore, undo, dismiss };
}

/** The diffs of the files as they were found last, the first of them asked for already. */
function useDiffs({ session_id, message_id }: Turns, found: ChangedFiles | undefined) {
  const last = useRef<FileDiffs>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another look may find other contents
  const diffs = useMemo(
    () => createFileDiffs({ session_id, message_id }, last.current),
    [session_id, message_id, found],
  );
  useEffect(() => {
    last.current = diffs;
    const looking = new AbortController();
    const able = found?.files.filter(({ state }) => state === "as-left") ?? [];
    const paths = able.slice(0, COUNTED).map(({ path }) => path);
    void diffs.askInTurn(paths, looking.signal);
    return () => looking.abort();
  }, [diffs, found]);
  return diffs;
}

function Opened({ turns }: { turns: Turns }) {
  const { t } = useTranslation(["changed-files", "common"]);
  const room = useRef<HTMLDivElement>(null);
  const undoButton = useRef<HTMLButtonElement>(null);
  const { found, outcome, shown, failure, busy, undoable, restore, undo, dismiss } = useChanges(turns);
  const diffs = useDiffs(turns, found);
  const rows = rowsOf(shown, found?.files ?? [], outcome);
  // The pressed button has gone with what was found after it.
  useLayoutEffect(() => {
    if (outcome !== undefined && found !== undefined) focusIfNowhere(undoButton.current ?? room.current);
  }, [outcome, found]);
  const canRestore = found?.files.some(({ state }) => state === "as-left") === true;
  return (
    <Dialog
      open
      onClose={closeDialog}
      closeLabel={t("common:close")}
      title={t("title")}
      className="changed-files-dialog"
      initialFocus={room}
    >
      <div ref={room} className="changed-files" tabIndex={-1} aria-busy={busy}>
        {failure === undefined ? null : (
          <FailureBar dismiss={t("common:dismiss")} onDismiss={dismiss}>
            <FailureWords failure={failure} />
          </FailureBar>
        )}
        <p>{outcome === undefined ? t("intro") : t(outcome.kind, { count: outcome.restored.length })}</p>
        {canRestore ? <p>{t("signs")}</p> : null}
        {found !== undefined && rows.length === 0 ? <p>{t("nothing")}</p> : null}
        <ul className="changed-files-list">
          {rows.map((row) => (
            <ChangedFileRow
              key={row.path}
              {...{ row, diffs, busy }}
              folder={found?.folder}
              onRestore={(path) => void restore(path)}
            />
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
              {outcome?.restore_id === undoable ? t("undo") : t("undo-last")}
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
