// The conformance list must not be satisfied by anything but a test that ran, tried something and passed.
import { join } from "node:path";
import { expect, test } from "vitest";
import { faults } from "./conformance.mjs";
import { ROOT } from "./packages.mjs";
import { outcomeOf, type Proof, proofsIn, unitRuns, windowRuns } from "./proofs.mjs";

const TRIES = "() => { expect(1).toBe(1); }";
const proofsOf = (text: string) => proofsIn("x.test.ts", text);
const idsIn = (text: string) => proofsOf(text).flatMap(({ ids }) => ids);

function only(text: string): Proof {
  const [proof, ...more] = proofsOf(text);
  if (proof === undefined || more.length > 0) throw new Error("This is not one test.");
  return proof;
}

const run = (title: string, outcome: "passed" | "failed" | "skipped") => ({
  file: "x.test.ts",
  title,
  outcome,
});

const planOf = (...lines: [id: string, status: string][]) => ({
  issues: lines.some(([, status]) => status === "planned: Time travel") ? ["Time travel"] : [],
  lines: lines.map(([id, status]) => ({ id, clause: "", status })),
});

test("ids are read from the names of tests, whatever form the test has", () => {
  expect(idsIn(`test("[RW-3] a", ${TRIES})`)).toEqual(["RW-3"]);
  expect(idsIn(`it.each([1])(\`[RW-3b, SV-1] a\`, ${TRIES})`)).toEqual(["RW-3b", "SV-1"]);
});

test("a skipped test, one that is to fail, a group or a comment proves nothing", () => {
  expect(idsIn(`test.skip("[RW-3] a", ${TRIES})`)).toEqual([]);
  expect(idsIn(`test.fail("[RW-3] a", ${TRIES})`)).toEqual([]);
  expect(idsIn(`describe("[RW-3] a", ${TRIES})`)).toEqual([]);
  expect(idsIn(`test.describe("[RW-3] a", ${TRIES})`)).toEqual([]);
  expect(idsIn(`// test("[RW-3] a", ${TRIES})`)).toEqual([]);
});

test("a test that tries nothing is a fault", () => {
  const plan = planOf(["RW-3", "now"]);
  const ran = [run("[RW-3] a", "passed")];
  expect(faults(plan, proofsOf('test("[RW-3] a", () => {})'), ran)).toHaveLength(1);
  expect(faults(plan, proofsOf('test("[RW-3] a", async () => { const a = 1; })'), ran)).toHaveLength(1);
  expect(faults(plan, proofsOf('test("[RW-3] a")'), ran)).toHaveLength(1);
  expect(faults(plan, proofsOf(`test("[RW-3] a", ${TRIES})`), ran)).toEqual([]);
  expect(faults(plan, proofsOf('test("[RW-3] a", helper)'), ran)).toEqual([]);
});

test("a test counts once it ran and passed, in all of its cases", () => {
  const proof = only(`test.each(cases)("[RW-3] of $name.first: %s (all)", ${TRIES})`);
  const first = "[RW-3] of one: 1 (all)";
  expect(outcomeOf(proof, [])).toBe("did not run");
  expect(outcomeOf(proof, [run("[RW-3] of one: 1", "passed")])).toBe("did not run");
  expect(outcomeOf(proof, [run(first, "passed"), run("[RW-3] of two: 2 (all)", "passed")])).toBe("passed");
  expect(outcomeOf(proof, [run(first, "passed"), run("[RW-3] of two: 2 (all)", "failed")])).toBe("failed");
  expect(outcomeOf(proof, [run(first, "skipped")])).toBe("skipped");
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a test, with its hole
  expect(outcomeOf(only("test(`[RW-3] by ${key}!`, () => go())"), [run("[RW-3] by Esc!", "passed")])).toBe(
    "passed",
  );
});

test("a clause is proven by a test of its own; each([]) and describe.skip leave it unproven", () => {
  const plan = planOf(["RW-3a", "now"], ["RW-3b", "now"]);
  const proofs = proofsOf(`test("[RW-3a] a", ${TRIES}); test("[RW-3] c", ${TRIES})`);
  expect(faults(plan, proofs, [run("[RW-3a] a", "passed"), run("[RW-3] c", "passed")])).toEqual([
    "RW-3b should hold now and no test names it.",
  ]);
  const both = proofsOf(
    `test.each([])("[RW-3a] a", ${TRIES}); describe.skip("d", () => test("[RW-3b] b", ${TRIES}))`,
  );
  expect(faults(plan, both, [run("[RW-3b] b", "skipped")])).toEqual([
    "RW-3a should hold now and no test of it ran and passed: x.test.ts:1 did not run.",
    "RW-3b should hold now and no test of it ran and passed: x.test.ts:1 skipped.",
    "x.test.ts:1 names RW-3a and no test of that title ran: a step is no test.",
  ]);
  expect(faults(plan, both, undefined)).toEqual([]);
});

test("an unknown id, a plan without an open issue and an issue nothing waits for are faults", () => {
  const proofs = proofsOf(`test("[XX-9] a", ${TRIES})`);
  expect(faults(planOf(), proofs, undefined)).toHaveLength(1);
  expect(faults(planOf(["RW-2", "planned: "]), [], [])).toHaveLength(1);
  expect(faults(planOf(["RW-2", "planned: Space travel"]), [], [])).toHaveLength(1);
  expect(faults(planOf(["RW-2", "Time travel"], ["RW-3", "planned: Time travel"]), [], [])).toHaveLength(1);
  expect(faults(planOf(["RW-2", "planned: Time travel"], ["RW-3", "later"]), [], [])).toEqual([]);
  expect(faults({ issues: ["Time travel"], lines: [] }, [], [])).toHaveLength(1);
  expect(faults(planOf(["RW-2", "later"], ["RW-2", "later"]), [], [])).toHaveLength(1);
  expect(faults(planOf(["RW-2", "later"], ["RW-2a", "later"]), [], [])).toHaveLength(1);
});

test("both runners' reports are read: passed, failed and skipped, in groups and out of them", () => {
  const unit = {
    testResults: [
      {
        name: join(ROOT, "x.test.ts"),
        assertionResults: [
          { title: "a", status: "passed" },
          { title: "b", status: "failed" },
          { title: "c", status: "pending" },
        ],
      },
    ],
  };
  expect(unitRuns(unit)).toEqual([run("a", "passed"), run("b", "failed"), run("c", "skipped")]);
  const spec = (title: string, status: string, expectedStatus = "passed") => ({
    title,
    file: "x.test.ts",
    tests: [{ status, expectedStatus }],
  });
  const window = {
    config: { rootDir: ROOT },
    suites: [
      {
        specs: [spec("a", "expected")],
        suites: [{ specs: [spec("b", "unexpected"), spec("c", "skipped")] }],
      },
      { specs: [spec("d", "expected", "failed"), spec("e", "flaky")] },
    ],
  };
  expect(windowRuns(window)).toEqual([
    run("a", "passed"),
    run("b", "failed"),
    run("c", "skipped"),
    run("d", "skipped"),
    run("e", "failed"),
  ]);
});

test("a report tells in its first lines, without colours, why a test failed", () => {
  const message = "\u001b[31mError: 486 px off\u001b[39m\n\n  Expected: 0\n".padEnd(2_000, "\n  at a line");
  const why = /^Error: 486 px off\n {2}Expected: 0\n(.*\n){3}.*$/;
  const assertionResults = [{ title: "a", status: "failed", failureMessages: [message] }];
  expect(unitRuns({ testResults: [{ name: "/x.test.ts", assertionResults }] })[0]?.why).toMatch(why);
  const tests = [{ status: "unexpected", expectedStatus: "passed", results: [{ error: { message } }] }];
  const suites = [{ specs: [{ title: "a", file: "x.spec.ts", tests }] }];
  expect(windowRuns({ suites })[0]?.why).toMatch(why);
});
