/**
 * Reads a tree of entries, versions 1 to 3. The way from the root to the last entry is what the session shows; each other branch becomes a
 * timeline that was left (RW-3). Entries that are no messages are carried in the message that they stand in, unknown ones too.
 */

import { createHash } from "node:crypto";
import { CARRIED, LEAF } from "../formats/tree";
import { fieldsOf } from "../readable";
import type { Row } from "../session-rows";
import { addAll } from "./add-all";
import type { Item, Items } from "./items";
import type { Group, Op } from "./tree-groups";
import { type Entries, entriesIn, type Fields, type Text } from "./tree-lines";
import { attachmentsIn, carried, metadataWith, type NewPart, partsOf, takeResult } from "./tree-parts";
import { kindOf, readShape, type Shape, timeOf } from "./tree-shape";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const PER_MS = 4096;

/** The end of all ids of a file: the same each time, so that a file that comes again is known. */
function endFor(id: string): string {
  const bytes = createHash("sha256").update(id).digest();
  return [...bytes.subarray(0, 12)].map((byte) => BASE62.charAt(byte % 62)).join("");
}

const ignore = (): void => undefined;

/** @throws Broken */
export const readTree = (text: Text): Items => readEntries(entriesIn(text));

/** @throws Broken */
export async function* readEntries(source: Entries): Items {
  const shape = await readShape(source);
  const rows = new TreeRows(shape);
  yield rows.session();
  yield rows.turns();
  for (const op of shape.ops) yield rows.op(op);
  const groups = shape.groups[Symbol.iterator]();
  let group = groups.next().value;
  let entries: Fields[] = [];
  for await (const { at, line, fields } of source(ignore, ignore)) {
    if (group === undefined) break;
    entries.push(fields);
    if (at + 1 < group.end) continue;
    const message = rows.message(group, entries, line);
    if (message !== undefined) yield message;
    entries = [];
    group = groups.next().value;
  }
}

class TreeRows {
  private readonly end: string;
  private readonly session_id: string;
  private readonly begun: number;
  private part = 0;

  constructor(private readonly shape: Shape) {
    const { id, fields } = shape.header;
    this.end = endFor(id);
    this.begun = timeOf(fields.timestamp) ?? shape.groups.holding(0)?.created_at ?? 0;
    this.session_id = this.idOf("ses", this.begun * PER_MS);
  }

  private idOf(kind: "ses" | "msg" | "prt" | "top", time: number): string {
    return `${kind}_${time.toString(16).padStart(14, "0")}${this.end}`;
  }

  session(): Item {
    const { fields } = this.shape.header;
    let last = this.begun;
    for (const { created_at } of this.shape.groups) last = Math.max(last, created_at);
    const { title, cwd, is_archived } = fields;
    const row = {
      id: this.session_id,
      agent: "chat",
      model_json: this.shape.model === undefined ? null : JSON.stringify(this.shape.model),
      title: typeof title === "string" && title.trim() !== "" ? title.slice(0, 500) : this.shape.words || "…",
      workspace_root: typeof cwd === "string" && cwd !== "" ? cwd : null,
      metadata_json: JSON.stringify({ titled_by: "words", tree_header: fields }),
      created_at: this.begun,
      updated_at: last,
      archived_at: is_archived === true ? last : null,
    };
    return { is: "session", origin: this.session_id, line: 1, row };
  }

  turns(): Item {
    let turns = 0;
    for (const { kind } of this.shape.groups.shown()) if (kind === "user") turns += 1;
    return { is: "row", table: "session_turns", line: 1, row: { session_id: this.session_id, turns } };
  }

  op(op: Op): Item {
    const id = this.opId(op);
    const { cause, after, turns, time } = op;
    const after_id = after === undefined ? null : this.idOf("msg", after.time);
    const fork = cause === "rewind" ? { chat_timeline_forks: [{ op_id: id, after_id, turns }] } : {};
    const row = {
      id,
      session_id: this.session_id,
      cause,
      created_at: Math.floor(time / PER_MS),
      undone_at: null,
    };
    return { is: "op", row, own: fork, line: 1 };
  }

  private opId({ time }: Op): string {
    return this.idOf("top", time);
  }

  /** Undefined for entries that say nothing but labels and where the tree ends. */
  message(group: Group, entries: readonly Fields[], line: number): Item | undefined {
    const id = this.idOf("msg", group.time);
    const time = group.created_at;
    const { parts, metadata } = this.contentOf(group, entries);
    const message_labels = this.labelRows(id, group, time);
    if (parts.length === 0 && message_labels.length === 0 && this.isLoose(group)) return undefined;
    const dates = { created_at: time, updated_at: time };
    const row = {
      id,
      session_id: this.session_id,
      role: group.kind === "user" ? "user" : "assistant",
      metadata_json: JSON.stringify(metadata),
      hidden_at: group.hiders.length > 0 ? time : null,
      ...dates,
    };
    const hides = group.hiders.map((op) => ({ message_id: id, op_id: this.opId(op) }));
    const chat_parts = parts.map((part, index) => this.partRow(id, part, index, dates));
    const own = { chat_parts, chat_message_hides: hides, message_labels };
    return { is: "message", row, own, line };
  }

  private labelRows(message_id: string, group: Group, time: number): Row[] {
    const made = new Map<string, number>();
    for (const { names, timestamp } of this.shape.labels.of(group))
      for (const name of names) made.set(name, timeOf(timestamp) ?? time);
    return [...made].map(([name, created_at]) => ({ message_id, name, created_at }));
  }

  private partRow(message_id: string, part: NewPart, index: number, dates: object): Row {
    // Parts are counted: no two have the same time value.
    const id = this.idOf("prt", this.begun * PER_MS + this.part++);
    const tool =
      part.type === "dynamic-tool" ? { tool_call_id: part.toolCallId, tool_state: part.state } : {};
    const data_json = JSON.stringify(part);
    return {
      id,
      message_id,
      session_id: this.session_id,
      index,
      type: part.type,
      data_json,
      ...tool,
      ...dates,
    } as Row;
  }

  private contentOf(group: Group, entries: readonly Fields[]): { parts: NewPart[]; metadata: Fields } {
    const parts: NewPart[] = [];
    let metadata: Fields = group.kind === "user" ? {} : { finish_reason: "stop" };
    for (const [n, entry] of entries.entries()) {
      const message = fieldsOf(entry.message);
      switch (kindOf(entry)) {
        case "user":
          if (entry.type === "custom_message" || message.role === "custom") parts.push(carried({ entry }));
          addAll(parts, partsOf(entry.type === "custom_message" ? entry.content : message.content));
          metadata = { ...metadata, ...attachmentsIn(message.content) };
          break;
        case "answer":
          if (parts.some(({ type }) => type !== "data-carried")) parts.push({ type: "step-start" });
          addAll(parts, partsOf(message.content));
          metadata = metadataWith(metadata, message);
          break;
        case "result":
          takeResult(parts, message);
          break;
        case "compaction":
          parts.push(this.compaction(group, entry), carried({ entry }));
          metadata = { ...metadata, synthetic: true };
          break;
        case "branch":
          parts.push({ type: "text", text: String(entry.summary ?? "") }, carried({ entry }));
          break;
        case "other":
          addAll(parts, this.carriedBy(group, group.head + n, entry));
      }
    }
    return { parts, metadata };
  }

  /** A label that is read as one is not carried, unless its message would be empty and others hang on it. */
  private carriedBy(group: Group, at: number, entry: Fields): NewPart[] {
    const isNeeded = group.kind === "other" && !this.isLoose(group);
    return !isNeeded && this.shape.labels.holds(at) ? [] : otherOf(entry);
  }

  /** True where no message stands in the entries, and none hangs on them. */
  private isLoose({ kind, end }: Group): boolean {
    return kind === "other" && !this.shape.groups.nodes.hasChildren(end - 1);
  }

  private compaction(group: Group, { summary, tokensBefore }: Fields): NewPart {
    const found = this.shape.summaries.get(group.number);
    const op_id = this.opId(
      found?.op ?? { cause: "compaction", after: undefined, turns: 0, time: group.time },
    );
    const data = {
      summary: String(summary ?? ""),
      tail_start_id: this.idOf("msg", (found?.tail ?? group).time),
      auto: true,
      summary_tokens: 0,
      op_id,
      turns: found?.op.turns ?? 0,
      tokens_before: typeof tokensBefore === "number" ? tokensBefore : 0,
      tokens_after: 0,
    };
    return { type: "data-compaction", data };
  }
}

/** Braid's own entries are read back as what they were. */
function otherOf(entry: Fields): NewPart[] {
  if (entry.type === "custom" && entry.customType === LEAF) return [];
  const part = entry.type === "custom" && entry.customType === CARRIED ? fieldsOf(entry.data) : {};
  return typeof part.type === "string" ? [part as NewPart] : [carried({ entry })];
}
