/** Whatever is done, in whatever order: the search finds exactly what a scan of the texts finds by the same word rule. */
import { describe, expect, it } from "vitest";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import { parseSearch } from "../../../src-preload/contract/domain/search-query";
import { openDatabase } from "../database/connection";
import { opened, SEARCH_FILE } from "../testing/stores";
import { beginTurn, endOf, ids, tick, wholeTurn } from "../testing/talk";
import { askedBy, isIn } from "./atoms";
import { ZONES } from "./index-file";
import { zoneOfKind } from "./indexer";
import { textsReader } from "./texts";
import { tokensOf } from "./words";

/** A random sequence that can be repeated. */
function randomly(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const WORDS = [
  "red",
  "Réd",
  "green",
  "get_token",
  "getToken",
  "gettoken",
  "你好",
  "你好吗",
  "x1",
  "1,000",
  "don't",
];
const QUERIES = [
  ...["red", "gre", "gettok", "get_token", "token get", "你", "好吗", "1,000", "dont", "red -green"],
  ...[
    '"red green"',
    '"green red"',
    "red green 你好",
    "-red kind:answer",
    "kind:title talk",
    "x1 red",
    "kind:label gre",
  ],
];

type Store = ReturnType<typeof opened>["store"];

/** Scans all texts: messages by their zone, and titles. */
function scan(file: string, query: string): string[] {
  const db = openDatabase(file, { readonly: true });
  const { filters, words } = parseSearch(query);
  const { all, none } = askedBy({ words });
  const kind = filters[0]?.value;
  const textsOf = textsReader(db);
  const found: string[] = [];
  const take = (name: string, kinds: string, texts: string[]) => {
    const tokens = tokensOf(texts);
    if (tokens.length === 0 || (kind !== undefined && kind !== kinds)) return;
    if (all.every((atom) => isIn(atom, tokens)) && !none.some((atom) => isIn(atom, tokens)))
      found.push(`${name} ${kinds}`);
  };
  const messages = db.prepare<[], { id: string; role: string }>(
    `SELECT id, role FROM chat_messages WHERE session_id NOT IN (SELECT session_id FROM partial_sessions)
     AND (role = 'user' OR json_extract(metadata_json, '$.finish_reason') IS NOT NULL)`,
  );
  for (const message of messages.all()) {
    const texts = [...textsOf(message)];
    for (const zone of ZONES) {
      const own = texts.filter((text) => zoneOfKind(text.kind) === zone);
      take(
        message.id,
        own[0]?.kind ?? "",
        own.map(({ text }) => text),
      );
    }
  }
  const titles = db.prepare<[], { id: string; title: string }>(
    `SELECT id, title FROM chat_sessions WHERE id NOT IN (SELECT session_id FROM partial_sessions)`,
  );
  for (const { id, title } of titles.all()) take(id, "title", [title]);
  db.close();
  return found.sort();
}

/** Gives a name to a message, takes one away, or renames all of that name. */
async function relabel(store: Store, session_id: SessionId, random: (below: number) => number) {
  const messages = store.visibleMessages(session_id);
  const message_id = messages[random(messages.length)]?.id;
  const name = () => WORDS[random(WORDS.length)] ?? "";
  const what = random(4);
  if (what === 0) await store.renameLabel({ from: `${name()} ${name()}`, to: name() });
  else if (message_id === undefined) return;
  else if (what === 1) await store.removeLabel({ session_id, message_id, name: name() });
  else await store.addLabel({ session_id, message_id, name: `${name()} ${name()}`, now: tick() });
}

async function searched(store: Store, query: string): Promise<string[]> {
  const found: string[] = [];
  let after: number | undefined;
  do {
    const page = await store.search({
      text: query,
      order: "newest",
      limit: 7,
      ...(after === undefined ? {} : { after }),
    });
    found.push(...page.results.map(({ message_id, session, kind }) => `${message_id ?? session.id} ${kind}`));
    after = page.next;
  } while (after !== undefined);
  return found.sort();
}

/** Something that people do. */
async function deed(store: Store, random: (below: number) => number, sessions: SessionId[]): Promise<void> {
  const some = () => Array.from({ length: 1 + random(4) }, () => WORDS[random(WORDS.length)]).join(" ");
  const one = sessions[random(sessions.length)];
  const now = tick();
  const what = one === undefined ? 0 : random(10);
  if (what <= 1 || one === undefined) {
    const turn = wholeTurn(store, what === 0 ? undefined : one, some());
    if (!sessions.includes(turn.session_id)) sessions.push(turn.session_id);
  } else if (what === 2) store.renameSession(one, `Talk ${some()}`);
  else if (what === 3) store.archiveSession(one, random(2) === 0, now);
  else if (what === 4) store.endTurn(endOf(beginTurn(store, one, some()), some()));
  else if (what === 5) hide(store, one, random);
  else if (what >= 8) await relabel(store, one, random);
  else if (what === 6) store.trashSession(one, true, now);
  else if (store.isInTrash(one) && random(2) === 0) {
    store.beginRemoval(one, now);
    while (!store.removeSome(one, 3));
    sessions.splice(sessions.indexOf(one), 1);
  } else store.trashSession(one, false, now);
}

/** An attempt that failed, and the next one. */
function hide(store: Store, session_id: SessionId, random: (below: number) => number): void {
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

async function built(store: Store): Promise<void> {
  while ((await store.search({ text: "red", order: "newest", limit: 1 })).building !== undefined)
    await new Promise(setImmediate);
}

/** Closes the store and opens it again; sometimes much is done meanwhile while nobody listens. */
async function restarted(here: ReturnType<typeof opened>, some: (store: Store) => Promise<void>) {
  await here.close();
  const deaf = opened(here.file);
  await some(deaf.store);
  await deaf.close();
  const there = opened(here.file, { search_file: SEARCH_FILE });
  await built(there.store);
  return there;
}

describe("[SE-5a] [SE-11b] [DB-10e] the search", () => {
  it.each([1, 2, 3])(
    "finds what a scan finds, after any deeds and restarts (%i)",
    async (seed) => {
      const random = randomly(seed);
      const sessions: SessionId[] = [];
      const some = async (store: Store): Promise<void> => {
        for (let n = random(8); n >= 0; n--) await deed(store, random, sessions);
      };
      let here = opened(undefined, { search_file: SEARCH_FILE });
      await built(here.store);
      for (let round = 0; round < 12; round++) {
        await some(here.store);
        if (random(3) === 0) here = await restarted(here, some);
        for (const query of QUERIES)
          expect({ query, found: await searched(here.store, query) }).toEqual({
            query,
            found: scan(here.file, query),
          });
      }
    },
    60_000,
  );
});
