import { describe, expect, it, vi } from "vitest";
import type { SessionSummary } from "../../../src-preload/contract/domain/sessions";
import { createSessionFinder } from "./session-finder";

/** By default the runner waits for one second, which a busy machine may need for a turn. */
const until = (check: () => void) => vi.waitFor(check, 30_000);

/** A core whose answers come when the test says so. */
function slowCore() {
  const asked: { query: string; answer(sessions: SessionSummary[]): void; fail(error: Error): void }[] = [];
  const ask = (query: string) =>
    new Promise<SessionSummary[]>((answer, fail) => asked.push({ query, answer, fail }));
  return { asked, ask };
}

describe("asking while somebody types", () => {
  it("has one question under way, and then asks for what stands there by then", async () => {
    const { asked, ask } = slowCore();
    const found = vi.fn();
    const finder = createSessionFinder(ask, found, vi.fn());
    for (const query of ["r", "re", "ret"]) finder.look(query);
    expect(asked.map(({ query }) => query)).toEqual(["r"]);
    asked[0]?.answer([]);
    await until(() => expect(asked.map(({ query }) => query)).toEqual(["r", "ret"]));
    asked[1]?.answer([]);
    await until(() => expect(found.mock.calls.map(([, query]) => query)).toEqual(["r", "ret"]));
    finder.look("ret");
    expect(asked).toHaveLength(2);
  });

  it("goes on after a question that failed, and is silent once closed", async () => {
    const { asked, ask } = slowCore();
    const [found, failed] = [vi.fn(), vi.fn()];
    const finder = createSessionFinder(ask, found, failed);
    finder.look("a");
    asked[0]?.fail(new Error("no store"));
    await until(() => expect(failed).toHaveBeenCalledOnce());
    finder.look("b");
    finder.close();
    asked[1]?.answer([]);
    await Promise.resolve().then(() => undefined);
    expect(found).not.toHaveBeenCalled();
  });
});
