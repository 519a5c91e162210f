/** The prompt history (SE-5b), through the composed core and a real database. */
import { afterEach, expect, test } from "vitest";
import { searchPrompts } from "../../src-main/store/reader/prompt-history";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import { reply } from "../fixtures/provider/script";
import { openBeside } from "./database";
import { removeSlice, restartSlice, type Slice } from "./slice";
import { startAnswering, talkIn } from "./talk";

let slice: Slice;
afterEach(() => removeSlice(slice));

const { conversation, say, idAt } = talkIn(() => slice);

/** Asks the reading thread for the answers; this slice computes none itself. */
function search(words: string[] = [], limit = 100, before?: MessageId) {
  const db = openBeside(slice.data_dir);
  try {
    return searchPrompts(db, { words, limit, ...(before === undefined ? {} : { before }) });
  } finally {
    db.close();
  }
}
const texts = (...words: string[]) => search(words).found.map(({ text }) => text);

async function started(): Promise<SessionId> {
  slice = await startAnswering(undefined, (asked) => reply(`answer ${asked}`));
  return await conversation(1);
}

test("[SE-5b] has what was sent anywhere, the newest first, without repeats side by side, found by words", async () => {
  const one = await started();
  await say(one, "Fix the Café");
  await say(one, "Fix the Café");
  const two = await conversation(1);
  await say(two, "fix nothing");
  expect(texts()).toEqual(["fix nothing", "question 1", "Fix the Café", "question 1"]);
  expect(texts("fix", "cafe")).toEqual(["Fix the Café"]);
  expect(texts("missing")).toEqual([]);
  const first = search([], 2);
  expect(first.found).toHaveLength(2);
  const rest = search([], 9, first.next);
  expect(rest.found.map(({ text }) => text)).toEqual(["Fix the Café", "question 1"]);
  expect(rest.next).toBeUndefined();
});

test("[SE-5b] leaves out copies in branches and the trash", async () => {
  const one = await started();
  const branch = { parent_session_id: one, from_message_id: idAt(one, 1) };
  const { id } = await slice.service.branches.branch(branch);
  await say(id, "in the branch");
  expect(texts()).toEqual(["in the branch", "question 1"]);
  slice.service.trash.put({ session_id: id });
  expect(texts()).toEqual(["question 1"]);
});

test("[SE-5b] an entry that was removed stays removed, its message stays, and sending it again shows it again", async () => {
  const one = await started();
  await say(one, "a secret");
  await slice.service.promptHistory.remove({ session_id: one, message_id: idAt(one, 2) });
  expect(texts()).toEqual(["question 1"]);
  slice = await restartSlice(slice);
  expect(texts()).toEqual(["question 1"]);
  expect(slice.service.promptHistory.text({ session_id: one, message_id: idAt(one, 2) })).toBe("a secret");
  await say(one, "a secret");
  expect(texts()).toEqual(["a secret", "question 1"]);
  expect(() => slice.service.promptHistory.text({ session_id: one, message_id: idAt(one, 1) })).toThrow(
    expect.objectContaining({ code: "MESSAGE_NOT_FOUND" }),
  );
});
