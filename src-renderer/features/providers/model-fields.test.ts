import { expect, test } from "vitest";
import { type Fields, readFields, startingFields } from "./model-fields";

const empty: Fields = {
  context_limit: "",
  max_output: "",
  input: "",
  output: "",
  cache_read: "",
  cache_write: "",
};
const read = (fields: Partial<Fields>) => readFields({ ...empty, ...fields });

test("what is empty takes out what stood there", () => {
  expect(read({})).toEqual({
    wrong: new Map(),
    values: { context_limit: null, max_output: null, price: null },
  });
});

test.each([
  ["200000", 200_000],
  ["200 000", 200_000],
  [" 8192 ", 8192],
])("%j tokens", (context_limit, value) => {
  expect(read({ context_limit }).values.context_limit).toBe(value);
});

test.each(["0", "-1", "1.5", "200k", "1e5", "1.000,5", "100000001"])(
  "%j is no number of tokens",
  (context_limit) => {
    expect([...read({ context_limit }).wrong]).toEqual([["context_limit", "number"]]);
  },
);

test("prices come in pairs, with a comma or a point", () => {
  expect(read({ input: "0,5", output: "2.25" }).values.price).toEqual({ input: 0.5, output: 2.25 });
  expect(read({ input: "0", output: ".5", cache_read: "0.05" }).values.price).toEqual({
    input: 0,
    output: 0.5,
    cache_read: 0.05,
  });
  expect([...read({ input: "1" }).wrong]).toEqual([["output", "pair"]]);
  expect([...read({ cache_read: "1" }).wrong]).toEqual([
    ["input", "pair"],
    ["output", "pair"],
  ]);
});

test("an assumption is not put into anybody's mouth", () => {
  const model = {
    id: "m",
    label: "m",
    in_settings: false,
    context_limit: 128_000,
    price: { input: 1, output: 2 },
  };
  expect(startingFields(model)).toMatchObject({ context_limit: "128000", input: "1", cache_read: "" });
  expect(startingFields({ ...model, assumed: true }).context_limit).toBe("");
});
