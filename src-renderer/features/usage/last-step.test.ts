import { expect, test, vi } from "vitest";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { MessageMetadata, StoredMessage } from "../../../src-preload/contract/domain/messages";
import { MessageCell } from "../../thread/view/message-cell";
import { lastStepOf } from "./last-step";

vi.hoisted(() => {
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  vi.stubGlobal("window", { matchMedia, addEventListener: () => undefined, braid: { boot: {} } });
  vi.stubGlobal("matchMedia", matchMedia);
});

const message = (
  id: string,
  metadata: MessageMetadata,
  parts: StoredMessage["parts"] = [],
): StoredMessage => ({
  id: id as MessageId,
  session_id: "ses" as SessionId,
  role: "assistant",
  metadata,
  parts,
  created_at: 0,
});
const summary = new MessageCell(
  message("msg_1", {}, [
    {
      type: "data-compaction",
      data: { summary: "So far.", tail_start_id: "msg_2", op_id: "top_1" },
    },
  ]),
);
const live = (metadata: MessageMetadata) => new MessageCell(message("msg_3", metadata), true);
const summary_id = "msg_1" as MessageId;

test("[Z-5, TK-3] the last step of a live answer counts, and a settled answer is its session's affair", () => {
  const step = { context_tokens: 50 };
  expect(lastStepOf({ cells: [live(step)], more: false })).toBe(step);
  expect(lastStepOf({ cells: [live({})], more: false })).toBeUndefined();
  expect(lastStepOf({ cells: [new MessageCell(message("msg_3", step))], more: false })).toBeUndefined();
  expect(lastStepOf({ cells: [], more: false })).toBeUndefined();
});

test("[Z-5, TK-3] a step that was measured before a summary came is no measure of now", () => {
  const before = { context_tokens: 50 };
  const behind = { context_tokens: 20, summary_id };
  expect(lastStepOf({ cells: [summary, live(before)], more: false })).toBeUndefined();
  expect(lastStepOf({ cells: [summary, live(behind)], more: false })).toBe(behind);
  expect(lastStepOf({ cells: [live(behind)], more: false })).toBeUndefined();
  // Without the beginning nobody sees the summary.
  expect(lastStepOf({ cells: [live(behind)], more: true })).toBe(behind);
});
