// A row that a disk has spoiled: its message says so, and costs its reader nothing else.
import { expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { reply } from "../fixtures/provider/script";

test("a message whose rows are damaged says so in its place; its session opens, is read and goes on", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.enqueue(reply("The first answer."), reply("The second answer."), reply("The third answer."));
  const first = await open();
  await first.send("One?");
  await first.settled();
  await first.send("Two?");
  await expect(first.answers).toHaveCount(2);
  await first.settled();
  const damaged = await first.answers.first().getAttribute("data-message-id");
  await first.braid.close();
  withDatabase(dataDir, (db) => {
    db.exec("DROP TRIGGER chat_parts_append_only");
    db.prepare(`UPDATE chat_parts SET data_json = '{"type":"te' WHERE message_id = ?`).run(damaged);
  });
  const chat = await open();
  await expect(chat.messages).toHaveCount(4);
  await expect(chat.answers.first()).toContainText(`This message cannot be read.`);
  await expect(chat.answers.first()).toContainText(`${damaged}`);
  await expect(chat.answers.last()).toContainText("The second answer.");
  await chat.send("Three?");
  await expect(chat.answers).toHaveCount(3);
  await expect(chat.answer).toContainText("The third answer.");
  await chat.settled();
  const kept = withDatabase(dataDir, (db) =>
    db.prepare("SELECT data_json FROM chat_parts WHERE message_id = ?").pluck().get(damaged),
  );
  expect(kept).toBe('{"type":"te');
});
