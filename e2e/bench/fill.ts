/** Fills a database that no app has open. */
import { openDatabase } from "../../src-main/store/database/connection";
import { fillRows } from "../fixtures/many-rows";

export function fillSessions(file: string, first: number, count: number, messages: number): void {
  const db = openDatabase(file);
  try {
    fillRows(db, first, count, messages);
  } finally {
    db.close();
  }
}
