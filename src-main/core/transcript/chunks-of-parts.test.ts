import fc from "fast-check";
import { expect, it } from "vitest";
import { validStream } from "../../../e2e/fixtures/chunks";
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

it("[LY-4] the chunks of a settled message's parts make these parts again", () => {
  fc.assert(
    fc.property(validStream(ID), (chunks) => {
      const fold = foldAll(chunks);
      for (const chunk of closingChunks(fold, { tool_error: "aborted", keep_questions: true }))
        foldChunk(fold, chunk, NO_CHANGES);
      expect(foldAll(chunksOfParts(fold.parts)).parts).toEqual(fold.parts);
    }),
    { numRuns: 400 },
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
