/** The thread that answers questions about a whole session (decision 8): an entry of its own, started by `reader.ts`. It only reads. */
import { parentPort, workerData } from "node:worker_threads";
import type { Database } from "better-sqlite3";
import { openSame } from "../database/connection";
import { codeOf } from "../database/errors";
import type { ReaderAnswer, ReaderData, ReaderQuestion, ReaderRequest } from "./reader";
import { sharedBeginning } from "./shared-beginning";
import { findInSession, textOfSession, usageOfSession } from "./transcript-reading";

const { file, identity }: ReaderData = workerData;
let opened: Database | undefined;

/** @throws FileMoved, SqliteError */
function answer(question: ReaderQuestion): unknown {
  opened ??= openSame(file, identity, { readonly: true });
  const db = opened;
  if (question.ask === "find") return findInSession(db, question.query);
  if (question.ask === "text") return textOfSession(db, question.query);
  if (question.ask === "usage") return usageOfSession(db, question.session_id);
  return sharedBeginning(db, question.a, question.b);
}

parentPort?.on("message", (request: ReaderRequest) => {
  if (request === "close") {
    opened?.close();
    parentPort?.close();
    return;
  }
  const { id, question } = request;
  const send = (answered: ReaderAnswer) => parentPort?.postMessage(answered);
  try {
    send({ id, value: answer(question) });
  } catch (error) {
    send({ id, error: error instanceof Error ? error.message : String(error), code: codeOf(error) });
  }
});
