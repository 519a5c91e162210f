// Finds tests that name ids of the contract in the sources, and joins them with the reports of both runners.
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import ts from "typescript";
import { ROOT } from "./packages.mjs";

/** Ids as the name of a test has them: [RW-3], a clause [RW-3b], or several [RW-3b, RW-4]. */
const BRACKETS = /\[((?:[A-Z]{1,2}-\d+[a-z]?)(?:, ?[A-Z]{1,2}-\d+[a-z]?)*)\]/g;

/** Placeholders that `each` fills in a title: %s, $name, $name.first. */
const HOLES = /%[sdifjoO#]|\$[a-zA-Z_#][\w.]*/;

/**
 * A test that names ids. `matches` returns true for a reported title that belongs to this test.
 * @typedef {{ ids: string[], file: string, line: number, name: string, matches: (title: string) => boolean, empty: boolean }} Proof
 */
/**
 * A runner's report of one test. `why`: the first lines of what made it fail.
 * @typedef {{ file: string, title: string, outcome: "passed" | "failed" | "skipped", why?: string }} Run
 */
/** @typedef {"passed" | "failed" | "skipped" | "did not run"} Outcome */

/** @param {ts.Expression} callee `test`, `it.each(table)`, … @returns {string[]} the names it is made of */
function namesIn(callee) {
  if (ts.isIdentifier(callee)) return [callee.text];
  if (ts.isPropertyAccessExpression(callee)) return [...namesIn(callee.expression), callee.name.text];
  if (ts.isCallExpression(callee)) return namesIn(callee.expression);
  return [];
}

/** Returns true for a call that declares a test which is meant to run. @param {string[]} names */
function declaresTest([root = "", ...modifiers]) {
  const idle = modifiers.some((name) =>
    ["skip", "todo", "fixme", "fail", "fails", "describe"].includes(name),
  );
  return (root === "test" || root === "it") && !idle;
}

/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** @param {ts.StringLiteralLike | ts.TemplateExpression} title @returns {(title: string) => boolean} */
function matcher(title) {
  const texts = ts.isTemplateExpression(title)
    ? [title.head.text, ...title.templateSpans.map(({ literal }) => literal.text)]
    : [title.text];
  const fixed = texts.flatMap((text) => text.split(HOLES));
  const pattern = new RegExp(`^${fixed.map(escaped).join(".*")}$`, "s");
  return (reported) => pattern.test(reported);
}

/**
 * Returns true if the test's own function calls nothing. Such a test tries nothing, whatever its title says.
 * @param {ts.CallExpression} test
 */
function isEmpty(test) {
  const work = test.arguments.find((part) => ts.isArrowFunction(part) || ts.isFunctionExpression(part));
  if (work === undefined) return test.arguments.length < 2;
  let calls = 0;
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isCallExpression(node)) calls += 1;
    ts.forEachChild(node, visit);
  };
  visit(work.body);
  return calls === 0;
}

/**
 * Returns the tests of one file that name ids.
 * @param {string} file
 * @param {string} text
 * @returns {Proof[]}
 */
export function proofsIn(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @type {Proof[]} */
  const proofs = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node) || !declaresTest(namesIn(node.expression))) return;
    const title = node.arguments[0];
    if (!title || !(ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) return;
    const name = title.getText(source).slice(1, -1);
    const ids = [...name.matchAll(BRACKETS)].flatMap(([, list = ""]) => list.split(/, ?/));
    if (ids.length === 0) return;
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    proofs.push({ ids, file, line, name, matches: matcher(title), empty: isEmpty(node) });
  };
  visit(source);
  return proofs;
}

/** The lines that are shown of what made a test fail. */
const SHOWN_LINES = 6;
const SHOWN_CHARACTERS = 400;
/** Bytes of a file that was no text: they would make a binary file of the log. */
const NOT_SHOWN = /[\p{Cc}\ufffd]/gu;

/** @param {string | undefined} message */
function firstLines(message = "") {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => line.slice(0, SHOWN_CHARACTERS).replace(NOT_SHOWN, "·"));
  return lines.length > 0 ? { why: lines.slice(0, SHOWN_LINES).join("\n") } : {};
}

/**
 * Returns the runs in the report of the unit tests.
 * @param {{ testResults?: { name: string, assertionResults: { title: string, status: string, failureMessages?: string[] }[] }[] }} report
 * @returns {Run[]}
 */
export function unitRuns({ testResults = [] }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status, failureMessages = [] }) => ({
      file: relative(ROOT, name),
      title,
      outcome: status === "passed" || status === "failed" ? status : "skipped",
      ...firstLines(failureMessages[0]),
    })),
  );
}

/** @typedef {{ status: string, expectedStatus: string, results?: { error?: { message?: string } }[] }} WindowTest */
/** @typedef {{ specs?: { title: string, file: string, tests: WindowTest[] }[], suites?: Suite[] }} Suite */

/**
 * Returns the runs in the report of the window tests. A test that is expected to fail proves nothing.
 * @param {{ config?: { rootDir: string }, suites?: Suite[] }} report
 * @returns {Run[]}
 */
export function windowRuns({ config, suites = [] }) {
  const folder = config?.rootDir ?? join(ROOT, "e2e");
  /** @param {WindowTest[]} tests @returns {Run["outcome"]} */
  const outcome = (tests) => {
    if (tests.some(({ status }) => status === "unexpected" || status === "flaky")) return "failed";
    const passed = tests.some((test) => test.status === "expected" && test.expectedStatus === "passed");
    return passed ? "passed" : "skipped";
  };
  /** @param {Suite} suite @returns {Run[]} */
  const runsOf = ({ specs = [], suites: inner = [] }) => [
    ...specs.map(({ title, file, tests }) => ({
      file: relative(ROOT, join(folder, file)),
      title,
      outcome: outcome(tests),
      ...firstLines(tests.flatMap(({ results = [] }) => results).find(({ error }) => error)?.error?.message),
    })),
    ...inner.flatMap(runsOf),
  ];
  return suites.flatMap(runsOf);
}

/**
 * Returns the outcome of a test. If it has several runs (a table of cases, equal titles in a file), none may have failed.
 * @param {Proof} proof
 * @param {Run[]} runs
 * @returns {Outcome}
 */
export function outcomeOf({ file, matches }, runs) {
  const own = runs.filter((run) => run.file === file && matches(run.title));
  if (own.some(({ outcome }) => outcome === "failed")) return "failed";
  if (own.some(({ outcome }) => outcome === "passed")) return "passed";
  return own.length > 0 ? "skipped" : "did not run";
}
