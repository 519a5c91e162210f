import { describe, expect, it } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { SessionSummary } from "../../../src-preload/contract/domain/sessions";
import { sessionsOf, treeRows } from "./session-rows";

const NOW = new Date(2026, 2, 18, 12).getTime();
const HOUR = 3_600_000;

/** `age` in hours; ids sort as the letters do. */
const session = (id: string, age: number, more: Partial<SessionSummary> = {}): SessionSummary => ({
  id: id as SessionId,
  title: id,
  agent: "chat",
  created_at: 0,
  updated_at: NOW - age * HOUR,
  ...more,
});
const of = (parent: string) => ({ parent_id: parent as SessionId });

const rows = (
  sessions: SessionSummary[],
  more: Partial<Parameters<typeof treeRows>[0]> = {},
  byFolder = false,
) =>
  treeRows({ pinned: [], sessions, above: [], folded: new Set(), next: undefined, ...more }, NOW, byFolder);
/** Groups in brackets, sessions with their level as dots. */
const shape = (found: ReturnType<typeof rows>) =>
  found
    .map((row) => (row.kind === "group" ? `[${row.group}]` : "·".repeat(row.level - 1) + row.session.id))
    .join(" ");

describe("the rows of the picker", () => {
  it("are grouped by day, pinned ones above", () => {
    const found = rows([session("d", 1), session("c", 20), session("b", 90), session("a", 2000)], {
      pinned: [session("p", 500, { pinned_at: 1 })],
    });
    expect(shape(found)).toBe("[pinned] p [today] d [yesterday] c [week] b [2025-12] a");
  });

  it("are grouped by folder where their user wants it: the folder that was used last comes first", () => {
    const inFolder = (id: string, age: number, path: string) => session(id, age, { workspace_root: path });
    const list = [
      session("e", 1, of("c")),
      inFolder("d", 2, "/a/app"),
      inFolder("c", 20, "/b/app"),
      session("b", 90),
      inFolder("a", 2000, "/a/app"),
    ];
    const found = rows(list, { pinned: [inFolder("p", 500, "/a/app")] }, true);
    expect(shape(found)).toBe("[pinned] p [folder /b/app] c ·e [folder /a/app] d a [folder ] b");
    expect(found.flatMap((row) => (row.kind === "group" ? [row.folder] : []))).toEqual([
      undefined,
      "b/app",
      "a/app",
      "",
    ]);
  });

  it("have branches under their session, where the newest of the family belongs", () => {
    const family = [
      session("c", 1, of("b")),
      session("d", 2),
      session("e", 30, of("a")),
      session("b", 50, of("a")),
      session("a", 100),
    ];
    expect(shape(rows(family))).toBe("[today] a ·b ··c ·e d");
    expect(shape(rows(family, { folded: new Set(["b" as SessionId]) }))).toBe("[today] a ·b ·e d");
    expect(shape(rows(family, { folded: new Set(["a" as SessionId]) }))).toBe("[today] a d");
  });

  it("say where a session stands among its siblings, and that this is not known while pages are to come", () => {
    const family = [session("c", 1, of("a")), session("b", 2), session("a", 3)];
    const places = (found: ReturnType<typeof rows>) =>
      sessionsOf(found).map(({ level, position, siblings, open }) => [level, position, siblings, open]);
    expect(places(rows(family))).toEqual([
      [1, 1, 2, true],
      [2, 1, 1, undefined],
      [1, 2, 2, undefined],
    ]);
    const next = { updated_at: 0, id: "a" as SessionId };
    expect(places(rows(family, { next })).map(([, , siblings]) => siblings)).toEqual([-1, 1, -1]);
  });

  it("[BR-3] have families whole whose beginnings are on pages to come, and nothing moves when those come", () => {
    const page = [session("e", 1, of("c")), session("f", 2)];
    const c = session("c", 40, of("a"));
    const a = session("a", 90);
    const other = session("b", 95);
    const whole = "[today] a ·c ··e f";
    expect(shape(rows(page, { above: [c, a] }))).toBe(whole);
    expect(shape(rows([...page, c], { above: [a] }))).toBe(whole);
    expect(shape(rows([...page, c, a]))).toBe(whole);
    expect(shape(rows(page, { above: [c, a, other] })), "of no use to anybody here").toBe(whole);
    expect(shape(rows(page, { above: [c] })), "its own beginning is in the archive").toBe("[today] c ·e f");
    const pinned = [session("a", 90, { pinned_at: 1 })];
    expect(shape(rows(page, { above: [c], pinned }))).toBe("[pinned] a ·c ··e [today] f");
  });

  it("let a branch stand for itself whose session has not come, or which is pinned", () => {
    expect(shape(rows([session("c", 1, of("a"))]))).toBe("[today] c");
    const pinned = [session("c", 1, { ...of("a"), pinned_at: 1 })];
    expect(shape(rows([session("a", 2)], { pinned }))).toBe("[pinned] c [today] a");
    expect(shape(rows([session("c", 1, of("a"))], { pinned: [session("a", 2, { pinned_at: 1 })] }))).toBe(
      "[pinned] a ·c",
    );
  });

  it("end, and lose nobody, where a damaged database goes in circles", () => {
    const found = rows([session("b", 1, of("a")), session("a", 2, of("b")), session("c", 3, of("c"))]);
    expect(shape(found)).toBe("[today] a ·b c");
  });
});
