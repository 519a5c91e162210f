import { describe, expect, it } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { SessionQuery } from "../../core/ports/session-store";
import { opened, stranger } from "../testing/stores";
import { newSession, tick } from "../testing/talk";
import { ANCESTORS_SQL, MOST_ABOVE } from "./ancestors";

/** Sessions, each branched from the one that its value names; the later the newer. */
function family(parents: Record<string, string | undefined>) {
  const { file, store } = opened();
  const ids = new Map<string, SessionId>();
  const db = stranger(file, { readonly: false });
  const link = db.prepare("UPDATE chat_sessions SET parent_id = ? WHERE id = ?");
  for (const [title, parent] of Object.entries(parents)) {
    const session = newSession({ title });
    store.createSession(session);
    ids.set(title, session.id);
    if (parent !== undefined) link.run(ids.get(parent), session.id);
  }
  const id = (title: string) => ids.get(title) as SessionId;
  const list = (query: Partial<SessionQuery> = {}) => {
    const { sessions, above } = store.listSessions({ limit: 1, archived: false, ...query });
    return [...sessions, "<", ...above].map((one) => (typeof one === "string" ? one : one.title)).join(" ");
  };
  return { file, store, db, id, list };
}

const FOUR = { a: undefined, b: "a", other: undefined, c: "b", d: "c" };

describe("what a page's sessions were branched from [BR-3]", () => {
  it("comes with the page, newest first, and is not told twice", () => {
    const { list, store, id } = family(FOUR);
    expect(list()).toBe("d < c b a");
    expect(list({ limit: 2 })).toBe("d c < b a");
    expect(list({ limit: 9 })).toBe("d c other b a <");
    const d = store.session(id("d"))?.session;
    expect(d && store.sessionsAbove(d).map(({ title }) => title)).toEqual(["c", "b", "a"]);
  });

  it("ends at what the list does not have: the archive, the trash, sidecars, other folders, other titles", () => {
    const { list, store, db, id } = family(FOUR);
    store.archiveSession(id("b"), true, tick());
    expect(list()).toBe("d < c");
    expect(list({ archived: true })).toBe("b <");
    store.archiveSession(id("b"), false, tick());
    store.trashSession(id("b"), true, tick());
    expect(list()).toBe("d < c");
    store.trashSession(id("b"), false, tick());
    db.prepare("INSERT INTO session_asides VALUES (?, ?, NULL)").run(id("a"), id("other"));
    expect(list()).toBe("d < c b");
    store.renameSession(id("d"), "red d");
    store.renameSession(id("c"), "red c");
    expect(list({ filter: "red" })).toBe("red d < red c");
    db.prepare("UPDATE chat_sessions SET workspace_root = '/w' WHERE id = ?").run(id("d"));
    expect(list({ workspace_root: "/w" })).toBe("red d <");
  });

  it("what is pinned stands for itself, and is among the pinned already", () => {
    const { list, store, id } = family(FOUR);
    store.markSession(id("b"), { pinned_at: 5 });
    expect(list({ pinned: false })).toBe("d < c");
    expect(list({ pinned: true })).toBe("b <");
    expect(list(), "where the pinned ones are no list of their own").toBe("d < c b a");
  });

  it("is bounded where a chain is very long, and ends where it goes in circles", () => {
    const { store, db, id } = family({ a: undefined, z: "a" });
    const add = db.prepare(
      `INSERT INTO chat_sessions (id, agent, title, parent_id, created_at, updated_at) VALUES (?, 'chat', 't', ?, 1, 1)`,
    );
    let last: string = id("a");
    for (let n = 0; n < 2 * MOST_ABOVE; n++) {
      const next = `ses_${String(n).padStart(26, "0")}`;
      add.run(next, last);
      last = next;
    }
    db.prepare("UPDATE chat_sessions SET parent_id = ? WHERE id = ?").run(last, id("z"));
    const above = () => store.listSessions({ limit: 1, archived: false }).above;
    expect(above()).toHaveLength(MOST_ABOVE);
    expect(above()[0]?.id).toBe(last);
    db.prepare("UPDATE chat_sessions SET parent_id = ? WHERE id = ?").run(id("z"), last);
    expect(above().map((one) => one.id)).toEqual([last]);
  });

  it("[SE-1] costs a look into a key for each of them, whatever else there is", () => {
    const { file } = family(FOUR);
    const db = stranger(file);
    db.function("session_has_words", { varargs: true }, () => 1);
    const steps = db
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${ANCESTORS_SQL}`)
      .all({ parents: "[]", archived: 0, workspace_root: null, words: "", pinned: 0 })
      .map(({ detail }) => detail);
    expect(steps.filter((step) => step.includes("SEARCH s "))).toHaveLength(2);
    for (const step of steps)
      expect(step).not.toMatch(/SCAN (?:s|chat_sessions|session_asides|session_tasks)\b/);
  });
});
