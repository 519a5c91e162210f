import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import type { Tool } from "../../src-main/core/ports/tools";
import { MAX_UNACKED_BYTES } from "../../src-preload/contract/domain/feed";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { fuzzRuns } from "../fixtures/fuzz-runs";
import { ending, reply, type Script, type Step } from "../fixtures/provider/script";
import { removeSlice, type Slice, startSlice, textOf, type WireType } from "./slice";
import { type Acks, stored, Window } from "./window";

let slice: Slice;
afterEach(() => removeSlice(slice));

const WIRES: WireType[] = ["openai-compatible", "anthropic"];
const count: Tool = {
  name: "count",
  description: "Counts.",
  input_schema: { type: "object", properties: {} },
  execute: async (input) => ({ counted: input }),
};

const pieces = fc.array(
  fc.oneof(
    fc.constantFrom<Step[]>(
      [{ text: "word " }],
      [{ text: "\ud83d" }],
      [{ text: "\ude00 " }],
      [{ reasoning: "Hm. " }],
    ),
    fc.constant<Step[]>([{ delayMs: 2 }]),
  ),
  { minLength: 1, maxLength: 12 },
);
const toolStep = (n: number) =>
  pieces.map(
    (said): Script =>
      reply(...said.flat(), {
        tool: { id: `call_${n}`, name: "count", input: { n, text: "x".repeat(n) }, deltas: 3 },
      }),
  );
const broken = fc
  .tuple(pieces, fc.constantFrom<Step>({ reset: true }, { error: 529 }, { status: 503 }))
  .map(([said, end]): Script => [...said.flat(), end]);

/** A turn on the wire: steps with tools, failures that are retried before and after content, and an end of any kind. */
const turn: fc.Arbitrary<Script[]> = fc
  .tuple(
    fc
      .constantFrom(0, 1, 2)
      .chain((steps) => fc.tuple(...Array.from({ length: steps }, (_, n) => toolStep(n + 1)))),
    fc.array(broken, { maxLength: 2 }),
    fc.tuple(
      pieces,
      fc.constantFrom<Step[]>([...ending()], [...ending("length")], [{ end: true }], [{ status: 400 }]),
    ),
  )
  .map(([steps, failures, [said, end]]) => [
    ...steps,
    ...failures,
    [{ text: "Now: " }, ...said.flat(), ...end],
  ]);

interface Plan {
  /** After how many packets of the first window it attaches, and for how many more it stays. */
  attach: number;
  stay: number;
  acks: Acks;
}
const plan = fc.record({
  attach: fc.nat({ max: 30 }),
  stay: fc.nat({ max: 40 }),
  acks: fc.constantFrom<Acks>("soon", "late"),
});

/** Runs a turn with one window that stays, and others that come and go as planned; returns those that stayed to the end. */
async function watched(session_id: SessionId, plans: Plan[]): Promise<Window[]> {
  const windows: Window[] = [];
  const leaving: { window: Window; at: number }[] = [];
  const waiting = [...plans];
  let seen = 0;
  let over = false;
  const attach = ({ acks, stay }: Plan) => {
    const window = new Window(slice, session_id, acks);
    windows.push(window);
    if (stay < 30) leaving.push({ window, at: seen + stay });
  };
  const onPacket = () => {
    if (over) return;
    seen += 1;
    for (const due of waiting.filter((one) => one.attach <= seen))
      attach(waiting.splice(waiting.indexOf(due), 1)[0] ?? due);
    for (const { window } of leaving.filter(({ at }) => at <= seen)) {
      window.detach();
      windows.splice(windows.indexOf(window), windows.includes(window) ? 1 : 0);
    }
  };
  // In a task of its own: a window never attaches in the middle of what the core is doing.
  const first = new Window(slice, session_id, "soon", () => setImmediate(onPacket));
  await slice.rest(session_id);
  over = true;
  for (const late of waiting.splice(0)) attach({ ...late, stay: 99 });
  const all = [first, ...windows];
  while (!all.every((window) => window.rests)) await new Promise(setImmediate);
  // The list's last news comes after the status.
  await new Promise(setImmediate);
  return all;
}

describe.each(WIRES)("on the %s wire", (wire) => {
  test("[LY-4] [LY-3] any number of windows, attached and detached at any moment of a turn with retries and tools, end up with the database", async () => {
    slice = await startSlice({ wire, tools: [count], recorder: { save_buffer_ms: 1 } });
    const property = fc.asyncProperty(
      fc.array(turn, { minLength: 1, maxLength: 2 }),
      fc.array(plan, { maxLength: 5 }),
      async (turns, plans) => {
        const { session } = slice.service.sessions.create({});
        const session_id = session.id;
        for (const [index, scripts] of turns.entries()) {
          const queue = [...scripts];
          slice.provider.respond(() => queue.shift());
          slice.send({ session_id, text: `Question ${index}` });
          const windows = await watched(session_id, plans);
          const truth = stored(slice, session_id);
          for (const window of windows) {
            expect(window.oddities).toEqual([]);
            expect(await window.shown()).toEqual(truth);
            window.detach();
          }
        }
      },
    );
    await fc.assert(property, { numRuns: fuzzRuns(6), endOnFailure: true });
  });
});

test("[LY-3] every window gone: the run goes on, is recorded, and the next window finds it", async () => {
  slice = await startSlice();
  slice.provider.enqueue([
    { text: "Seen. " },
    { gate: "alone" },
    { text: "Unseen. " },
    { gate: "back" },
    ...reply("Seen again."),
  ]);
  const { session_id } = slice.ask();
  const watcher = slice.watch(session_id);
  await watcher.until(() => watcher.text === "Seen. ");
  watcher.detach();
  slice.provider.open("alone");
  await slice.provider.reached("back");
  const back = slice.watch(session_id);
  expect(back.status.state).toBe("busy");
  expect(back.snapshot.page.messages.map(textOf)).toEqual(["Hello?"]);
  await back.until(() => back.text === "Seen. Unseen. ");
  slice.provider.open("back");
  expect(textOf(await slice.rest(session_id))).toBe("Seen. Unseen. Seen again.");
  expect(watcher.text).toBe("Seen. ");
});

const LONG = "x".repeat(1023).concat("\n");

test("[LY-4] a window that hangs is sent little, let go, hurts nobody, and has it all when it attaches again", async () => {
  slice = await startSlice();
  slice.provider.enqueue([{ chunks: { count: 5000, text: LONG } }, ...ending()]);
  const { session_id } = slice.ask();
  const frozen = new Window(slice, session_id, "never");
  const awake = new Window(slice, session_id, "soon");
  const answer = await slice.rest(session_id);
  expect(textOf(answer)).toBe(LONG.repeat(5000));
  expect(answer.metadata.finish_reason).toBe("stop");
  expect(frozen.closed).toBe(true);
  expect(frozen.bytes).toBeLessThan(2 * MAX_UNACKED_BYTES);
  expect(awake.closed).toBe(false);
  const again = new Window(slice, session_id);
  const truth = stored(slice, session_id);
  for (const window of [awake, again]) expect(await window.shown()).toEqual(truth);
});

test("[LY-4] a window that attaches late to a very long answer catches up while it goes on", async () => {
  slice = await startSlice();
  slice.provider.enqueue([
    { chunks: { count: 2000, text: LONG } },
    { gate: "long" },
    { chunks: { count: 500, text: LONG } },
    ...ending(),
  ]);
  const { session_id } = slice.ask();
  const first = slice.watch(session_id);
  await slice.provider.reached("long");
  await first.until(() => first.text.length === 2000 * LONG.length);
  const late = new Window(slice, session_id, "late");
  slice.provider.open("long");
  await slice.rest(session_id);
  expect(late.closed).toBe(false);
  while (!late.rests) await new Promise(setImmediate);
  expect(late.oddities).toEqual([]);
  expect((await late.shown()).messages).toEqual(stored(slice, session_id).messages);
});

test("[LY-4] what comes before caught-up is the replay: once for each attachment, with no word missing or doubled", async () => {
  slice = await startSlice();
  slice.provider.enqueue([{ text: "one " }, { text: "two " }, { gate: "half" }, ...reply("three")]);
  const { session_id } = slice.ask();
  const first = slice.watch(session_id);
  await first.until(() => first.text === "one two ");
  const second = slice.watch(session_id);
  await second.until(() => second.events.some(({ type }) => type === "caught-up"));
  const replayed = second.events.slice(
    0,
    second.events.findIndex(({ type }) => type === "caught-up"),
  );
  expect(
    replayed.flatMap((event) =>
      event.type === "chunks" ? event.chunks.map(({ type }) => type) : [event.type],
    ),
  ).toEqual(["start", "message-metadata", "start-step", "text-start", "text-delta"]);
  slice.provider.open("half");
  await Promise.all([first.rest(), second.rest()]);
  expect([first.text, second.text]).toEqual(["one two three", "one two three"]);
  for (const { events } of [first, second])
    expect(events.filter(({ type }) => type === "caught-up")).toHaveLength(1);
});
