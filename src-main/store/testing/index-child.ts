/** A process to kill: makes the search's index, and stops for ever at its nth write. Says at its end how many writes there were. */
import { writeSync } from "node:fs";
import { openDatabase } from "../database/connection";
import { identityOf } from "../database/folder";
import { Searching } from "../search/searching";

const [file = "", most = "0"] = process.argv.slice(2);
const end = Number(most);

/** The writes that were made, whichever of its statements and connections made them, and the ends of transactions. */
let writes = 0;

function count(): void {
  writes += 1;
  if (writes !== end) return;
  writeSync(1, "in its midst\n");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const some = openDatabase(":memory:");
const { constructor: Statement } = some.prepare("SELECT 1");
const { constructor: Connection } = some;
for (const [of, name] of [
  [Statement, "run"],
  [Connection, "exec"],
] as const) {
  const own = of.prototype[name] as (...args: unknown[]) => unknown;
  of.prototype[name] = function counted(this: unknown, ...args: unknown[]) {
    count();
    return own.apply(this, args);
  };
}

const searching = new Searching({ file, identity: identityOf(file), compare: true });
while (searching.step());
searching.close();
writeSync(1, `${writes}\n`);
