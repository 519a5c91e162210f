/** A process to kill: migrates a database, stopping for ever before the given statement. */
import { writeSync } from "node:fs";
import { openDatabase } from "../database/connection";
import { migrate } from "../database/migrate";
import { migrations } from "../database/migrations";
import { EXTENSION } from "./extension";

const [file = "", stop_at = "0"] = process.argv.slice(2);
const db = openDatabase(file);
const exec = db.exec.bind(db);
let statement = 0;
db.exec = (sql) => {
  if (statement++ === Number(stop_at)) {
    writeSync(1, "ready\n");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
  return exec(sql);
};
migrate(db, [...migrations, EXTENSION]);
writeSync(1, "done\n");
