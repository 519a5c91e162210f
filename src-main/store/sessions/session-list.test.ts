import { describe, expect, it } from "vitest";
import { BraidError } from "../../core/braid-error";
import { ask, opened, stranger } from "../testing/stores";
import { newSession, tick, wholeTurn } from "../testing/talk";
import { FILTER_SCAN } from "./session-list";

type Opened = ReturnType<typeof opened>;

describe("the marks of a session", () => {
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
