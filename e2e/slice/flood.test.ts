import { afterEach, expect, test } from "vitest";
import { collectGarbage } from "../fixtures/live-memory";
import { ending, reply } from "../fixtures/provider/script";
import { unfolded } from "./database";
import { removeSlice, type Slice, startSlice, textOf, type WireType } from "./slice";

let slice: Slice;
afterEach(() => removeSlice(slice));

/** Bytes in use after a collection. */
function heap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

const FLOODS: [number, WireType][] = [
  [10_000, "openai-compatible"],
  [6_000, "anthropic"],
];

// The SDK alone takes most of the time: about 45 µs of a fast core for each chunk. The limit is for a busy machine with slow ones.
test.each(FLOODS)(
  "[RN-10] %i chunks as fast as they come on the %s wire: all of them, in bounded time, and none of them kept in memory",
  async (count, wire) => {
    slice = await startSlice({ wire });
    slice.provider.enqueue(reply("warm"), [{ chunks: { count, text: "ten bytes " } }, ...ending()]);
    const { session_id } = slice.ask();
    await slice.rest(session_id);
    const before = heap();
    slice.send({ session_id, text: "Again?" });
    const text = textOf(await slice.rest(session_id));
    expect(text).toBe("ten bytes ".repeat(count));
    expect(unfolded(slice)).toBe(0);
    // The rest is the text that the test itself has read, and the caches of a store.
    expect(heap() - before).toBeLessThan(3_000_000 + count * 100);
  },
);
