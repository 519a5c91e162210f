import { beforeEach, expect, it, vi } from "vitest";
import type { CallInput, CallName } from "../../src-preload/contract/calls";
import type { CallResult, ErrorCode } from "../../src-preload/contract/errors";
import type { SessionId } from "../../src-preload/contract/ids";
import type { Draft } from "../../src-preload/contract/types";
import { forgetUnstored, readDraft, storeDraft } from "./unstored";

const A = "ses_a" as SessionId;
const B = "ses_b" as SessionId;

/** A core that keeps drafts of composers, while it can: answered in order, as the real one does. */
const stored = new Map<SessionId | null, Draft>();
let trouble: ErrorCode | undefined;
const asked: string[] = [];
vi.stubGlobal("window", {
  braid: {
    call: async (name: CallName, input: CallInput<"draft.save">): Promise<CallResult<Draft | undefined>> => {
      const { session_id, ...draft } = input;
      if (name === "draft.read") return { ok: true, value: stored.get(session_id) ?? { text: "" } };
      asked.push(draft.text);
      if (trouble !== undefined) return { ok: false, error: { code: trouble, message: "no" } };
      stored.set(session_id, draft);
      return { ok: true, value: undefined };
    },
  },
});

const save = (session_id: SessionId, text: string) => storeDraft("draft.save", { session_id, text });
const failing = async (code: ErrorCode, ...saves: [SessionId, string][]) => {
  trouble = code;
  for (const [session_id, text] of saves)
    await expect(save(session_id, text)).rejects.toMatchObject({ code });
  trouble = undefined;
};

beforeEach(() => {
  for (const session_id of [A, B]) forgetUnstored("draft.save", session_id);
  stored.clear();
  asked.length = 0;
});

it("[QU-2] what could not be stored is read in place of what is, until something newer is stored or it is sent", async () => {
  await save(A, "old");
  await failing("STORE_UNAVAILABLE", [A, "new"]);
  expect(await readDraft(A)).toEqual({ text: "new" });
  expect(await readDraft(B)).toEqual({ text: "" });
  await save(A, "newest");
  expect(await readDraft(A)).toEqual({ text: "newest" });
  await failing("STORE_UNAVAILABLE", [A, "sent"]);
  forgetUnstored("draft.save", A);
  expect(await readDraft(A)).toEqual({ text: "newest" });
});

it("[QU-2] each that could not be stored is, once something can be; what came after it stays", async () => {
  await failing("STORE_UNAVAILABLE", [A, "a"], [B, "b"]);
  // Two at once: what is kept of the first must not come after its successor.
  await Promise.all([save(B, "b, and more"), save(A, "a, and more")]);
  await failing("STORE_UNAVAILABLE", [A, "last of a"]);
  await save(B, "last of b");
  await expect.poll(() => stored.get(A)).toEqual({ text: "last of a" });
  expect(stored.get(B)).toEqual({ text: "last of b" });
  expect(asked).toEqual(["a", "b", "b, and more", "a, and more", "last of a", "last of b", "last of a"]);
});

it("[QU-2] what is refused for another reason is kept and not tried again; of a session that is gone nothing is", async () => {
  await failing("INVALID_INPUT", [A, "too long"]);
  await failing("SESSION_NOT_FOUND", [B, "gone"]);
  await save(B, "b");
  expect(await readDraft(A)).toEqual({ text: "too long" });
  expect(await readDraft(B)).toEqual({ text: "b" });
  expect(asked).toEqual(["too long", "gone", "b"]);
});
