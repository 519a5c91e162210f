import { describe, expect, it } from "vitest";
import { BraidError } from "../../core/braid-error";
import { ask, opened, stranger } from "../testing/stores";
import { MODEL, newSession, tick, USAGE, wholeTurn } from "../testing/talk";
import { FILTER_SCAN } from "./session-list";

type Opened = ReturnType<typeof opened>;

const titledBy = (file: string) =>
  ask(file, "SELECT title, json_extract(metadata_json, '$.titled_by') AS titled_by FROM chat_sessions")[0];

describe("who names a session [SE-4]", () => {
  it("the title agent once, while the title is what it was asked about", () => {
    const { file, store } = opened();
    const { session_id } = wholeTurn(store);
    const basis = store.titleBasis(session_id);
    expect(basis?.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    if (basis === undefined) throw new Error("there is a basis");
    const { updated_at } = store.session(session_id)?.session ?? {};
    expect(store.decideTitle(session_id, basis, "Better")).toBe(true);
    expect(titledBy(file)).toEqual({ title: "Better", titled_by: "agent" });
    expect(store.session(session_id)?.session.updated_at).toBe(updated_at);
    expect(store.titleBasis(session_id)).toBeUndefined();
    expect(store.decideTitle(session_id, { title: "Better" }, "Again")).toBe(false);
    expect(titledBy(file)).toEqual({ title: "Better", titled_by: "agent" });
  });

  it("nobody any more, where the agent had nothing to say", () => {
    const { file, store } = opened();
    const { session_id } = wholeTurn(store);
    const basis = store.titleBasis(session_id);
    expect(basis && store.decideTitle(session_id, basis, undefined)).toBe(false);
    expect(titledBy(file)).toEqual({ title: basis?.title, titled_by: "words" });
    expect(store.titleBasis(session_id)).toBeUndefined();
  });

  it("its user, for good: before, while and after a title is made", () => {
    const { file, store } = opened();
    const { session_id } = wholeTurn(store);
    const basis = store.titleBasis(session_id);
    if (basis === undefined) throw new Error("there is a basis");
    // To the very same words: it is the user's all the same.
    store.renameSession(session_id, basis.title);
    expect(store.decideTitle(session_id, basis, "Better")).toBe(false);
    expect(titledBy(file)).toEqual({ title: basis.title, titled_by: "user" });
    const given = newSession();
    store.createSession({ ...given, titled_by: "user" });
    expect(store.titleBasis(given.id)).toBeUndefined();
  });
});

it("[TK-1] a call beside the turns is accounted in rows of its own, the session's sums are the turns' alone", () => {
  const { file, store } = opened();
  const { session_id } = wholeTurn(store);
  const before = store.session(session_id)?.billing;
  store.accountCall({ session_id, agent: "title", model: MODEL, usage: USAGE, estimated: true, now: 7 });
  expect(store.session(session_id)?.billing).toEqual(before);
  const rows = ask(
    file,
    "SELECT session_id, agent, model_json, usage_json, estimated, cost_usd, created_at FROM agent_calls",
  );
  expect(rows).toEqual([
    {
      session_id,
      agent: "title",
      model_json: JSON.stringify(MODEL),
      usage_json: JSON.stringify(USAGE),
      estimated: 1,
      cost_usd: null,
      created_at: 7,
    },
  ]);
});

describe("marks", () => {
  it("are set and taken off one by one, are no activity, and go with their session", () => {
    const { file, store } = opened();
    const { session_id } = wholeTurn(store);
    const plain = store.session(session_id)?.session;
    store.markSession(session_id, { pinned_at: 5 });
    store.markSession(session_id, { unread_since: 6 });
    const marked = { ...plain, pinned_at: 5, unread: true };
    expect(store.session(session_id)?.session).toEqual(marked);
    expect(store.listSessions({ limit: 1, archived: false }).sessions).toEqual([marked]);
    store.markSession(session_id, { pinned_at: null });
    store.markSession(session_id, { unread_since: null });
    expect(store.session(session_id)?.session).toEqual(plain);
    stranger(file, { readonly: false }).exec("PRAGMA foreign_keys = ON; DELETE FROM chat_sessions");
    expect(ask(file, "SELECT * FROM session_marks")).toEqual([]);
  });

  it("of a session that is none are refused", () => {
    const { store } = opened();
    const { id } = newSession();
    expect(() => store.markSession(id, { pinned_at: 1 })).toThrow(BraidError);
  });
});

describe("the filter [SE-1]", () => {
  function filled({ store }: Opened, count: number, titles: Record<number, string>): void {
    for (let n = 0; n < count; n++)
      store.createSession(newSession({ title: titles[n] ?? `Session ${n}`, now: tick() }));
  }
  /** All pages of a filter, and how many there were. */
  function pages({ store }: Opened, filter: string, limit = 50) {
    const found: string[] = [];
    let before: ReturnType<typeof store.listSessions>["next"];
    let count = 0;
    do {
      const page = store.listSessions({ limit, archived: false, filter, ...(before && { before }) });
      expect(page.sessions.length).toBeLessThanOrEqual(limit);
      found.push(...page.sessions.map(({ title }) => title));
      before = page.next;
      count += 1;
    } while (before !== undefined);
    return { found, count };
  }

  it("finds each match once, newest first, in pages", () => {
    const here = opened();
    filled(here, 30, {});
    const { found } = pages(here, "sEsSiOn 2", 3);
    expect(found).toEqual([29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 12, 2].map((n) => `Session ${n}`));
    expect(pages(here, " ").found).toHaveLength(30);
    expect(pages(here, "nothing").found).toEqual([]);
  });

  it.each([
    ["%", "100% sure"],
    ["_", "snake_case"],
    ["\\", "back\\slash"],
    ["'; DROP TABLE chat_sessions; --", "'; DROP TABLE chat_sessions; --"],
    ["uber grosse", "Über Größe"],
    ["ÜBER", "über alles"],
    ["hay  Needle", "A needle in the hay"],
    ["café", "CAFE"],
    ["ｆｕｌｌ", "full width"],
    ["猫", "猫の名前"],
  ])("%j is text, and finds %j", (filter, title) => {
    const here = opened();
    filled(here, 3, { 1: title });
    expect(pages(here, filter).found).toEqual([title]);
  });

  it("reads so many titles in a call and no more, however few match", () => {
    const here = opened();
    const count = 2 * FILTER_SCAN + 10;
    const insert = stranger(here.file, { readonly: false });
    const row = insert.prepare(
      "INSERT INTO chat_sessions (id, agent, title, created_at, updated_at) VALUES (?, 'chat', ?, ?, ?)",
    );
    insert.transaction(() => {
      for (let n = 0; n < count; n++)
        row.run(`ses_${String(n).padStart(26, "0")}`, n === 0 ? "Needle" : `Session ${n}`, n, n);
    })();
    expect(pages(here, "needle")).toEqual({ found: ["Needle"], count: 3 });
    expect(pages(here, "session", 200).found).toHaveLength(count - 1);
    expect(pages(here, "no such title")).toEqual({ found: [], count: 3 });
  });
});
