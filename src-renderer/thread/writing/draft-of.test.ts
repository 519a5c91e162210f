import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PlacedDraft } from "../../../src-preload/contract/domain/drafts";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { mainThread } from "../thread";
import { DraftOf } from "./draft-of";

vi.mock("../../platform/notices", () => ({ clearErrors: () => undefined, reportError: () => undefined }));

const saved: string[] = [];
vi.stubGlobal("window", {
  braid: {
    call: async (_name: string, { text }: PlacedDraft) => {
      saved.push(text);
      return { ok: true, value: undefined };
    },
  },
});

/** An answer of the core that has not come yet. */
function later() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** The draft of a composer in which `typed` stands. */
function draftOf(typed = { text: "" }) {
  const draft = new DraftOf(mainThread, { kind: "composer", session_id: "ses_a" as SessionId }, () => ({
    ...typed,
  }));
  const type = (text: string) => {
    typed.text = text;
    draft.note();
  };
  return { draft, type };
}

describe("[QU-2] a draft", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    saved.length = 0;
  });
  afterEach(() => void vi.useRealTimers());

  it("is saved once, a moment after the last key", () => {
    const { type } = draftOf();
    type("h");
    vi.advanceTimersByTime(200);
    type("he");
    vi.advanceTimersByTime(299);
    expect(saved).toEqual([]);
    vi.advanceTimersByTime(10_000);
    expect(saved).toEqual(["he"]);
  });

  it("is not saved again when the stored one is put in front of its user", () => {
    const { draft, type } = draftOf();
    draft.putStored(() => type("stored"));
    draft.flush();
    vi.advanceTimersByTime(10_000);
    expect(saved).toEqual([]);
  });

  it("is saved with what was typed before the stored one came", () => {
    const { draft, type } = draftOf();
    type("typed");
    draft.putStored(() => type("stored and typed"));
    vi.advanceTimersByTime(300);
    expect(saved).toEqual(["stored and typed"]);
  });

  it("is saved every second while keys come without a pause", () => {
    const { type } = draftOf();
    for (let key = 1; key <= 30; key++) {
      type("x".repeat(key));
      vi.advanceTimersByTime(100);
    }
    expect(saved.map(({ length }) => length)).toEqual([10, 20, 30]);
  });

  it("that is a book is saved after longer pauses", () => {
    const { type } = draftOf();
    const book = "x".repeat(2_000_000);
    type(book);
    vi.advanceTimersByTime(300);
    expect(saved).toHaveLength(1);
    for (let key = 0; key < 30; key++) {
      type(book);
      vi.advanceTimersByTime(100);
    }
    expect(saved).toHaveLength(1);
    vi.advanceTimersByTime(5000);
    expect(saved).toHaveLength(2);
  });

  it("is saved at once when its session is left, or its page goes, and not again", () => {
    const { draft, type } = draftOf();
    type("one");
    mainThread.flush();
    expect(saved).toEqual(["one"]);
    type("one, two");
    draft.end();
    type("of another session");
    vi.advanceTimersByTime(10_000);
    mainThread.flush();
    expect(saved).toEqual(["one", "one, two"]);
    expect(draft.isOver).toBe(true);
  });

  it("is saved before it is sent, takes no key meanwhile, and is not saved after that", async () => {
    const { draft, type } = draftOf();
    draft.box = { readOnly: false } as HTMLTextAreaElement;
    type("hello");
    const stored = later();
    const sent = draft.send(() => stored.promise);
    expect([saved, draft.isSending, draft.box.readOnly]).toEqual([["hello"], true, true]);
    type("hello and");
    expect(await draft.send(() => Promise.reject(new Error("sent twice")))).toBe(false);
    stored.resolve();
    expect(await sent).toBe(true);
    expect(draft.box.readOnly).toBe(false);
    vi.advanceTimersByTime(10_000);
    expect(saved).toEqual(["hello"]);
  });

  it("that was left while it was sent gives its box to the next, and is closed by nobody", async () => {
    const { draft, type } = draftOf();
    draft.box = { readOnly: false } as HTMLTextAreaElement;
    type("hello");
    const stored = later();
    const sent = draft.send(() => stored.promise);
    draft.end();
    expect(draft.box.readOnly).toBe(false);
    draft.box.readOnly = true;
    stored.resolve();
    expect(await sent).toBe(false);
    expect(draft.box.readOnly, "the box is another draft's by now").toBe(true);
  });

  it("stays, and takes keys again, where the message was not stored", async () => {
    const { draft, type } = draftOf();
    draft.box = { readOnly: false } as HTMLTextAreaElement;
    type("hello");
    await expect(draft.send(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(draft.box.readOnly).toBe(false);
    type("hello and");
    draft.end();
    expect(saved).toEqual(["hello", "hello and"]);
  });

  it("that is dropped is stored as nothing", () => {
    const { draft, type } = draftOf();
    type("hello");
    draft.discard();
    vi.advanceTimersByTime(10_000);
    expect(saved).toEqual([""]);
  });
});
