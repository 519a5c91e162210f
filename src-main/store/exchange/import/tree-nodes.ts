/**
 * The entries of a tree in columns, by their places: some thirty bytes each. An object for each of a million entries would take a hundred
 * megabytes.
 */

/** `other`: an entry that is no message. It is carried in the message that it stands in. */
export const KINDS = ["user", "answer", "result", "compaction", "branch", "other"] as const;
export type Kind = (typeof KINDS)[number];

/** Entries for which there is room at first. */
const FIRST = 1024;

export interface TreeNode {
  /** The place of the entry that it hangs on; -1 where it begins a tree. */
  parent: number;
  kind: Kind;
  time: number;
  created_at: number;
  /** Characters of its line. */
  size: number;
  /** The place of the first entry that a summary keeps. */
  kept: number | undefined;
}

const wider = <T extends Int32Array | Uint8Array | Float64Array>(made: T, old: T): T => {
  made.set(old);
  return made;
};

export class TreeNodes {
  length = 0;
  private room = FIRST;
  private parents = new Int32Array(FIRST);
  private sizes = new Int32Array(FIRST);
  private kinds = new Uint8Array(FIRST);
  /** 2 stands for several. */
  private children = new Uint8Array(FIRST);
  private times = new Float64Array(FIRST);
  private dates = new Float64Array(FIRST);
  private readonly kept = new Map<number, number>();

  add({ parent, kind, time, created_at, size, kept }: TreeNode): void {
    if (this.length === this.room) this.grow();
    const at = this.length++;
    this.parents[at] = parent;
    this.sizes[at] = size;
    this.kinds[at] = KINDS.indexOf(kind);
    this.times[at] = time;
    this.dates[at] = created_at;
    if (kept !== undefined) this.kept.set(at, kept);
    if (parent >= 0) this.children[parent] = Math.min((this.children[parent] ?? 0) + 1, 2);
  }

  private grow(): void {
    this.room *= 2;
    this.parents = wider(new Int32Array(this.room), this.parents);
    this.sizes = wider(new Int32Array(this.room), this.sizes);
    this.kinds = wider(new Uint8Array(this.room), this.kinds);
    this.children = wider(new Uint8Array(this.room), this.children);
    this.times = wider(new Float64Array(this.room), this.times);
    this.dates = wider(new Float64Array(this.room), this.dates);
  }

  at(place: number): TreeNode {
    return {
      parent: this.parentOf(place),
      kind: KINDS[this.kinds[place] ?? 0] ?? "other",
      time: this.timeOf(place),
      created_at: this.dateOf(place),
      size: this.sizes[place] ?? 0,
      kept: this.kept.get(place),
    };
  }

  parentOf(place: number): number {
    return this.parents[place] ?? -1;
  }

  timeOf(place: number): number {
    return this.times[place] ?? 0;
  }

  dateOf(place: number): number {
    return this.dates[place] ?? 0;
  }

  hasChildren(place: number): boolean {
    return (this.children[place] ?? 0) > 0;
  }

  hasOneChild(place: number): boolean {
    return this.children[place] === 1;
  }
}
