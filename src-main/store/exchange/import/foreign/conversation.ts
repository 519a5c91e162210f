/**
 * A conversation of another program, as its reader found it, and the tree of entries that the import makes of it. What is no message (custom
 * instructions, say) is carried in the message that follows it.
 */
import { addAll } from "../add-all";
import { Broken, because } from "../broken";
import { firstWords } from "../first-words";
import type { Items } from "../items";
import { readEntries } from "../read-tree";
import type { Fields } from "../tree-lines";
import { carried, type PartBlock } from "../tree-parts";
import type { KeptFile } from "./files";
import { type InTree, inOrder } from "./in-order";

/** A message, or a step of one, as the entries of a tree have it. */
export interface Said {
  role: "user" | "assistant" | "toolResult";
  content: readonly (Fields | PartBlock)[];
  model?: string | undefined;
  stopReason?: string;
  toolCallId?: string;
  toolName?: string;
  isError?: boolean;
}

export interface Told extends InTree {
  said: readonly Said[];
  /** Blocks of the message that follows, or where there is none of the one before. */
  carried: readonly PartBlock[];
}

export interface Conversation {
  /** The program, as a word: `chatgpt`. */
  from: string;
  /** The id of its provider in Braid. */
  provider: string;
  id: string;
  title: string | undefined;
  /** Milliseconds. */
  created_at: number | undefined;
  /** The fields that have no other place. */
  rest: Fields;
  messages: readonly Told[];
  /** The message that was shown last. */
  leaf: string | undefined;
  files: readonly KeptFile[];
}

/** A block that has no place in a message of Braid's, with words for its reader. `kind`: the name that the other program has for it. */
export const toldBlock = (from: string, kind: string, text: string, content: unknown): PartBlock => ({
  type: "part",
  part: { type: "data-told", data: { from, kind, text, content } },
});

/** A block that says nothing to a reader, and is kept. */
export const silentBlock = (from: string, data: Fields): PartBlock => ({
  type: "part",
  part: carried({ from, ...data }),
});

/** Milliseconds that JavaScript takes for a date. */
const LAST_DATE = 8.64e15;

/** @throws Broken */
export async function* itemsOf(conversation: Conversation): Items {
  const { from, id, title, created_at, rest, files } = conversation;
  const entries = entriesOf(conversation);
  const header = {
    ...rest,
    ...{ type: "session", version: 3, id: `${from}:${id}`, cwd: "", imported_from: from },
    ...(created_at === undefined ? {} : { timestamp: stamp(created_at) }),
    title: title || firstSaid(entries),
  };
  for (const file of files) yield { is: "file", file, line: 1 };
  yield* readEntries(async function* (onHeader) {
    onHeader({ id: header.id, version: header.version, fields: header });
    for (const [at, fields] of entries.entries()) yield { line: 1, at, size: 0, fields };
  });
}

const stamp = (time: number): string =>
  new Date(Math.min(Math.max(Math.floor(time), 0), LAST_DATE)).toISOString();

function firstSaid(entries: readonly Fields[]): string {
  for (const { message } of entries) {
    const words = firstWords((message as Said).content);
    if (words !== "") return words;
  }
  return "";
}

/** @throws Broken */
function entriesOf({ messages, leaf, provider }: Conversation): Fields[] {
  const order = inOrder(messages, leaf);
  const lastChild = new Map(order.map(({ id, parent }) => [parent, id]));
  const entries: { id: string; message: Said & { content: (Fields | PartBlock)[] } }[] = [];
  /** For each message of the file the entry on which those hang that follow it. */
  const standIn = new Map<string | null, string | null>([[null, null]]);
  const waiting = new Map<string | null, PartBlock[]>();
  const byId = new Map<string | null, (Fields | PartBlock)[]>();
  const leftOver: PartBlock[] = [];
  for (const { id, parent, time, said, carried } of order) {
    let hangsOn = standIn.get(parent) ?? null;
    // Only the last child takes what waits, so the list itself goes on: a chain of notes is not copied at each of them.
    let blocks = (lastChild.get(parent) === id ? waiting.get(parent) : undefined) ?? [];
    addAll(blocks, carried);
    for (const [step, one] of said.entries()) {
      const entry = {
        ...{ type: "message", id: step === 0 ? id : `${id}/${step}`, parentId: hangsOn },
        ...(time === undefined ? {} : { timestamp: stamp(time) }),
        message: { ...one, provider, content: [...blocks, ...one.content] },
      };
      entries.push(entry);
      byId.set(entry.id, entry.message.content);
      hangsOn = entry.id;
      blocks = [];
    }
    standIn.set(id, hangsOn);
    if (lastChild.has(id)) waiting.set(id, blocks);
    else addAll(byId.get(hangsOn) ?? leftOver, blocks);
  }
  const last = entries.at(-1);
  if (last === undefined) throw new Broken(because("no-messages"));
  addAll(last.message.content, leftOver);
  return entries;
}
