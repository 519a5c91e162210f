/** Reads the labels of a tree: the last one that names an entry counts, and one without a name takes it away (SE-11). */
import { LONGEST_LABEL } from "../../../../src-preload/contract/domain/labels";
import type { Fields } from "./tree-lines";

interface TreeLabel {
  /** The place of the entry that says so. */
  at: number;
  names: readonly string[];
  /** False where a name had to be cut. */
  isWhole: boolean;
  timestamp: unknown;
}

const oneLine = (name: string): string => name.normalize("NFC").replace(/\s+/g, " ").trim();
const cut = (name: string): string =>
  name
    .slice(0, LONGEST_LABEL)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd();

export class TreeLabels {
  /** The labels by the places of the entries that they name. */
  private readonly byTarget = new Map<number, TreeLabel>();
  private readonly whole = new Set<number>();

  /** Takes an entry of type `label`, and the place of the one that it names. */
  take(at: number, target: number | undefined, { label, names, timestamp }: Fields): void {
    if (target === undefined) return;
    this.whole.delete(this.byTarget.get(target)?.at ?? -1);
    this.byTarget.delete(target);
    const said = (Array.isArray(names) ? names : [label]).flatMap((name) =>
      typeof name === "string" ? oneLine(name) : [],
    );
    const kept = [...new Set(said.map(cut))].filter((name) => name !== "");
    if (kept.length === 0) return;
    const isWhole = said.every((name) => name.length <= LONGEST_LABEL);
    this.byTarget.set(target, { at, names: kept, isWhole, timestamp });
    if (isWhole) this.whole.add(at);
  }

  /** The labels of the entries from `head` to before `end`. */
  *of({ head, end }: { head: number; end: number }): Iterable<TreeLabel> {
    if (this.byTarget.size === 0) return;
    for (let at = head; at < end; at++) {
      const found = this.byTarget.get(at);
      if (found !== undefined) yield found;
    }
  }

  /** True where the labels say all that the entry at this place says. */
  holds(at: number): boolean {
    return this.whole.has(at);
  }
}
