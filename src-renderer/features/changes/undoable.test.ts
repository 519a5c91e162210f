import { describe, expect, it } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { UndoEntry, UndoKind } from "../../../src-preload/contract/domain/timeline";
import { undoable } from "./undoable";

/** Newest first; `!` marks what was undone. */
function marked(...changes: `${string} ${UndoKind}${"" | "!"}`[]): string[] {
  const entries = changes.map((change, index): UndoEntry => {
    const [session_id = "", kind = ""] = change.split(" ");
    return {
      id: changes.length - index,
      kind: kind.replace("!", "") as UndoKind,
      session_id: session_id as SessionId,
      title: session_id,
      created_at: 0,
      ...(kind.endsWith("!") ? { undone_at: 1 } : {}),
      ...(changes.some((other) => other === `${session_id} delete`) ? { trashed: true } : {}),
    };
  });
  const found = undoable(entries);
  return changes.filter((_, index) => found.has(changes.length - index));
}

describe("[RW-7] what can be undone by itself", () => {
  it("is of each session the newest change of the conversation", () => {
    expect(marked("a rewind", "b retry", "a retry", "b restore")).toEqual(["a rewind", "b retry"]);
  });

  it("is the one before, where the newest was undone already", () => {
    expect(marked("a rewind!", "a retry", "a restore")).toEqual(["a retry"]);
  });

  it("[CP-7] counts a summary, and a change of one, among the changes of the conversation", () => {
    expect(marked("a summary", "a compact", "b compact", "a rewind")).toEqual(["a summary", "b compact"]);
    expect(marked("a summary!", "a compact", "a rewind")).toEqual(["a compact"]);
  });

  it("is the archive at any time, over and under what was changed in the conversation", () => {
    expect(marked("a rewind", "a archive", "a retry")).toEqual(["a rewind", "a archive"]);
  });

  it("[SE-6f] is an import as long as one of its sessions is outside of the trash, whatever was done to it", () => {
    const of = (id: number, is_left: boolean): UndoEntry => ({
      ...{ id, kind: "import", session_id: "a" as SessionId, title: "a.zip", created_at: 0 },
      imported: { count: 2, is_left },
    });
    const deleted: UndoEntry = {
      id: 9,
      kind: "delete",
      session_id: "a" as SessionId,
      title: "",
      created_at: 0,
    };
    expect([...undoable([deleted, of(2, true), of(1, false)])]).toEqual([9, 2]);
  });

  it("[SE-6f] is nothing in a session that is in the trash with its import", () => {
    const of = (id: number, kind: UndoKind, trashed?: true): UndoEntry => ({
      ...{ id, kind, session_id: "a" as SessionId, title: "", created_at: 0, ...(trashed && { trashed }) },
    });
    expect([...undoable([of(2, "rewind", true), of(1, "archive", true)])]).toEqual([]);
    expect([...undoable([of(2, "rewind"), of(1, "archive")])]).toEqual([2, 1]);
  });

  it("is nothing in the trash but the deletion, and everything before it once that was undone", () => {
    expect(marked("a delete", "a archive", "a rewind", "b rewind")).toEqual(["a delete", "b rewind"]);
    expect(marked("a delete!", "a archive", "a rewind")).toEqual(["a archive", "a rewind"]);
  });
});
