// An agent of one's own (AG-8): made in the settings, chosen in the composer, sent, kept over a restart, edited, deleted and put back.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";

const WORDS = "You are a pirate, and brief.";

async function agentsPage(chat: Chat) {
  await chat.page.keyboard.press("ControlOrMeta+,");
  const dialog = chat.page.getByRole("dialog", { name: "Settings" });
  await dialog.getByRole("tab", { name: "Agents" }).click();
  await expect(dialog.getByRole("list", { name: "Agents" })).toContainText("Code");
  return dialog;
}

const agent = (chat: Chat) => chat.main.getByRole("combobox", { name: "Agent" });
const level = (chat: Chat) => chat.main.getByRole("combobox", { name: "Thinking level" });

async function choose(chat: Chat, name: string): Promise<void> {
  await agent(chat).click();
  await chat.page.getByRole("option", { name }).click();
  await expect(agent(chat)).toHaveText(name);
}

/** Makes the agent in the settings; before, its form says what is missing. */
async function makePirate(chat: Chat): Promise<void> {
  const dialog = await agentsPage(chat);
  await dialog.getByRole("button", { name: "New agent" }).click();
  const name = dialog.getByRole("textbox", { name: "Name", exact: true });
  await expect(name).toBeFocused();
  await name.fill("My Pirate");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("Use small letters, digits and dashes");
  await expect(dialog).toContainText("Write what the agent shall do.");
  expect(await findings(chat.page)).toEqual([]);
  await name.fill("pirate");
  await dialog.getByRole("textbox", { name: "Instructions" }).fill(WORDS);
  await dialog.getByRole("checkbox", { name: "Run commands" }).uncheck();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("button", { name: "Edit pirate" })).toBeVisible();
  await chat.page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
}

async function newSession(chat: Chat): Promise<void> {
  await chat.page.keyboard.press("Control+N");
  await expect(chat.title).toHaveText("New session");
}

test("agents of one's own: made, chosen, sent, each with its thinking level; kept over a restart, edited, deleted and put back [AG-8] [MS-1b]", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("Aye."));
  const settings = { models: [{ id: "big", thinking: ["low", "high"] }, { id: "plain" }] };
  let chat = await open({ settings });
  /** The request for the answer to this. Titles are asked for in another way. */
  const say = async (text: string) => {
    await chat.send(text);
    await chat.settled();
    return provider.requests.findLast(({ rawBody }) => rawBody.includes(text));
  };

  await test.step("without agents of one's own there is nothing to choose", async () => {
    await expect(chat.main.getByRole("combobox", { name: "Model" })).toBeVisible();
    await expect(agent(chat)).toHaveCount(0);
  });
  await test.step("one is made in the settings, beside one that is a file; chosen, it answers", async () => {
    await mkdir(join(dataDir, "agents"));
    await writeFile(
      join(dataDir, "agents", "careful.md"),
      "---\nname: careful\nthinking: high\n---\nThink.\n",
    );
    await makePirate(chat);
    await choose(chat, "pirate");
    expect((await say("Hello"))?.rawBody).toContain(WORDS);
  });
  await test.step("each message has the level of its agent, unless another was picked for it", async () => {
    await newSession(chat);
    await choose(chat, "careful");
    await expect(level(chat)).toHaveText("High");
    expect((await say("The first"))?.body.reasoning_effort).toBe("high");
    await expect(level(chat)).toHaveText("High");
    expect((await say("The second"))?.body.reasoning_effort).toBe("high");
    await level(chat).click();
    await chat.modelOptions.filter({ hasText: "Thinking off" }).click();
    await expect(level(chat)).toHaveText("Thinking off");
    expect((await say("Quickly"))?.body.reasoning_effort).toBeUndefined();
    await expect(level(chat)).toHaveText("High");
  });
  await test.step("after a restart the choice waits with the draft (QU-2), and each session has its agent and level", async () => {
    await newSession(chat);
    await choose(chat, "pirate");
    await chat.braid.close();
    chat = await open({ settings });
    await expect(chat.title).toHaveText("New session");
    await expect(agent(chat)).toHaveText("pirate");
    await chat.sessions.first().click();
    await expect(agent(chat)).toHaveText("careful");
    await expect(level(chat)).toHaveText("High");
    expect((await say("After the restart"))?.body.reasoning_effort).toBe("high");
    await chat.chooseModel("plain");
    await expect(level(chat), "a model that takes no level has none").toHaveCount(0);
    await chat.chooseModel("big");
    await expect(level(chat)).toHaveText("High");
    await choose(chat, "Chat");
    await expect(level(chat), "the level goes with its agent").toHaveText("Thinking off");
    expect((await say("By another"))?.body.reasoning_effort).toBeUndefined();
    await chat.sessions.last().click();
    await expect(agent(chat)).toHaveText("pirate");
    const told = await say("And now?");
    await expect(chat.answers).toHaveCount(2);
    expect(told?.rawBody).toContain(WORDS);
  });
  await test.step("deleted, it leaves a word in the composer; put back, it is there again", async () => {
    const dialog = await agentsPage(chat);
    const note = chat.main.locator(".writing-note");
    await dialog.getByRole("button", { name: "Delete pirate" }).click();
    await expect(note).toContainText("The agent pirate is not there any more.");
    await dialog.getByRole("button", { name: "Put back" }).click();
    await expect(dialog.getByRole("button", { name: "Edit pirate" })).toBeVisible();
    await expect(note).toHaveCount(0);
    await dialog.getByRole("button", { name: "Edit pirate" }).click();
    await dialog.getByRole("textbox", { name: "Instructions" }).fill("You are a clerk.");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("button", { name: "Edit pirate" })).toBeVisible();
    await chat.page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    expect((await say("Once more"))?.rawBody).toContain("You are a clerk.");
  });
});
