import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionId } from "../../../src-preload/contract/ids";
import { DraftKeeper, joinDraft, leftAfter } from "./draft-keeper";

const A = "ses_a" as SessionId;
const B = "ses_b" as SessionId;

describe("[QU-2] a draft", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function keeper() {
    const saved: [SessionId | null, string][] = [];
    return { saved, drafts: new DraftKeeper((session_id, text) => saved.push([session_id, text])) };
  }

  it("is saved once, a moment after the last key", () => {
    const { saved, drafts } = keeper();
    drafts.note(A, "h");
    vi.advanceTimersByTime(200);
    drafts.note(A, "he");
    vi.advanceTimersByTime(299);
    expect(saved).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(saved).toEqual([[A, "he"]]);
    vi.advanceTimersByTime(10_000);
    expect(saved).toHaveLength(1);
  });

  it("is saved every second while keys come without a pause", () => {
    const { saved, drafts } = keeper();
    for (let key = 1; key <= 30; key++) {
      drafts.note(A, "x".repeat(key));
      vi.advanceTimersByTime(100);
    }
    expect(saved.map(([, text]) => text.length)).toEqual([10, 20, 30]);
  });

  it("is saved at once when asked, and when another session is written in", () => {
    const { saved, drafts } = keeper();
    drafts.note(A, "one");
    drafts.note(B, "two");
    drafts.flush();
    drafts.flush();
    expect(saved).toEqual([
      [A, "one"],
      [B, "two"],
    ]);
  });

  it("is forgotten once it has been sent", () => {
    const { saved, drafts } = keeper();
    drafts.note(null, "sent");
    drafts.forget();
    vi.advanceTimersByTime(10_000);
    expect(saved).toEqual([]);
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
