import { afterEach, expect, test } from "vitest";
import { broken } from "./invariants";
import { digestOf, MARATHON, readable, runMarathon } from "./marathon";
import { removeSlice, type Slice, startSlice } from "./slice";

let slice: Slice;
afterEach(() => removeSlice(slice));

/** The bench runs two thousand. */
const TURNS = 60;

test(`[CP-1, CP-3, TK-3, RW-7] ${TURNS} turns with tools through a window of 32,000 tokens: nothing is refused, the numbers are right, and every word comes back`, async () => {
  slice = await startSlice(MARATHON);
  const { session_id, refused, compactions, off, off_at_trigger, off_after } = await runMarathon(
    slice,
    TURNS,
  );
  expect(refused).toBe(0);
  expect(slice.service.sessions.status({ session_id })).toEqual({ state: "idle" });
  expect(compactions.length).toBeGreaterThan(2);
  expect(Math.max(...off.map(Math.abs), ...off_after.map(Math.abs))).toBeLessThan(0.1);
  expect(off_at_trigger.length).toBeGreaterThan(0);
  expect(Math.min(...off_at_trigger)).toBeGreaterThan(-0.05);
  expect(broken(slice)).toEqual([]);

  const said = digestOf(slice, session_id, "said");
  expect(readable(slice, session_id)).toHaveLength(2 * TURNS);
  for (const _ of compactions) slice.service.undo.last({});
  expect(digestOf(slice, session_id, "visible")).toBe(said);
  expect(broken(slice)).toEqual([]);
});
