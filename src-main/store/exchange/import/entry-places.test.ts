import { afterEach, expect, test } from "vitest";
import { openDatabase } from "../../database/connection";
import { TemporaryFailed } from "../temporary";
import { EntryPlaces } from "./entry-places";

/** More than stay in memory. */
const MANY = 30_000;
let places = new EntryPlaces();
afterEach(() => {
  places.close();
  places = new EntryPlaces();
});

test("[SE-6e] the places of many ids are found, the first and the last of them", () => {
  const added = Array.from({ length: MANY }, (_, at) => places.add(`entry ${at}`, at));
  expect(added.every(Boolean)).toBe(true);
  for (const at of [0, 1, 19_999, 20_000, MANY - 2, MANY - 1]) expect(places.of(`entry ${at}`)).toBe(at);
  expect(places.of("entry")).toBeUndefined();
});

test("[SE-6e] an id that comes twice is told, wherever its first place is kept", () => {
  for (let at = 0; at < MANY; at++) places.add(`entry ${at}`, at);
  expect(places.add("entry 7", MANY)).toBe(false);
  expect(places.add(`entry ${MANY - 7}`, MANY)).toBe(false);
  expect(places.of("entry 7")).toBe(7);
  expect(places.of(`entry ${MANY - 7}`)).toBe(MANY - 7);
});

test("[SE-6e] two ids that are no Unicode stay two", () => {
  for (let at = 0; at < MANY; at++) places.add(`entry ${at}`, at);
  expect(places.add("half \ud800", MANY)).toBe(true);
  expect(places.add("half \ud801", MANY + 1)).toBe(true);
  expect([places.of("half \ud800"), places.of("half \ud801")]).toEqual([MANY, MANY + 1]);
});

test("[SE-6e] what is no text is no id", () => {
  places.add("1", 0);
  expect(places.of(1)).toBeUndefined();
  expect(places.of(undefined)).toBeUndefined();
});

test("[SE-6e] a full temporary folder is told by its name", () => {
  places = new EntryPlaces(() => {
    const db = openDatabase("");
    db.pragma("max_page_count = 8");
    return db;
  });
  const addAll = () => {
    for (let at = 0; at < MANY; at++) places.add(`entry ${at}`, at);
  };
  expect(addAll).toThrow(TemporaryFailed);
  expect(addAll).toThrow(/[\\/]/);
});

test("[SE-6e] a look that fails is a failure of the temporary folder as well", () => {
  const db = openDatabase("");
  places = new EntryPlaces(() => db);
  for (let at = 0; at < MANY; at++) places.add(`entry ${at}`, at);
  db.close();
  expect(places.of("entry 1")).toBe(1);
  expect(() => places.of(`entry ${MANY - 2}`)).toThrow(TemporaryFailed);
});
