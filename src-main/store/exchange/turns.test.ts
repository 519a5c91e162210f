import { describe, expect, it, vi } from "vitest";
import type { ExchangeWork } from "../../core/ports/exchange";
import { createTurns } from "./turns";

/** A work whose end the test decides. */
function work() {
  let resolve: (value: string) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<string>((...both) => {
    [resolve, reject] = both;
  });
  const cancel = vi.fn(() => reject(Object.assign(new Error("cancelled"), { code: "CANCELLED" })));
  return { resolve, reject, cancel, work: { result: promise, cancel } satisfies ExchangeWork<string> };
}
const ended = ({ result }: ExchangeWork<unknown>) => result.catch(({ code }: { code: string }) => code);
const CANCELLED = "CANCELLED";

describe("works of one key", () => {
  it("follow each other, also after one that failed; another key waits for none", async () => {
    const inTurn = createTurns();
    const works = [work(), work(), work()];
    const started: number[] = [];
    const start = (at: number) => () => {
      started.push(at);
      return (works[at] as (typeof works)[0]).work;
    };
    const [first, second] = [inTurn("a", start(0)), inTurn("a", start(1))];
    inTurn("b", start(2));
    await vi.waitFor(() => expect(started).toEqual([0, 2]), 30_000);
    works[0]?.reject(Object.assign(new Error("full"), { code: "FULL" }));
    expect(await ended(first)).toBe("FULL");
    await vi.waitFor(() => expect(started).toEqual([0, 2, 1]), 30_000);
    works[1]?.resolve("done");
    expect(await second.result).toBe("done");
  });

  it("are cancelled where they stand: one that waits does not begin", async () => {
    const inTurn = createTurns();
    const running = work();
    const start = vi.fn(() => work().work);
    const [first, second] = [inTurn("a", () => running.work), inTurn("a", start)];
    second.cancel();
    expect(await ended(second)).toBe(CANCELLED);
    expect(running.cancel).not.toHaveBeenCalled();
    first.cancel();
    expect(await ended(first)).toBe(CANCELLED);
    const third = work();
    third.resolve("done");
    expect(await inTurn("a", () => third.work).result).toBe("done");
    expect(start).not.toHaveBeenCalled();
  });
});
