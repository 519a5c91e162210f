import { expect, it } from "vitest";
import { search } from "./search";

const section = (heading: string, body: string, also = "") => ({
  place: `01-page#${heading.toLowerCase()}`,
  page: "Page",
  heading,
  body,
  also,
});
const sections = [
  section("Backups", "Copies of the database."),
  section("Restoring", "Copy a backup back."),
  section("Löschen", "In den Papierkorb.", "entfernen"),
];
const headings = (query: string) => search(sections, query).map(({ heading }) => heading);

it("finds all words, wherever they stand, and headings first", () => {
  expect(headings("backup copy")).toEqual(["Restoring"]);
  expect(headings("cop")).toEqual(["Backups", "Restoring"]);
  expect(headings("restoring back")).toEqual(["Restoring"]);
  expect(headings("backup")).toEqual(["Backups", "Restoring"]);
  expect(headings("LOSCHEN")).toEqual(["Löschen"]);
  expect(headings("entfernen papierkorb")).toEqual(["Löschen"]);
});

it.each(["", "  ", "backup zzz"])("finds nothing by %j", (query) => {
  expect(headings(query)).toEqual([]);
});
