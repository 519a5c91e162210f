/** Reads Braid's own document of a session (see `formats/archive.ts`): the rows as they stand in it, with the ids of their origin. */
import { FORMAT, VERSION } from "../formats/archive";
import type { Row, Whole } from "../session-rows";
import { Broken, because } from "./broken";
import type { Item, Items } from "./items";
import { elementsOf, parsed } from "./json-elements";

/** @throws Broken */
export async function* readArchive(pieces: AsyncIterable<string> | Iterable<string>): Items {
  let known = false;
  let begun = false;
  let origin: string | undefined;
  for await (const { key, text, line } of elementsOf(pieces)) {
    const value = parsed(text, line);
    if (key === "format") known = value === FORMAT;
    if (!known) throw new Broken(because("unknown"));
    if (key === "version" && typeof value === "number" && value > VERSION)
      throw new Broken(because("too-new"));
    if (key === "origin" && typeof value === "string") origin = value;
    if (["format", "version", "origin"].includes(key)) continue;
    if (begun === (key === "chat_sessions")) throw new Broken(because("misplaced", { key }), line);
    begun = true;
    yield itemOf(key, value, line, origin);
  }
  if (!begun) throw new Broken(because("unknown"));
}

function itemOf(key: string, value: unknown, line: number, origin: string | undefined): Item {
  const { row, own } = wholeOf(value, key, line);
  switch (key) {
    case "chat_sessions":
      return { is: "session", row, origin: origin ?? String(row.id), line };
    case "chat_timeline_ops":
      return { is: "op", row, own, line };
    case "chat_messages":
      return { is: "message", row, own, line };
    default:
      return { is: "row", table: key, row, line };
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A row with the lists that are nested in it. */
function wholeOf(value: unknown, table: string, line: number): Whole {
  if (!isRecord(value)) throw new Broken(because("no-row", { table }), line);
  const row: Record<string, Row[string]> = {};
  const own: Record<string, Row[]> = {};
  for (const [name, field] of Object.entries(value)) {
    // `__proto__` is no column, and none of ours is inherited.
    if (name === "__proto__") continue;
    if (field === null || typeof field === "string" || typeof field === "number") row[name] = field;
    else if (Array.isArray(field)) own[name] = field.map((one) => wholeOf(one, name, line).row);
    else throw new Broken(because("no-row", { table }), line);
  }
  return { row, own };
}
