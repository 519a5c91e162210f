import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { describe, expect, it } from "vitest";
import type { SessionId } from "../../src-preload/contract/ids";
import type { SessionQuery } from "../core/ports/store";

import { connect, openDatabase } from "./connection";
import { draftVerbs } from "./drafts";
import { migrate } from "./migrate";
import { migrations } from "./migrations";
import { sessionList } from "./session-list";
import { ask, freshFile, opened, stranger } from "./testing/stores";

import { beginTurn, frame, ids, MODEL, newSession, question, tick, wholeTurn } from "./testing/talk";

/** Sessions of two folders and none, every third archived; newest first as a list should give them. */
function many(count = 60) {
  const { file, store } = opened();
  const made = Array.from({ length: count }, (_, n) => {
    const workspace = ["/a", "/b", undefined][n % 3];
    // Two at each moment: then the id decides.
    const session = newSession({
      now: 1000 + Math.floor(n / 2),
      ...(workspace === undefined ? {} : { workspace_root: workspace }),
    });
    store.createSession(session);
    if (n % 4 === 0) store.archiveSession(session.id, true, 5);
    return { ...session, archived: n % 4 === 0 };
  });
  return { file, store, newestFirst: made.reverse() };
}

const FILTERS: Omit<SessionQuery, "limit">[] = [
  { archived: false },
  { archived: true },
  { archived: false, workspace_root: "/a" },
  { archived: true, workspace_root: "/b" },
];

describe("the list of sessions", () => {
  it.each(FILTERS)("[SE-1] %o comes in pages by recency, each session once", (filter) => {
    const { store, newestFirst } = many();
    const expected = newestFirst.filter(
      ({ archived, workspace_root }) =>
        archived === filter.archived &&
        (filter.workspace_root === undefined || workspace_root === filter.workspace_root),
    );
    const listed = [];
    for (;;) {
      const last = listed.at(-1);
      const before = last && { before: { updated_at: last.updated_at, id: last.id } };
      const page = store.listSessions({ ...filter, limit: 4, ...before });
      listed.push(...page.sessions);
      if (page.next === undefined) break;
    }
    expect(listed.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(listed[0]).toMatchObject({ title: "A talk", agent: "chat", model: MODEL });
  });

  it.each(
    FILTERS.flatMap((filter) => [filter, { ...filter, before: { updated_at: 1020, id: ids.session() } }]),
  )("[SE-1, DB-2] %o reads one covering index from its place, and sorts nothing", (filter) => {
    const { file } = many(3);
    const db = stranger(file);
    const { sql, params } = sessionList(drizzle({ client: db }), { ...filter, limit: 50 }, 50).toSQL();
    const plan = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...params);
    const steps = plan.map(({ detail }) => detail);
    expect(steps.slice(1)).toEqual([
      expect.stringMatching(/^CORRELATED SCALAR SUBQUERY/),
      expect.stringMatching(/^SEARCH session_asides USING PRIMARY KEY/),
      "SEARCH session_marks USING PRIMARY KEY (session_id=?) LEFT-JOIN",
    ]);
    expect(steps[0]).toContain("USING COVERING INDEX chat_sessions_");
    // Without a place to begin at, reading the index of just these sessions from its start is the search.
    if (filter.before !== undefined || filter.workspace_root !== undefined)
      expect(steps[0]).toMatch(/^SEARCH/);
  });

  it("moves a session up when something is said, not when it is archived or renamed", () => {
    const { store } = opened();
    const first = wholeTurn(store);
    const second = wholeTurn(store);
    const order = () => store.listSessions({ limit: 9, archived: false }).sessions.map(({ id }) => id);
    expect(order()).toEqual([second.session_id, first.session_id]);
    wholeTurn(store, first.session_id);
    expect(order()).toEqual([first.session_id, second.session_id]);
    store.archiveSession(second.session_id, true, tick());
    store.archiveSession(second.session_id, false, tick());
    expect(order()).toEqual([first.session_id, second.session_id]);
    store.renameSession(second.session_id, "Another name");
    expect(store.session(second.session_id)?.session.title).toBe("Another name");
    expect(order()).toEqual([first.session_id, second.session_id]);
  });

  it("has what was archived apart, with when", () => {
    const { store } = opened();
    const { session_id } = wholeTurn(store);
    store.archiveSession(session_id, true, 77);
    expect(store.listSessions({ limit: 9, archived: false }).sessions).toEqual([]);
    expect(store.listSessions({ limit: 9, archived: true }).sessions).toMatchObject([
      { id: session_id, archived_at: 77 },
    ]);
  });
});

describe("drafts, prompts and small facts", () => {
  const at = (slot: string, session_id: SessionId | null = null) => ({ slot, session_id });
  const model = { provider_id: "acme", model_id: "two", variant: "high" };

  it("[QU-2] a draft is kept for each window and session, and only the one that was sent goes with its message", () => {
    const { store } = opened();
    const { session_id } = wholeTurn(store);
    const words = "half a \ud83d thought\0";
    const open = ["a", "b"];
    const all = () =>
      [at("a"), at("b"), at("a", session_id), at("b", session_id)].map((place) =>
        store.takeDraft(place, open),
      );
    store.saveDraft(at("a"), { text: "of a new one" }, tick());
    store.saveDraft(at("b"), { text: "of another" }, tick());
    store.saveDraft(at("a", session_id), { text: "first" }, tick());
    store.saveDraft(at("a", session_id), { text: words, model }, tick());
    store.saveDraft(at("b", session_id), { text: "theirs" }, tick());
    const [a_new, b_new, a, b] = [
      { text: "of a new one" },
      { text: "of another" },
      { text: words, model },
      { text: "theirs" },
    ];
    const none = { text: "" };
    expect(all()).toEqual([a_new, b_new, a, b]);
    beginTurn(store, session_id);
    expect(all(), "sent by no window").toEqual([a_new, b_new, a, b]);
    beginTurn(store, session_id, "sent", "", "a");
    expect(all()).toEqual([a_new, b_new, none, b]);
    beginTurn(store, undefined, "sent", "", "b");
    expect(all()).toEqual([a_new, none, none, b]);
    store.saveDraft(at("a"), { text: "" }, tick());
    store.saveDraft(at("b", session_id), { text: "", model }, tick());
    expect(all()).toEqual([none, none, none, { text: "", model }]);
  });

  it("[QU-2] what a closed window left is offered to the next that opens its session, the newest first, once", () => {
    const { store } = opened();
    const { session_id } = wholeTurn(store);
    for (const slot of ["old", "new", "b"]) store.saveDraft(at(slot, session_id), { text: slot }, tick());
    expect(store.takeDraft(at("a", session_id), ["a", "b"])).toEqual({ text: "new" });
    expect(store.takeDraft(at("a", session_id), ["a", "b"])).toEqual({ text: "new" });
    expect(store.takeDraft(at("c", session_id), ["a", "b", "c"])).toEqual({ text: "old" });
    expect(store.takeDraft(at("d", session_id), ["a", "b", "c", "d"])).toEqual({ text: "" });
    expect(store.takeDraft(at("b", session_id), ["a", "b"])).toEqual({ text: "b" });
    expect(store.takeDraft(at("new", session_id), ["a", "b", "c"])).toEqual({ text: "" });
  });

  it("[QU-2] a page that was taken over does not fill the disk with drafts; what is kept can be written on, shortened and emptied", () => {
    const raw = openDatabase(":memory:");
    migrate(raw);
    const connection = connect(raw, "braid.db", { onCommit: () => undefined, onSynced: () => undefined });
    const store = draftVerbs(connection, { drafts: 3, bytes: 500_000 });
    const refused = expect.objectContaining({ code: "FORBIDDEN" });
    const book = "x".repeat(200_000);
    for (const slot of ["a", "b"]) store.saveDraft(at(slot), { text: book }, tick());
    store.saveDraft(at("c"), { text: "mine" }, tick());
    expect(() => store.saveDraft(at("c"), { text: book }, tick()), "too long in all").toThrow(refused);
    expect(() => store.saveDraft(at("d"), { text: "x" }, tick()), "one too many").toThrow(refused);
    expect(store.takeDraft(at("c"), ["c"]), "what was kept stays").toEqual({ text: "mine" });
    store.saveDraft(at("c"), { text: "mine, and more" }, tick());
    store.saveDraft(at("a"), { text: `${book} and more` }, tick());
    store.saveDraft(at("b"), { text: "" }, tick());
    store.saveDraft(at("d"), { text: book }, tick());
    expect(store.takeDraft(at("c"), ["c"])).toEqual({ text: "mine, and more" });
    raw.close();
  });

  it("[RW-1] [QU-2] what stands in the editor of an earlier message is kept beside the draft, and neither goes with the other", () => {
    const { file, store } = opened();
    const { session_id, message_id } = wholeTurn(store);
    const at = (slot: string) => ({ slot, session_id });
    const edited = { message_id, text: "said otherwise", model };
    const answer = () => frame(session_id, ids.message(), [], { start: { metadata: {} } });
    const draft = (slot = "a") => store.takeDraft(at(slot), ["a", "c"]);
    store.saveDraft(at("a"), { text: "new", model }, tick());
    store.saveEdited(at("a"), edited, tick());
    expect(draft()).toEqual({ text: "new", model, edited });
    store.saveDraft(at("a"), { text: "" }, tick());
    expect(draft(), "emptied by hand").toEqual({ text: "", edited });
    store.saveDraft(at("a"), { text: "new" }, tick());
    store.addUserMessage(question(session_id), answer(), { draft_slot: "a" });
    expect(draft(), "sent").toEqual({ text: "", edited });
    store.saveDraft(at("a"), { text: "newer" }, tick());
    const rewind = { session_id, op_id: ids.op(), answer: answer(), undo: "rewind", now: tick() } as const;
    store.rewindTurn({ ...rewind, edited_in: "c" });
    expect(draft(), "resent in another window").toEqual({ text: "newer", edited });
    store.rewindTurn({ ...rewind, op_id: ids.op(), answer: answer(), edited_in: "a" });
    expect(draft(), "resent").toEqual({ text: "newer" });
    store.saveEdited(at("b"), edited, tick());
    expect(draft("c"), "left by a window that was closed").toEqual({ text: "", edited });
    store.saveEdited(at("c"), { ...edited, text: "" }, tick());
    expect(ask(file, "SELECT slot FROM window_drafts"), "cancelled").toEqual([{ slot: "a" }]);
  });

  it("[QU-1] [QU-2] what stands in the editor of a waiting message is kept beside both, and goes with what was stored from there alone", () => {
    const { file, store } = opened();
    const { session_id, message_id } = wholeTurn(store);
    const at = (slot: string) => ({ slot, session_id });
    const edited = { message_id, text: "said otherwise" };
    const waits = { session_id, text: "It waits", model: undefined };
    const first = store.enqueue({ ...waits, id: ids.queued(), now: tick() });
    const queued = { id: first.id, text: "It waits, otherwise", as_of: first.updated_at };
    const keep = () => store.saveQueued(at("a"), queued, tick());
    const draft = (slot = "a") => store.takeDraft(at(slot), ["a", "c"]);
    store.saveDraft(at("a"), { text: "new", model }, tick());
    store.saveEdited(at("a"), edited, tick());
    keep();
    expect(draft()).toEqual({ text: "new", model, edited, queued });
    store.saveEdited(at("a"), { ...edited, text: "" }, tick());
    const other = store.enqueue({ ...waits, id: ids.queued(), now: tick() }, { draft_slot: "a" });
    expect(draft(), "sent from the composer").toEqual({ text: "", queued });
    store.saveDraft(at("a"), { text: "newer" }, tick());
    const edit = { ...waits, id: first.id, text: queued.text, as_of: undefined };
    store.editQueued({ ...edit, id: other.id, now: tick() });
    store.editQueued({ ...edit, editor_slot: "c", now: tick() });
    expect(draft(), "edited in another window").toEqual({ text: "newer", queued });
    const changed = { ...edit, as_of: 1, editor_slot: "a", now: tick() };
    expect(() => store.editQueued(changed)).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
    expect(draft(), "refused").toEqual({ text: "newer", queued });
    store.editQueued({ ...edit, editor_slot: "a", now: tick() });
    expect(draft(), "saved").toEqual({ text: "newer" });
    keep();
    store.enqueue({ ...waits, id: ids.queued(), now: tick() }, { editor_slot: "a" });
    expect(draft(), "waits anew").toEqual({ text: "newer" });
    keep();
    const answer = frame(session_id, ids.message(), [], { start: { metadata: {} } });
    store.addUserMessage(question(session_id), answer, { editor_slot: "a" });
    expect(draft(), "sent from the editor").toEqual({ text: "newer" });
    store.saveQueued(at("b"), queued, tick());
    expect(draft("c"), "left by a window that was closed").toEqual({ text: "", queued });
    store.saveQueued(at("c"), { ...queued, text: "" }, tick());
    expect(ask(file, "SELECT slot FROM window_drafts"), "cancelled").toEqual([{ slot: "a" }]);
  });

  it("[QU-2] a draft outlives the process", async () => {
    const { file, store, close } = opened();
    store.saveDraft(at("a"), { text: "unsent", model }, tick());
    await close();
    expect(opened(file).store.takeDraft(at("a"), [])).toEqual({ text: "unsent", model });
  });

  it("[QU-2] [DB-6] a draft of an earlier version is offered to the first window that opens its session, and kept nowhere else", async () => {
    const file = freshFile();
    mkdirSync(dirname(file), { recursive: true });
    const db = openDatabase(file);
    migrate(db, migrations.slice(0, 1));
    db.prepare(`INSERT INTO drafts VALUES ('', '"of before"', 1)`).run();
    db.close();
    const { store, close } = opened(file);
    expect(store.takeDraft(at("a"), ["a", "b"])).toEqual({ text: "of before" });
    expect(store.takeDraft(at("b"), ["a", "b"])).toEqual({ text: "" });
    await close();
    expect(ask(file, "SELECT * FROM drafts")).toEqual([]);
    expect(ask(file, "SELECT slot FROM window_drafts")).toEqual([{ slot: "a" }]);
  });

  it("what was said comes newest first, of one session or of all others, page by page", () => {
    const { store } = opened();
    const first = beginTurn(store, undefined, "one");
    const other = beginTurn(store, undefined, "elsewhere \ud83d");
    beginTurn(store, first.session_id, "two");
    const { session_id } = first;
    const said = (query: object) => store.said({ session_id, in: "session", limit: 9, ...query });
    expect(said({}).map(({ text }) => text)).toEqual(["two", "one"]);
    expect(said({ limit: 1 }).map(({ text }) => text)).toEqual(["two"]);
    expect(said({ before: said({ limit: 1 })[0]?.id })).toEqual([{ id: first.user_id, text: "one" }]);
    expect(said({ in: "rest" })).toEqual([{ id: other.user_id, text: "elsewhere \ud83d" }]);
    expect(store.said({ session_id: null, in: "rest", limit: 9 }).map(({ text }) => text)).toEqual([
      "two",
      "elsewhere \ud83d",
      "one",
    ]);
    expect(store.said({ session_id: null, in: "session", limit: 9 })).toEqual([]);
  });

  it("[SP-2] a system prompt reads as it was sent, and equal sections are stored once", () => {
    const { file, store } = opened();
    const manifest = { name: "manifest", text: "You are here to help. \ud83d" };
    const first = { digest: "1".repeat(64), sections: [manifest, { name: "environment", text: "Monday" }] };
    const second = { digest: "2".repeat(64), sections: [manifest, { name: "environment", text: "Tuesday" }] };
    for (const prompt of [first, second, first]) store.saveSystemPrompt(prompt, tick());
    expect([store.systemPrompt(first.digest), store.systemPrompt(second.digest)]).toEqual([first, second]);
    expect(store.systemPrompt("3".repeat(64))).toBeUndefined();
    expect(ask(file, "SELECT count(*) AS n FROM system_prompt_sections")).toEqual([{ n: 3 }]);
  });

  it("small facts of the app are kept as they are, null included, and can be forgotten", () => {
    const { store } = opened();
    const windows = [{ session_id: null, bounds: { x: 1 } }];
    store.setAppState("windows", windows);
    store.setAppState("nothing", null);
    expect([store.appState("windows"), store.appState("nothing"), store.appState("other")]).toEqual([
      windows,
      null,
      undefined,
    ]);
    store.setAppState("windows", undefined);
    expect(store.appState("windows")).toBeUndefined();
  });

  it("[DB-5] the newest id of any kind is the floor for new ones", () => {
    const { file, store } = opened();
    expect(store.newestIdTime()).toBe(0n);
    const turn = wholeTurn(store);
    const time = (id: string) => BigInt(`0x${id.slice(4, 18)}`);
    expect(store.newestIdTime()).toBe(time(turn.part_id));
    const newest = `top_${"f".repeat(14)}AAAAAAAAAAAA`;
    const db = stranger(file, { readonly: false });
    db.prepare("INSERT INTO chat_timeline_ops VALUES (?, ?, 'rewind', 1, NULL)").run(newest, turn.session_id);
    expect(store.newestIdTime()).toBe(2n ** 56n - 1n);
    db.prepare("INSERT INTO chat_timeline_ops VALUES ('top_imported', ?, 'rewind', 1, NULL)").run(
      turn.session_id,
    );
    expect(store.newestIdTime()).toBe(2n ** 56n - 1n);
  });
});
