import type { ClipboardEvent } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { QueueId, SessionId } from "../../../src-preload/contract/domain/ids";
import { notices } from "../../platform/notices";
import { mainThread } from "../../thread/thread";
import { MOST_IN_BOX } from "../../thread/writing/large-text";
import { editingOf, leave, onPaste, reopen } from "./editing";

const { saved } = vi.hoisted(() => {
  const saved: unknown[] = [];
  const call = async (name: string, input: unknown) => {
    if (name === "draft.save") saved.push(input);
    return { ok: true, value: undefined };
  };
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  vi.stubGlobal("window", { matchMedia, addEventListener: () => undefined, braid: { boot: {}, call } });
  vi.stubGlobal("matchMedia", matchMedia);
  return { saved };
});

const session_id = "ses_a" as SessionId;
const id = "que_a" as QueueId;
const LONG = "a line of a log\n".repeat(MOST_IN_BOX / 10);
const told = () => notices.getState().shown.map(({ kind }) => kind);

beforeEach(() => {
  leave(mainThread);
  saved.length = 0;
  notices.setState({ shown: [] });
  mainThread.view.setState({ session_id });
});

describe("[QU-1] a paste into the editor of a waiting message", () => {
  /** Returns true if the box took the text. */
  function takes(text: string, box: { textLength: number; selectionStart: number; selectionEnd: number }) {
    const preventDefault = vi.fn();
    const event = { clipboardData: { getData: () => text }, currentTarget: box, preventDefault };
    onPaste(event as unknown as ClipboardEvent<HTMLTextAreaElement>);
    return preventDefault.mock.calls.length === 0;
  }
  const text = LONG.slice(0, MOST_IN_BOX - 10);

  it("is taken as long as the box can lay out all of it", () => {
    expect(takes(text, { textLength: 10, selectionStart: 10, selectionEnd: 10 })).toBe(true);
    expect(takes(text, { textLength: 20, selectionStart: 5, selectionEnd: 15 })).toBe(true);
    expect(told()).toEqual([]);
  });

  it("is refused where the whole text would be too long, and the editor says so", () => {
    expect(takes(text, { textLength: 11, selectionStart: 11, selectionEnd: 11 })).toBe(false);
    expect(told()).toEqual(["error"]);
  });
});

describe("[QU-2] a kept draft of a waiting message", () => {
  const inserted: string[] = [];
  beforeEach(() => {
    inserted.length = 0;
    mainThread.register("composer", {
      focus: () => undefined,
      typed: () => "",
      clear: () => undefined,
      insert: (text) => inserted.push(text),
    });
  });

  it("opens the editor again", () => {
    reopen(mainThread, { id, text: "changed", as_of: 1 });
    expect(editingOf(mainThread).getState().editing?.text).toBe("changed");
    expect(inserted).toEqual([]);
  });

  it("moves into the composer where it is too long for the editor, and is deleted only then", async () => {
    mainThread.onFlush(() => saved.push("the composer's draft"));
    reopen(mainThread, { id, text: LONG, as_of: 1 });
    expect(editingOf(mainThread).getState().editing).toBeUndefined();
    expect(inserted).toEqual([LONG]);
    const place = { kind: "waiting", session_id, id };
    await expect.poll(() => saved).toEqual(["the composer's draft", { place, text: "" }]);
    expect(told()).toEqual(["error"]);
  });
});
