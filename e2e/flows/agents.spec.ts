// An agent of one's own (AG-8): made in the settings, chosen in the composer, sent, kept over a restart, edited, deleted and put back.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findingsInBoth } from "../fixtures/axe";
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

test("an agent of one's own: made, chosen, sent, kept over a restart, edited, deleted and put back [AG-8]", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Aye."));
  /** The system prompt of the last turn. Titles are asked for with another one. */
  const told = () =>
    provider.requests.findLast(({ rawBody }) => rawBody.includes("# Environment"))?.rawBody ?? "";
  let chat = await open();
  const agent = () => chat.main.getByRole("combobox", { name: "Agent" });

  await test.step("without agents of one's own there is nothing to choose", async () => {
    await expect(chat.main.getByRole("combobox", { name: "Model" })).toBeVisible();
    await expect(agent()).toHaveCount(0);
  });

  await test.step("the form says what is missing, and makes the agent", async () => {
    const dialog = await agentsPage(chat);
    await dialog.getByRole("button", { name: "New agent" }).click();
    const name = dialog.getByRole("textbox", { name: "Name", exact: true });
    await expect(name).toBeFocused();
    await name.fill("My Pirate");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toContainText("Use small letters, digits and dashes");
    await expect(dialog).toContainText("Write what the agent shall do.");
    expect(await findingsInBoth(chat.page)).toEqual([]);
    await name.fill("pirate");
    await dialog.getByRole("textbox", { name: "Instructions" }).fill(WORDS);
    await dialog.getByRole("checkbox", { name: "Run commands" }).uncheck();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("button", { name: "Edit pirate" })).toBeVisible();
    expect(await findingsInBoth(chat.page)).toEqual([]);
    await chat.page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  });

  await test.step("chosen in the composer, it answers", async () => {
    await agent().click();
    await chat.page.getByRole("option", { name: "pirate" }).click();
    await expect(agent()).toHaveText("pirate");
    await chat.braid.close();
    chat = await open();
    await expect(agent(), "the choice waits with the draft (QU-2)").toHaveText("pirate");
    await chat.send("Hello");
    await chat.settled();
    expect(told()).toContain(WORDS);
  });

  await test.step("after a restart it answers again", async () => {
    await chat.braid.close();
    chat = await open();
    await expect(agent()).toHaveText("pirate");
    await chat.send("And now?");
    await chat.settled();
    await expect(chat.answers).toHaveCount(2);
    expect(told()).toContain(WORDS);
    expect(told()).toContain("And now?");
  });

  await test.step("deleted, it leaves a word in the composer; put back, it is there again", async () => {
    const dialog = await agentsPage(chat);
    await dialog.getByRole("button", { name: "Delete pirate" }).click();
    await expect(chat.main.locator(".writing-note")).toContainText("The agent pirate is not there any more.");
    await dialog.getByRole("button", { name: "Put back" }).click();
    await expect(dialog.getByRole("button", { name: "Edit pirate" })).toBeVisible();
    await expect(chat.main.locator(".writing-note")).toHaveCount(0);
    await dialog.getByRole("button", { name: "Edit pirate" }).click();
    await dialog.getByRole("textbox", { name: "Instructions" }).fill("You are a clerk.");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("button", { name: "Edit pirate" })).toBeVisible();
    await chat.page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await chat.send("Once more");
    await chat.settled();
    expect(told()).toContain("You are a clerk.");
  });
});

test("each message has the thinking level of its agent, unless another was picked for it, after a restart too [AG-8] [MS-1b]", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("Aye."));
  await mkdir(join(dataDir, "agents"));
  await writeFile(join(dataDir, "agents", "careful.md"), "---\nname: careful\nthinking: high\n---\nThink.\n");
  const settings = { models: [{ id: "big", thinking: ["low", "high"] }, { id: "plain" }] };
  let chat = await open({ settings });
  const level = () => chat.main.getByRole("combobox", { name: "Thinking level" });
  const agent = () => chat.main.getByRole("combobox", { name: "Agent" });
  const choose = async (name: string) => {
    await agent().click();
    await chat.page.getByRole("option", { name }).click();
    await expect(agent()).toHaveText(name);
  };
  /** The level that the answer was asked for with. Titles are asked for in another way. */
  const say = async (text: string) => {
    await chat.send(text);
    await chat.settled();
    return provider.requests.findLast(({ rawBody }) => rawBody.includes(text))?.body.reasoning_effort;
  };

  await choose("careful");
  await expect(level()).toHaveText("High");
  expect(await say("The first")).toBe("high");
  await expect(level()).toHaveText("High");
  expect(await say("The second")).toBe("high");

  await level().click();
  await chat.modelOptions.filter({ hasText: "Thinking off" }).click();
  await expect(level()).toHaveText("Thinking off");
  expect(await say("Quickly")).toBeUndefined();
  await expect(level()).toHaveText("High");

  await chat.braid.close();
  chat = await open({ settings });
  await expect(level()).toHaveText("High");
  expect(await say("After the restart")).toBe("high");

  await chat.chooseModel("plain");
  await expect(level(), "a model that takes no level has none").toHaveCount(0);
  await chat.chooseModel("big");
  await expect(level()).toHaveText("High");
  await choose("Chat");
  await expect(level(), "the level goes with its agent").toHaveText("Thinking off");
  expect(await say("By another")).toBeUndefined();
});
