/**
 * Braid's own format of one session: a JSON document with every row that the session owns, as the tables have it. Lossless: the texts of
 * `data_json` and `metadata_json` stand in it byte for byte. Each message is a line, so that a reader needs the memory of one.
 */
import { withOrigin } from "../origin";
import type { Beside, SessionRows, Whole } from "../session-rows";

export const FORMAT = "braid-session";
/** Grows where a reader of an earlier version would lose something. */
export const VERSION = 1;

/** Two texts in one cost less than one of an object that is made for it. */
const nested = ({ row, own }: Whole): string =>
  `${JSON.stringify(row).slice(0, -1)}${Object.entries(own)
    .map(([table, rows]) => `,"${table}":${JSON.stringify(rows)}`)
    .join("")}}`;

/** A field with a list: a line for each element. */
function* list(name: string, all: Iterable<string>): Iterable<string> {
  yield `,\n"${name}": [`;
  let before = "\n";
  for (const one of all) {
    yield before + one;
    before = ",\n";
  }
  yield "\n]";
}

function* tables(all: Beside): Iterable<string> {
  for (const [table, rows] of Object.entries(all))
    yield* list(
      table,
      mapped(rows, (row) => JSON.stringify(row)),
    );
}

export function* archivePieces({ row: stored, own, ops, messages, named }: SessionRows): Iterable<string> {
  const { row, origin } = withOrigin(stored);
  yield `{\n"format": "${FORMAT}",\n"version": ${VERSION},\n"origin": "${origin}"`;
  yield* list("chat_sessions", [JSON.stringify(row)]);
  yield* tables(own);
  yield* list("chat_timeline_ops", mapped(ops, nested));
  yield* list("chat_messages", mapped(messages, nested));
  yield* tables(named());
  yield "\n}\n";
}

function* mapped<T>(all: Iterable<T>, make: (one: T) => string): Iterable<string> {
  for (const one of all) yield make(one);
}
