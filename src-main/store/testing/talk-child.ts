/** A process to kill: one turn that is in the database, a second that is in its log alone; says the session's id. */
import { writeSync } from "node:fs";
import { openStore } from "..";
import { openDatabase } from "../database/connection";
import { wholeTurn } from "./talk";

const [file = ""] = process.argv.slice(2);
const { store } = openStore({ file });
const { session_id } = wholeTurn(store);
const other = openDatabase(file);
other.pragma("wal_checkpoint(TRUNCATE)");
other.close();
wholeTurn(store, session_id);
writeSync(1, `${session_id}\n`);
setInterval(() => {}, 1000);
