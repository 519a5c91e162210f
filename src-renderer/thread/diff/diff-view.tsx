/** The changes of files, line by line: coloured, and signed. */
import { type CSSProperties, useId, useMemo } from "react";
import type { FileDiff } from "../../../src-preload/contract/domain/tools";
import { count } from "../../platform/language/numbers";
import { useTranslation } from "../../platform/language/use-translation";
import { relativeTo } from "../../platform/paths";
import { visible } from "../../platform/visible";
import { ChangeCounts } from "./change-counts";
import { BRIEF, type DiffBounds, type DiffRow, type DiffRows, diffRows, WHOLE } from "./diff-rows";
import "./diff-view.css";

const SIGNS = { hunk: "", same: " ", added: "+", removed: "−", note: "" } as const;

/** The rows of a block: those that are far from the view are not laid out. */
const BLOCK = 100;

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

const blocksOf = (rows: readonly DiffRow[]): DiffRow[][] =>
  Array.from({ length: Math.ceil(rows.length / BLOCK) }, (_, at) => rows.slice(at * BLOCK, (at + 1) * BLOCK));

interface FileChangesProps extends DiffRows {
  diff: FileDiff;
  folder: string | undefined;
  namedBy: string | undefined;
  asked: boolean;
}

function FileChanges({ diff, folder, namedBy, asked, rows, more }: FileChangesProps) {
  const { t } = useTranslation("tools");
  const own = useId();
  const label = namedBy ?? own;
  return (
    <div className="diff">
      {namedBy !== undefined ? null : (
        <div id={label} className="diff-name">
          {diff.created ? `${t("created")} ` : ""}
          <bdi>{visible(relativeTo(folder, diff.path))}</bdi> <ChangeCounts diffs={[diff]} />
        </div>
      )}
      {rows.length === 0 ? null : (
        // biome-ignore lint/a11y/useSemanticElements lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by key.
        <div className="diff-rows" role="group" aria-labelledby={label} tabIndex={0} dir="ltr">
          {blocksOf(rows).map((block, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a patch never changes; its lines are their places.
            <div key={at} className="diff-block" style={{ "--rows": block.length } as CSSProperties}>
              {block.map((row, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                <Row key={place} {...row} />
              ))}
            </div>
          ))}
        </div>
      )}
      {diff.patch === "" ? (
        <div className="diff-more">{t(asked ? "too-large-asked" : "too-large")}</div>
      ) : null}
      {more === 0 ? null : (
        <div className="diff-more">{t("more-lines", { count: more, shown: count(more) })}</div>
      )}
    </div>
  );
}

/** Returns the rows of all files, which together are no more than those of one may be. */
function rowsOf(diffs: readonly FileDiff[], { most, longest }: DiffBounds): DiffRows[] {
  let left = most;
  return diffs.map(({ patch }) => {
    const read = diffRows(patch, { most: left, longest });
    left -= read.rows.length;
    return read;
  });
}

interface DiffViewProps {
  diffs: readonly FileDiff[];
  /** The session's folder: paths in it are shown as seen from there. */
  folder?: string | undefined;
  /** The id of an element that names the file already. */
  namedBy?: string;
  /** True where somebody is asked for these changes: they are shown whole (PM-2). */
  asked?: boolean;
}

export function DiffView({ diffs, folder, namedBy, asked = false }: DiffViewProps) {
  const rows = useMemo(() => rowsOf(diffs, asked ? WHOLE : BRIEF), [diffs, asked]);
  return diffs.map((diff, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a file may be changed twice in one call.
    <FileChanges key={at} {...{ diff, folder, namedBy, asked }} {...(rows[at] ?? NONE)} />
  ));
}
