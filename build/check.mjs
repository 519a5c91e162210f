// `npm run check`: sets the clone up, then runs every check to its end, whatever the others find. Checks that each keep one core busy run
// side by side, the build among them. The tests of both runners have the machine for themselves. The end names the tests that failed, for
// whoever sees no more of it. The last line is `N passed, N failed`: the tests of both runners, and one failure for each other stage that
// failed.
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { ensurePackages, ROOT, STATE } from "./packages.mjs";
import { exitCode, start } from "./processes.mjs";
import { script } from "./progress.mjs";

/** @typedef {{ passed: number, failed: number, skipped?: number, said?: string, failures?: string[] }} Count */
/** @typedef {import("./proofs.mjs").Run} Run */

const UNIT_REPORT = join(STATE, "unit.json");
const E2E_REPORT = join(STATE, "e2e.json");
const OK = { passed: 0, failed: 0 };
const FAILED = { passed: 0, failed: 1 };

/** Results of earlier stages that later ones need. @type {{ electron?: string, built: boolean }} */
const ready = { built: false };

/** @param {string} path inside node_modules @param {string[]} args */
const tool = (path, ...args) => node(join(ROOT, "node_modules", path), ...args);

/** @param {string[]} args */
const node = (...args) => exitCode(start(process.execPath, args, { cwd: ROOT, stdio: "inherit" }));

/**
 * Runs a check that may run beside others, and shows its output in one piece at its end.
 * @param {string} path inside node_modules
 * @param {string[]} args
 * @returns {Promise<Count>}
 */
async function quietly(path, ...args) {
  const child = start(process.execPath, [join(ROOT, "node_modules", path), ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
  const closed = new Promise((resolve) => child.once("close", resolve));
  const code = await exitCode(child);
  await closed;
  return { ...(code === 0 ? OK : FAILED), said };
}

/**
 * Judges a run's count. A runner that failed, or that ran no test at all, never counts as clean.
 * @param {Count} count
 * @param {number} code
 */
function judged({ passed, failed, skipped = 0 }, code) {
  const unaccounted = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: unaccounted ? 1 : failed, skipped };
}

/** @param {Run[]} runs */
const failedIn = (runs) =>
  runs
    .filter(({ outcome }) => outcome === "failed")
    .map(({ file, title, why = "" }) => `${file}: ${title}\n${why.replace(/^/gm, "      ")}`);

/** The readers of reports need packages, which a bare machine has after the set-up. */
const readers = () => import("./proofs.mjs");

/** @param {string} file */
const report = (file) => readFile(file, "utf8").then(JSON.parse, () => ({}));

async function unitTests() {
  await rm(UNIT_REPORT, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${UNIT_REPORT}`];
  const code = await tool("vitest/vitest.mjs", "run", ...reporters);
  const told = await report(UNIT_REPORT);
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = told;
  const count = { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
  return { ...judged(count, code), failures: failedIn((await readers()).unitRuns(told)) };
}

async function endToEndTests() {
  await rm(E2E_REPORT, { force: true });
  if (!ready.electron) throw new Error("There is no Electron to test with: see the set-up above.");
  if (!ready.built) throw new Error("The app could not be built, and an older build proves nothing.");
  const { runPlaywright } = await import("./e2e.mjs");
  const environment = { PLAYWRIGHT_JSON_OUTPUT_NAME: E2E_REPORT };
  const code = await runPlaywright(ready.electron, ["--reporter=list,json"], environment);
  const told = await report(E2E_REPORT);
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = told.stats ?? {};
  const count = { passed: expected, failed: unexpected + flaky, skipped };
  return { ...judged(count, code), failures: failedIn((await readers()).windowRuns(told)) };
}

/** @typedef {[name: string, work: () => Promise<Count>]} Stage */

/** @type {Stage} */
const setUp = [
  "set-up",
  async () => {
    const { ensureRuntime } = await import("./setup.mjs");
    const { ensureTestTools } = await import("./system.mjs");
    ready.electron = (await ensureRuntime()).executable;
    await ensureTestTools();
    return OK;
  },
];

/**
 * Two rows that take about as long on a bare machine, where set-up compiles SQLite. The stages of each run one after the other.
 * @type {Stage[][]}
 */
const sideBySide = [
  [
    setUp,
    ["format and lint", () => quietly("@biomejs/biome/bin/biome", "check", ".", "--error-on-warnings")],
  ],
  [
    ["types", () => quietly("typescript-native/bin/tsc", "-b")],
    [
      "layers",
      () =>
        quietly("dependency-cruiser/bin/dependency-cruise.mjs", "src-main", "src-preload", "src-renderer"),
    ],
    ["dead code", () => quietly("knip/bin/knip.js")],
    [
      "build",
      async () => {
        const { ensureBuild } = await import("./build.mjs");
        await ensureBuild({ force: true });
        ready.built = true;
        return OK;
      },
    ],
  ],
];

/** @type {Stage[]} */
const tests = [
  ["unit tests", unitTests],
  ["end-to-end tests", endToEndTests],
  // The last stage, because a clause of the contract counts by the tests that both runners saw pass.
  [
    "conformance",
    async () => ((await node(join(ROOT, "build/conformance.mjs"), "--ran")) === 0 ? OK : FAILED),
  ],
];

/** @typedef {{ name: string, count: Count, seconds: number }} Result */

/** @param {Stage} stage @param {boolean} [alone] false: its name is shown with what it said, at its end */
async function runStage([name, work], alone = true) {
  if (alone) console.log(`\n── ${name} ──`);
  const begun = Date.now();
  const count = await work().catch((error) => ({ ...FAILED, said: `${error?.message ?? error}\n` }));
  if (!alone) console.log(`\n── ${name} ──`);
  if (count.said) process.stdout.write(count.said);
  return { name, count, seconds: Math.round((Date.now() - begun) / 1000) };
}

/** Runs stages one after the other. @param {Stage[]} stages @param {boolean} [alone] */
async function runAll(stages, alone) {
  /** @type {Result[]} */
  const results = [];
  for (const stage of stages) results.push(await runStage(stage, alone));
  return results;
}

/** @param {Result} result */
function summary({ name, count: { passed, failed, skipped = 0, failures = [] }, seconds }) {
  const tests =
    passed + failed + skipped > 1 ? `, ${passed} passed, ${failed} failed, ${skipped} skipped` : "";
  const line = `${failed === 0 ? "✓" : "✗"} ${name} (${seconds} s${tests})`;
  return [line, ...failures.map((failure) => `  ✗ ${failure}`)].join("\n");
}

await script(async () => {
  /** @type {Result[]} */
  const results = [];
  try {
    await ensurePackages();
    results.push(...(await Promise.all(sideBySide.map((row) => runAll(row, false)))).flat());
    results.push(...(await runAll(tests)));
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
    results.push({ name: "packages", count: FAILED, seconds: 0 });
  }
  console.log(`\n${results.map(summary).join("\n")}`);
  const total = (/** @type {"passed" | "failed"} */ key) =>
    results.reduce((sum, { count }) => sum + count[key], 0);
  console.log(`${total("passed")} passed, ${total("failed")} failed`);
  return total("failed") === 0 ? 0 : 1;
});
