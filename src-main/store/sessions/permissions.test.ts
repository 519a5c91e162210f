import { describe, expect, it } from "vitest";
import type { PermissionRule } from "../../../src-preload/contract/domain/permissions";
import type { PermissionStore } from "../../core/ports/permission-store";
import { ask, opened } from "../testing/stores";
import { newSession, tick } from "../testing/talk";

const ROOT = "/home/ada/project";

const rule = (pattern: string, more: Partial<PermissionRule> = {}): PermissionRule => ({
  permission: "command",
  pattern,
  action: "allow",
  source: "project",
  added_at: 5,
  ...more,
});

function inFolder() {
  const { file, store } = opened();
  const { session } = store.createSession({ ...newSession(), workspace_root: ROOT });
  const place = { session_id: session.id, workspace_root: ROOT };
  const frame = { session_id: session.id, message_id: "msg_x" as never, parts: [], durable: true, now: 7 };
  const decide = (rules: PermissionRule[], decision: "session" | "project" | "once" = "project") =>
    store.decide({
      ...place,
      rules,
      frame,
      now: 7,
      decisions: [{ permission: "command", target: "make", decision, tool_call_id: "call_1" }],
    });
  return { file, store: store as typeof store & PermissionStore, place, decide };
}

describe("[PM-1] rules", () => {
  it("[PM-1a] of a session are its own, those of a folder hold in all of its sessions", () => {
    const { store, place, decide } = inFolder();
    decide([rule("make *"), rule("npm *", { source: "session" })]);
    expect(store.permissionRules(place)).toEqual([rule("npm *", { source: "session" }), rule("make *")]);
    const other = store.createSession({ ...newSession(), workspace_root: ROOT }).session;
    expect(store.permissionRules({ ...place, session_id: other.id })).toEqual([rule("make *")]);
    expect(store.permissionRules({ session_id: other.id })).toEqual([]);
    expect(store.permissionRules({ session_id: other.id, workspace_root: "/elsewhere" })).toEqual([]);
  });

  it("stand once, however often they are given, and go when they are taken back", () => {
    const { store, place, decide } = inFolder();
    decide([rule("make *"), rule("ls", { source: "session" })]);
    decide([rule("make *", { added_at: 9 }), rule("ls", { source: "session", added_at: 9 })]);
    expect(store.permissionRules(place).map(({ added_at }) => added_at)).toEqual([9, 9]);
    store.removeRule(place, rule("make *"));
    store.removeRule(place, rule("ls", { source: "session" }));
    store.removeRule(place, rule("never given"));
    expect(store.permissionRules(place)).toEqual([]);
  });

  it("tell how often they decided, and when they did last", () => {
    const { store, place, decide } = inFolder();
    decide([rule("make *")]);
    const note = (now: number, pattern = "make *") =>
      store.noteDecisions({
        ...place,
        now,
        decisions: [
          {
            permission: "command",
            target: "make all",
            decision: "rule-allow",
            tool_call_id: "call_2",
            rule: rule(pattern),
          },
        ],
      });
    note(20);
    note(30);
    note(40, "another");
    expect(store.listedRules(place)).toEqual([{ ...rule("make *"), used: 2, used_at: 30 }]);
  });
});

it("[PM-2] the ledger has each decision, newest first, and goes with its session", () => {
  const { file, store, place, decide } = inFolder();
  decide([], "once");
  decide([rule("make *")], "project");
  const [newest, ...older] = store.ledger(place.session_id, 10);
  expect(newest).toMatchObject({ permission: "command", target: "make", decision: "project", decided_at: 7 });
  expect(older.map(({ decision }) => decision)).toEqual(["once"]);
  expect(store.ledger(place.session_id, 1)).toHaveLength(1);
  expect(store.ledger(newSession().id, 10)).toEqual([]);
  const now = tick();
  store.trashSession(place.session_id, true, now);
  store.beginRemoval(place.session_id, now);
  while (!store.removeSome(place.session_id, 100));
  expect(ask(file, "SELECT count(*) AS rows FROM permission_decisions")).toEqual([{ rows: 0 }]);
});

it("[PM-2] an answer whose frame cannot be saved makes no rule and no entry", () => {
  const { store, place } = inFolder();
  const frame = {
    session_id: place.session_id,
    message_id: "msg_x" as never,
    parts: [
      {
        kind: "update" as const,
        id: "prt_none" as never,
        part: { type: "step-start" as const },
        settled: true,
      },
    ],
    durable: true,
    now: 7,
  };
  const decisions = [
    { permission: "command" as const, target: "make", decision: "project" as const, tool_call_id: "call_1" },
  ];
  expect(() => store.decide({ ...place, rules: [rule("make *")], decisions, frame, now: 7 })).toThrow();
  expect(store.permissionRules(place)).toEqual([]);
  expect(store.ledger(place.session_id, 10)).toEqual([]);
});

it("a folder's mode is ordinary until somebody says otherwise", () => {
  const { store } = inFolder();
  expect(store.permissionMode(ROOT)).toBe("ordinary");
  store.setPermissionMode(ROOT, "strict", 1);
  store.setPermissionMode(ROOT, "edits", 2);
  expect(store.permissionMode(ROOT)).toBe("edits");
  expect(store.permissionMode("/elsewhere")).toBe("ordinary");
});

it("recent folders come newest first, each once", () => {
  const { store } = opened();
  const roots = ["/b", "/a", "/c", "/a"];
  for (const workspace_root of roots) store.createSession({ ...newSession(), workspace_root });
  store.createSession(newSession());
  expect(store.recentFolders(10)).toEqual(["/a", "/c", "/b"]);
  expect(store.recentFolders(2)).toEqual(["/a", "/c"]);
});
