/** Ids as the index keeps them, in fewer bytes. Pure. Keys sort as the ids do: messages in the order of their making, then sessions. */

/** Ids of this form (DB-5): the time in hexadecimal digits, and a random end. */
const ID = /^(msg|ses)_([0-9a-f]{14})([0-9A-Za-z]{12})$/;
const TIME_BYTES = 7;
/** Sorts behind every message. */
export const FIRST_SESSION = Buffer.from("s");

export type Key = Buffer | string;

/** An id that another program has made is kept as it is. */
export function keyOf(id: string): Key {
  const [, kind, time = "", end = ""] = ID.exec(id) ?? [];
  if (kind === undefined) return id;
  const parts = [Buffer.from(time, "hex"), Buffer.from(end, "latin1")];
  return Buffer.concat(kind === "ses" ? [FIRST_SESSION, ...parts] : parts);
}

export function idOf(key: Key): string {
  if (typeof key === "string") return key;
  const isSession = key.length > TIME_BYTES + 12;
  const from = isSession ? 1 : 0;
  const middle = from + TIME_BYTES;
  return `${isSession ? "ses" : "msg"}_${key.toString("hex", from, middle)}${key.toString("latin1", middle)}`;
}

/** SQL: as `idOf`. A page of results has no need of a buffer for each. */
export const idSql = (key: string): string => {
  const id = (prefix: string, from: number) =>
    `'${prefix}_' || lower(hex(substr(${key}, ${from}, ${TIME_BYTES}))) || CAST(substr(${key}, ${from + TIME_BYTES}) AS TEXT)`;
  return `CASE WHEN typeof(${key}) = 'text' THEN ${key} WHEN length(${key}) > ${TIME_BYTES + 12} THEN ${id("ses", 2)} ELSE ${id("msg", 1)} END`;
};

/** A session's document is its title. */
export const isTitle = (id: string): boolean => id.startsWith("ses_");
