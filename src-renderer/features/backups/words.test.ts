import { expect, test } from "vitest";
import { age } from "./words";

const NOW = new Date(2026, 10, 26, 12).getTime();
const MINUTE = 60_000;

test.each([
  [0, "now", "jetzt"],
  [MINUTE - 1, "now", "jetzt"],
  [MINUTE, "1 minute ago", "vor 1 Minute"],
  [60 * MINUTE, "1 hour ago", "vor 1 Stunde"],
  [24 * 60 * MINUTE, "yesterday", "gestern"],
  // Two backups of one day are as old.
  [8 * 24 * 60 * MINUTE - 6 * 60 * MINUTE, "8 days ago", "vor 8 Tagen"],
  [8 * 24 * 60 * MINUTE, "8 days ago", "vor 8 Tagen"],
  [50 * 24 * 60 * MINUTE, "50 days ago", "vor 50 Tagen"],
  // The clock was set back.
  [-5 * MINUTE, "now", "jetzt"],
])("[SV-8g] a backup made %d ms ago is of %j", (passed, en, de) => {
  expect(age(NOW - passed, NOW, "en")).toBe(en);
  expect(age(NOW - passed, NOW, "de")).toBe(de);
});
