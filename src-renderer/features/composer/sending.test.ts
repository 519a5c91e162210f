import type { KeyboardEvent } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import type { PlacedDraft } from "../../../src-preload/contract/domain/drafts";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { mainThread } from "../../thread/thread";
import { DraftOf } from "../../thread/writing/draft-of";
import { useSend, writesNext } from "./sending";

const { core } = vi.hoisted(() => {
  const core = { answers: [] as ((isStored: boolean) => void)[], saved: [] as unknown[] };
  const failed = { ok: false, error: { code: "STORE_UNAVAILABLE", message: "The disk is full." } };
  const call = (name: string, input: unknown) => {
    if (name === "draft.save") core.saved.push(input);
    if (name !== "session.send") return Promise.resolve({ ok: true, value: undefined });
    return new Promise((resolve) => {
      core.answers.push((isStored) => resolve(isStored ? { ok: true, value: { sent: {} } } : failed));
    });
  };
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  vi.stubGlobal("window", { matchMedia, addEventListener: () => undefined, braid: { boot: {}, call } });
  vi.stubGlobal("matchMedia", matchMedia);
  return { core };
});
vi.stubGlobal("navigator", { platform: "Linux" });
vi.mock("../../platform/notices", () => ({ clearErrors: () => undefined, reportError: () => undefined }));
vi.mock("react-dom", () => ({ flushSync: (run: () => void) => run() }));
// The hook is called once, without a page.
vi.mock("react", async (load) => ({
  ...(await load<typeof import("react")>()),
  useContext: () => mainThread,
  useState: (initial: unknown) => [initial, () => undefined],
}));

const HERE = "ses_a" as SessionId;
const THERE = "ses_b" as SessionId;
const box = { value: "", readOnly: false, focus: () => undefined } as HTMLTextAreaElement;
let draft: DraftOf;
let send: () => void;

const press = (key: string, held: Partial<KeyboardEvent> = {}) =>
  writesNext({ key, getModifierState: () => false, ...held } as KeyboardEvent<HTMLTextAreaElement>, draft);

async function answer(isStored: boolean): Promise<void> {
  await expect.poll(() => core.answers).toHaveLength(1);
  core.answers.pop()?.(isStored);
  await expect.poll(() => [draft.isSending, draft.next]).toEqual([false, ""]);
}

const savedTexts = () =>
  (core.saved as PlacedDraft[]).map(({ place, text }) => [place.session_id, text] as const);

beforeEach(async () => {
  core.saved.length = 0;
  mainThread.view.setState({ session_id: HERE });
  draft = new DraftOf(mainThread, { kind: "composer", session_id: HERE }, () => ({ text: box.value }));
  draft.box = box;
  [, send] = useSend({ current: box }, { current: draft }, (text) => {
    box.value = text;
  });
  mainThread.register("composer", {
    focus: () => undefined,
    typed: () => box.value,
    clear: () => undefined,
    insert: (text) => {
      box.value += box.value === "" ? text : `\n\n${text}`;
    },
  });
  box.value = "Hello";
  expect(press("x"), "before it is sent").toBe(false);
  send();
  await expect.poll(() => draft.isSending).toBe(true);
  for (const key of ["F", "i", "k", "Backspace", "g", "s"]) expect(press(key)).toBe(true);
  expect(box.value).toBe("Hello");
});

it("[QU-2] what is typed while a message is stored is the next message", async () => {
  await answer(true);
  expect(box.value).toBe("Figs");
});

it("[QU-2] what is typed while a message could not be stored stands behind it", async () => {
  send();
  await answer(false);
  expect(box.value).toBe("Hello\n\nFigs");
});

it.each([
  [true, "Figs"],
  [false, "Hello\n\nFigs"],
])(
  "[QU-2] what is typed before the session is left stays there, message stored: %s",
  async (isStored, kept) => {
    draft.end();
    mainThread.view.setState({ session_id: THERE });
    box.value = "elsewhere";
    await answer(isStored);
    expect(box.value).toBe("elsewhere");
    expect(savedTexts()).toEqual([[HERE, kept]]);
  },
);

it("a command writes nothing; AltGr writes everywhere, Option on a Mac", async () => {
  const altGr = { ctrlKey: true, altKey: true, getModifierState: () => true };
  expect([press("n", { ctrlKey: true }), press("n", { altKey: true })]).toEqual([false, false]);
  expect([press("Enter"), press("@", altGr)]).toEqual([false, true]);
  vi.stubGlobal("navigator", { platform: "MacIntel" });
  expect([press("@", { altKey: true }), press("n", { metaKey: true })]).toEqual([true, false]);
  await answer(true);
  expect(box.value).toBe("Figs@@");
});
