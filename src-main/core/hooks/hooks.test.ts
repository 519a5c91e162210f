import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { inEnglish } from "../english";
import type { HookSetting } from "../ports/hooks";
import { RunningHooks } from "./hooks";
import { answerIn } from "./run-hook";

test.each([
  [
    "an object on the last line",
    'thinking\n{"deny": " no ", "cost_usd": 0.5}\n\n',
    { deny: "no", cost_usd: 0.5 },
  ],
  ["nothing", "", {}],
  ["words", "done", {}],
  ["null", "null", {}],
  ["a list", "[1]", {}],
  ["an object that is not on the last line", '{"deny": "no"}\ndone', {}],
  ["values of other kinds", '{"deny": true, "cost_usd": "1"}', {}],
  ["a blank reason and a cost below nothing", '{"deny": " ", "cost_usd": -1}', {}],
  ["a cost beyond numbers", '{"cost_usd": 1e999}', {}],
])("[AG-5] the answer of a hook that prints %s", (_, printed, answer) => {
  expect(answerIn(printed)).toEqual(answer);
});

describe("[AG-5] hooks", () => {
  let data_dir = "";
  const failures: string[] = [];
  const firsts: boolean[] = [];
  beforeEach(() => {
    data_dir = mkdtempSync(join(tmpdir(), "braid-hooks-"));
    failures.length = 0;
    firsts.length = 0;
  });
  afterEach(() => rmSync(data_dir, { recursive: true, force: true }));

  const facts = { session_id: "ses_1" as SessionId };
  const started = (configured: Partial<HookSetting>, last_ms = 60_000) =>
    new RunningHooks({
      configured: () => [{ on: "tool.after", run: "", timeout_ms: 10_000, ...configured }],
      last_ms,
      data_dir,
      home: data_dir,
      onFailure: ({ error, is_first }) => {
        failures.push(inEnglish(error.message));
        firsts.push(is_first);
      },
    });

  it("of one event are told one after the other, in the order of the events", async () => {
    const hooks = started({ run: "sleep 0.0$((RANDOM % 9)); cat >> told; echo >> told" });
    for (let n = 0; n < 5; n++) hooks.tell("tool.after", { ...facts, n });
    await hooks.close();
    const lines = readFileSync(join(data_dir, "told"), "utf8").trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).n)).toEqual([0, 1, 2, 3, 4]);
    expect(JSON.parse(lines[0] ?? "")).toEqual({ event: "tool.after", session_id: "ses_1", n: 0 });
  });

  it("that fail again and again are a first failure once, until they work again", async () => {
    const hooks = started({ run: "read -r told; case $told in *bad*) exit 1;; esac" });
    for (const how of ["bad", "bad", "good", "bad"]) hooks.tell("tool.after", { ...facts, how });
    await hooks.close();
    expect(firsts).toEqual([true, false, true]);
    expect(failures[0]).toBe("The hook for tool.after failed: it ended with 1.");
  });

  it("that need not read what they are told, much as it may be, are no failure", async () => {
    const hooks = started({ run: "true" });
    await hooks.ask("tool.after", { ...facts, text: "x".repeat(1_000_000) }, new AbortController().signal);
    expect(failures).toEqual([]);
  });

  it("that hang do not gather events without end: what comes too much is left out, and told once", async () => {
    const hooks = started({ run: "sleep 600", timeout_ms: 600_000 }, 0);
    for (let n = 0; n < 205; n++) hooks.tell("tool.after", facts);
    expect(firsts).toEqual([true, false, false, false, false]);
    expect(failures[0]).toContain("too many events wait");
    await hooks.close();
    expect(failures).toHaveLength(5);
  });

  it("of other events are not asked", async () => {
    const hooks = started({ run: "exit 1" });
    expect(await hooks.ask("tool.before", facts, new AbortController().signal)).toEqual([]);
    expect(failures).toEqual([]);
  });
});
