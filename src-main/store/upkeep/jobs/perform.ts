/** Performs each long job, inside its thread. */
import type { StoreFacts } from "../../../core/ports/storage";
import { openDatabase } from "../../database/connection";
import { userVersion } from "../../database/migrate";
import { keepEvents } from "../../event-log/keep";
import { adoptSessions } from "../../exchange/adopt";
import { bringBack } from "../../exchange/bring-back/bring-back";
import { exportSessions, planExport } from "../../exchange/export";
import { importSessions } from "../../exchange/import/import";
import { planImport } from "../../exchange/import/reading";
import { join, restore, salvage } from "../../recovery/salvage/rebuild";
import { backUp, isWorthwhile } from "../backups";
import { copyElsewhere } from "../library/elsewhere";
import { described, listed } from "../library/listed";
import { lookInto, readSession } from "../library/look";
import { searchInside } from "../library/search-inside";
import { measure } from "../space";
import { createUpkeep } from "../tidying";
import type { JobContext, JobName, Jobs } from "./jobs";

type Performer<N extends JobName> = (
  input: Jobs[N]["input"],
  context: JobContext,
) => Jobs[N]["output"] | Promise<Jobs[N]["output"]>;

export const performers: { [N in JobName]: Performer<N> } = {
  "back-up": ({ always, ...options }, context) =>
    always || isWorthwhile(options.file) ? backUp({ ...options, daily: !always, ...context }) : undefined,
  "list-backups": ({ file }) => listed(file),
  "copy-backups": (input, context) => copyElsewhere(input, context),
  "describe-backup": ({ backup }) => described(backup),
  "look-into-backup": (input) => lookInto(input),
  "search-backup": (input, context) => searchInside(input, context),
  "read-backup": (input) => readSession(input),
  measure: ({ file }) => measure(file),
  facts: ({ file }) => factsOf(file),
  free: ({ file }, { isCancelled }) => free(file, isCancelled),
  restore: (input, context) => restore(input, context),
  salvage: (input, context) => salvage(input, context),
  join: (input) => join(input),
  "plan-export": (input, { unstoppable }) => unstoppable(() => planExport(input)),
  export: (input, context) => exportSessions(input, context),
  "plan-import": (input, context) => planImport(input, context),
  import: (input, context) => importSessions(input, context),
  "bring-back": (input, context) => bringBack(input, context),
  "keep-events": (input, { isCancelled }) => keepEvents(input, isCancelled),
  adopt: (input, context) => adoptSessions(input, context),
};

async function free(file: string, isCancelled: () => boolean): Promise<number> {
  const upkeep = createUpkeep(file);
  try {
    return await upkeep.giveBack(isCancelled);
  } finally {
    upkeep.close();
  }
}

function factsOf(file: string): StoreFacts {
  const db = openDatabase(file, { readonly: true });
  const count = (table: string): number => Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
  try {
    return {
      schema_version: userVersion(db),
      sqlite_version: String(db.prepare("SELECT sqlite_version()").pluck().get()),
      integrity: db.prepare("PRAGMA quick_check(10)").pluck().all().map(String),
      sessions: count("chat_sessions"),
      messages: count("chat_messages"),
    };
  } finally {
    db.close();
  }
}
