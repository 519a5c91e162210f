import { expect, test } from "vitest";
import type {
  BraidPart,
  MessageMetadata,
  StoredMessage,
} from "../../../src-preload/contract/domain/messages";
import { remindersToResume } from "./resume-reminders";

const message = (
  role: "user" | "assistant",
  parts: object[],
  metadata: MessageMetadata = {},
): StoredMessage =>
  ({ id: "m", session_id: "s", role, metadata, created_at: 0, parts: parts as BraidPart[] }) as StoredMessage;

const question = message("user", [{ type: "text", text: "Hello?" }]);
const answer = (...parts: object[]) =>
  message("assistant", [{ type: "step-start" }, ...parts], { finish_reason: "aborted" });
const half = { type: "text", text: "Half an ans" };
const call = {
  type: "dynamic-tool",
  toolName: "count",
  toolCallId: "a",
  state: "output-available",
  input: {},
  output: "1",
};
const summary = { type: "data-output-summary", id: "d", data: {} };
const goes_on = [expect.stringContaining("cut off before its end")];
const answers = [expect.stringContaining("ended without an answer")];

test.each<[string, StoredMessage[], unknown[]]>([
  ["half a text", [answer(half), question], goes_on],
  ["half a text, and a summary of an output behind it", [answer(call, half, summary), question], goes_on],
  ["a file that the model has made", [answer({ type: "file", url: "blob:1" }), question], goes_on],
  ["a call of the provider's own", [answer({ ...call, providerExecuted: true }), question], goes_on],
  ["half a text before an attempt of nothing", [answer(), answer(half), question], goes_on],
  [
    "half a text before an attempt of thoughts",
    [answer({ type: "reasoning", text: "Hm" }), answer(half), question],
    goes_on,
  ],
  ["a result", [answer(half, call), question], []],
  ["a result, and a summary of it", [answer(call, summary), question], []],
  ["a result before an attempt of nothing", [answer(), answer(call), question], []],
  ["nothing", [answer(), question], []],
  ["nothing, after a whole exchange", [answer(), question, answer(half), question], []],
  ["a question", [question], []],
  [
    "a result and no answer",
    [message("assistant", [{ type: "step-start" }, call, { type: "step-start" }], { finish_reason: "stop" })],
    answers,
  ],
])("[RN-5] a prompt that ends with %s", (_name, newestFirst, reminders) => {
  expect(remindersToResume(newestFirst)).toEqual(reminders);
});

test("reads no more messages than it needs", () => {
  function* read() {
    yield answer(half);
    throw new Error("one too many");
  }
  expect(remindersToResume(read())).toEqual(goes_on);
});
