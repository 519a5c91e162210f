/**
 * The thread that answers questions about a whole session (docs/decisions/whole-sessions-are-read-in-a-thread.md). `reader.ts` starts this
 * file. It only reads.
 */
import { parentPort, workerData } from "node:worker_threads";
import type { Database } from "better-sqlite3";
import { openSame } from "../database/connection";
import { codeOf } from "../database/errors";
import type { ReaderAnswer, ReaderData, ReaderQuestion, ReaderRequest } from "./reader";
import { READINGS } from "./readings";

const { file, identity }: ReaderData = workerData;
let opened: Database | undefined;

/** @throws FileMoved, SqliteError */
function answer({ ask, args }: ReaderQuestion): unknown {
  opened ??= openSame(file, identity, { readonly: true });
  // The types of the port guarantee that a reading gets its own arguments.
  return Reflect.apply(READINGS[ask], undefined, [opened, ...args]);
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
