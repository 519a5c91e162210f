import { beforeEach, expect, it, vi } from "vitest";
import type { PlacedDraft } from "../../../src-preload/contract/domain/drafts";
import type { CallResult, ErrorCode } from "../../../src-preload/contract/domain/errors";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { CallName } from "../../../src-preload/contract/window/calls";
import { forgetRetry, readDrafts, storeDraft } from "./draft-retry";

const A = "ses_a" as SessionId;
const B = "ses_b" as SessionId;

/** A core that keeps drafts of composers, while it can: answered in order, as the real one does. */
const stored = new Map<SessionId | null, string>();
let refusal: ErrorCode | undefined;
const asked: string[] = [];
const at = (session_id: SessionId) => ({ kind: "composer", session_id }) as const;
const placed = (session_id: SessionId, text = ""): PlacedDraft[] =>
  text === "" ? [] : [{ place: at(session_id), text }];
vi.stubGlobal("window", {
  braid: {
    call: async (
      name: CallName,
      input: PlacedDraft & { session_id: SessionId },
    ): Promise<CallResult<PlacedDraft[] | undefined>> => {
      if (name === "draft.read")
        return { ok: true, value: placed(input.session_id, stored.get(input.session_id)) };
      asked.push(input.text);
      if (refusal !== undefined) return { ok: false, error: { code: refusal, message: "no" } };
      stored.set(input.place.session_id, input.text);
      return { ok: true, value: undefined };
    },
  },
});

const save = (session_id: SessionId, text: string) => storeDraft({ place: at(session_id), text });
const failing = async (code: ErrorCode, ...saves: [SessionId, string][]) => {
  refusal = code;
  for (const [session_id, text] of saves)
    await expect(save(session_id, text)).rejects.toMatchObject({ code });
  refusal = undefined;
};

beforeEach(() => {
  for (const session_id of [A, B]) forgetRetry(at(session_id));
  stored.clear();
  asked.length = 0;
});

it("[QU-2] what could not be stored is read in place of what is, until something newer is stored or it is sent", async () => {
  await save(A, "old");
  await failing("STORE_UNAVAILABLE", [A, "new"]);
  expect(await readDrafts(A)).toEqual(placed(A, "new"));
  expect(await readDrafts(B)).toEqual(placed(B, ""));
  await save(A, "newest");
  expect(await readDrafts(A)).toEqual(placed(A, "newest"));
  await failing("STORE_UNAVAILABLE", [A, "sent"]);
  forgetRetry(at(A));
  expect(await readDrafts(A)).toEqual(placed(A, "newest"));
});

it("[QU-2] each that could not be stored is, once something can be; what came after it stays", async () => {
  await failing("STORE_UNAVAILABLE", [A, "a"], [B, "b"]);
  // Two at once: what is kept of the first must not come after its successor.
  await Promise.all([save(B, "b, and more"), save(A, "a, and more")]);
  await failing("STORE_UNAVAILABLE", [A, "last of a"]);
  await save(B, "last of b");
  await expect.poll(() => stored.get(A)).toBe("last of a");
  expect(stored.get(B)).toBe("last of b");
  expect(asked).toEqual(["a", "b", "b, and more", "a, and more", "last of a", "last of b", "last of a"]);
});

it("[QU-2] what is refused for another reason is kept and not tried again; of a session that is gone nothing is", async () => {
  await failing("INVALID_INPUT", [A, "too long"]);
  await failing("SESSION_NOT_FOUND", [B, "gone"]);
  await save(B, "b");
  expect(await readDrafts(A)).toEqual(placed(A, "too long"));
  expect(await readDrafts(B)).toEqual(placed(B, "b"));
  expect(asked).toEqual(["too long", "gone", "b"]);
});
