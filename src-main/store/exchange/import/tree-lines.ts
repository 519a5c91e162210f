/** The lines of a tree file, versions 1 to 3, each brought to version 3; and the shape of the tree, read once before the entries are. */

import { TREE_VERSION } from "../formats/tree";
import { fieldsOf } from "../readable";
import { Broken, because } from "./broken";
import { isSoundObject, LARGEST_FOREIGN } from "./json-elements";

export type Fields = Readonly<Record<string, unknown>>;
/** A file that can be read again from its beginning. */
export type Text = () => AsyncIterable<string> | Iterable<string>;

export interface Header {
  id: string;
  version: number;
  fields: Fields;
}

/** @throws Broken */
async function* linesOf(text: Text): AsyncIterable<{ line: number; text: string }> {
  let [held, line] = ["", 0];
  for await (const piece of text()) {
    // Only the new piece is looked through: a long line would otherwise be read again with each piece.
    const [first = "", ...others] = piece.split("\n");
    held += first;
    const last = others.pop();
    if (last !== undefined) {
      yield { line: ++line, text: held };
      for (const text of others) yield { line: ++line, text };
      held = last;
    }
    if (held.length > LARGEST_FOREIGN) throw new Broken(because("too-long"), line + 1);
  }
  if (held !== "") yield { line: line + 1, text: held };
}

function headerOf(text: string): Header {
  const fields = isSoundObject(text) ? fieldsOf(text) : {};
  const { type, id, version = 1 } = fields;
  if (type !== "session" || typeof id !== "string") throw new Broken(because("unknown"), 1);
  if (typeof version !== "number" || version > TREE_VERSION)
    throw new Broken(because("newer-tree", { version: String(version) }));
  return { id, version, fields };
}

export interface Entry {
  line: number;
  /** The place among the entries, from 0. */
  at: number;
  /** Characters of its line; 0 where it stands in memory anyway. */
  size: number;
  fields: Fields;
}

/** Gives the entries in their order, from the first; may be called again. Tells the header before them. @throws Broken for the header */
export type Entries = (
  onHeader: (header: Header) => void,
  onBroken: (broken: Broken) => void,
) => AsyncIterable<Entry>;

/** The entries of a file. Blank lines are none; each line that is no entry is told. */
export const entriesIn =
  (text: Text): Entries =>
  (onHeader, onBroken) =>
    entriesOf(text, onHeader, onBroken);

async function* entriesOf(text: Text, ...[onHeader, onBroken]: Parameters<Entries>): AsyncIterable<Entry> {
  let header: Header | undefined;
  let at = 0;
  for await (const { line, text: said } of linesOf(text)) {
    if (said.trim() === "") continue;
    if (header === undefined) {
      header = headerOf(said);
      onHeader(header);
    } else if (isSoundObject(said)) {
      yield { line, at, size: said.length, fields: migrated(fieldsOf(said), at, header.version) };
      at += 1;
    } else onBroken(new Broken(because("no-json"), line));
  }
  if (header === undefined) throw new Broken(because("unknown"));
}

/** The id of an entry of version 1, which had none. */
const entryAt = (at: unknown): string => `entry ${at}`;

/** Version 1 was a list: each entry hangs on the one before it. Version 2 called a message of a hook otherwise. */
function migrated(fields: Fields, at: number, version: number): Fields {
  let entry = fields;
  if (version < 2) {
    const { firstKeptEntryIndex: kept, ...rest } = entry;
    const keptId = kept === undefined ? {} : { firstKeptEntryId: entryAt(kept) };
    entry = { ...rest, id: entryAt(at), parentId: at === 0 ? null : entryAt(at - 1), ...keptId };
  }
  const message = fieldsOf(entry.message);
  if (version < 3 && entry.type === "message" && message.role === "hookMessage")
    entry = { ...entry, message: { ...message, role: "custom" } };
  return entry;
}
