/** `npm run bench`: every speed goal, one line each; the last line is `N met, M missed`. Code 1 only where something could not be measured. */
import { parseArgs } from "node:util";
import { attaching } from "./attaching";
import { bytes } from "./bytes";
import { conversation } from "./conversation";
import { disk } from "./disk";
import { family } from "./family";
import { longDay, scrolling } from "./long-day";
import type { Line } from "./measure";
import { opening } from "./opening";
import { path } from "./path";
import { reducer } from "./reducer";
import { starting } from "./starting";
import { printLine, writeTable } from "./table";
import { timeTravel } from "./time-travel";
import { writing } from "./writing";

const THEMES: Record<string, () => Promise<Line[]>> = {
  path,
  bytes,
  disk,
  reducer,
  opening,
  attaching,
  travel: timeTravel,
  family,
  conversation,
  scrolling,
  day: longDay,
  starting,
  writing,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "string" } },
});
const chosen = positionals.length === 0 ? Object.keys(THEMES) : positionals;

const lines: Line[] = [];
let unmeasured = 0;
for (const name of chosen) {
  try {
    const measure = THEMES[name];
    if (measure === undefined) throw new Error(`there is only ${Object.keys(THEMES).join(", ")}`);
    for (const line of await measure()) {
      printLine(line);
      lines.push(line);
    }
  } catch (error) {
    unmeasured += 1;
    console.log(`! ${name} could not be measured: ${error instanceof Error ? error.stack : error}`);
  }
}
if (values.write !== undefined) await writeTable(values.write, lines);

const met = lines.filter((line) => line.met).length;
console.log(`${met} met, ${lines.length - met} missed`);
// Handles that something left open must not keep the bench alive.
process.exit(unmeasured === 0 ? 0 : 1);
