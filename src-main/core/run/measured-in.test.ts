import { expect, test } from "vitest";
import type { MessageMetadata, StoredMessage } from "../../../src-preload/contract/domain/messages";
import { NO_FILES } from "../context/told-files";
import { measuredIn, type PromptReader } from "./prompt";

const model = { provider_id: "acme", model_id: "big" };
const reader = { model, language_model: { supportedUrls: {} }, files: NO_FILES } as PromptReader;

const call = (id: string, output: string) => ({
  type: "dynamic-tool",
  toolName: "look",
  toolCallId: id,
  state: "output-available",
  input: {},
  output,
});
const answer = (metadata: MessageMetadata): StoredMessage =>
  ({
    id: "m",
    session_id: "s",
    role: "assistant",
    created_at: 1,
    metadata: { model, sent_tokens: 100, context_tokens: 120, ...metadata },
    parts: [{ type: "step-start" }, call("a", "FIRST"), { type: "step-start" }, call("b", "SECOND")],
  }) as StoredMessage;

async function added(metadata: MessageMetadata): Promise<string> {
  const measured = await measuredIn([answer(metadata)], { summary_id: undefined, pruned_at: 0 }, reader);
  expect(measured?.tokens).toBe(120);
  return JSON.stringify(measured?.added);
}

test.each(["stop", "tool-limit", "aborted", "error", "interrupted"] as const)(
  "[TK-3] %s behind a counted step: what its tools returned comes on top, and nothing of the steps before",
  async (finish_reason) => {
    const on_top = await added({ finish_reason });
    expect(on_top).toContain("SECOND");
    expect(on_top).not.toMatch(/FIRST|tool-call/);
  },
);

test("[TK-3] a step that broke off was not counted, nor was what the tools before it returned", async () => {
  const on_top = await added({ finish_reason: "aborted", half_step: true });
  expect(on_top).toMatch(/FIRST.*tool-call.*SECOND/);
});
