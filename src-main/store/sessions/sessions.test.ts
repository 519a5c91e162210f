import { drizzle } from "drizzle-orm/better-sqlite3";
import { describe, expect, it } from "vitest";
import type { SessionQuery } from "../../core/ports/session-store";
import { ask, opened, stranger } from "../testing/stores";
import { beginTurn, ids, MODEL, newSession, tick, wholeTurn } from "../testing/talk";
import { sessionList } from "./session-list";

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
  )("[SE-1c, DB-2] %o reads one covering index from its place, and sorts nothing", (filter) => {
    const { file } = many(3);
    const db = stranger(file);
    const { sql, params } = sessionList(drizzle({ client: db }), { ...filter, limit: 50 }, 50).toSQL();
    const plan = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...params);
    const steps = plan.map(({ detail }) => detail);
    expect(steps.slice(1)).toEqual([
      expect.stringMatching(/^CORRELATED SCALAR SUBQUERY/),
      expect.stringMatching(/^SEARCH session_asides USING PRIMARY KEY/),
      expect.stringMatching(/^CORRELATED SCALAR SUBQUERY/),
      expect.stringMatching(/^SEARCH session_tasks USING PRIMARY KEY/),
      "SEARCH session_marks USING PRIMARY KEY (session_id=?) LEFT-JOIN",
    ]);
    expect(steps[0]).toContain("USING COVERING INDEX chat_sessions_");
    // Without a place to begin at, reading the index of just these sessions from its start is the search.
    if (filter.before !== undefined || filter.workspace_root !== undefined)
      expect(steps[0]).toMatch(/^SEARCH/);
  });

  it("[SE-1] a filter finds the name of a folder, not of those above it", () => {
    const { store } = opened();
    for (const workspace_root of ["/home/Grün/web", "/home/x/grunge/"])
      store.createSession(newSession({ now: tick(), workspace_root }));
    store.createSession(newSession({ now: tick() }));
    const found = (filter: string) =>
      store
        .listSessions({ limit: 9, archived: false, filter })
        .sessions.map(({ workspace_root }) => workspace_root);
    expect(found("grün")).toEqual(["/home/x/grunge/"]);
    expect(found("WEB talk")).toEqual(["/home/Grün/web"]);
    expect(found("home")).toEqual([]);
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

describe("prompts and small facts", () => {
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

  it("[SE-5b] a text that was taken out of the history is not walked to, until it is sent again", async () => {
    const { store } = opened();
    const { session_id } = beginTurn(store, undefined, "keep");
    for (const words of ["secret", "secret", "secret"]) beginTurn(store, undefined, words);
    beginTurn(store, session_id, "secret");
    const texts = (where: "session" | "rest", limit = 9) =>
      store
        .said({ session_id: where === "session" ? session_id : null, in: where, limit })
        .map(({ text }) => text);
    expect(texts("session")).toEqual(["secret", "keep"]);
    await store.removePrompt("secret", tick());
    expect(texts("session")).toEqual(["keep"]);
    expect(texts("rest", 1)).toEqual(["keep"]);
    beginTurn(store, undefined, "secret");
    expect(texts("rest")).toEqual(["secret", "keep"]);
  });

  it("[SP-2b] a system prompt reads as it was sent, and equal sections are stored once", () => {
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
