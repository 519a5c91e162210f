/** Tables, which scroll sideways on their own, and can be copied as the Markdown that they came as. */
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { useTranslation } from "../../../platform/language/use-translation";
import { changesOf, MOST_CHANGES } from "../letters";
import { CopyButton } from "./code-block";
import type { directionOf } from "./direction";

/** The Markdown of a table; undefined for a table within a list. */
export const TableSource = createContext<string | undefined>(undefined);

interface TableFrameProps {
  /** The first column stands where a line of these words begins. */
  direction: ReturnType<typeof directionOf>;
  children: ReactNode;
}

export function TableFrame({ direction, children }: TableFrameProps) {
  const { t } = useTranslation("chat");
  const source = useContext(TableSource);
  return (
    <div className="table">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key. */}
      <section className="table-scroll" tabIndex={0} aria-label={t("markdown.table")}>
        <table dir={direction}>{children}</table>
      </section>
      {source === undefined ? null : (
        <div className="table-bar">
          <CopyButton label={t("markdown.copy-table")} text={() => source.trim()} />
        </div>
      )}
    </div>
  );
}

/** The most rows and cells that are drawn together. */
const ROWS = 40;
const CELLS = 800;

/** Divides a table's Markdown into parts that are tables themselves: its first two lines before each group of rows. */
export function useTableParts(source: string): string[] {
  return useMemo(() => {
    const lines = source.trim().split("\n");
    const head = lines.slice(0, 2).join("\n");
    const rows = lines.slice(2);
    const columns = (lines[1] ?? "").split("|").length;
    const most = Math.max(1, Math.min(ROWS, Math.floor(CELLS / columns)));
    const parts: string[] = [];
    for (let at = 0; at === 0 || at < rows.length; ) {
      const size = rowsOfPart(rows.slice(at, at + most));
      parts.push(`${head}\n${rows.slice(at, at + size).join("\n")}`);
      at += Math.max(1, size);
    }
    return parts;
  }, [source]);
}

/** Returns how many of these rows are drawn together. Costly letters make a part smaller. */
function rowsOfPart(rows: readonly string[]): number {
  let changes = 0;
  const end = rows.findIndex((row, at) => {
    changes += changesOf(row);
    return at > 0 && changes > MOST_CHANGES;
  });
  return end < 0 ? rows.length : end;
}
