import { expect, test } from "vitest";
import { LONGEST_DRAFT } from "../domain/limits";
import { commandIds } from "./commands";
import { isModest } from "./input-size";

const nested = (levels: number): unknown => (levels === 0 ? 1 : { inner: nested(levels - 1) });

test.each([
  ["nothing", undefined],
  ["every command", { enabled: commandIds, checked: commandIds }],
  ["the longest draft", { place: { kind: "composer", session_id: null }, text: "x".repeat(LONGEST_DRAFT) }],
  ["the longest copy", { text: "x".repeat(16 * 1024 * 1024) }],
  ["a price", { provider_id: "a", model_id: "b", price: { input: 1, output: 2 }, thinking: ["low", "high"] }],
])("%s is as much as a page may hand over", (_, input) => {
  expect(isModest(input)).toBe(true);
});

const round: { self?: unknown } = {};
round.self = round;

test.each([
  ["a palette of commands without end", { enabled: Array(1_000_000).fill("stop"), checked: [] }],
  ["a list that is mostly holes", { enabled: new Array(1_000_000) }],
  ["an object of many names", Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`n${n}`, n]))],
  ["many long names", { ["n".repeat(LONGEST_DRAFT * 2)]: 1 }],
  ["many lists in a list", Array.from({ length: 30 }, () => Array(30).fill(0))],
  ["what is nested", nested(7)],
  ["what holds itself", round],
  ["two longest drafts", ["x".repeat(LONGEST_DRAFT), "x".repeat(LONGEST_DRAFT)]],
  ["bytes", new Uint8Array(8)],
  ["a buffer", { text: new ArrayBuffer(8) }],
  ["a map", new Map()],
])("%s is more", (_, input) => {
  expect(isModest(input)).toBe(false);
});
