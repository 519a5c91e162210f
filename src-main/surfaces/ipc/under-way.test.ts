import { expect, test } from "vitest";
import { createPlaces } from "./under-way";

test("a page has so many places, each given back once; another page has its own", () => {
  const take = createPlaces<object>(2);
  const [page, other] = [{}, {}];
  const first = take(page);
  take(page);
  expect(() => take(page)).toThrow(expect.objectContaining({ code: "FORBIDDEN" }));
  take(other);
  first();
  first();
  take(page);
  expect(() => take(page)).toThrow(expect.objectContaining({ code: "FORBIDDEN" }));
});
