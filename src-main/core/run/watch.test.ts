import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";
import type { BraidError } from "../braid-error";
import { inEnglish } from "../english";
import { timesFor, watch } from "./watch";

const TIMES = { first_chunk_timeout_ms: 60_000, stall_timeout_ms: 30_000 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  return () => vi.useRealTimers();
});

/** A source whose parts and bytes come when the test says so. */
function watched(waits = timesFor({}, TIMES)) {
  const { readable, writable } = new TransformStream<string, string>(undefined, undefined, {
    highWaterMark: 9,
  });
  const writer = writable.getWriter();
  const parts: string[] = [];
  let onBytes = () => {};
  const reading = (async () => {
    const open = (tell: () => void) => {
      onBytes = tell;
      return readable[Symbol.asyncIterator]();
    };
    for await (const part of watch(open, new AbortController().signal, waits, () => true)) parts.push(part);
    return "ended";
  })().catch((error: unknown) => error);
  return {
    reading,
    parts,
    async say(part: string) {
      await writer.write(part);
      while (!parts.includes(part)) await nextTurn();
    },
    /** Nothing but a ping every 20 s. */
    async ping(ms: number) {
      for (let passed = 0; passed < ms; passed += 20_000) {
        await vi.advanceTimersByTimeAsync(20_000);
        onBytes();
      }
    },
    end: () => writer.close(),
  };
}

const stalled = (key: string, seconds: number) => ({
  info: { code: "PROVIDER_STALLED", message: { key, params: { seconds } } },
});

test("[RN-8] real silence ends the wait, before the first word and after it", async () => {
  const first = watched();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await first.reading).toMatchObject(stalled("stall.nothing", 60));
  const later = watched();
  await later.say("Hello");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await later.reading).toMatchObject(stalled("stall.silent", 30));
});

test("[RN-8] a model that thinks without a word goes on while its provider pings", async () => {
  const { say, ping, end, reading, parts } = watched();
  await ping(500_000);
  await say("Hello");
  await ping(280_000);
  await say("again.");
  await ping(280_000);
  await end();
  expect(await reading).toBe("ended");
  expect(parts).toEqual(["Hello", "again."]);
});

test("[RN-8] a provider that only pings ends at ten times the limit", async () => {
  const first = watched();
  await first.ping(600_000);
  expect(await first.reading).toMatchObject(stalled("stall.nothing", 600));
  const later = watched();
  await later.say("Hello");
  await later.ping(300_000);
  expect(await later.reading).toMatchObject(stalled("stall.silent", 300));
});

test("[RN-8] bytes that come after the end begin no wait", async () => {
  const { say, ping, end, reading } = watched();
  await say("Hello");
  await end();
  expect(await reading).toBe("ended");
  await ping(20_000);
  expect(vi.getTimerCount()).toBe(0);
});

test("[RN-8] a stall names the setting that gives the model more time", async () => {
  const hintOf = async ({ reading }: ReturnType<typeof watched>) => {
    const { info } = (await reading) as BraidError;
    return info.hint && inEnglish(info.hint);
  };
  const first = watched();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await hintOf(first)).toContain("“Time-out for the first word”");
  const later = watched();
  await later.say("Hello");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await hintOf(later)).toContain("“Time-out between words”");
});

test("[RN-8] a server on this computer has ten minutes to begin and five for a silence, and more where the settings say so", () => {
  const silences = ({ first, later }: ReturnType<typeof timesFor>) => [first.silent_ms, later.silent_ms];
  expect(silences(timesFor({}, TIMES))).toEqual([60_000, 30_000]);
  expect(silences(timesFor({ nearby: true }, TIMES))).toEqual([600_000, 300_000]);
  const patient = { first_chunk_timeout_ms: 3_600_000, stall_timeout_ms: 3_600_000 };
  expect(silences(timesFor({ nearby: true }, patient))).toEqual([3_600_000, 3_600_000]);
});

test.each([
  ["ten times the settings", TIMES, 600, 300],
  [
    "its own time where that is longer",
    { first_chunk_timeout_ms: 40_000, stall_timeout_ms: 20_000 },
    600,
    300,
  ],
  ["ten times longer settings", { first_chunk_timeout_ms: 80_000, stall_timeout_ms: 40_000 }, 800, 400],
])("[RN-8] a server on this computer that only pings ends at %s", async (_, times, nothing, silent) => {
  const first = watched(timesFor({ nearby: true }, times));
  await first.ping(nothing * 1000);
  expect(await first.reading).toMatchObject(stalled("stall.nothing", nothing));
  const later = watched(timesFor({ nearby: true }, times));
  await later.say("Hello");
  await later.ping(silent * 1000);
  expect(await later.reading).toMatchObject(stalled("stall.silent", silent));
});
