/**
 * The messages of a tree in columns, by their numbers: some fourteen bytes each. An object for each of a million would take eighty
 * megabytes, for as long as the import lasts.
 */
import { KINDS, type Kind, type TreeNodes } from "./tree-nodes";

/** Hides messages: those of a branch that was left, or those that a summary stands for. */
export interface Op {
  cause: "rewind" | "compaction";
  /** The last message that both timelines have. */
  after: Group | undefined;
  turns: number;
  time: number;
}

/** Most messages are hidden by nothing: they share this list. */
const NOBODY: readonly Op[] = [];
const NONE = -1;

interface NewGroup {
  /** The place of its first entry. */
  head: number;
  kind: Kind;
  /** The place of the entry that it hangs on; -1 where it begins a tree. */
  parent: number;
  shown: boolean;
}

export class Groups {
  length = 0;
  readonly heads: Int32Array;
  readonly parents: Int32Array;
  readonly kinds: Uint8Array;
  readonly shownOnes: Uint8Array;
  /** The number of the list of each message. */
  readonly hiders: Int32Array;
  readonly lists: (readonly Op[])[] = [NOBODY];
  /** The place behind the last entry of the last message. */
  end = 0;

  constructor(readonly nodes: TreeNodes) {
    const most = nodes.length;
    [this.heads, this.parents] = [new Int32Array(most), new Int32Array(most)];
    [this.kinds, this.shownOnes] = [new Uint8Array(most), new Uint8Array(most)];
    this.hiders = new Int32Array(most);
  }

  add({ head, kind, parent, shown }: NewGroup): Group {
    const parentNumber = this.holding(parent)?.number ?? NONE;
    const number = this.length++;
    this.heads[number] = head;
    this.parents[number] = parentNumber;
    this.shownOnes[number] = shown ? 1 : 0;
    this.end = head + 1;
    const group = new Group(this, number);
    group.kind = kind;
    return group;
  }

  /** The message that has the entry of this place. */
  holding(place: number | undefined): Group | undefined {
    if (place === undefined || place < 0 || place >= this.end) return undefined;
    let [low, high] = [0, this.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.heads[middle] ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return new Group(this, low);
  }

  *[Symbol.iterator](): Generator<Group, undefined> {
    for (let number = 0; number < this.length; number++) yield new Group(this, number);
    return undefined;
  }

  *shown(): Generator<Group, undefined> {
    for (const group of this) if (group.shown) yield group;
    return undefined;
  }
}

/** A message of Braid: entries in a row, each hanging on the one before it. Names a row of the columns: two may name the same one. */
export class Group {
  constructor(
    private readonly all: Groups,
    readonly number: number,
  ) {}

  get head(): number {
    return this.all.heads[this.number] ?? 0;
  }

  /** The place behind its last entry. */
  get end(): number {
    const next = this.number + 1;
    return next < this.all.length ? (this.all.heads[next] ?? 0) : this.all.end;
  }

  get kind(): Kind {
    return KINDS[this.all.kinds[this.number] ?? 0] ?? "other";
  }

  set kind(kind: Kind) {
    this.all.kinds[this.number] = KINDS.indexOf(kind);
  }

  /** The message that it hangs on. */
  get parent(): Group | undefined {
    const number = this.all.parents[this.number] ?? NONE;
    return number === NONE ? undefined : new Group(this.all, number);
  }

  get shown(): boolean {
    return this.all.shownOnes[this.number] === 1;
  }

  get hiders(): readonly Op[] {
    return this.all.lists[this.all.hiders[this.number] ?? 0] ?? NOBODY;
  }

  set hiders(list: readonly Op[]) {
    // Messages in a row are mostly hidden by the same list.
    const { lists } = this.all;
    if (lists.at(-1) !== list) lists.push(list);
    this.all.hiders[this.number] = lists.length - 1;
  }

  /** The time value of its id: above that of the message before it, whatever their dates. */
  get time(): number {
    return this.all.nodes.timeOf(this.head);
  }

  /** Milliseconds. */
  get created_at(): number {
    return this.all.nodes.dateOf(this.head);
  }
}
