import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { validStream } from "../../../e2e/fixtures/chunks";
import { fuzzRuns } from "../../../e2e/fixtures/fuzz-runs";
import { asJson, reduceBySdk } from "../../../e2e/fixtures/sdk-reducer";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { BraidPart, Chunk } from "../../../src-preload/contract/domain/messages";
import { BraidError } from "../braid-error";
import { closingChunks } from "./closing";
import { createFold, foldChunk } from "./fold";
import { assertToolMove, type ToolState } from "./tool-states";

const ID = `msg_${"0".repeat(14)}${"a".repeat(12)}` as MessageId;
const NO_CHANGES = { changed: () => {}, grew: () => {} };

function foldAll(chunks: readonly Chunk[]) {
  const fold = createFold(ID, {});
  for (const chunk of chunks) foldChunk(fold, chunk, NO_CHANGES);
  return fold;
}

const asMessage = ({ id, metadata, parts }: ReturnType<typeof foldAll>) =>
  asJson({ id, role: "assistant" as const, metadata, parts });

test("[DB-1b] any valid stream folds to what the SDK's reducer makes of it", async () => {
  await fc.assert(
    fc.asyncProperty(validStream(ID), async (chunks) => {
      expect(asMessage(foldAll(chunks))).toEqual(await reduceBySdk(chunks));
    }),
    { numRuns: fuzzRuns(150) },
  );
});

test("[AB-2b] a stream cut anywhere and closed folds to what the SDK's reducer makes of the same chunks, nothing left open", async () => {
  await fc.assert(
    fc.asyncProperty(validStream(ID), fc.nat(), async (chunks, cut) => {
      const head = chunks.slice(0, 1 + (cut % (chunks.length - 1)));
      const ending: Chunk[] = [
        { type: "message-metadata", messageMetadata: { finish_reason: "aborted" } },
        { type: "finish" },
      ];
      const closing = [
        ...closingChunks(foldAll(head), { tool_error: "aborted", keep_questions: false }),
        ...ending,
      ];
      const fold = foldAll([...head, ...closing]);
      expect(asMessage(fold)).toEqual(await reduceBySdk([...head, ...closing]));
      expect(closingChunks(fold, { tool_error: "aborted", keep_questions: false })).toEqual([]);
      for (const part of fold.parts) {
        if ("state" in part)
          expect(part.state).not.toMatch(/^(streaming|input-streaming|input-available|approval-requested)$/);
      }
    }),
    { numRuns: fuzzRuns(150) },
  );
});

test("a chunk of a call costs the same however many calls there are", () => {
  const MANY = 2000;
  let looks = 0;
  const counted = new Proxy<BraidPart[]>([], {
    get(parts, name) {
      looks += 1;
      return Reflect.get(parts, name);
    },
  });
  const fold = { ...createFold(ID, {}), parts: counted };
  const ids = Array.from({ length: MANY }, (_, n) => `call_${n}`);
  for (const toolCallId of ids)
    foldChunk(fold, { type: "tool-input-start", toolCallId, toolName: "read" }, NO_CHANGES);
  for (const toolCallId of ids)
    foldChunk(fold, { type: "tool-input-available", toolCallId, toolName: "read", input: {} }, NO_CHANGES);
  for (const toolCallId of ids)
    foldChunk(fold, { type: "tool-output-available", toolCallId, output: "" }, NO_CHANGES);
  expect(looks).toBeLessThan(50 * MANY);
});

describe("[RN-10] what does not fit is refused by name, and changes nothing", () => {
  const begun: Chunk[] = [
    { type: "start-step" },
    { type: "tool-input-start", toolCallId: "a", toolName: "read" },
  ];
  const available: Chunk = { type: "tool-input-available", toolCallId: "a", toolName: "read", input: {} };
  const output: Chunk = { type: "tool-output-available", toolCallId: "a", output: 1 };
  const cases: [string, Chunk[], Chunk][] = [
    ["text that never began", [], { type: "text-delta", id: "x", delta: "?" }],
    [
      "text after its end",
      [
        { type: "text-start", id: "x" },
        { type: "text-end", id: "x" },
      ],
      { type: "text-delta", id: "x", delta: "?" },
    ],
    ["a second call by the same id", [...begun, available], available],
    [
      "a second beginning by the same id",
      begun,
      { type: "tool-input-start", toolCallId: "a", toolName: "read" },
    ],
    [
      "input for a call that never began",
      [],
      { type: "tool-input-delta", toolCallId: "a", inputTextDelta: "{" },
    ],
    ["a result before the input", begun, output],
    ["a result for nobody's call", [], output],
    ["a second result", [...begun, available, output], output],
    ["a chunk type nobody knows", [], { type: "wobble" } as unknown as Chunk],
    ["an error chunk", [], { type: "error", errorText: "x" }],
  ];
  test.each(cases)("%s", (_name, before, wrong) => {
    const fold = foldAll(before);
    const snapshot = structuredClone(fold.parts);
    expect(() => foldChunk(fold, wrong, NO_CHANGES)).toThrow(BraidError);
    expect(fold.parts).toEqual(snapshot);
  });
});

/** The contract's table. A preliminary output stands for itself: it may be followed by another, by the final one, or by an error. */
const MOVES = {
  "input-streaming": ["input-available", "output-error"],
  "input-available": ["approval-requested", "output-available", "output-error"],
  "approval-requested": ["approval-responded", "output-denied", "output-error"],
  "approval-responded": ["output-available", "output-error", "output-denied"],
  "output-available": [],
  "output-available (preliminary)": ["output-available", "output-error"],
  "output-error": [],
  "output-denied": [],
} satisfies Record<string, ToolState[]>;
const STATES = Object.keys(MOVES).filter((state) => !state.includes(" ")) as ToolState[];

/** The chunk that moves a call into a state; none does into `approval-responded`: a user's reply does. */
const INTO: Record<Exclude<ToolState, "approval-responded">, Chunk> = {
  "input-streaming": { type: "tool-input-start", toolCallId: "a", toolName: "read" },
  "input-available": { type: "tool-input-available", toolCallId: "a", toolName: "read", input: {} },
  "approval-requested": { type: "tool-approval-request", toolCallId: "a", approvalId: "q" },
  "output-available": { type: "tool-output-available", toolCallId: "a", output: 1 },
  "output-error": { type: "tool-output-error", toolCallId: "a", errorText: "x" },
  "output-denied": { type: "tool-output-denied", toolCallId: "a" },
};

function callIn(state: ToolState, preliminary: boolean): BraidPart {
  return {
    type: "tool-read",
    toolCallId: "a",
    state,
    input: {},
    ...(preliminary ? { output: 0, preliminary } : {}),
  } as BraidPart;
}

describe.each(Object.entries(MOVES))("a call in %s", (name, next: readonly ToolState[]) => {
  const preliminary = name.endsWith(" (preliminary)");
  const from = name.replace(" (preliminary)", "") as ToolState;

  test.each(STATES)("[SV-4a] tool parts move only along the listed transitions: into %s", (to) => {
    const move = () => assertToolMove(from, to, preliminary);
    if (next.includes(to)) expect(move).not.toThrow();
    else expect(move).toThrow(BraidError);
  });

  test.each(Object.entries(INTO))(
    "[SV-4a] a chunk that would move it elsewhere changes nothing: into %s",
    (to, chunk) => {
      const fold = createFold(ID, {}, [callIn(from, preliminary)]);
      const before = structuredClone(fold.parts);
      const move = () => foldChunk(fold, chunk, NO_CHANGES);
      if (next.includes(to as ToolState)) {
        expect(move).not.toThrow();
        expect(fold.parts).toMatchObject([{ toolCallId: "a", state: to }]);
      } else {
        expect(move).toThrow(BraidError);
        expect(fold.parts).toEqual(before);
      }
    },
  );
});

test("[SV-4c] text and reasoning only grow", async () => {
  await fc.assert(
    fc.property(validStream(ID), (chunks) => {
      const fold = createFold(ID, {});
      let before: string[] = [];
      for (const chunk of chunks) {
        foldChunk(fold, chunk, NO_CHANGES);
        const now = fold.parts.map((part) => ("text" in part ? `${part.type}:${part.text}` : part.type));
        expect(now.length).toBeGreaterThanOrEqual(before.length);
        for (const [index, words] of before.entries()) expect(now[index]?.startsWith(words)).toBe(true);
        before = now;
      }
    }),
    { numRuns: fuzzRuns(80) },
  );
});
