import fc from "fast-check";
import { expect, test } from "vitest";
import { createIds } from "./ids";

const FORM = /^(ses|msg|prt|top)_[0-9a-f]{14}[0-9A-Za-z]{12}$/;

test("[DB-5a] an id is 30 characters: prefix, 14 hex digits of time, 12 base62 characters", () => {
  const ids = createIds({ now: () => Date.parse("2026-11-21T00:00:00Z") });
  for (const id of [ids.session(), ids.message(), ids.part(), ids.op()]) {
    expect(id).toHaveLength(30);
    expect(id).toMatch(FORM);
  }
  expect(BigInt(`0x${ids.session().slice(4, 18)}`) / 4096n).toBe(BigInt(Date.parse("2026-11-21T00:00:00Z")));
});

test("[DB-5b] text order is creation order across 2028-10-17, where 12 hex digits wrap", () => {
  let now = Date.parse("2028-10-16T23:59:59.990Z");
  const ids = createIds({ now: () => now });
  const made: string[] = [];
  for (; now < Date.parse("2028-10-18T00:00:00Z"); now += 977) made.push(ids.message());
  expect([...made].sort()).toEqual(made);
});

test("[DB-5] 10,000 ids in one millisecond are in order and all different", () => {
  const ids = createIds({ now: () => 1_800_000_000_000 });
  const made = Array.from({ length: 10_000 }, () => ids.part());
  expect([...made].sort()).toEqual(made);
  expect(new Set(made).size).toBe(10_000);
});

test("[DB-5c] text order is creation order however the clock steps, and across restarts", () => {
  const clockSteps = fc.array(fc.integer({ min: -10_000_000, max: 10_000_000 }), {
    minLength: 1,
    maxLength: 60,
  });
  fc.assert(
    fc.property(clockSteps, fc.integer({ min: 0, max: 59 }), (steps, restartAt) => {
      let now = Date.parse("2027-01-01T00:00:00Z");
      let ids = createIds({ now: () => now });
      const made: string[] = [];
      for (const [index, step] of steps.entries()) {
        now += step;
        if (index === restartAt && made.length > 0) {
          ids = createIds({ now: () => now }, BigInt(`0x${made.at(-1)?.slice(4, 18)}`));
        }
        made.push(ids.message());
      }
      expect([...made].sort()).toEqual(made);
    }),
  );
});
