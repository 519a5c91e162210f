import { describe, expect, it, vi } from "vitest";
import type { ExchangeWork } from "../../core/ports/exchange";
import { createSharing, createTurns } from "./turns";

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

describe("[SV-8] the same wish of two windows", () => {
  it("is one work, of which both hear, and both get its result; the next one is another", async () => {
    const share = createSharing<string>();
    const one = work();
    let onShare: (share: number) => void = () => undefined;
    const start = vi.fn((onProgress: typeof onShare) => {
      onShare = onProgress;
      return one.work;
    });
    const [here, there] = [vi.fn(), vi.fn()];
    const both = [share("a", here, start), share("a", there, start)];
    onShare(0.5);
    expect([here.mock.calls, there.mock.calls]).toEqual([[[0.5]], [[0.5]]]);
    one.resolve("done");
    expect(await Promise.all(both.map(ended))).toEqual(["done", "done"]);
    expect(start).toHaveBeenCalledTimes(1);
    share("a", here, () => work().work);
    share("b", here, start);
    expect(start).toHaveBeenCalledTimes(2);
  });

  it("goes on while one of them waits, and ends when nobody does", async () => {
    const share = createSharing<string>();
    const one = work();
    const [here, there] = [share("a", vi.fn(), () => one.work), share("a", vi.fn(), () => one.work)];
    here.cancel();
    here.cancel();
    expect(await ended(here)).toBe(CANCELLED);
    expect(one.cancel).not.toHaveBeenCalled();
    there.cancel();
    expect(await ended(there)).toBe(CANCELLED);
    const next = work();
    next.resolve("anew");
    expect(await share("a", vi.fn(), () => next.work).result).toBe("anew");
  });
});
