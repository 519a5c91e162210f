/** Random deeds of people in their library. After them the search must find what a scan finds. */
import { compactionOf } from "../../../../src-preload/contract/domain/compaction";
import type { MessageId, SessionId } from "../../../../src-preload/contract/domain/ids";
import type { opened } from "../../testing/stores";
import { beginTurn, endOf, frame, ids, MODEL, passDays, question, tick, wholeTurn } from "../../testing/talk";

type Store = ReturnType<typeof opened>["store"];
export type Random = (below: number) => number;

/** A random sequence that can be repeated. */
export function randomly(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const WORDS = [
  ...["red", "Réd", "green", "get_token", "getToken", "gettoken"],
  ...["你好", "你好吗", "x1", "1,000", "don't"],
];
const TIMELESS = [
  ...["red", "gre", "gettok", "get_token", "token get", "你", "好吗", "1,000", "dont", "red -green"],
  ...['"red green"', '"green red"', "red green 你好", "-red kind:answer", "kind:title talk", "x1 red"],
  ...["kind:label gre", "is:sidecar", "red is:hidden", "gre is:trash", "is:archived -is:trash x1"],
  ...[
    "kind:answer summary",
    "model:two gre",
    "model:one model:two -model:ne red",
    "in:gre red",
    "-in:talk gre",
  ],
  ...[
    "label:réd",
    "label:red label:你 gre -label:x1",
    "is:labelled -label:green",
    "from:me gre",
    "-from:me red",
  ],
];

/** Queries for deeds that begin at this time. The clock of the stores goes on from one test file to the next. */
export function queriesFrom(begun: number): readonly string[] {
  const on = (day: number): string => new Date(begun + day * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  return [
    ...TIMELESS,
    ...[`after:${on(6)} red`, `before:${on(6)} gre`, `after:${on(17)} before:${on(48)} from:model 你`],
  ];
}

interface Here {
  store: Store;
  random: Random;
  sessions: SessionId[];
  /** One of the sessions. */
  one: SessionId;
  /** Other words each time. */
  some: () => string;
}

const ask = ({ store, random, sessions, some }: Here, one?: SessionId): void => {
  const model = { ...MODEL, model_id: random(3) === 0 ? "two" : MODEL.model_id };
  const { session_id } = wholeTurn(store, one, some(), { model });
  if (!sessions.includes(session_id)) sessions.push(session_id);
};

const aside = (here: Here): void => {
  const { store, random, one, some } = here;
  if (store.sidecarOf(one) === undefined) askAside(here);
  else if (random(2) === 0) store.promoteSidecar(one, (title) => `${title} ${some()}`);
};

/** Some stand here twice: they are done more often. */
const DEEDS: readonly ((here: Here) => unknown)[] = [
  (here) => ask(here),
  (here) => ask(here, here.one),
  ({ store, one, some }) => store.renameSession(one, `Talk ${some()}`),
  ({ store, one, random }) => store.archiveSession(one, random(2) === 0, tick()),
  ({ store, one, some }) => store.endTurn(endOf(beginTurn(store, one, some()), some())),
  ({ store, one, random }) => hide(store, one, random),
  ({ store, one }) => store.trashSession(one, true, tick()),
  ({ store, one, random, sessions }) => leave(store, one, random, sessions),
  ...[relabel, relabel, travel, travel, summarise, summarise, aside, aside],
  ({ random }) => passDays(random(9)),
];

/** Something that people do. */
export async function deed(store: Store, random: Random, sessions: SessionId[]): Promise<void> {
  const some = () => Array.from({ length: 1 + random(4) }, () => WORDS[random(WORDS.length)]).join(" ");
  const one = sessions[random(sessions.length)];
  if (one === undefined) sessions.push(wholeTurn(store, undefined, some()).session_id);
  else await DEEDS[random(DEEDS.length)]?.({ store, random, sessions, one, some });
}

/** Restores a session, or removes it for good with its sidecars. */
function leave(store: Store, session_id: SessionId, random: Random, sessions: SessionId[]): void {
  if (!store.isInTrash(session_id) || random(2) === 0) {
    store.trashSession(session_id, false, tick());
    return;
  }
  const beside = sessions.filter((one) => store.sidecarOf(one)?.main_id === session_id);
  for (const one of [...beside, session_id]) {
    store.beginRemoval(one, tick());
    while (!store.removeSome(one, 3));
    sessions.splice(sessions.indexOf(one), 1);
  }
}

/** A sidecar with copies of the last messages, in which a question may be asked; now and then it stays half made. */
function askAside({ store, one: main_id, random, sessions }: Here): void {
  if (store.isInTrash(main_id)) return;
  // The copy of a summary would need the copies of what it points to.
  const copied = store
    .visibleMessages(main_id)
    .slice(-random(4))
    .filter((message) => compactionOf(message) === undefined);
  const id = ids.session();
  store.beginCopy({ id, source_id: main_id, parent_id: main_id, metadata: {}, ops: [], now: tick() });
  const messages = {
    ids: copied.map((one) => one.id),
    first: ids.block(copied.length),
    hidden: {},
    pointers: {},
  };
  const copied_through = store.copyMessages(id, messages, ids.block);
  if (copied_through === undefined || random(4) === 0) return;
  store.finishCopy({ id, title: "Aside red", copied_through, main_id, now: tick() });
  sessions.push(id);
  if (random(3) > 0) wholeTurn(store, id, WORDS[random(WORDS.length)]);
}

/** Gives a name to a message, takes one away, or renames all of that name. */
async function relabel({ store, one: session_id, random }: Here): Promise<void> {
  const messages = store.visibleMessages(session_id);
  const message_id = messages[random(messages.length)]?.id;
  const name = () => WORDS[random(WORDS.length)] ?? "";
  const what = random(4);
  if (what === 0) await store.renameLabel({ from: `${name()} ${name()}`, to: name() });
  else if (message_id === undefined) return;
  else if (what === 1) await store.removeLabel({ session_id, message_id, name: name() });
  else await store.addLabel({ session_id, message_id, name: `${name()} ${name()}`, now: tick() });
}

/** Asks an earlier question in other words, or shows a timeline again that was left. */
function travel({ store, one: session_id, random, some }: Here): void {
  const left = store.hiddenTurns(session_id);
  const op_id = left[random(left.length)]?.op_id;
  if (op_id !== undefined && random(2) === 0) {
    store.unrewind({ session_id, op_id, new_op_id: ids.op(), now: tick() });
    return;
  }
  const asked = store.visibleMessages(session_id).filter(({ role }) => role === "user");
  const from = asked[random(asked.length)]?.id;
  if (from === undefined) return;
  const answer = frame(session_id, ids.message(), [], { start: { metadata: { model: MODEL } } });
  store.rewindTurn({
    ...{ session_id, op_id: ids.op(), from, keep: false, undo: "rewind", now: tick() },
    ...{ message: question(session_id, some()), answer },
  });
  store.endTurn({ frame: frame(session_id, answer.message_id), metadata: { finish_reason: "stop" } });
}

/** Puts a summary in the place of the first messages, or takes it out again. */
function summarise({ store, one: session_id, random, some }: Here): void {
  const visible = store.visibleMessages(session_id);
  const standing = visible.find((message) => compactionOf(message) !== undefined);
  if (standing !== undefined && random(2) === 0) {
    store.undoCompaction({ session_id, message_id: standing.id, op_id: ids.op(), now: tick() });
    return;
  }
  const count = 1 + random(visible.length - 1);
  const [through, tail] = [visible[count - 1]?.id, visible[count]?.id];
  if (through === undefined || tail === undefined) return;
  const numbers = { summary_tokens: 9, turns: 1, tokens_before: 99, tokens_after: 9 };
  const compaction = {
    summary: `Summary ${some()}`,
    tail_start_id: tail,
    auto: false,
    op_id: ids.op(),
    ...numbers,
  };
  store.compact({
    ...{ session_id, id: ids.messageBehind(through), part_id: ids.part(), through, compaction },
    ...{ metadata: { synthetic: true, finish_reason: "stop" }, undo: "compact", now: tick() },
  });
}

/** An attempt that failed, and the next one. */
function hide(store: Store, session_id: SessionId, random: Random): void {
  const turn = beginTurn(store, session_id, WORDS[random(WORDS.length)]);
  const next: MessageId = ids.message();
  const frame = {
    session_id,
    message_id: next,
    parts: [],
    durable: false,
    now: tick(),
    start: { metadata: {} },
  };
  store.retryTurn({
    end: endOf(turn, "red green", { finish_reason: "error" }),
    op_id: ids.op(),
    next: frame,
  });
  store.endTurn({
    frame: { session_id, message_id: next, parts: [], durable: false, now: tick() },
    metadata: { finish_reason: "stop" },
  });
}
