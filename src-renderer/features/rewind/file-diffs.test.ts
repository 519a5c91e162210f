import { afterEach, expect, test, vi } from "vitest";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import { call } from "../../platform/bridge";
import { createFileDiffs } from "./file-diffs";

vi.mock("../../platform/bridge", () => ({
  call: vi.fn(),
  toErrorInfo: (error: Error) => ({ code: "INTERNAL", message: error.message }),
}));
afterEach(() => vi.mocked(call).mockReset());

/** By default the runner waits for one second, which a busy machine may need for a turn. */
const until = (check: () => void) => vi.waitFor(check, 30_000);

const turns = { session_id: "ses" as SessionId, message_id: "msg" as MessageId };
const asked = () =>
  vi.mocked(call).mock.calls.map(([, input]) => (input as unknown as { path: string }).path);

test("[RW-5] a diff is asked for once, and anew where that failed", async () => {
  vi.mocked(call).mockResolvedValueOnce({ none: "same" });
  vi.mocked(call).mockRejectedValueOnce(new Error("no disk"));
  vi.mocked(call).mockResolvedValueOnce({ none: "no-text" });
  const diffs = createFileDiffs(turns);
  await Promise.all([diffs.ask("/a"), diffs.ask("/a")]);
  await diffs.ask("/b");
  expect(diffs.store.getState()).toEqual({
    "/a": { none: "same" },
    "/b": { failure: { code: "INTERNAL", message: "no disk" } },
  });
  await diffs.ask("/b");
  expect(asked()).toEqual(["/a", "/b", "/b"]);
  expect(diffs.store.getState()["/b"]).toEqual({ none: "no-text" });
});

test("[RW-5] what the look before has found stands until the next has an answer", async () => {
  vi.mocked(call).mockResolvedValueOnce({ none: "same" });
  const before = createFileDiffs(turns);
  await before.ask("/a");
  vi.mocked(call).mockResolvedValueOnce({ none: "changed" });
  const diffs = createFileDiffs(turns, before);
  const asking = diffs.ask("/a");
  expect(diffs.store.getState()).toEqual({ "/a": { none: "same" } });
  await asking;
  expect(diffs.store.getState()).toEqual({ "/a": { none: "changed" } });
  expect(before.store.getState()).toEqual({ "/a": { none: "same" } });
});

test("[RW-5] the first files are asked for one after the other, until nobody looks any more", async () => {
  const looking = new AbortController();
  const answers: (() => void)[] = [];
  vi.mocked(call).mockImplementation(
    () => new Promise((resolve) => answers.push(() => resolve({ none: "same" } as never))),
  );
  const diffs = createFileDiffs(turns);
  const done = diffs.askInTurn(["/a", "/b", "/c"], looking.signal);
  expect(asked()).toEqual(["/a"]);
  answers[0]?.();
  await until(() => expect(asked()).toEqual(["/a", "/b"]));
  looking.abort();
  answers[1]?.();
  await done;
  expect(asked()).toEqual(["/a", "/b"]);
});
