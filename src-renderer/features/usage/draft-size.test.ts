import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FILE_TOKENS } from "../../../src-preload/contract/domain/context";
import { mainThread } from "../../thread/thread";
import { draftSize } from "./draft-size";

const { call } = vi.hoisted(() => {
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  vi.stubGlobal("window", { matchMedia, addEventListener: () => undefined, braid: { boot: {} } });
  vi.stubGlobal("matchMedia", matchMedia);
  return { call: vi.fn() };
});
vi.mock("../../platform/bridge", async (original) => ({ ...(await original<object>()), call }));

const MODEL = { provider_id: "acme", model_id: "one" };
const NOTE = { sha256: "0".repeat(64), media_type: "text/plain", filename: "note.txt", size: 12 };

beforeEach(() => {
  vi.useFakeTimers();
  mainThread.model.store.setState({ picked: MODEL });
});
afterEach(() => vi.useRealTimers());

test("[TK-3f] files of the draft are guessed at once, counted after a pause, and gone when they are taken out", async () => {
  call.mockResolvedValue(42);
  mainThread.files.put([NOTE]);
  expect(draftSize.getState().tokens).toBe(FILE_TOKENS);
  await vi.runAllTimersAsync();
  expect(call).toHaveBeenCalledWith("context.measure", { model: MODEL, text: "", attachments: [NOTE] });
  expect(draftSize.getState().tokens).toBe(42);
  mainThread.files.drop([NOTE]);
  expect(draftSize.getState().tokens).toBe(0);
});

test("[TK-3f] a count that was overtaken by another file is dropped", async () => {
  let answer = (_: number) => {};
  call.mockReturnValueOnce(new Promise<number>((resolve) => (answer = resolve)));
  mainThread.files.put([NOTE]);
  await vi.advanceTimersByTimeAsync(1000);
  mainThread.files.put([{ ...NOTE, filename: "other.txt" }]);
  answer(42);
  await vi.advanceTimersByTimeAsync(0);
  expect(draftSize.getState().tokens).toBe(2 * FILE_TOKENS);
});
