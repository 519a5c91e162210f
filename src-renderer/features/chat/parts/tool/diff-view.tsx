/** The changes of files, line by line: coloured, and signed. */
import { useId, useMemo } from "react";
import type { FileDiff } from "../../../../../src-preload/contract/domain/tools";
import { count } from "../../../../platform/language/numbers";
import { useTranslation } from "../../../../platform/language/use-translation";
import { relativeTo } from "../../../../platform/paths";
import { visible } from "../../../../platform/visible";
import { ChangeCounts } from "./change-counts";
import { type DiffRow, type DiffRows, diffRows, MOST_ROWS } from "./diff-rows";
import "./diff-view.css";

const SIGNS = { hunk: "", same: " ", added: "+", removed: "−", note: "" } as const;

const NONE: DiffRows = { rows: [], more: 0 };

function Row({ kind, text, before, after }: DiffRow) {
  if (kind === "hunk" || kind === "note")
    return (
      <div className="diff-row diff-gap">{kind === "hunk" ? `··· ${visible(text)}` : visible(text)}</div>
    );
  return (
    <div className="diff-row" data-kind={kind}>
      <span className="diff-number" aria-hidden="true" data-number={after ?? before} />
      <span className="diff-sign">{SIGNS[kind]}</span>
      <span className="diff-line">{visible(text)}</span>
    </div>
  );
}

interface FileChangesProps extends DiffRows {
  diff: FileDiff;
  folder: string | undefined;
}

function FileChanges({ diff, folder, rows, more }: FileChangesProps) {
  const { t } = useTranslation("tools");
  const label = useId();
  return (
    <div className="diff">
      <p id={label} className="diff-name">
        {diff.created ? `${t("created")} ` : ""}
        <bdi>{visible(relativeTo(folder, diff.path))}</bdi> <ChangeCounts diffs={[diff]} />
      </p>
      {rows.length === 0 ? null : (
        // biome-ignore lint/a11y/useSemanticElements lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by key.
        <div className="diff-rows" role="group" aria-labelledby={label} tabIndex={0} dir="ltr">
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a patch never changes; its lines are their places.
            <Row key={at} {...row} />
          ))}
        </div>
      )}
      {diff.patch === "" ? <p className="diff-more">{t("too-large")}</p> : null}
      {more === 0 ? null : (
        <p className="diff-more">{t("more-lines", { count: more, shown: count(more) })}</p>
      )}
    </div>
  );
}

/** Returns the rows of all files, which together are no more than those of one may be. */
function rowsOf(diffs: readonly FileDiff[]): DiffRows[] {
  let left = MOST_ROWS;
  return diffs.map(({ patch }) => {
    const read = diffRows(patch, left);
    left -= read.rows.length;
    return read;
  });
}

/** `folder`: that of the session; paths in it are shown as seen from there. */
export function DiffView({ diffs, folder }: { diffs: readonly FileDiff[]; folder: string | undefined }) {
  const rows = useMemo(() => rowsOf(diffs), [diffs]);
  return diffs.map((diff, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a file may be changed twice in one call.
    <FileChanges key={at} diff={diff} folder={folder} {...(rows[at] ?? NONE)} />
  ));
}
