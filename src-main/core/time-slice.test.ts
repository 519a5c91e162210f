import { expect, test } from "vitest";
import { nextTurn, takenInSlices } from "./time-slice";

/** Numbers of which each takes a millisecond to make. */
function* slowly(count: number, taken: number[] = []): Generator<number, undefined> {
  for (let number = 0; number < count; number++) {
    const begun = performance.now();
    while (performance.now() - begun < 1);
    taken.push(number);
    yield number;
  }
}

test("a long list is taken whole and in order, and other work gets its turns meanwhile", async () => {
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    for (; !isOver; turns++) await nextTurn();
  })();
  expect(await takenInSlices(slowly(50), new AbortController().signal)).toEqual([...Array(50).keys()]);
  isOver = true;
  await others;
  expect(turns).toBeGreaterThan(5);
});

test("a list that nobody wants any more is not taken to its end", async () => {
  const stop = new AbortController();
  const taken: number[] = [];
  const all = takenInSlices(slowly(50, taken), stop.signal);
  await nextTurn();
  await nextTurn();
  stop.abort(new Error("stopped"));
  await expect(all).rejects.toThrow("stopped");
  expect(taken.length).toBeLessThan(50);
});
