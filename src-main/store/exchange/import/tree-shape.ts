/**
 * The shape of a tree, found in one reading before its entries are written: which entries make one message, which of them the session
 * shows, and what hides the others. Needs a few numbers for each entry.
 */
import { fieldsOf } from "../readable";
import { Broken, because } from "./broken";
import { TreeLabels } from "./tree-labels";
import type { Entries, Fields, Header } from "./tree-lines";

/** `other`: an entry that is no message. It is carried in the message that it stands in. */
export type Kind = "user" | "answer" | "result" | "compaction" | "branch" | "other";

/** A message of Braid: entries in a row, each hanging on the one before it. */
export interface Group {
  /** The places of its entries: from `head` to before `end`. */
  head: number;
  end: number;
  kind: Kind;
  /** The message that it hangs on. */
  parent: Group | undefined;
  shown: boolean;
  /** The time value of its id: above that of the message before it, whatever their dates. */
  time: number;
  /** Milliseconds. */
  created_at: number;
  hiders: Op[];
}

/** Hides messages: those of a branch that was left, or those that a summary stands for. */
export interface Op {
  cause: "rewind" | "compaction";
  /** The last message that both timelines have. */
  after: Group | undefined;
  turns: number;
  time: number;
}

export interface Shape {
  header: Header;
  groups: readonly Group[];
  ops: readonly Op[];
  /** The op and the first kept message of each summary that is shown. */
  summaries: ReadonlyMap<Group, { op: Op; tail: Group }>;
  labels: TreeLabels;
}

/** Broken lines that are told. */
const MOST_TOLD = 100;
/** Ids count 4096 a millisecond. */
const PER_MS = 4096;

interface Node {
  parent: number;
  children: number;
  kind: Kind;
  time: number;
  created_at: number;
  kept: unknown;
}

export function kindOf({ type, message }: Fields): Kind {
  if (type === "compaction") return "compaction";
  if (type === "branch_summary") return "branch";
  if (type === "custom_message") return "user";
  const { role } = type === "message" ? fieldsOf(message) : {};
  if (role === "user" || role === "custom") return "user";
  if (role === "assistant") return "answer";
  return role === "toolResult" ? "result" : "other";
}

/** Milliseconds. An id has room for no later time; what is near it is refused as a date in the future. */
const LATEST = 2 ** 43;

/** Milliseconds; undefined where it is no date. */
export function timeOf(stamp: unknown): number | undefined {
  const time = typeof stamp === "string" ? Date.parse(stamp) : Number.NaN;
  return Number.isFinite(time) && time >= 0 ? Math.min(time, LATEST) : undefined;
}

/** @throws Broken with all broken lines */
export async function readShape(entries: Entries): Promise<Shape> {
  const places = new Map<unknown, number>();
  const nodes: Node[] = [];
  const labels = new TreeLabels();
  const broken: Broken[] = [];
  const tell = (one: Broken) => void (broken.length < MOST_TOLD && broken.push(one));
  let header: Header | undefined;
  let time = 0;
  for await (const { at, line, fields } of entries((found) => (header = found), tell)) {
    const { id, parentId = null, timestamp, firstKeptEntryId: kept } = fields;
    const parent = parentId === null ? -1 : places.get(parentId);
    if (typeof id !== "string" || places.has(id))
      tell(new Broken(because("twice", { id: String(id).slice(0, 40) }), line));
    if (parent === undefined) tell(new Broken(because("no-parent"), line));
    places.set(id, at);
    if (fields.type === "label") labels.take(at, places.get(fields.targetId), fields);
    const created_at = timeOf(timestamp) ?? timeOf(header?.fields.timestamp) ?? 0;
    time = Math.max(time + 1, created_at * PER_MS);
    nodes.push({ parent: parent ?? -1, children: 0, kind: kindOf(fields), time, created_at, kept });
    const above = nodes[parent ?? -1];
    if (above !== undefined) above.children += 1;
  }
  const [first, ...more] = broken;
  if (first !== undefined) throw Object.assign(first, { more });
  if (header === undefined) throw new Broken(because("unknown"));
  const groups = groupsOf(nodes);
  const summaries = summaryOps(groups, nodes, (id) => places.get(id));
  const ops = [...branchOps(groups), ...[...summaries.values()].map(({ op }) => op)];
  return { header, groups, ops, summaries, labels };
}

function shownOf(nodes: readonly Node[]): Set<number> {
  const shown = new Set<number>();
  for (let at = nodes.length - 1; at >= 0; at = nodes[at]?.parent ?? -1) shown.add(at);
  return shown;
}

/** An entry joins the message before it where it is the only one that hangs on it, and goes on with what that message is. */
function joins(group: Group, node: Node, nodes: readonly Node[], at: number): boolean {
  if (node.parent !== at - 1 || nodes[at - 1]?.children !== 1) return false;
  if (node.kind === "other" || group.kind === "other") return true;
  return group.kind === "answer" && (node.kind === "answer" || node.kind === "result");
}

function groupsOf(nodes: readonly Node[]): Group[] {
  const shown = shownOf(nodes);
  const groups: Group[] = [];
  const groupAt: Group[] = [];
  for (const [at, node] of nodes.entries()) {
    let group = groups.at(-1);
    if (group !== undefined && joins(group, node, nodes, at)) {
      if (group.kind === "other") group.kind = ownKind(node.kind);
      group.end = at + 1;
    } else {
      const { time, created_at, kind, parent } = node;
      group = {
        head: at,
        end: at + 1,
        kind: ownKind(kind),
        parent: groupAt[parent],
        shown: shown.has(at),
        time,
        created_at,
        hiders: [],
      };
      groups.push(group);
    }
    groupAt.push(group);
  }
  return groups;
}

/** The result of a tool whose call is elsewhere makes an answer of its own. */
const ownKind = (kind: Kind): Kind => (kind === "result" ? "answer" : kind);

/** A branch that was left is hidden by one op; a branch of it by another one. */
function branchOps(groups: readonly Group[]): Op[] {
  const ops: Op[] = [];
  const goingOn = new Set<Group>();
  for (const group of groups) {
    const { parent, shown, kind, time } = group;
    if (shown) continue;
    const [same] = parent === undefined || parent.shown || goingOn.has(parent) ? [] : parent.hiders;
    const op = same ?? { cause: "rewind", after: parent, turns: 0, time };
    if (same === undefined) ops.push(op);
    else if (parent !== undefined) goingOn.add(parent);
    if (kind === "user") op.turns += 1;
    group.hiders.push(op);
  }
  return ops;
}

/** Each summary that is shown hides what comes before its tail, and what an earlier one has not hidden. */
function summaryOps(
  groups: readonly Group[],
  nodes: readonly Node[],
  placeOf: (id: unknown) => number | undefined,
): Shape["summaries"] {
  const way = groups.filter(({ shown }) => shown);
  const summaries = new Map<Group, { op: Op; tail: Group }>();
  let hidden = 0;
  for (const group of way) {
    if (group.kind !== "compaction") continue;
    const place = placeOf(keptBy(group, nodes));
    const kept = way.find((one) => place !== undefined && one.head <= place && place < one.end);
    const tail = kept !== undefined && kept.time < group.time ? kept : group;
    const op: Op = { cause: "compaction", after: undefined, turns: 0, time: group.time };
    summaries.set(group, { op, tail });
    for (const one of way.slice(hidden)) {
      if (one.time >= tail.time) break;
      hidden += 1;
      if (one.kind === "user") op.turns += 1;
      one.hiders.push(op);
    }
  }
  return summaries;
}

const keptBy = ({ head, end }: Group, nodes: readonly Node[]): unknown =>
  nodes.slice(head, end).find(({ kind }) => kind === "compaction")?.kept;
