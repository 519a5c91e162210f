import { describe, expect, it } from "vitest";
import { BoundedCache } from "./bounded-cache";
import { DrawnBlocks, Place } from "./drawn-blocks";
import type { Ask, Outcome } from "./work/budgeted-worker";
import type { BlockToDraw, DrawnBlock } from "./work/draw";

const wish = (text: string, open = false, scale = 1): BlockToDraw => ({ before: "", text, open, scale });
const drawn = (text: string): DrawnBlock => ({
  tree: { type: "root", children: [{ type: "text", value: text }] },
  nodes: 2,
  partial: false,
});
const done = (text: string): Outcome<DrawnBlock> => ({ type: "done", result: drawn(text) });

/** A place of the page, and a worker whose answers are in the test's hands. */
function set() {
  const asked: Ask<BlockToDraw, DrawnBlock>[] = [];
  const dropped: string[] = [];
  const blocks = new DrawnBlocks();
  let changes = 0;
  const place = () =>
    new Place(
      {
        draw: (ask) => {
          asked.push(ask);
          return () => dropped.push(ask.input.text);
        },
        budget: 100,
        blocks,
        put: (_nodes, put) => put(),
      },
      () => {
        changes += 1;
      },
    );
  const answer = (outcome: Outcome<DrawnBlock>) => asked.at(-1)?.tell(outcome);
  return { asked, dropped, blocks, place, answer, changes: () => changes };
}

describe("a place where a block is drawn", () => {
  it("keeps what it shows until the newest words are drawn, and asks for one drawing at a time", () => {
    const { asked, place, answer } = set();
    const tail = place();
    tail.want(wish("a", true));
    tail.want(wish("a b", true));
    tail.want(wish("a b c", true));
    expect(tail.drawing(wish("a b c", true))).toBe("waiting");
    expect(asked).toHaveLength(1);
    answer(done("a"));
    expect(tail.drawing(wish("a b c", true))).toEqual(drawn("a"));
    expect(asked.map(({ input }) => input.text)).toEqual(["a", "a b c"]);
    // The block settles while that is under way.
    tail.want(wish("a b c"));
    answer(done("open"));
    expect(tail.drawing(wish("a b c"))).toEqual(drawn("open"));
    answer(done("settled"));
    expect(tail.drawing(wish("a b c"))).toEqual(drawn("settled"));
    expect(asked).toHaveLength(3);
  });

  it("shows what was drawn before at once, in another place too, and asks for it no more", () => {
    const { asked, place, answer } = set();
    place().want(wish("a"));
    answer(done("a"));
    const again = place();
    expect(again.drawing(wish("a"))).toEqual(drawn("a"));
    again.want(wish("a"));
    expect(asked).toHaveLength(1);
  });

  it("shows text that is over its budget as text, tries it no more but when asked, and then with more", () => {
    const { asked, place, answer } = set();
    const tail = place();
    tail.want(wish("bad", true));
    answer({ type: "over" });
    expect(tail.drawing(wish("bad", true))).toBe("over");
    tail.want(wish("bad and more", true));
    expect(asked).toHaveLength(1);
    // Once more when it has settled: its end may have closed what was open.
    tail.want(wish("bad."));
    answer({ type: "over" });
    expect(place().drawing(wish("bad."))).toBe("over");
    tail.want(wish("bad."));
    expect(asked).toHaveLength(2);
    tail.want(wish("bad.", false, 10));
    expect(asked.at(-1)?.budget).toBe(1_000);
    answer(done("large"));
    expect(tail.drawing(wish("bad.", false, 10))).toEqual(drawn("large"));
    // And stays drawn when it is built anew.
    expect(place().drawing(wish("bad."))).toEqual(drawn("large"));
  });

  it("goes on waiting where there is no worker, and drops what it waits for when it goes", () => {
    const { asked, dropped, place, answer, changes } = set();
    const one = place();
    one.want(wish("a"));
    answer({ type: "failed" });
    expect(one.drawing(wish("a"))).toBe("waiting");
    expect(changes()).toBe(0);
    one.want(wish("a"));
    expect(asked).toHaveLength(2);
    one.leave();
    expect(dropped).toEqual(["a"]);
  });
});

describe("what is kept of drawings", () => {
  it("has a bound, and what was not used for longest goes first", () => {
    const cache = new BoundedCache<number>(10);
    for (const [key, weight] of [
      ["a", 4],
      ["b", 4],
    ] as const)
      cache.set(key, weight, weight);
    expect(cache.get("a")).toBe(4);
    cache.set("c", 4, 4);
    expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual([4, undefined, 4]);
    cache.set("a", 9, 9);
    expect(["a", "c"].map((key) => cache.get(key))).toEqual([9, undefined]);
    cache.set("large", 11, 11);
    expect(cache.get("large")).toBeUndefined();
  });
});
