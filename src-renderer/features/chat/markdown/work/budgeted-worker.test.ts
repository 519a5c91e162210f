import { describe, expect, it } from "vitest";
import { BudgetedWorker, type Outcome, type WorkerEvents, type WorkerJob } from "./budgeted-worker";

interface Fake {
  events: WorkerEvents;
  posted: WorkerJob<string>[];
  /** How many of them are done. */
  at: number;
  ended: boolean;
}

/** A worker whose end is in the test's hands, and a clock that is turned by it. */
function set({ cannotStart = false } = {}) {
  const workers: Fake[] = [];
  const steps = new Set<() => void>();
  const outcomes: string[] = [];
  const worker = new BudgetedWorker<string, string>(
    (events) => {
      if (cannotStart) throw new Error("no worker");
      const fake: Fake = { events, posted: [], at: 0, ended: false };
      workers.push(fake);
      return {
        post: (message) => fake.posted.push(message as WorkerJob<string>),
        end: () => {
          fake.ended = true;
        },
      };
    },
    {
      every: (_ms, step) => {
        steps.add(step);
        return () => steps.delete(step);
      },
    },
  );
  const ask = (input: string, options: { budget?: number; first?: boolean } = {}) =>
    worker.ask({
      input,
      budget: 1_000,
      ...options,
      tell: (outcome: Outcome<string>) =>
        outcomes.push(`${input}: ${outcome.type === "done" ? outcome.result : outcome.type}`),
    });
  const pass = (ms: number) => {
    for (let at = 0; at < ms; at += 100) for (const step of [...steps]) step();
  };
  /** The first of the jobs in its hands. */
  const jobOf = (fake: Fake) => fake.posted[fake.at]?.id ?? 0;
  const say = (type: "begun" | "refused") => {
    const fake = workers.at(-1);
    if (fake === undefined) return;
    const id = jobOf(fake);
    if (type === "refused") fake.at += 1;
    fake.events.heard({ type, id });
  };
  const done = (result: string) => {
    const fake = workers.at(-1);
    if (fake === undefined) return;
    fake.at += 1;
    fake.events.heard({ type: "done", id: fake.posted[fake.at - 1]?.id, result });
  };
  return { workers, steps, outcomes, ask, pass, say, done };
}

describe("a worker with a budget", () => {
  it("does jobs in order, a few of them in its hands, the urgent ones before those that wait", () => {
    const { workers, outcomes, ask, say, done, steps } = set();
    for (let job = 0; job < 10; job++) ask(`${job}`);
    ask("now", { first: true });
    expect(workers[0]?.posted).toHaveLength(8);
    for (let job = 0; job < 11; job++) {
      say("begun");
      done("ok");
    }
    expect(outcomes).toEqual([..."01234567", "now", "8", "9"].map((name) => `${name}: ok`));
    expect(workers).toHaveLength(1);
    expect(steps.size, "clocks that still run").toBe(0);
  });

  it("ends a job that is over its time with its worker, and goes on with a new one", () => {
    const { workers, outcomes, ask, pass, say, done } = set();
    ask("hangs");
    ask("next");
    say("begun");
    pass(1_000);
    expect(outcomes).toEqual([]);
    pass(100);
    expect(outcomes).toEqual(["hangs: over"]);
    expect(workers.map(({ ended }) => ended)).toEqual([true, false]);
    // A late message of the worker that was ended is not taken for the other's.
    workers[0]?.events.heard({ type: "done", id: workers[1]?.posted[0]?.id, result: "late" });
    workers[0]?.events.failed();
    say("begun");
    done("ok");
    expect(outcomes).toEqual(["hangs: over", "next: ok"]);
  });

  it("counts neither the queue, nor the start, nor what is fetched before the job", () => {
    const { outcomes, ask, pass, say, done } = set();
    ask("slow start");
    ask("long queue", { budget: 100 });
    pass(10_000);
    say("begun");
    pass(900);
    done("ok");
    pass(10_000);
    say("begun");
    done("ok");
    expect(outcomes).toEqual(["slow start: ok", "long queue: ok"]);
  });

  it("drops what nobody waits for: what waits is never begun, what is under way is not told", () => {
    const { workers, outcomes, ask, pass, say, done } = set();
    const drops = [..."01234567"].map((name) => ask(name));
    const dropWaiting = ask("waiting");
    ask("wanted");
    dropWaiting();
    drops[0]?.();
    for (let job = 0; job < 9; job++) {
      say("begun");
      done("ok");
    }
    expect(workers[0]?.posted.map(({ input }) => input)).toEqual([..."01234567", "wanted"]);
    expect(outcomes).toEqual([..."1234567", "wanted"].map((name) => `${name}: ok`));
    // One that hangs is ended although nobody waits for it: others do. What was in its hands and is not waited for is forgotten.
    ask("hangs")();
    ask("also")();
    ask("after");
    say("begun");
    pass(1_100);
    expect(workers[1]?.posted.map(({ input }) => input)).toEqual(["after"]);
    say("begun");
    done("ok");
    expect(outcomes.at(-1)).toBe("after: ok");
    expect(outcomes).toHaveLength(9);
  });

  it("tells a job that was refused as over its budget, and keeps the worker", () => {
    const { workers, outcomes, ask, say } = set();
    ask("explodes");
    say("begun");
    say("refused");
    expect(outcomes).toEqual(["explodes: over"]);
    expect(workers[0]?.ended).toBe(false);
  });

  it("that dies in the midst of a job gives that one up, and does the others with a new one", () => {
    const { workers, outcomes, ask, say, done } = set();
    ask("kills");
    ask("next");
    say("begun");
    workers[0]?.events.failed();
    say("begun");
    done("ok");
    expect(outcomes).toEqual(["kills: over", "next: ok"]);
  });

  it("that cannot be started leaves nobody waiting, and is tried again with the next wish", () => {
    const { outcomes, ask } = set({ cannotStart: true });
    ask("one");
    ask("two");
    expect(outcomes).toEqual(["one: failed", "two: failed"]);
    ask("three");
    expect(outcomes).toHaveLength(3);
  });

  it("that never says that it begins is given up", () => {
    const { outcomes, ask, pass } = set();
    ask("nothing comes");
    pass(31_000);
    expect(outcomes).toEqual(["nothing comes: failed"]);
  });
});
