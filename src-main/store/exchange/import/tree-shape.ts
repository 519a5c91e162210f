/**
 * The shape of a tree, found in one reading before its entries are written: which entries make one message, which of them the session
 * shows, and what hides the others. Needs a few numbers for each entry.
 */
import type { ModelRef } from "../../../../src-preload/contract/domain/models";
import { LEAF } from "../formats/tree";
import { fieldsOf } from "../readable";
import { Broken, because } from "./broken";
import { EntryPlaces } from "./entry-places";
import { LARGEST_FOREIGN } from "./json-elements";
import { type Group, Groups, type Op } from "./tree-groups";
import { TreeLabels } from "./tree-labels";
import type { Entries, Fields, Header } from "./tree-lines";
import { type Kind, type TreeNode, TreeNodes } from "./tree-nodes";
import { TreeTitle } from "./tree-title";

export interface Shape {
  header: Header;
  groups: Groups;
  ops: readonly Op[];
  /** The op and the first kept message of each summary that is shown, by the number of its group. */
  summaries: ReadonlyMap<number, { op: Op; tail: Group }>;
  labels: TreeLabels;
  /** The name that the file gives, or the first words of a user. */
  words: string;
  /** The model of the session, where the file is one of Braid's. */
  model: ModelRef | undefined;
}

/** Characters of the name of a provider or model. */
const LONGEST_NAME = 200;
/** Broken lines that are told. */
const MOST_TOLD = 100;
/** Ids count 4096 a millisecond. */
const PER_MS = 4096;

/** Entries and characters after which a message ends: what is read of a message is held in memory. */
const MOST_ENTRIES = 10_000;
const MOST_CHARACTERS = LARGEST_FOREIGN;

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
  const places = new EntryPlaces();
  const { nodes, ...told } = await readNodes(entries, places).finally(() => places.close());
  const groups = groupsOf(nodes);
  const summaries = summaryOps(groups, nodes);
  const ops = [...branchOps(groups), ...[...summaries.values()].map(({ op }) => op)];
  return { ...told, groups, ops, summaries };
}

async function readNodes(entries: Entries, places: EntryPlaces) {
  const nodes = new TreeNodes();
  const labels = new TreeLabels();
  const broken: Broken[] = [];
  const tell = (one: Broken) => void (broken.length < MOST_TOLD && broken.push(one));
  let header: Header | undefined;
  const title = new TreeTitle();
  let model: ModelRef | undefined;
  let time = 0;
  for await (const { at, line, size, fields } of entries((found) => (header = found), tell)) {
    const { id, parentId = null, timestamp, firstKeptEntryId } = fields;
    const parent = parentId === null ? -1 : places.of(parentId);
    if (typeof id !== "string" || !places.add(id, at))
      tell(new Broken(because("twice", { id: String(id).slice(0, 40) }), line));
    if (parent === undefined) tell(new Broken(because("no-parent"), line));
    if (fields.type === "label") labels.take(at, places.of(fields.targetId), fields);
    if (fields.customType === LEAF) model = modelIn(fields);
    const kind = kindOf(fields);
    title.take(kind, fields);
    const created_at = timeOf(timestamp) ?? timeOf(header?.fields.timestamp) ?? 0;
    time = Math.max(time + 1, created_at * PER_MS);
    const kept = places.of(firstKeptEntryId);
    nodes.add({ parent: parent ?? -1, kind, time, created_at, size, kept });
  }
  const [first, ...more] = broken;
  if (first !== undefined) throw Object.assign(first, { more });
  if (header === undefined) throw new Broken(because("unknown"));
  return { header, nodes, labels, words: title.words, model };
}

function modelIn({ data }: Fields): ModelRef | undefined {
  const { provider_id, model_id } = fieldsOf(fieldsOf(data).model);
  const isName = (name: unknown): name is string =>
    typeof name === "string" && name !== "" && name.length <= LONGEST_NAME;
  return isName(provider_id) && isName(model_id) ? { provider_id, model_id } : undefined;
}

function shownOf(nodes: TreeNodes): Uint8Array {
  const shown = new Uint8Array(nodes.length);
  for (let at = nodes.length - 1; at >= 0; at = nodes.parentOf(at)) shown[at] = 1;
  return shown;
}

/** An entry joins the message before it where it is the only one that hangs on it, and goes on with what that message is. */
function joins(group: Group, node: TreeNode, nodes: TreeNodes, at: number): boolean {
  if (node.parent !== at - 1 || !nodes.hasOneChild(at - 1)) return false;
  if (node.kind === "other" || group.kind === "other") return true;
  return group.kind === "answer" && (node.kind === "answer" || node.kind === "result");
}

function groupsOf(nodes: TreeNodes): Groups {
  const shown = shownOf(nodes);
  const groups = new Groups(nodes);
  let group: Group | undefined;
  let characters = 0;
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes.at(at);
    characters += node.size;
    const hasRoom = group !== undefined && at - group.head < MOST_ENTRIES && characters <= MOST_CHARACTERS;
    if (group !== undefined && hasRoom && joins(group, node, nodes, at)) {
      if (group.kind === "other") group.kind = ownKind(node.kind);
      groups.end = at + 1;
    } else {
      group = groups.add({ head: at, kind: ownKind(node.kind), parent: node.parent, shown: shown[at] === 1 });
      characters = node.size;
    }
  }
  return groups;
}

/** @param alone the list of the op alone, which all messages share that it alone hides */
const hide = (group: Group, op: Op, alone: readonly Op[]): void => {
  group.hiders = group.hiders.length === 0 ? alone : [...group.hiders, op];
};

/** The result of a tool whose call is elsewhere makes an answer of its own. */
const ownKind = (kind: Kind): Kind => (kind === "result" ? "answer" : kind);

/** A branch that was left is hidden by one op; a branch of it by another one. */
function branchOps(groups: Groups): Op[] {
  const ops: Op[] = [];
  const goingOn = new Set<number>();
  for (const group of groups) {
    const { parent, shown, kind, time } = group;
    if (shown) continue;
    const [same] = parent === undefined || parent.shown || goingOn.has(parent.number) ? [] : parent.hiders;
    const op = same ?? { cause: "rewind", after: parent, turns: 0, time };
    if (same === undefined) ops.push(op);
    else if (parent !== undefined) goingOn.add(parent.number);
    if (kind === "user") op.turns += 1;
    hide(group, op, same === undefined || parent === undefined ? [op] : parent.hiders);
  }
  return ops;
}

/** Each summary that is shown hides what comes before its tail, and what an earlier one has not hidden. */
function summaryOps(groups: Groups, nodes: TreeNodes): Shape["summaries"] {
  const summaries = new Map<number, { op: Op; tail: Group }>();
  const hideable = groups.shown();
  let one = hideable.next().value;
  for (const group of groups.shown()) {
    if (group.kind !== "compaction") continue;
    const kept = groups.holding(keptBy(group, nodes));
    const tail = kept?.shown === true && kept.time < group.time ? kept : group;
    const op: Op = { cause: "compaction", after: undefined, turns: 0, time: group.time };
    summaries.set(group.number, { op, tail });
    const alone = [op];
    for (; one !== undefined && one.time < tail.time; one = hideable.next().value) {
      if (one.kind === "user") op.turns += 1;
      hide(one, op, alone);
    }
  }
  return summaries;
}

function keptBy({ head, end }: Group, nodes: TreeNodes): number | undefined {
  for (let at = head; at < end; at++) {
    const { kind, kept } = nodes.at(at);
    if (kind === "compaction") return kept;
  }
  return undefined;
}
