/** Random deeds of people in their library. After them the search must find what a scan finds. */
import type { MessageId, SessionId } from "../../../../src-preload/contract/domain/ids";
import type { opened } from "../../testing/stores";
import { beginTurn, endOf, ids, tick, wholeTurn } from "../../testing/talk";

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
export const QUERIES = [
  ...["red", "gre", "gettok", "get_token", "token get", "你", "好吗", "1,000", "dont", "red -green"],
  ...['"red green"', '"green red"', "red green 你好", "-red kind:answer", "kind:title talk", "x1 red"],
  ...["kind:label gre", "is:sidecar", "red is:hidden", "gre is:trash", "is:archived -is:trash x1"],
];

/** Something that people do. */
export async function deed(store: Store, random: Random, sessions: SessionId[]): Promise<void> {
  const some = () => Array.from({ length: 1 + random(4) }, () => WORDS[random(WORDS.length)]).join(" ");
  const one = sessions[random(sessions.length)];
  const now = tick();
  const what = one === undefined ? 0 : random(12);
  if (what <= 1 || one === undefined) {
    const turn = wholeTurn(store, what === 0 ? undefined : one, some());
    if (!sessions.includes(turn.session_id)) sessions.push(turn.session_id);
  } else if (what === 2) store.renameSession(one, `Talk ${some()}`);
  else if (what === 3) store.archiveSession(one, random(2) === 0, now);
  else if (what === 4) store.endTurn(endOf(beginTurn(store, one, some()), some()));
  else if (what === 5) hide(store, one, random);
  else if (what === 6) store.trashSession(one, true, now);
  else if (what === 7) leave(store, one, random, sessions);
  else if (what <= 9) await relabel(store, one, random);
  else if (store.sidecarOf(one) === undefined) askAside(store, one, random, sessions);
  else if (what === 11) store.promoteSidecar(one, (title) => `${title} ${some()}`);
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
function askAside(store: Store, main_id: SessionId, random: Random, sessions: SessionId[]): void {
  if (store.isInTrash(main_id)) return;
  const copied = store.visibleMessages(main_id).slice(-random(4));
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
async function relabel(store: Store, session_id: SessionId, random: Random): Promise<void> {
  const messages = store.visibleMessages(session_id);
  const message_id = messages[random(messages.length)]?.id;
  const name = () => WORDS[random(WORDS.length)] ?? "";
  const what = random(4);
  if (what === 0) await store.renameLabel({ from: `${name()} ${name()}`, to: name() });
  else if (message_id === undefined) return;
  else if (what === 1) await store.removeLabel({ session_id, message_id, name: name() });
  else await store.addLabel({ session_id, message_id, name: `${name()} ${name()}`, now: tick() });
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
