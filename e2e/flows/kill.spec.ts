// kill -9 of main: what was painted is there (SV-5), in the windows and sessions that were open (SE-9), what ran is told and not repeated,
// and the work goes on; after a SIGTERM as well.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { storedTexts } from "../fixtures/drafts";
import { runBraid } from "../fixtures/launch";
import type { ScriptedProvider } from "../fixtures/provider/provider";
import { reply, type Step } from "../fixtures/provider/script";
import { quit } from "../fixtures/quit";
import { openAndClose, sizeTwo, twoAgain } from "../fixtures/windows";

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
  FROM chat_messages WHERE role = 'assistant'
    AND session_id = (SELECT id FROM chat_sessions WHERE title = 'Write it.')`;

/** The start after the kill has drawn what was there: nobody is to blame for it. */
const isWhole = (chat: Chat) => expect(chat.page.getByText("Shown as text after a failure")).toHaveCount(0);

/** SIGTERM in mid-answer closes the provider's connection and keeps the words; the last window that is closed ends the app. */
async function endsByItself(
  [chat, other]: [Chat, Chat],
  again: () => Promise<[Chat, Chat]>,
  provider: ScriptedProvider,
): Promise<void> {
  const asked = provider.requests.length;
  provider.enqueue([{ text: "Half a " }, { gate: "never" }]);
  await chat.send("Talk.");
  await expect(chat.answer).toContainText("Half a");
  const messages = await other.messages.count();
  await quit(chat, () => chat.braid.app.process().kill("SIGTERM"));
  expect((await (await provider.received(asked)).closed).by).toBe("client");
  const [one, last] = await again();
  await one.settled("interrupted");
  await expect(one.questions.last()).toContainText("Talk.");
  expect(await one.text()).toBe("Half a");
  await expect(last.messages).toHaveCount(messages);
  await one.braid.closeWindow(one.page);
  await quit(last, () => last.braid.closeWindow(last.page));
}

test("[SV-5c, SE-9] [QU-2a] [LY-6c] kill -9 before the first word, in mid-answer and in a tool: every window, every painted word and every draft is there, and it goes on; SIGTERM and the last window end the app", async ({
  open,
  provider,
  dataDir,
}) => {
  let painted = "";
  await test.step("one waits for its first word, one is at its tool, in one the words come; others are typed and not sent", async () => {
    provider.enqueue([{ gate: "never" }], [{ text: "I shall write the file." }, { gate: "never" }], answer);
    const chat = await open();
    await chat.send("Are you there?");
    await provider.received(0);
    await chat.composer.pressSequentially("half a thought");
    const second = await chat.newWindow();
    await second.send("Write it.");
    await expect(second.answer).toContainText("I shall write the file.");
    await openAndClose(second, 2);
    await sizeTwo(chat);
    await chat.button("New session").click();
    await expect(chat.composer).toHaveValue("");
    await chat.send("Talk on.");
    await chat.composer.pressSequentially("another one");
    // Saved a moment after the last key: that moment is the promise.
    const { sessions } = await chat.call("session.list", { limit: 1 });
    await expect.poll(() => storedTexts(chat, sessions[0]?.id)).toEqual({ composer: "another one" });
    await expect(chat.answer).toContainText(`word${Math.floor(Math.random() * 120)} `);
    painted = await chat.text();
    await chat.braid.kill();
  });

  const input = { path: "notes.txt", text: "exactly this" };
  const part = { type: "tool-write", toolCallId: "call_1", state: "input-available", input };
  withDatabase(dataDir, (db) => db.prepare(STARTED_TOOL).run(JSON.stringify(part)));
  const [chat, second] = await twoAgain(await open(), ["Talk on.", "Write it."]);
  await test.step("the same session, with every word that was seen", async () => {
    await isWhole(chat);
    await chat.settled("interrupted");
    const kept = await chat.text();
    expect(kept.startsWith(painted), `painted ${painted.length}, kept ${kept.length} characters`).toBe(true);
    await expect(chat.answer.getByRole("note")).toContainText("Interrupted");
    await expect(chat.status).toHaveText("idle");
    await expect(chat.composer).toHaveValue("another one");
    provider.enqueue(reply("Here is the rest."));
    await chat.button("Continue").click();
    await expect(chat.answer).toContainText("Here is the rest.");
    await chat.settled();
    await expect(chat.conversation).toContainText(kept.slice(0, 100));
    expect((await provider.received(3)).rawBody).toContain(kept.trim().slice(-40));
  });
  await test.step("the question that had no word yet is there, and can be asked on", async () => {
    await chat.sessions.filter({ hasText: "Are you there?" }).click();
    await expect(chat.composer).toHaveValue("half a thought");
    await expect(chat.messages.first()).toContainText("Are you there?");
    await chat.settled("interrupted");
    provider.enqueue(reply("Here."));
    await chat.button("Continue").click();
    await expect(chat.answer).toContainText("Here.");
    await chat.settled();
  });
  await test.step("a tool that had started may have run, with its exact input; nothing is repeated", async () => {
    const { answer: told, composer } = second;
    await isWhole(second);
    await second.settled("interrupted");
    await expect(told).toContainText("aborted by host restart. This may have run; it is not repeated.");
    await told.getByRole("button", { name: "Look", exact: true }).press("Enter");
    await expect(told).toContainText(JSON.stringify(input, null, 2));
    await expect(told.locator(".tool summary")).toBeFocused();
    await told.getByRole("button", { name: "Run again…", exact: true }).press("Enter");
    await expect(composer).toBeFocused();
    await expect(composer).toHaveValue(/The call “write notes\.txt” may have run/);
    await expect(second.button("Continue"), "the third way").toBeVisible();
    expect(provider.requests, "nothing was asked or run again").toHaveLength(5);
  });
  await test.step("after SIGTERM both windows are there again; the last one ends the app, and a smoke test takes its picture", async () => {
    const again = async () => twoAgain(await open(), ["Are you there?", "Write it."]);
    await endsByItself([chat, second], again, provider);
    const file = join(dataDir, "smoke.png");
    expect((await runBraid({ dataDir, args: ["--smoke", file] })).code).toBe(0);
    expect(readFileSync(file).subarray(1, 4).toString()).toBe("PNG");
  });
});
