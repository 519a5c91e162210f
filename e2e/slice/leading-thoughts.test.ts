/** Thoughts that a server hands on in tags at the start of an answer: stored as reasoning, and not sent again. */

import { afterEach, expect, test } from "vitest";
import { ending, reply } from "../fixtures/provider/script";
import { removeSlice, type Slice, startSlice, textOf } from "./slice";

let slice: Slice;
afterEach(() => removeSlice(slice));

const kinds = ({ parts }: Awaited<ReturnType<Slice["rest"]>>) =>
  parts.flatMap((part) =>
    part.type === "text" || part.type === "reasoning" ? [[part.type, part.text, part.state]] : [],
  );

test("[DB-8] thoughts in tags before an answer are reasoning, and the next request has none of them", async () => {
  slice = await startSlice();
  const pieces = ["<thi", "nk>\nThe user", " greets me.</th", "ink>\n\nHello", " <think>you</think>."];
  slice.provider.enqueue([...pieces.map((text) => ({ text })), ...ending()], reply("Again."));
  const { session_id } = slice.ask();
  const answer = await slice.rest(session_id);
  expect(kinds(answer)).toEqual([
    ["reasoning", "The user greets me.", "done"],
    ["text", "Hello <think>you</think>.", "done"],
  ]);
  expect(answer.metadata.error).toBeUndefined();
  slice.send({ session_id, text: "And now?" });
  expect(textOf(await slice.rest(session_id))).toBe("Again.");
  const sent = slice.provider.requests[1]?.rawBody;
  expect(sent).toContain("Hello <think>you</think>.");
  expect(sent).not.toContain("greets me");
});

test("[DB-8] thoughts with the closing tag alone are reasoning where the model's settings say that it begins with them", async () => {
  slice = await startSlice({ begin_thinking: ["big"] });
  const pieces = ["The user greets", " me.\n</th", "ink>\n\nHello", "."];
  slice.provider.enqueue([...pieces.map((text) => ({ text })), ...ending()], reply("Again."));
  const { session_id } = slice.ask();
  const watcher = slice.watch(session_id);
  await watcher.rest();
  const answer = await slice.rest(session_id);
  expect(kinds(answer)).toEqual([
    ["reasoning", "The user greets me.\n", "done"],
    ["text", "Hello.", "done"],
  ]);
  expect(watcher.text, "no thought was shown as a word of the answer").toBe("Hello.");
  slice.send({ session_id, text: "And now?" });
  await slice.rest(session_id);
  expect(slice.provider.requests[1]?.rawBody).not.toContain("greets me");
});

test("[RN-8] an answer that is cut while it thinks keeps its thoughts as thoughts", async () => {
  slice = await startSlice({ run: { max_retries: 0 } });
  slice.provider.enqueue([{ text: "<think>Let me see" }, { text: ", first" }, { end: true }]);
  const { session_id } = slice.ask();
  const answer = await slice.rest(session_id);
  expect(kinds(answer)).toEqual([["reasoning", "Let me see, first", "done"]]);
});
