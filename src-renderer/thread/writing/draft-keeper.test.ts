import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { DraftKeeper, joinDraft, leftAfter } from "./draft-keeper";

const A = "ses_a" as SessionId;
const B = "ses_b" as SessionId;

describe("[QU-2] a draft", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function keeper() {
    const saved: [SessionId | null, string][] = [];
    const drafts = new DraftKeeper((session_id, { text }) => saved.push([session_id, text]));
    const type = (session_id: SessionId | null, text: string) =>
      drafts.note(session_id, () => ({ text }), text.length);
    return { saved, drafts, type };
  }

  it("is saved once, a moment after the last key", () => {
    const { saved, type } = keeper();
    type(A, "h");
    vi.advanceTimersByTime(200);
    type(A, "he");
    vi.advanceTimersByTime(299);
    expect(saved).toEqual([]);
    vi.advanceTimersByTime(2);
    expect(saved).toEqual([[A, "he"]]);
    vi.advanceTimersByTime(10_000);
    expect(saved).toHaveLength(1);
  });

  it("is saved every second while keys come without a pause", () => {
    const { saved, type } = keeper();
    for (let key = 1; key <= 30; key++) {
      type(A, "x".repeat(key));
      vi.advanceTimersByTime(100);
    }
    expect(saved.map(([, text]) => text.length)).toEqual([10, 20, 30]);
  });

  it("that is a book is saved after longer pauses, and not read before", () => {
    const save = vi.fn();
    const read = vi.fn(() => ({ text: "" }));
    const drafts = new DraftKeeper(save);
    for (let key = 0; key < 30; key++) {
      drafts.note(A, read, 2_000_000);
      vi.advanceTimersByTime(100);
    }
    expect(read).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5000);
    expect(save).toHaveBeenCalledOnce();
  });

  it("is saved at once when asked, and when another session is written in", () => {
    const { saved, drafts, type } = keeper();
    type(A, "one");
    type(B, "two");
    drafts.flush();
    drafts.flush();
    expect(saved).toEqual([
      [A, "one"],
      [B, "two"],
    ]);
  });

  it("is saved as it is before it is sent, and holds nothing of what was sent afterwards, whatever the window shows then", () => {
    const { saved, drafts, type } = keeper();
    type(A, "hello");
    drafts.begin(A, "hello");
    expect(saved.splice(0)).toEqual([[A, "hello"]]);
    type(A, "hello and");
    // The window shows another session before the answer comes.
    type(B, "there");
    vi.advanceTimersByTime(10_000);
    expect(saved.splice(0)).toEqual([[B, "there"]]);
    drafts.sent(A);
    expect(saved).toEqual([[A, " and"]]);
    drafts.flush();
    vi.advanceTimersByTime(10_000);
    expect(saved).toHaveLength(1);
  });

  it("of a session to be, typed on while the session is made, is that session's", () => {
    const { saved, drafts, type } = keeper();
    drafts.begin(null, "hello");
    type(null, "hello and");
    drafts.sent(B);
    vi.advanceTimersByTime(10_000);
    expect(saved).toEqual([[B, " and"]]);
  });

  it("is whole again where the message was not stored", () => {
    const { saved, drafts, type } = keeper();
    drafts.begin(A, "hello");
    type(A, "hello and");
    vi.advanceTimersByTime(10_000);
    expect(saved).toEqual([]);
    drafts.failed();
    expect(saved).toEqual([[A, "hello and"]]);
  });

  it("is saved when the page goes, in the midst of sending too", () => {
    const { saved, drafts, type } = keeper();
    drafts.begin(A, "hello");
    type(A, "hello and");
    drafts.close();
    expect(saved).toEqual([[A, " and"]]);
  });

  it("and what was typed before it came are both kept", () => {
    expect(joinDraft("stored", "typed")).toBe("stored\ntyped");
    expect(joinDraft("stored", "")).toBe("stored");
    expect(joinDraft("", "typed")).toBe("typed");
  });

  it("of what was typed on while sending stays", () => {
    expect(leftAfter("hello", "hello")).toBe("");
    expect(leftAfter("hello", "hello and")).toBe(" and");
    expect(leftAfter("hello", "changed")).toBe("changed");
  });
});
