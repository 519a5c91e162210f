/**
 * What a conversation is, as simply as it can be said: a tree of words in which each has a way that leads on from it, and others that
 * do not for now. What is visible is the way from the root.
 */
export interface Node {
  text: string;
  role: "user" | "assistant";
  /** The way that is followed; absent at the end. */
  next?: Node | undefined;
  /** Ways that were left here. */
  left: Node[];
}

export class TimelineModel {
  private readonly root: Node = { text: "", role: "assistant", left: [] };

  /** `undos`: how to take back each change that can be undone, newest last; one stack for all conversations (RW-7). */
  constructor(private readonly undos: (() => void)[]) {}

  get visible(): Node[] {
    const nodes: Node[] = [];
    for (let node = this.root.next; node !== undefined; node = node.next) nodes.push(node);
    return nodes;
  }

  get texts(): string[] {
    return this.visible.map(({ text }) => text);
  }

  /** Ways that were left at a visible place, by the words they begin with. */
  get left(): string[] {
    return [this.root, ...this.visible].flatMap(({ left }) => left.map(({ text }) => text));
  }

  say(text: string, answer: string): void {
    this.end().next = said(text, answer);
  }

  /** The n-th visible message of the user, with other words. */
  rewind(index: number, text: string, answer: string): void {
    this.leave(this.before(index), said(text, answer));
  }

  retry(index: number, answer: string): void {
    const question = this.visible[index];
    if (question !== undefined) this.leave(question, { text: answer, role: "assistant", left: [] });
  }

  /** The way that begins with these words. */
  restore(text: string): void {
    for (const node of [this.root, ...this.visible]) {
      const way = node.left.find((candidate) => candidate.text === text);
      if (way !== undefined) return this.follow(node, way);
    }
  }

  /** Another conversation, of the way from the root to the message that says this, whether or not it is visible. */
  branch(text: string): TimelineModel {
    const branch = new TimelineModel(this.undos);
    for (const node of wayTo(this.root, text) ?? [])
      branch.end().next = { text: node.text, role: node.role, left: [] };
    return branch;
  }

  private leave(node: Node, next: Node): void {
    const before = node.next;
    node.next = next;
    // A question that had no answer yet is simply answered.
    if (before === undefined) return;
    node.left.push(before);
    this.undos.push(() => swap(node, before));
  }

  private follow(node: Node, way: Node): void {
    const before = node.next;
    swap(node, way);
    this.undos.push(() => swap(node, before));
  }

  private end(): Node {
    return this.visible.at(-1) ?? this.root;
  }

  private before(index: number): Node {
    return this.visible[index - 1] ?? this.root;
  }
}

/** Without the one that it leads from; undefined where nothing says that. */
function wayTo(from: Node, text: string): Node[] | undefined {
  const ways = from.next === undefined ? from.left : [from.next, ...from.left];
  for (const node of ways) {
    const rest = node.text === text ? [] : wayTo(node, text);
    if (rest !== undefined) return [node, ...rest];
  }
  return undefined;
}

const said = (text: string, answer: string): Node => ({
  text,
  role: "user",
  left: [],
  next: { text: answer, role: "assistant", left: [] },
});

/** `undefined`: nothing was there before, and nothing is followed after. */
function swap(node: Node, way: Node | undefined): void {
  const now = node.next;
  node.left = node.left.filter((candidate) => candidate !== way);
  if (now !== undefined) node.left.push(now);
  node.next = way;
}
