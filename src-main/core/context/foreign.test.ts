import { expect, test } from "vitest";
import type { BraidMessage, BraidPart } from "../../../src-preload/contract/domain/messages";
import { toldTo } from "./foreign";

const model = { provider_id: "claude", model_id: "opus" };
const marks = { anthropic: { signature: "sig" } };
const parts: BraidPart[] = [
  { type: "step-start" },
  { type: "reasoning", text: "Hm", providerMetadata: marks },
  { type: "text", text: "I look.", providerMetadata: marks },
  {
    type: "tool-search",
    toolCallId: "srv_1",
    state: "output-available",
    input: {},
    output: 1,
    providerExecuted: true,
  },
  {
    type: "tool-read",
    toolCallId: "functions.read:0",
    state: "output-available",
    input: { path: "a" },
    output: "A",
    callProviderMetadata: marks,
  },
];
const message: BraidMessage = { id: "m", role: "assistant", metadata: { model }, parts };

test("[MS-4] who said it is told it whole, whatever the thinking level", () => {
  expect(toldTo({ ...model, variant: "high" }, message)).toBe(message);
});

test.each([
  { ...model, provider_id: "gpt" },
  { ...model, model_id: "haiku" },
])(
  "[MS-4] another ($provider_id/$model_id) is told the words and the tools' results, and nothing that is sealed",
  (other) => {
    const told = toldTo(other, message);
    expect(told.parts.map(({ type }) => type)).toEqual(["step-start", "text", "tool-read"]);
    expect(JSON.stringify(told)).not.toContain("sig");
    expect(told.parts[2]).toMatchObject({ input: { path: "a" }, output: "A" });
    expect(message.parts).toBe(parts);
  },
);

test("calls have ids that all providers take, the same each time and for each call its own", () => {
  const idOf = (toolCallId: string) => {
    const part: BraidPart = { type: "tool-read", toolCallId, state: "input-available", input: {} };
    const told = toldTo({ ...model, model_id: "haiku" }, { ...message, parts: [part] }).parts[0];
    return told !== undefined && "toolCallId" in told ? told.toolCallId : "";
  };
  for (const id of ["functions.read:0", "call_1", "toolu_01A09q90qw90lq917835lq9", "x".repeat(400)]) {
    expect(idOf(id)).toMatch(/^[A-Za-z0-9]{9}$/);
    expect(idOf(id)).toBe(idOf(id));
  }
  expect(new Set(Array.from({ length: 10_000 }, (_, n) => idOf(`call_${n}`)))).toHaveProperty("size", 10_000);
});
