/**
 * `npm run bench`: measures every speed goal and prints one table in Markdown, a row as soon as it is known; the last line is
 * `N met, M missed`. Ends with 1 only where something could not be measured.
 */
import { readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg, release } from "node:os";
import { parseArgs } from "node:util";
import { logTo } from "../../src-main/core/log";
import { attaching } from "./attaching";
import { bytes } from "./bytes";
import { calls } from "./calls";
import { carrying } from "./carrying";
import { compacting } from "./compacting";
import { conversation } from "./conversation";
import { day } from "./day";
import { disk } from "./disk";
import { estimating } from "./estimating";
import { family } from "./family";
import { hands } from "./hands";
import { type Line, summary, TABLE_HEAD, tableRow } from "./lines";
import { logging } from "./logging";
import { opening } from "./opening";
import { path } from "./path";
import { reducer } from "./reducer";
import { scrolling } from "./scrolling";
import { searching } from "./searching";
import { starting } from "./starting";
import { steps } from "./steps";
import { timeTravel } from "./time-travel";
import { writing } from "./writing";

const THEMES: Record<string, () => Promise<Line[]>> = {
  path,
  steps,
  estimating,
  compacting,
  bytes,
  disk,
  reducer,
  opening,
  travel: timeTravel,
  attaching,
  conversation,
  family,
  scrolling,
  searching,
  carrying,
  logging,
  day,
  starting,
  writing,
  hands,
  calls,
};

/** Around the table of a page. */
const BEGIN = "<!-- bench: begin -->";
const END = "<!-- bench: end -->";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "string" } },
});
const unknown = positionals.filter((name) => !(name in THEMES));
if (unknown.length > 0) fail(`There is no ${unknown.join(", ")}, only ${Object.keys(THEMES).join(", ")}.`);
if (values.write !== undefined && positionals.length > 0)
  fail("A page gets the table of one whole run: --write goes without themes.");

// A database that is closed during its daily backup says so: one line of it is enough.
logTo((_level, text) => console.error(text.split("\n")[0]));

const lines: Line[] = [];
const printed: string[] = [];
const print = (text: string): void => {
  printed.push(text);
  console.log(text);
};

const before = `${new Date().toISOString().slice(0, 10)}, ${machine()}`;
print(TABLE_HEAD);
let unmeasured = 0;
for (const name of positionals.length === 0 ? Object.keys(THEMES) : positionals) {
  try {
    for (const line of (await THEMES[name]?.()) ?? []) {
      print(tableRow(line));
      lines.push(line);
    }
  } catch (error) {
    unmeasured += 1;
    const [reason] = String(error instanceof Error ? error.message : error).split("\n");
    print(`| ${name} | | could not be measured: ${reason} | **MISSED** |`);
  }
}
print(`\nMeasured in one run on ${before}.\n`);
print(summary(lines));
if (values.write !== undefined) await writeInto(values.write, printed.join("\n"));
// Handles that something left open must not keep the bench alive.
process.exit(unmeasured === 0 ? 0 : 1);

function machine(): string {
  const [busy = 0] = loadavg();
  const kind = `${process.platform} ${process.arch} ${release()}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}`;
  return `${kind}, Node ${process.versions.node}, load ${busy.toFixed(1)} before it began`;
}

/** Puts `text` between the two marks of a page. */
async function writeInto(file: string, text: string): Promise<void> {
  const page = await readFile(file, "utf8");
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) fail(`${file} has no ${BEGIN} … ${END} for the table.`);
  await writeFile(file, `${page.slice(0, begin)}${BEGIN}\n${text}\n${page.slice(end)}`);
}

function fail(why: string): never {
  console.error(why);
  process.exit(1);
}
