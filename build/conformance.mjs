// `npm run conformance`: lists every clause of the contract with the tests that prove it, or with the issue that will. A clause counts by
// tests that ran and passed, as both runners reported in .cache; `npm run check` runs this stage last. Without fresh reports the script
// reads only the sources, and says that this proves nothing.
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT, STATE } from "./packages.mjs";
import { script } from "./progress.mjs";
import { outcomeOf, proofsIn, unitRuns, windowRuns } from "./proofs.mjs";

const FOLDERS = ["src-main", "src-preload", "src-renderer", "build", "e2e"];
const TEST_FILE = /\.(test|spec)\.tsx?$/;
const REPORTS = { unit: join(STATE, "unit.json"), window: join(STATE, "e2e.json") };

/** One clause: `RW-3`, or `RW-3b` where the contract's line has several. @typedef {{ id: string, clause: string, status: string }} Line */
/** `issues`: titles of the open issues that a clause may wait for. @typedef {{ issues: string[], lines: Line[] }} Plan */
/** @typedef {import("./proofs.mjs").Proof} Proof */
/** @typedef {import("./proofs.mjs").Run} Run */

/** Returns the contract's line of a clause: `RW-3` of `RW-3b`. @param {string} id */
const lineOf = (id) => id.replace(/[a-z]$/, "");

/** @param {Proof} proof */
const where = ({ file, line }) => `${file}:${line}`;

/** Returns the faults of the plan itself, one sentence each. @param {Plan} plan */
function planFaults({ issues, lines }) {
  const waitedFor = new Set(lines.map(({ status }) => status.replace(/^planned: /, "")));
  const ids = lines.map(({ id }) => id);
  return [
    ...ids.filter((id, at) => ids.indexOf(id) < at).map((id) => `${id} stands there twice.`),
    ...ids
      .filter((id) => lineOf(id) !== id && ids.includes(lineOf(id)))
      .map((id) => `${id} has clauses and a line of its own.`),
    ...lines
      .filter(({ status }) => status !== "now" && status !== "later")
      .filter(
        ({ status }) => !issues.includes(status.replace(/^planned: /, "")) || !status.startsWith("planned: "),
      )
      .map(
        ({ id, status }) =>
          `${id} is "${status}": say "now", "later", or "planned: <title of an open issue>".`,
      ),
    ...issues
      .filter((title) => !waitedFor.has(title))
      .map((title) => `Nothing waits for the issue "${title}".`),
  ];
}

/**
 * Returns all faults, one sentence each.
 * @param {Plan} plan
 * @param {Proof[]} proofs
 * @param {Run[] | undefined} runs absent: titles are all there is
 */
export function faults(plan, proofs, runs) {
  const known = new Set(plan.lines.flatMap(({ id }) => [id, lineOf(id)]));
  const unproven = plan.lines.flatMap(({ id, status }) => {
    if (status !== "now") return [];
    const named = proofs.filter(({ ids }) => ids.includes(id));
    if (named.length === 0) return [`${id} should hold now and no test names it.`];
    if (runs === undefined || named.some((proof) => outcomeOf(proof, runs) === "passed")) return [];
    const told = named.map((proof) => `${where(proof)} ${outcomeOf(proof, runs)}`).join(", ");
    return [`${id} should hold now and no test of it ran and passed: ${told}.`];
  });
  const ofProofs = proofs.flatMap((proof) => [
    ...proof.ids
      .filter((id) => !known.has(id))
      .map((id) => `${where(proof)} names ${id}, which the contract does not have.`),
    ...(runs !== undefined && outcomeOf(proof, runs) === "did not run"
      ? [`${where(proof)} names ${proof.ids.join(", ")} and no test of that title ran: a step is no test.`]
      : []),
    ...(proof.empty ? [`${where(proof)} names ${proof.ids.join(", ")} and tries nothing.`] : []),
  ]);
  return [...planFaults(plan), ...unproven, ...ofProofs];
}

/** @returns {Promise<Proof[]>} */
async function collectProofs() {
  const proofs = [];
  for (const folder of FOLDERS) {
    const entries = await readdir(join(ROOT, folder), { recursive: true }).catch(() => []);
    for (const file of entries.filter((name) => TEST_FILE.test(name)).sort()) {
      const path = join(ROOT, folder, file);
      proofs.push(...proofsIn(relative(ROOT, path), await readFile(path, "utf8")));
    }
  }
  return proofs;
}

/** Returns the milliseconds of the last change; 0 for a missing file. @param {string} path */
const changedAt = (path) =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

/**
 * Returns the reports of both runners, or undefined if a report is missing or older than a test.
 * @param {Proof[]} proofs
 * @returns {Promise<Run[] | undefined>}
 */
async function collectRuns(proofs) {
  const files = [...new Set(proofs.map(({ file }) => join(ROOT, file)))];
  const newestTest = Math.max(...(await Promise.all(files.map(changedAt))));
  const oldestReport = Math.min(await changedAt(REPORTS.unit), await changedAt(REPORTS.window));
  if (oldestReport < newestTest) return undefined;
  const [unit = "", window = ""] = await Promise.all(
    Object.values(REPORTS).map((path) => readFile(path, "utf8")),
  );
  return [...unitRuns(JSON.parse(unit)), ...windowRuns(JSON.parse(window))];
}

/** @param {Plan} plan @param {Proof[]} proofs @param {Run[] | undefined} runs */
function print({ lines }, proofs, runs) {
  /** @param {Proof} proof */
  const told = (proof) => `${where(proof)}  ${proof.name}${runs ? `  (${outcomeOf(proof, runs)})` : ""}`;
  for (const [at, { id, clause, status }] of lines.entries()) {
    console.log(`${id.padEnd(6)} ${status === "now" ? "" : `(${status}) `}${clause}`);
    for (const proof of proofs) if (proof.ids.includes(id)) console.log(`         ${told(proof)}`);
    const whole = lineOf(id);
    if (whole === id || lineOf(lines[at + 1]?.id ?? "") === whole) continue;
    const more = proofs.filter(({ ids }) => ids.includes(whole));
    if (more.length > 0) console.log(`${whole.padEnd(6)} as a whole`);
    for (const proof of more) console.log(`         ${told(proof)}`);
  }
}

async function main() {
  /** @type {Plan} */
  const plan = JSON.parse(await readFile(join(ROOT, "docs/conformance.json"), "utf8"));
  const proofs = await collectProofs();
  const runs = await collectRuns(proofs);
  print(plan, proofs, runs);
  const wrong = faults(plan, proofs, runs);
  if (runs === undefined && process.argv.includes("--ran"))
    wrong.push("A runner left no report of this run: nothing is proven.");
  const due = plan.lines.filter(({ status }) => status === "now").length;
  console.log(`\n${due} of ${plan.lines.length} clauses are due, ${proofs.length} tests name one.`);
  if (runs === undefined)
    console.log(
      "There are no fresh reports of both runners: titles were read, and nothing is proven. `npm run check` proves it.",
    );
  for (const fault of wrong) console.log(`✗ ${fault}`);
  return wrong.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await script(main);
