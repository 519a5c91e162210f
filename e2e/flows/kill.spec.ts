// kill -9 of main: what was painted is there (SV-5), in the session that was open (SE-9), what ran is told and not repeated, and the work
// goes on.
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { storedTexts } from "../fixtures/drafts";
import { reply, type Step } from "../fixtures/provider/script";

const answer: Step[] = [
  { reasoning: "Let me think." },
  ...Array.from({ length: 200 }, (_, n): Step[] => [{ text: `word${n} ` }, { delayMs: 5 }]).flat(),
  // However slow the machine: it is never at its end.
  { gate: "never" },
];

/** The row that a turn leaves whose tool had been started. */
const STARTED_TOOL = `INSERT INTO chat_parts
    (id, message_id, session_id, "index", type, data_json, tool_call_id, tool_state, created_at, updated_at)
  SELECT 'prt_' || substr(id, 5), id, session_id, 99, 'tool-write', ?, 'call_1', 'input-available', created_at, created_at
  FROM chat_messages WHERE role = 'assistant' ORDER BY id DESC LIMIT 1`;

/** The start after the kill has drawn what was there: nobody is to blame for it. */
const isWhole = (chat: Chat) => expect(chat.page.getByText("Shown as text after a failure")).toHaveCount(0);

test("[SV-5c, SE-9] [QU-2a] [LY-6c] kill -9 before the first word, in mid-answer and in a tool: every painted word and every draft is there, and it goes on", async ({
  open,
  provider,
  dataDir,
}) => {
  await test.step("before the first word: the question is there, and can be asked on", async () => {
    provider.enqueue([{ gate: "never" }]);
    const chat = await open();
    await chat.send("Are you there?");
    await provider.received(0);
    await chat.braid.kill();
  });

  let painted = "";
  await test.step("in mid-answer, with words that were typed and not sent", async () => {
    const chat = await open();
    await expect(chat.messages.first()).toContainText("Are you there?");
    await chat.settled("interrupted");
    provider.enqueue(reply("Here."));
    await chat.button("Continue").click();
    await expect(chat.answer).toContainText("Here.");
    await chat.settled();
    await chat.composer.pressSequentially("half a thought");
    await chat.button("New session").click();
    await expect(chat.composer).toHaveValue("");
    provider.enqueue(answer);
    await chat.send("Talk on.");
    await chat.composer.pressSequentially("another one");
    // Saved a moment after the last key: that moment is the promise.
    const { sessions } = await chat.call("session.list", { limit: 1 });
    await expect.poll(() => storedTexts(chat, sessions[0]?.id)).toEqual({ composer: "another one" });
    await expect(chat.answer).toContainText(`word${Math.floor(Math.random() * 120)} `);
    painted = await chat.text();
    await chat.braid.kill();
  });

  await test.step("the same session, with every word that was seen", async () => {
    const chat = await open();
    await expect(chat.title).toHaveText("Talk on.");
    await isWhole(chat);
    await chat.settled("interrupted");
    const kept = await chat.text();
    expect(kept.startsWith(painted), `painted ${painted.length}, kept ${kept.length} characters`).toBe(true);
    await expect(chat.answer.getByRole("note")).toContainText("Interrupted");
    await expect(chat.status).toHaveText("idle");
    await expect(chat.composer).toHaveValue("another one");
    await chat.sessions.filter({ hasText: "Are you there?" }).click();
    await expect(chat.composer).toHaveValue("half a thought");
    await chat.sessions.filter({ hasText: "Talk on." }).click();
    provider.enqueue(reply("Here is the rest."));
    await chat.button("Continue").click();
    await expect(chat.answer).toContainText("Here is the rest.");
    await chat.settled();
    await expect(chat.conversation).toContainText(kept.slice(0, 100));
    expect((await provider.received(3)).rawBody).toContain(kept.trim().slice(-40));
    provider.enqueue([{ text: "I shall write the file." }, { gate: "never" }]);
    await chat.send("Write it.");
    await expect(chat.answer).toContainText("I shall write the file.");
    await chat.braid.kill();
  });

  await test.step("a tool that had started may have run, with its exact input; nothing is repeated", async () => {
    const input = { path: "notes.txt", text: "exactly this" };
    const part = { type: "tool-write", toolCallId: "call_1", state: "input-available", input };
    withDatabase(dataDir, (db) => db.prepare(STARTED_TOOL).run(JSON.stringify(part)));
    const chat = await open();
    await chat.settled("interrupted");
    await expect(chat.answer).toContainText(
      "aborted by host restart. This may have run; it is not repeated.",
    );
    await chat.answer.getByRole("button", { name: "Look", exact: true }).press("Enter");
    await expect(chat.answer).toContainText(JSON.stringify(input, null, 2));
    await expect(chat.answer.locator(".tool summary")).toBeFocused();
    await chat.answer.getByRole("button", { name: "Run again…", exact: true }).press("Enter");
    await expect(chat.composer).toBeFocused();
    await expect(chat.composer).toHaveValue(/The call “write notes\.txt” may have run/);
    await expect(chat.button("Continue"), "the third way").toBeVisible();
    expect(provider.requests, "nothing was asked or run again").toHaveLength(5);
  });
});
