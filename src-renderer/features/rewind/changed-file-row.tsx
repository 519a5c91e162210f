/** One changed file: its line with what would happen to it, opened to what Restore would take back, and a button that restores it alone. */

import { ChevronRight } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useStore } from "zustand";
import type { ChangedFile } from "../../../src-preload/contract/domain/file-changes";
import { FailureWords } from "../../platform/language/failure";
import { useTranslation } from "../../platform/language/use-translation";
import { relativeTo } from "../../platform/paths";
import { visible } from "../../platform/visible";
import { ChangeCounts } from "../../thread/diff/change-counts";
import { LateDiffView } from "../../thread/diff/late-diff-view";
import type { FileRow } from "./changed-rows";
import type { FileDiffs, KnownDiff } from "./file-diffs";

interface RowProps {
  row: FileRow;
  folder: string | undefined;
  diffs: FileDiffs;
  busy: boolean;
  onRestore: (path: string) => void;
}

export function ChangedFileRow({ row, folder, diffs, busy, onRestore }: RowProps) {
  const { t } = useTranslation("changed-files");
  const { path, file } = row;
  const words = useId();
  const name = visible(relativeTo(folder, path));
  return (
    <li className="changed-file">
      {file === undefined ? (
        <span className="changed-file-name">
          <bdi>{name}</bdi>
        </span>
      ) : (
        <Opening {...{ path, name, diffs, words }} />
      )}
      <span id={words} className="changed-file-words">
        <Words row={row} />
      </span>
      {file?.state === "as-left" ? (
        <button
          type="button"
          className="button changed-file-restore"
          aria-label={t("restore-one-named", { name })}
          aria-describedby={words}
          aria-disabled={busy || undefined}
          onClick={() => busy || onRestore(path)}
        >
          {t("restore-one")}
        </button>
      ) : null}
    </li>
  );
}

function Words({ row: { file, done } }: { row: FileRow }) {
  const { t } = useTranslation("changed-files");
  if (typeof done === "object") return t(`left.${done.why}`);
  if (done !== undefined) return t(done === "restored" ? "was-restored" : "was-undone");
  if (file === undefined) return t("as-before");
  return <WouldBe file={file} />;
}

function WouldBe({ file: { change, state, others } }: { file: ChangedFile }) {
  const { t } = useTranslation("changed-files");
  if (state === "as-before") return t("as-before");
  if (state !== "as-left") return t(`left.${state}`);
  return others === true ? `${t(`will.${change}`)} · ${t("others")}` : t(`will.${change}`);
}

interface OpeningProps {
  path: string;
  name: string;
  diffs: FileDiffs;
  /** The id of the element that says what would happen to the file. */
  words: string;
}

/** The name of the file, which opens to its diff. */
function Opening({ path, name, diffs, words }: OpeningProps) {
  const [open, setOpen] = useState(false);
  const details = useId();
  const label = useId();
  const known = useStore(diffs.store, (state) => state[path]);
  useEffect(() => {
    if (open) void diffs.ask(path);
  }, [open, diffs, path]);
  return (
    <>
      <button
        type="button"
        className="changed-file-name"
        aria-expanded={open}
        aria-controls={details}
        aria-describedby={words}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight />
        <bdi id={label}>{name}</bdi>
        {known !== undefined && "diff" in known ? <ChangeCounts diffs={[known.diff]} /> : null}
      </button>
      <div id={details} className="changed-file-diff" hidden={!open} aria-busy={open && known === undefined}>
        {open ? <Diff known={known} namedBy={label} /> : null}
      </div>
    </>
  );
}

function Diff({ known, namedBy }: { known: KnownDiff | undefined; namedBy: string }) {
  const { t } = useTranslation("changed-files");
  if (known === undefined) return <p>{t("comparing")}</p>;
  if ("failure" in known)
    return (
      <p>
        <FailureWords failure={known.failure} />
      </p>
    );
  if ("none" in known) return <p>{t(`none.${known.none}`)}</p>;
  return <LateDiffView diffs={[known.diff]} namedBy={namedBy} />;
}
