// What the thread says of a tool that was running when the app died: what it was asked, that it may have run, and nothing runs again.
import { expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";

/** No tool is shipped yet: this is the row that a turn leaves whose tool had been started. */
const STARTED_TOOL = `INSERT INTO chat_parts
    (id, message_id, session_id, "index", type, data_json, tool_call_id, tool_state, created_at, updated_at)
  SELECT 'prt_' || substr(id, 5), id, session_id, 99, 'tool-write', ?, 'call_1', 'input-available', created_at, created_at
  FROM chat_messages WHERE role = 'assistant'`;

test("[LY-6c] after a crash a tool that had started reads as one that may have run, with its exact input", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.enqueue([{ text: "I shall write the file." }, { gate: "never" }]);
  const chat = await open();
  await chat.send("Write it.");
  await expect(chat.answer).toContainText("I shall write the file.");
  await chat.braid.kill();
  const input = { path: "notes.txt", text: "exactly this" };
  const part = { type: "tool-write", toolCallId: "call_1", state: "input-available", input };
  withDatabase(dataDir, (db) => db.prepare(STARTED_TOOL).run(JSON.stringify(part)));

  const again = await open();
  await expect(again.answer).toHaveAttribute("data-state", "interrupted");
  await expect(again.answer).toContainText("aborted by host restart. This may have run; it is not repeated.");
  await again.answer.getByText("write", { exact: true }).click();
  await expect(again.answer).toContainText(JSON.stringify(input, null, 2));
  expect(provider.requests, "nothing was asked or run again").toHaveLength(1);
});
