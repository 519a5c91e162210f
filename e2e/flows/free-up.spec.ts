// Space is freed in a conversation with tools (PR): said before, done, marked where the outputs stand, brought back, undone.
import { findingsInBoth } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { ending, reply } from "../fixtures/provider/script";

const OUTPUT = `HEAD ${"line of an output\n".repeat(1500)} TAIL`;

/** No tool is shipped yet: this adds a call of one behind what is stored of the first answers. */
const CALL = `INSERT INTO chat_parts
    (id, message_id, session_id, "index", type, data_json, tool_call_id, tool_state, created_at, updated_at)
  SELECT 'prt_' || substr(m.id, 5), m.id, m.session_id, (SELECT max("index") + 1 FROM chat_parts WHERE message_id = m.id),
    'tool-bash', json_set(?, '$.toolCallId', 'call_' || m.id), 'call_' || m.id, 'output-available', m.created_at, m.created_at
  FROM chat_messages m WHERE m.role = 'assistant' ORDER BY m.id LIMIT 2`;

function addCalls(dataDir: string): void {
  const part = { type: "tool-bash", state: "output-available", input: { command: "ls" }, output: OUTPUT };
  withDatabase(dataDir, (db) => db.prepare(CALL).run(JSON.stringify(part)));
}

async function command(chat: Chat, words: string): Promise<void> {
  await chat.composer.fill(words);
  await chat.composer.press("Enter");
  await expect(chat.composer).toHaveValue("");
}

test("pruning: Free up space says what it frees, does it, marks the outputs in place; they are brought back, one by one or by undo [PR-2, PR-3, RW-7]", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond((_request, index) => [{ text: `Answer ${index + 1}.` }, ...ending("stop")]);
  const first = await open();
  for (const text of [
    "First question",
    "Second question",
    "Third question",
    "Fourth question",
    "Fifth one",
  ]) {
    await first.send(text);
    await first.settled();
  }
  await first.braid.close();
  addCalls(dataDir);
  const chat = await open();
  const marks = chat.conversation.locator(".tool-pruned");
  const done = chat.page.getByRole("region", { name: "Just done" });
  await expect(chat.questions).toHaveCount(5);
  await test.step("what it would free is said before", async () => {
    await expect(marks).toHaveCount(0);
    await chat.page.getByRole("meter", { name: "Context used" }).click();
    const popover = chat.page.getByRole("dialog", { name: "Context and cost" });
    await expect(popover).toContainText(/Frees about [\d,]+ tokens: 2 tool outputs are left out/);
    await chat.page.keyboard.press("Escape");
  });
  await test.step("done, it says what is free, and each output is marked where it stands, whole for its reader", async () => {
    await command(chat, "/free");
    await expect(done).toContainText(/About [\d,]+ tokens are free: 2 tool outputs are left out/);
    await expect(marks).toHaveText([/^Left out for the model Bring back$/, /^Left out for the model/]);
    await chat.conversation.getByText("Ran", { exact: true }).first().click();
    await expect(chat.conversation.locator(".tool-details")).toContainText("TAIL");
    // The notice stays while the pointer is on it.
    await done.hover();
    expect(await findingsInBoth(chat.page)).toEqual([]);
  });
  await test.step("one undo brings all of them back", async () => {
    await done.getByRole("button", { name: "Undo" }).click();
    await expect(marks).toHaveCount(0);
    await command(chat, "/free");
    await expect(marks).toHaveCount(2);
    await chat.conversation.focus();
    await chat.page.keyboard.press("Control+Z");
    await expect(marks).toHaveCount(0);
    await command(chat, "/free");
    await expect(marks).toHaveCount(2);
  });
  await test.step("the model reads a line in their place; while it answers, nothing is brought back", async () => {
    provider.respond(() => [{ text: "Slowly " }, { gate: "end" }, ...reply("done.")]);
    await chat.send("Sixth one");
    await expect(chat.answer).toContainText("Slowly");
    const request = provider.requests.at(-1)?.rawBody;
    expect(request).toContain("output pruned");
    expect(request).not.toContain("line of an output");
    const back = marks.first().getByRole("button", { name: "Bring back" });
    await expect(back).toHaveAccessibleDescription("Possible once the answer has ended");
    await expect(back).toHaveAttribute("aria-disabled", "true");
    provider.open("end");
    await chat.settled();
  });
  await test.step("one is brought back in its place, and read again", async () => {
    provider.respond(() => reply("Again."));
    await marks.first().getByRole("button", { name: "Bring back" }).click();
    await expect(marks).toHaveCount(1);
    await chat.send("Seventh one");
    await chat.settled();
    const request = provider.requests.at(-1)?.rawBody;
    expect(request).toContain("line of an output");
    expect(request).toContain("output pruned");
  });
  await test.step("among turns that are only read it is marked, and nothing more", async () => {
    provider.summary(() => reply("So far."));
    await command(chat, "/compact");
    await chat.conversation
      .getByRole("note", { name: /^Summarised/ })
      .getByRole("button", { name: "Open" })
      .click();
    const read = chat.page.locator("#side-panel .tool-pruned");
    await expect(read).toHaveText(["Left out for the model"]);
    await expect(read.getByRole("button")).toHaveCount(0);
  });
});
