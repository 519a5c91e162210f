/**
 * Braid's own format of one session: a JSON document with every row that the session owns, as the tables have it. Lossless: the texts of
 * `data_json` and `metadata_json` stand in it byte for byte. Each message is a line, so that a reader needs the memory of one.
 */
import { withOrigin } from "../origin";
import type { Beside, SessionRows, Whole } from "../session-rows";

export const FORMAT = "braid-session";
/** Grows where a reader of an earlier version would lose something. */
export const VERSION = 1;

const nested = ({ row, own }: Whole): string => JSON.stringify({ ...row, ...own });

/** The lines of a list: pieces that join to the elements of a JSON array. */
function* lines(all: Iterable<Whole>): Iterable<string> {
  let before = "\n";
  for (const one of all) {
    yield before + nested(one);
    before = ",\n";
  }
}

function* tables(own: Beside): Iterable<string> {
  for (const [table, rows] of Object.entries(own))
    yield `"${table}": [\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n],\n`;
}

export function* archivePieces({ row: stored, own, ops, messages }: SessionRows): Iterable<string> {
  const { row, origin } = withOrigin(stored);
  yield `{\n"format": "${FORMAT}",\n"version": ${VERSION},\n"origin": "${origin}",\n"chat_sessions": [\n${JSON.stringify(row)}\n],\n`;
  yield* tables(own);
  yield `"chat_timeline_ops": [`;
  yield* lines(ops);
  yield `\n],\n"chat_messages": [`;
  yield* lines(messages);
  yield "\n]\n}\n";
}
