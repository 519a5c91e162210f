import { expect, it } from "vitest";
import { interleaved, watchThread } from "./measure";

it("gives each side the first place in turn, and throws the first round away", async () => {
  const order: string[] = [];
  const side = (name: string) => () => order.push(name);
  const found = await interleaved(2, { a: side("a"), b: side("b") });
  expect(order.join("")).toBe("abbaab");
  expect(found).toEqual({ a: [4, 5], b: [3, 6] });
});

it("tells how long the thread was held until it is asked, and not what comes later", async () => {
  const hold = (ms: number): void => {
    const begun = performance.now();
    while (performance.now() - begun < ms);
  };
  const watch = watchThread();
  hold(30);
  const held = watch.stop();
  const told = { ...held };
  hold(60);
  await new Promise(setImmediate);
  expect(told.wall).toBeGreaterThanOrEqual(30);
  expect(held).toEqual(told);
});
