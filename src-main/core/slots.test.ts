import { expect, it } from "vitest";
import { Slots } from "./slots";

const never = new AbortController().signal;
const soon = () => new Promise<void>((resolve) => setImmediate(resolve));

it("lets so many run at once, and the others in their order", async () => {
  const slots = new Slots(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (n: number) =>
    slots.run(never, () => {
      begun.push(n);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = [1, 2, 3, 4].map(work);
  await soon();
  expect(begun).toEqual([1, 2]);
  ends[1]?.();
  await soon();
  expect(begun).toEqual([1, 2, 3]);
  ends[0]?.();
  await soon();
  expect(begun).toEqual([1, 2, 3, 4]);
  for (const end of ends) end();
  await Promise.all(all);
});

it("takes nobody in who has left, and no slot is lost with a failure or a leaver", async () => {
  const slots = new Slots(1);
  let end = () => {};
  const first = slots.run(never, () => new Promise<void>((resolve) => (end = resolve)));
  const controller = new AbortController();
  let ran = false;
  const left = slots.run(controller.signal, async () => {
    ran = true;
  });
  controller.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  end();
  await first;
  await expect(slots.run(never, () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(await slots.run(never, async () => "done")).toBe("done");
  expect(ran).toBe(false);
  await expect(slots.run(controller.signal, async () => "no")).rejects.toThrow("left");
});
