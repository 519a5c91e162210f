import fc from "fast-check";
import { expect, it } from "vitest";
import { validStream } from "../../../e2e/fixtures/chunks";
import { fuzzRuns } from "../../../e2e/fixtures/fuzz-runs";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { BraidPart, Chunk } from "../../../src-preload/contract/domain/messages";
import { chunksOfParts } from "./chunks-of-parts";
import { closingChunks } from "./closing";
import { createFold, foldChunk } from "./fold";

const ID = `msg_${"0".repeat(14)}${"a".repeat(12)}` as MessageId;
const NO_CHANGES = { changed: () => {}, grew: () => {} };

function foldAll(chunks: readonly Chunk[]) {
  const fold = createFold(ID, {});
  for (const chunk of chunks) foldChunk(fold, chunk, NO_CHANGES);
  return fold;
}

/** The name of a question that has its answer is not replayed. */
function withoutAnswered(part: BraidPart): BraidPart {
  if (!("approval" in part) || part.state === "approval-requested") return part;
  const { approval: _, ...rest } = part;
  return rest as BraidPart;
}

it("[LY-4] the chunks of a settled message's parts make these parts again", () => {
  fc.assert(
    fc.property(validStream(ID), (chunks) => {
      const fold = foldAll(chunks);
      for (const chunk of closingChunks(fold, { tool_error: "aborted", keep_questions: true }))
        foldChunk(fold, chunk, NO_CHANGES);
      expect(foldAll(chunksOfParts(fold.parts)).parts).toEqual(fold.parts.map(withoutAnswered));
    }),
    { numRuns: fuzzRuns(150) },
  );
});

it("[LY-6] a question that waits is there again, its call still asking", () => {
  const parts: BraidPart[] = [
    { type: "step-start" },
    {
      type: "tool-bash",
      toolCallId: "call_1",
      state: "approval-requested",
      input: { command: "ls" },
      approval: { id: "apr_1" },
    },
    {
      type: "data-permission",
      id: "apr_1",
      data: { tool_call_id: "call_1", tool_name: "bash", needs: [] },
    },
  ];
  expect(foldAll(chunksOfParts(parts)).parts).toEqual(parts);
});

it("[LY-6, RN-7] calls that were allowed before are told with their ends, and the fold takes them", () => {
  const parts: BraidPart[] = [
    {
      type: "tool-bash",
      toolCallId: "call_1",
      state: "output-available",
      input: { command: "ls" },
      output: { text: "a" },
      approval: { id: "apr_1" } as never,
    },
    {
      type: "data-permission",
      id: "apr_1",
      data: { tool_call_id: "call_1", tool_name: "bash", needs: [], answer: { decision: "once", at: 1 } },
    },
  ];
  expect(foldAll(chunksOfParts(parts)).parts).toEqual(parts.map(withoutAnswered));
});
