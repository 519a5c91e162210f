/**
 * A conversation, as simply as it can be said: a tree of words. One way leads on from each word, and others do not for now. The way from
 * the root is visible. A summary belongs to the last node that it stands for, and stands in the
 * place of all before as long as the way leads through that node. An output that is pruned is so on every way through its node.
 */
export interface Node {
  text: string;
  role: "user" | "assistant";
  /** The model that a question was put to. */
  asked?: string;
  /** The model that an answer leaves to the conversation. */
  leaves?: string;
  /** The tool that an answer called first. */
  call?: Call;
  /** The way that is followed; absent at the end. */
  next?: Node | undefined;
  /** Ways that were left here. */
  left: Node[];
  /** Summaries of the way up to here; the last one counts. */
  summaries: string[];
}

export interface Call {
  id: string;
  output: string;
  /** How the model reads the output; `back`: whole, because somebody brought it back. Absent: whole. */
  read?: "middle" | "cleared" | "back";
  /** The freeing that cleared it. */
  freed?: object;
}

/** The words of a turn. */
export interface Turn {
  text: string;
  /** The empty text where the turn failed. */
  answer: string;
  call?: Call;
  /** Without one, the model of the conversation, or of the question that is answered anew or replaced. */
  model?: string;
}

/** A message as the provider is sent it. */
export interface Sent {
  role: "user" | "assistant" | "tool";
  words: string;
  /** The ids of calls, or of the call that is answered. */
  calls: string[];
}

/** Takes a change back. */
type Undo = () => void;

/** Outputs of the last answers are not pruned. */
const LAST_ANSWERS = 3;
/** Characters that the model reads of each end of a pruned output. */
const ENDS = 1500;

export class TimelineModel {
  private readonly root: Node = { text: "", role: "assistant", left: [], summaries: [] };

  /**
   * `undos`: how to take back each change that can be undone, newest last; one stack for all conversations (RW-7). `model`: the one that
   * was asked last.
   */
  constructor(
    private readonly undos: Undo[],
    public model: string,
  ) {}

  get visible(): Node[] {
    const nodes: Node[] = [];
    for (let node = this.root.next; node !== undefined; node = node.next) nodes.push(node);
    return nodes;
  }

  /** The visible nodes behind the last summary. */
  get told(): Node[] {
    return this.visible.slice(this.summarised + 1);
  }

  /** The messages that are shown: the summary, then those after it. */
  get texts(): string[] {
    const { summary } = this;
    return [...(summary === undefined ? [] : [summary]), ...this.told.map(({ text }) => text)];
  }

  get summary(): string | undefined {
    return this.visible[this.summarised]?.summaries.at(-1);
  }

  /** The prompts of the last turn, after all that is pruned for each of them. */
  prompts(): Sent[][] {
    const [answer, ...before] = this.told.toReversed();
    const earlier = before.toReversed();
    const summary = this.summary === undefined ? [] : [userSaid(this.summary)];
    const prompt = () => [...summary, ...earlier.flatMap(sentOf)];
    this.prune(earlier);
    const first = prompt();
    if (answer?.call === undefined) return [first];
    this.prune([...earlier, answer]);
    return [first, [...prompt(), ...callOf(answer.call)]];
  }

  /** By itself: of each output that is not one of the last answers', the middle. One that somebody brought back is left alone. */
  private prune(told: readonly Node[]): void {
    for (const call of prunable(told)) call.read ??= "middle";
  }

  /** All outputs at once but those of the last answers. */
  freeUp(): void {
    const calls = prunable(this.told).filter(({ read }) => read !== "cleared");
    if (calls.length === 0) return;
    const freed = {};
    for (const call of calls) Object.assign(call, { read: "cleared", freed });
    const undo = () => {
      for (const call of calls) if (call.freed === freed) bringBack(call);
    };
    this.undos.push(undo);
    this.freeings.push({ freed, calls, undo });
  }

  private readonly freeings: { freed: object; calls: Call[]; undo: Undo }[] = [];

  /** The calls whose outputs the model does not read as they are. */
  get pruned(): Call[] {
    return this.told.flatMap(({ call }) =>
      call?.read === "middle" || call?.read === "cleared" ? [call] : [],
    );
  }

  /** The marks of outputs that are or were pruned, in order. */
  get marks(): string[] {
    return this.told.flatMap(({ call }) => call?.read ?? []);
  }

  /** A freeing of which nothing is left is not to be undone. */
  bringBack(call: Call): void {
    bringBack(call);
    for (const { freed, calls, undo } of this.freeings)
      if (calls.every((one) => one.freed !== freed) && this.undos.includes(undo))
        this.undos.splice(this.undos.indexOf(undo), 1);
  }

  /** Ways that were left at a place that is shown, by the words they begin with. */
  get left(): string[] {
    const shown = this.visible.slice(Math.max(0, this.summarised));
    return [this.root, ...shown].flatMap(({ left }) => left.map(({ text }) => text));
  }

  /** A summary of all but the last two turns, or of all but the last where there are no more. */
  compact(summary: string): void {
    const asked = this.told.flatMap(({ role }, index) => (role === "user" ? [index] : []));
    const from = asked.at(-Math.min(2, asked.length - 1)) ?? 0;
    this.summarise(
      this.told[(asked.length === 1 ? this.told.length : from) - 1] ?? this.visible[this.summarised],
      summary,
    );
  }

  /** Another summary in the place of the one that is shown. */
  resummarise(summary: string): void {
    this.summarise(this.visible[this.summarised], summary);
  }

  private summarise(node: Node | undefined, summary: string): void {
    node?.summaries.push(summary);
    this.undos.push(() => node?.summaries.pop());
  }

  /** The index of the last visible node with a summary; -1 where there is none. */
  private get summarised(): number {
    return this.visible.findLastIndex(({ summaries }) => summaries.length > 0);
  }

  say(turn: Turn): void {
    this.end().next = this.said(turn, this.model);
  }

  /** The n-th message of the user on the visible way, with other words; summarised ones count. */
  rewind(index: number, turn: Turn): void {
    this.leave(this.before(index), this.said(turn, this.visible[index]?.asked ?? this.model));
  }

  retry(index: number, turn: Turn): void {
    const question = this.visible[index];
    if (question === undefined) return;
    this.model = question.asked ?? this.model;
    this.leave(question, answered(turn, this.model));
  }

  /** The way that begins with these words. */
  restore(text: string): void {
    for (const node of [this.root, ...this.visible.slice(Math.max(0, this.summarised))]) {
      const way = node.left.find((candidate) => candidate.text === text);
      if (way !== undefined) return this.follow(node, way);
    }
  }

  /** Another conversation, of the way from the root to the message that says this, whether or not it is visible. */
  branch(text: string): TimelineModel {
    const branch = new TimelineModel(this.undos, this.model);
    const way = wayTo(this.root, text) ?? [];
    for (const node of way) {
      // A summary that stands for the message itself is not taken along.
      const summaries = node === way.at(-1) ? [] : [...node.summaries];
      const { next: _, ...words } = node;
      const call = node.call && { call: { ...node.call } };
      branch.end().next = { ...words, ...call, left: [], summaries };
    }
    return branch;
  }

  private said({ text, model, ...turn }: Turn, usual: string): Node {
    const asked = model ?? usual;
    // A turn that failed for want of room has left the conversation with its model.
    if (turn.answer !== "") this.model = asked;
    return { text, role: "user", asked, left: [], summaries: [], next: answered(turn, this.model) };
  }

  private leave(node: Node, next: Node): void {
    const before = node.next;
    node.next = next;
    // A question that had no answer yet is simply answered.
    if (before === undefined) return;
    node.left.push(before);
    this.undos.push(() => this.turnTo(node, before));
  }

  private follow(node: Node, way: Node): void {
    const before = node.next;
    this.turnTo(node, way);
    this.undos.push(() => this.turnTo(node, before));
  }

  /** The model is the latest message's (MS-1); a question without an answer, as a branch may end, has the one it was put to. */
  private turnTo(node: Node, way: Node | undefined): void {
    swap(node, way);
    const { leaves, asked } = this.end();
    this.model = leaves ?? asked ?? this.model;
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

const answered = ({ answer, call }: Pick<Turn, "answer" | "call">, leaves: string): Node => ({
  text: answer,
  role: "assistant",
  leaves,
  ...(call && { call }),
  left: [],
  summaries: [],
});

/** The outputs of all answers but the last ones; an answer that failed is none. */
function prunable(told: readonly Node[]): Call[] {
  const answers = told.filter(({ role, text }) => role === "assistant" && text !== "");
  return answers.slice(0, -LAST_ANSWERS).flatMap(({ call }) => call ?? []);
}

function bringBack(call: Call): void {
  call.read = "back";
  delete call.freed;
}

const userSaid = (words: string): Sent => ({ role: "user", words, calls: [] });

function sentOf({ role, text, call }: Node): Sent[] {
  if (role === "user") return [userSaid(text)];
  if (text === "") return [];
  return [...(call === undefined ? [] : callOf(call)), { role, words: text, calls: [] }];
}

const callOf = (call: Call): Sent[] => [
  { role: "assistant", words: "", calls: [call.id] },
  { role: "tool", words: readOf(call), calls: [call.id] },
];

function readOf({ output, read }: Call): string {
  const { length } = output;
  if (read === "cleared") return `<output pruned, ${Math.ceil(length / 4)} tokens>`;
  if (read !== "middle") return output;
  return `${output.slice(0, ENDS)}\n[${length - 2 * ENDS} characters are left out here]\n${output.slice(-ENDS)}`;
}

/** `undefined`: nothing was there before, and nothing is followed after. */
function swap(node: Node, way: Node | undefined): void {
  const now = node.next;
  node.left = node.left.filter((candidate) => candidate !== way);
  if (now !== undefined) node.left.push(now);
  node.next = way;
}
