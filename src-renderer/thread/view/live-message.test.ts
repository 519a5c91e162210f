import { readUIMessageStream } from "ai";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { BraidMessage, Chunk } from "../../../src-preload/contract/domain/messages";
import { LiveMessage } from "./live-message";

const ID = "msg_000000000000000000000000aa" as MessageId;

/** The message that the SDK itself makes of the same chunks, in one go. */
async function reference(chunks: Chunk[]): Promise<BraidMessage | undefined> {
  const stream = new ReadableStream<Chunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(structuredClone(chunk));
      controller.close();
    },
  });
  let last: BraidMessage | undefined;
  for await (const message of readUIMessageStream<BraidMessage>({ stream })) last = message;
  return last;
}

async function live(chunks: Chunk[], cuts: number[]): Promise<LiveMessage> {
  const message = new LiveMessage(ID);
  let from = 0;
  for (const cut of [...cuts, chunks.length]) {
    message.push(structuredClone(chunks.slice(from, cut)));
    from = Math.max(from, cut);
    // Some readers look between frames, some do not: neither may change the outcome.
    if (cut % 2 === 0) {
      await message.drained();
      expect(message.message.id).toBe(ID);
    }
  }
  await message.end();
  return message;
}

const text = fc.string({ maxLength: 12, unit: "binary" });
const words = (kind: "text" | "reasoning") =>
  fc.tuple(fc.uuid(), fc.array(text, { maxLength: 6 }), fc.boolean()).map(([id, deltas, signed]): Chunk[] => {
    const providerMetadata = { anthropic: { signature: "s".repeat(8) } };
    return [
      { type: `${kind}-start`, id },
      ...deltas.map((delta): Chunk => ({ type: `${kind}-delta`, id, delta })),
      ...(signed ? [{ type: `${kind}-delta`, id, delta: "", providerMetadata } as Chunk] : []),
      { type: `${kind}-end`, id },
    ];
  });
const json = fc.jsonValue({ maxDepth: 2 });
const tool = fc
  .record({
    toolCallId: fc.uuid(),
    input: json,
    output: json,
    cut: fc.nat(40),
    dynamic: fc.boolean(),
    end: fc.nat(3),
  })
  .map(({ toolCallId, input, output, cut, dynamic, end }): Chunk[] => {
    const call = { toolCallId, toolName: "read", ...(dynamic ? { dynamic } : {}) };
    const raw = JSON.stringify(input);
    const begin: Chunk[] = [
      { type: "tool-input-start", ...call },
      { type: "tool-input-delta", toolCallId, inputTextDelta: raw.slice(0, cut) },
      { type: "tool-input-delta", toolCallId, inputTextDelta: raw.slice(cut) },
    ];
    if (end === 0)
      return [...begin, { type: "tool-input-error", ...call, input: raw, errorText: "half-written" }];
    const available: Chunk[] = [...begin, { type: "tool-input-available", ...call, input }];
    if (end === 1) return [...available, { type: "tool-output-error", toolCallId, errorText: "failed" }];
    if (end === 2) return [...available, { type: "tool-output-available", toolCallId, output }];
    return [
      ...available,
      { type: "tool-output-available", toolCallId, output: null, preliminary: true },
      { type: "tool-output-available", toolCallId, output },
    ];
  });
const step = fc
  .array(fc.oneof(words("text"), words("reasoning"), tool), { maxLength: 5 })
  .map((parts): Chunk[] => [{ type: "start-step" }, ...parts.flat(), { type: "finish-step" }]);
const stream = fc
  .array(step, { maxLength: 4 })
  .map((steps): Chunk[] => [
    { type: "start", messageId: ID, messageMetadata: { model: { provider_id: "p", model_id: "m" } } },
    ...steps.flat(),
    { type: "message-metadata", messageMetadata: { finish_reason: "stop", usage: null } },
    { type: "finish" },
  ]);

describe("[LY-4] the live message", () => {
  it("is what the SDK's reducer makes of the chunks, however they were cut into frames", async () => {
    await fc.assert(
      fc.asyncProperty(stream, fc.array(fc.nat(60), { maxLength: 8 }), async (chunks, marks) => {
        const cuts = marks.map((mark) => Math.min(mark, chunks.length)).sort((a, b) => a - b);
        const message = await live(chunks, cuts);
        expect(message.failure).toBeUndefined();
        expect(message.message).toEqual(await reference(chunks));
      }),
      { numRuns: 80 },
    );
  });

  it("is unchanged by a replay into a fresh one, from its first chunk, at any moment", async () => {
    await fc.assert(
      fc.asyncProperty(stream, fc.nat(60), async (chunks, mark) => {
        const sofar = chunks.slice(0, Math.min(mark, chunks.length - 1));
        const first = new LiveMessage(ID);
        for (const chunk of sofar) first.push([structuredClone(chunk)]);
        await first.drained();
        const replayed = new LiveMessage(ID);
        replayed.push(structuredClone(sofar));
        await replayed.drained();
        expect(replayed.message).toEqual(first.message);
        first.detach();
        replayed.detach();
      }),
    );
  });

  it("keeps the identity of parts that have not changed, and never changes what was read", async () => {
    const message = new LiveMessage(ID);
    message.push([
      { type: "start", messageId: ID },
      { type: "text-start", id: "1" },
      { type: "text-delta", id: "1", delta: "first" },
      { type: "text-end", id: "1" },
      { type: "text-start", id: "2" },
      { type: "text-delta", id: "2", delta: "sec" },
    ]);
    await message.drained();
    const before = message.message;
    message.push([{ type: "text-delta", id: "2", delta: "ond" }]);
    await message.drained();
    const after = message.message;
    expect(after.parts[0]).toBe(before.parts[0]);
    expect(before.parts[1]).toMatchObject({ text: "sec" });
    expect(after.parts[1]).toMatchObject({ text: "second" });
    expect(message.message).toBe(after);
  });

  it("tells of the first change since it was read, once", async () => {
    let changes = 0;
    const message = new LiveMessage(ID, () => {
      changes += 1;
    });
    const delta: Chunk = { type: "text-delta", id: "1", delta: "x" };
    message.push([{ type: "start", messageId: ID }, { type: "text-start", id: "1" }, delta, delta, delta]);
    await message.drained();
    expect(changes).toBe(1);
    expect(message.message.parts).toHaveLength(1);
    message.push([delta]);
    await message.drained();
    expect(changes).toBe(2);
  });

  it("says so when the chunks make no sense, keeping what it had", async () => {
    const message = new LiveMessage(ID);
    message.push([
      { type: "start", messageId: ID },
      { type: "text-start", id: "1" },
      { type: "text-delta", id: "1", delta: "kept" },
      { type: "text-delta", id: "unknown", delta: "?" },
      { type: "text-delta", id: "1", delta: "lost" },
    ]);
    await message.drained();
    await message.end();
    expect(message.failure).toBeInstanceOf(Error);
    expect(message.message.parts[0]).toMatchObject({ text: "kept" });
  });

  it("reads on past an error chunk, which would end the SDK's reducer", async () => {
    const message = new LiveMessage(ID);
    message.push([
      { type: "start", messageId: ID },
      { type: "text-start", id: "1" },
      { type: "error", errorText: "no" },
      { type: "text-delta", id: "1", delta: "all" },
    ]);
    await message.end();
    expect(message.failure).toBeUndefined();
    expect(message.message.parts[0]).toMatchObject({ text: "all" });
  });

  it("[LY-3] can be left at any moment", async () => {
    const message = new LiveMessage(ID);
    message.push([{ type: "start", messageId: ID }]);
    await message.drained();
    message.detach();
    await message.finished;
    message.push([{ type: "finish" }]);
    await message.drained();
  });
});
