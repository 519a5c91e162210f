import { expect, it } from "vitest";
import { openDatabase } from "../database/connection";
import { FIRST_SESSION, idOf, idSql, keyOf } from "./keys";

it("[SE-5a] ids become short keys that sort as they do, and become the ids again", () => {
  const ids = [
    "msg_18bcfe56a1f000v5nsXScKnXc5",
    "msg_18bcfe56a1f000v5nsXScKnXc6",
    "msg_18bcfe56a20000A00000000000",
  ];
  const keys = ids.map(keyOf) as Buffer[];
  expect(keys.map(idOf)).toEqual(ids);
  expect(keys.map(({ length }) => length)).toEqual([19, 19, 19]);
  expect(keys.toSorted(Buffer.compare)).toEqual(keys);
  const session = keyOf("ses_18bcfe56a1f000v5nsXScKnXc5") as Buffer;
  expect(idOf(session)).toBe("ses_18bcfe56a1f000v5nsXScKnXc5");
  expect(keys.every((key) => Buffer.compare(key, FIRST_SESSION) < 0)).toBe(true);
  expect(Buffer.compare(session, FIRST_SESSION)).toBe(1);
  expect(idOf(keyOf("odd"))).toBe("odd");
});

it("[SE-5a] SQL makes the same ids of keys", () => {
  const db = openDatabase("");
  const id = db.prepare(`SELECT ${idSql("key")} FROM (SELECT ? AS key)`).pluck();
  for (const made of [
    "msg_18bcfe56a1f000v5nsXScKnXc5",
    "ses_98bcfe56a1f000v5nsXScKnXc6",
    "odd",
    "msg_odd",
    "",
  ])
    expect(id.get(keyOf(made))).toBe(made);
  db.close();
});
