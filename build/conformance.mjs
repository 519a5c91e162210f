// `npm run conformance`: every id of the contract with the tests that prove it, or with the issue that will.
// Fails on an id that should hold and has no test, on a test that names an unknown id, on a plan without an issue.
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { ROOT } from "./packages.mjs";
import { script } from "./progress.mjs";

const FOLDERS = ["src-main", "src-preload", "src-renderer", "build", "e2e"];
const TEST_FILE = /\.(test|spec)\.tsx?$/;
/** Ids as a test's name carries them: [RW-3], or [RW-3, RW-4]. */
const BRACKETS = /\[((?:[A-Z]{1,2}-\d+)(?:, ?[A-Z]{1,2}-\d+)*)\]/g;

/** @typedef {{ id: string, clause: string, status: string, rest?: string }} Line */
/** @typedef {{ ids: string[], where: string, name: string }} Proof */

/** @param {ts.Expression} callee `test`, `it.each(table)`, … @returns {string[]} the names it is made of */
function namesIn(callee) {
  if (ts.isIdentifier(callee)) return [callee.text];
  if (ts.isPropertyAccessExpression(callee)) return [...namesIn(callee.expression), callee.name.text];
  if (ts.isCallExpression(callee)) return namesIn(callee.expression);
  return [];
}

/** Whether a call declares a test that runs: a skipped one proves nothing. @param {string[]} names */
function declaresTest([root = "", ...modifiers]) {
  const idle = modifiers.some((name) => ["skip", "todo", "fixme", "describe"].includes(name));
  return (root === "test" || root === "it") && !idle;
}

/**
 * The tests of one file that name ids.
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
    proofs.push({ ids, where: `${file}:${line}`, name });
  };
  visit(source);
  return proofs;
}

/**
 * What is wrong, one sentence each.
 * @param {Line[]} lines
 * @param {Proof[]} proofs
 */
export function faults(lines, proofs) {
  const known = new Set(lines.map(({ id }) => id));
  const proven = new Set(proofs.flatMap(({ ids }) => ids));
  const ofLines = lines.flatMap(({ id, status }) => {
    if (status === "now") return proven.has(id) ? [] : [`${id} should hold now and has no test.`];
    return /^planned: \S/.test(status)
      ? []
      : [`${id} is "${status}": say "now" or "planned: <issue title>".`];
  });
  const ofProofs = proofs.flatMap(({ ids, where }) =>
    ids.filter((id) => !known.has(id)).map((id) => `${where} names ${id}, which the contract does not have.`),
  );
  return [...ofLines, ...ofProofs];
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

async function main() {
  /** @type {Line[]} */
  const lines = JSON.parse(await readFile(join(ROOT, "docs/conformance.json"), "utf8"));
  const proofs = await collectProofs();
  for (const { id, clause, status, rest } of lines) {
    console.log(
      `${id.padEnd(6)} ${status === "now" ? "" : `(${status}) `}${clause}${rest ? `; ${rest}` : ""}`,
    );
    for (const proof of proofs)
      if (proof.ids.includes(id)) console.log(`         ${proof.where}  ${proof.name}`);
  }
  const wrong = faults(lines, proofs);
  const due = lines.filter(({ status }) => status === "now").length;
  console.log(`\n${due} of ${lines.length} ids are due, ${proofs.length} tests name one.`);
  for (const fault of wrong) console.log(`✗ ${fault}`);
  return wrong.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await script(main);
