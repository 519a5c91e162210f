/**
 * A session as JSON lines of a tree of entries, version 3: a header, then an entry a line with the id of its parent. A course that was left
 * is a branch of the tree. The last entry names the leaf, which a reader takes for the place where the session stands.
 */
import { pictureMarkOf } from "../../../../src-preload/contract/domain/tool-pictures";
import { fieldsOf } from "../readable";
import type { Row, SessionRows, Whole } from "../session-rows";

export const TREE_VERSION = 3;
/** The type of our own entries that are no messages. */
export const LEAF = "braid-leaf";
/** Carries a part that the format has no place for. */
export const CARRIED = "braid-part";

/** The bytes of a file in base64; undefined where they do not go along. */
type FileBytes = (url: string) => string | undefined;

interface Op {
  cause: unknown;
  forks: boolean;
  /** The last message that both timelines have; null where they have none in common. */
  after: unknown;
}

/** Finds the entry that each message hangs on. Remembers one for each op, however long the session is. */
class Places {
  private readonly ops = new Map<unknown, Op>();
  private readonly lastOf = new Map<unknown, string | null>();
  /** The last entries of messages after which another timeline begins. */
  private readonly forkPoints = new Map<unknown, string | null>();
  leaf: string | null = null;

  constructor(ops: readonly Whole[]) {
    for (const { row, own } of ops) {
      if (row.undone_at !== null) continue;
      const [fork] = own.chat_timeline_forks ?? [];
      this.ops.set(row.id, { cause: row.cause, forks: fork !== undefined, after: fork?.after_id ?? null });
      if (fork?.after_id) this.forkPoints.set(fork.after_id, null);
    }
  }

  /** The innermost op that took a message out of the timeline; undefined where it is shown, or a summary stands for it. */
  hiderOf({ own }: Whole): unknown {
    const hiders = (own.chat_message_hides ?? [])
      .map(({ op_id }) => [op_id, this.ops.get(op_id)] as const)
      .filter(([, op]) => op !== undefined && op.cause !== "compaction");
    const depth = (op: Op | undefined) => (op?.forks ? String(op.after ?? "") : "");
    hiders.sort(([, a], [, b]) => (depth(a) < depth(b) ? 1 : -1));
    return hiders[0]?.[0];
  }

  parentOf(hider: unknown): string | null {
    if (hider === undefined) return this.leaf;
    const last = this.lastOf.get(hider);
    if (last !== undefined) return last;
    const op = this.ops.get(hider);
    if (op?.forks !== true) return this.leaf;
    return op.after === null ? null : (this.forkPoints.get(op.after) ?? this.leaf);
  }

  note(message: Row, hider: unknown, entry: string | null): void {
    if (hider === undefined) this.leaf = entry;
    else this.lastOf.set(hider, entry);
    if (this.forkPoints.has(message.id)) this.forkPoints.set(message.id, entry);
  }
}

const stamp = (time: unknown): string => new Date(Number(time)).toISOString();
const line = (entry: object): string => `${JSON.stringify(entry)}\n`;

export function* treePieces(
  { row, ops, messages }: Omit<SessionRows, "named">,
  bytes: FileBytes,
): Iterable<string> {
  yield line(headerOf(row));
  const places = new Places(ops);
  const firstEntries = new Map<unknown, string>();
  const labels: Entry[] = [];
  let made = 0;
  const nextId = (): string => (++made).toString(16).padStart(8, "0");
  for (const message of messages) {
    const hider = places.hiderOf(message);
    let parentId = places.parentOf(hider);
    for (const entry of entriesOf(message, bytes, (id) => firstEntries.get(id))) {
      const id = nextId();
      if (!firstEntries.has(message.row.id)) firstEntries.set(message.row.id, id);
      const { type, ...rest } = entry;
      yield line({ type, id, parentId, timestamp: stamp(message.row.created_at), ...rest });
      parentId = id;
    }
    places.note(message.row, hider, parentId);
    labels.push(...labelsOf(message, firstEntries.get(message.row.id)));
  }
  // At the end, as in the other program: a label is often made long after its message.
  for (const label of labels) {
    const id = nextId();
    const { type, timestamp, ...rest } = label;
    yield line({ type, id, parentId: places.leaf, timestamp, ...rest });
    places.leaf = id;
  }
  const leaf = { type: "custom", id: nextId(), parentId: places.leaf, timestamp: stamp(row.updated_at) };
  yield line({ ...leaf, customType: LEAF, data: { model: fieldsOf(row.model_json) } });
}

/** A session that has come from a tree keeps what its header said beside. */
function headerOf(row: Row): Block {
  const { is_archived: _, ...theirs } = fieldsOf(fieldsOf(row.metadata_json).tree_header);
  return {
    type: "session",
    version: TREE_VERSION,
    id: row.id,
    timestamp: stamp(row.created_at),
    cwd: row.workspace_root ?? "",
    title: row.title,
    ...Object.fromEntries(Object.entries(theirs).filter(([name]) => !OURS.includes(name))),
    ...(row.parent_id === null ? {} : { parentSession: row.parent_id }),
    ...(row.archived_at === null ? {} : { is_archived: true }),
  };
}
const OURS: readonly string[] = ["type", "version", "id", "timestamp", "cwd", "title"];

/** The format has one label for an entry: several names stand in it joined, and each by itself in `names`. */
function labelsOf({ own }: Whole, targetId: string | undefined): Entry[] {
  const rows = own.message_labels ?? [];
  if (rows.length === 0 || targetId === undefined) return [];
  const names = rows.map(({ name }) => name);
  const timestamp = stamp(Math.max(...rows.map(({ created_at }) => Number(created_at))));
  return [{ type: "label", timestamp, targetId, label: names.join(", "), names }];
}

type Entry = { type: string } & Record<string, unknown>;
type Block = Record<string, unknown>;

function* entriesOf(
  { row, own }: Whole,
  bytes: FileBytes,
  entryOf: (message: unknown) => string | undefined,
): Iterable<Entry> {
  const metadata = fieldsOf(row.metadata_json);
  const parts = own.chat_parts ?? [];
  const summary = parts.find(({ type }) => type === "data-compaction");
  if (summary !== undefined) {
    yield compaction(summary, parts, entryOf);
    return;
  }
  const left = parts.find(({ type }) => type === "data-left-summary");
  if (left !== undefined) {
    yield {
      type: "branch_summary",
      fromId: "root",
      summary: fieldsOf(fieldsOf(left.data_json).data).summary,
    };
    return;
  }
  const carried = parts.map(carriedBy);
  // An entry of another program stands for its message.
  const isSaid = parts.some(isHeld) && !carried.some((entry) => SAYING.includes(entry?.type));
  if (isSaid && row.role === "user") yield { type: "message", message: question(row, parts, bytes) };
  else if (isSaid) yield* answer(row, metadata, parts, bytes);
  for (const [at, part] of parts.entries()) {
    const { id: _, parentId: __, ...entry } = carried[at] ?? {};
    // A label that could not be taken names an entry of its old file.
    if (entry.type === "label") yield { type: "custom", customType: CARRIED, data: part.data_json };
    else if (typeof entry.type === "string") yield { ...entry, type: entry.type };
    else if (!isHeld(part)) yield { type: "custom", customType: CARRIED, data: part.data_json };
  }
}

function compaction(
  { data_json }: Row,
  parts: readonly Row[],
  entryOf: (message: unknown) => string | undefined,
): Entry {
  const data = fieldsOf(fieldsOf(data_json).data);
  const first = entryOf(data.tail_start_id);
  const {
    id: _,
    parentId: __,
    firstKeptEntryId: ___,
    ...theirs
  } = parts.map(carriedBy).find((entry) => entry) ?? {};
  return {
    details: { auto: data.auto },
    ...theirs,
    type: "compaction",
    summary: data.summary,
    ...(first === undefined ? {} : { firstKeptEntryId: first }),
    tokensBefore: data.tokens_before ?? 0,
  };
}

/** Entries that a message was made of. */
const SAYING: readonly unknown[] = ["custom_message", "message", "branch_summary"];

/** The entry of a tree that a part carries along, as it stood in its file. */
function carriedBy({ type, data_json }: Row): Block | undefined {
  if (type !== "data-carried") return undefined;
  const { entry } = fieldsOf(fieldsOf(data_json).data);
  return entry === undefined ? undefined : fieldsOf(entry);
}

const isTool = (type: unknown): boolean => type === "dynamic-tool" || String(type).startsWith("tool-");
/** The parts that stand in the messages of the format. */
const isHeld = ({ type }: Row): boolean =>
  ["text", "reasoning", "file", "step-start"].includes(String(type)) || isTool(type);

/** True for a file that the format has a place for. */
export const isImage = ({ media_type }: { media_type: string }): boolean => media_type.startsWith("image/");

function blockOf({ type, data_json }: Row, bytes: FileBytes): Block[] {
  const part = fieldsOf(data_json);
  if (type === "text") return [{ type: "text", text: part.text ?? "" }];
  if (type === "reasoning") return [{ type: "thinking", thinking: part.text ?? "" }];
  if (type !== "file") return [];
  const data = isImage({ media_type: String(part.mediaType) }) ? bytes(String(part.url)) : undefined;
  const filename = part.filename ?? pictureMarkOf({ ...part, type })?.filename;
  if (data === undefined) return [{ type: "text", text: `[${filename ?? part.mediaType}]` }];
  return [{ type: "image", data, mimeType: part.mediaType, filename }];
}

const question = (row: Row, parts: readonly Row[], bytes: FileBytes) => ({
  role: "user",
  content: parts.flatMap((part) => blockOf(part, bytes)),
  timestamp: row.created_at,
});

const STOPS: Readonly<Record<string, string>> = {
  length: "length",
  aborted: "aborted",
  interrupted: "aborted",
  error: "error",
};

function usageOf(metadata: Block) {
  const {
    input = 0,
    output = 0,
    cache_read = 0,
    cache_write = 0,
  } = fieldsOf(metadata.usage) as Record<string, number>;
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: metadata.cost_usd ?? 0 };
  const totalTokens = input + output + cache_read + cache_write;
  return { input, output, cacheRead: cache_read, cacheWrite: cache_write, totalTokens, cost };
}

/** An answer as the format has it: a message for each step, and the results of its tools behind it. */
function* answer(row: Row, metadata: Block, parts: readonly Row[], bytes: FileBytes): Iterable<Entry> {
  const model = fieldsOf(metadata.model);
  const steps = stepsOf(parts);
  for (const [at, step] of steps.entries()) {
    const last = at === steps.length - 1;
    const calls = step
      .filter(({ type }) => isTool(type))
      .map(({ type, data_json }) => callOf(type, fieldsOf(data_json), picturesOf(step, bytes)));
    yield {
      type: "message",
      message: {
        role: "assistant",
        content: [
          ...step.filter((part) => callShowing(part) === undefined).flatMap((part) => blockOf(part, bytes)),
          ...calls.map(({ call }) => call),
        ],
        api: "unknown",
        provider: model.provider_id ?? "",
        model: model.model_id ?? "",
        // Numbers are of a whole answer: its last message has them.
        usage: usageOf(last ? metadata : {}),
        stopReason: last ? (STOPS[String(metadata.finish_reason)] ?? "stop") : "toolUse",
        timestamp: row.created_at,
      },
    };
    for (const { result } of calls)
      if (result !== undefined) yield { type: "message", message: { ...result, timestamp: row.updated_at } };
  }
}

function stepsOf(parts: readonly Row[]): Row[][] {
  const steps: Row[][] = [[]];
  for (const part of parts) {
    if (part.type === "step-start" && steps.at(-1)?.length !== 0) steps.push([]);
    else if (isHeld(part) && part.type !== "step-start") steps.at(-1)?.push(part);
  }
  return steps;
}

/** The call that has read the picture of a row; undefined for every other row. */
const callShowing = ({ type, data_json }: Row): string | undefined =>
  type === "file" ? pictureMarkOf({ ...fieldsOf(data_json), type })?.tool_call_id : undefined;

/** Returns the pictures of a call in this step. The format has them in its result. */
const picturesOf = (step: readonly Row[], bytes: FileBytes) => (toolCallId: unknown) =>
  step
    .filter((row) => callShowing(row) !== undefined && callShowing(row) === toolCallId)
    .flatMap((row) => blockOf(row, bytes));

function callOf(
  type: unknown,
  part: Block,
  pictures: (toolCallId: unknown) => Block[],
): { call: Block; result: Block | undefined } {
  const { toolCallId, input, rawInput, output, errorText, toolName } = part;
  const name = type === "dynamic-tool" ? toolName : String(type).slice("tool-".length);
  const call = { type: "toolCall", id: toolCallId, name, arguments: input ?? rawInput ?? {} };
  if (output === undefined && errorText === undefined) return { call, result: undefined };
  const said = errorText ?? (fieldsOf(output).text as unknown) ?? output;
  const text = typeof said === "string" ? said : JSON.stringify(said);
  const content = [{ type: "text", text }, ...pictures(toolCallId)];
  const details = errorText === undefined ? { details: output } : {};
  const result = {
    role: "toolResult",
    toolCallId,
    toolName: name,
    content,
    ...details,
    isError: errorText !== undefined,
  };
  return { call, result };
}
