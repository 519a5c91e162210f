// An aside beside the main thread (BR-4): asked by one key while an answer is written, quoted, kept, promoted, and there after a restart.
import type { Locator } from "@playwright/test";
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import type { RecordedRequest } from "../fixtures/provider/recorded-request";
import { ending, reply } from "../fixtures/provider/script";

class Sidecar {
  readonly pane: Locator;
  constructor(readonly chat: Chat) {
    this.pane = chat.page.getByRole("complementary", { name: "Sidecar" });
  }
  get composer(): Locator {
    return this.pane.getByRole("textbox", { name: "Message" });
  }
  get answers(): Locator {
    return this.pane.getByRole("article", { name: /^Assistant said/ });
  }
  get messages(): Locator {
    return this.pane.getByRole("article");
  }
  button(name: string): Locator {
    return this.pane.getByRole("button", { name, exact: true });
  }
  async ask(text: string): Promise<void> {
    await this.composer.fill(text);
    await this.composer.press("Enter");
  }
}

const mainOf = (chat: Chat) => chat.page.getByRole("main");
const mainComposer = (chat: Chat) => mainOf(chat).getByRole("textbox", { name: "Message" });
const asides = (chat: Chat) => chat.page.getByRole("button", { name: /^Asides/ });

/** Role and text of all that a request asks with. */
function saidIn({ body }: RecordedRequest): string[] {
  const { messages } = body as { messages: { role: string; content: unknown }[] };
  return messages
    .filter(({ role }) => role !== "system")
    .map(({ role, content }) => `${role}: ${typeof content === "string" ? content : textIn(content)}`);
}
const textIn = (content: unknown) => (content as { text?: string }[]).map(({ text = "" }) => text).join("");

test("[BR-4] asked while the main thread runs, it knows what had settled; both are written, each is stopped by itself; its answer is quoted", async ({
  open,
  provider,
}) => {
  const chat = await open();
  const sidecar = new Sidecar(chat);
  provider.respond(({ rawBody }) => {
    if (rawBody.includes("aside two")) return [{ text: "Never " }, { gate: "never" }];
    if (rawBody.includes("aside one"))
      return [{ text: "Beside: " }, { gate: "aside" }, { text: "yes.\nIndeed." }, ...ending()];
    if (rawBody.includes("second"))
      return [{ text: "Half " }, { gate: "main" }, { text: "and whole." }, ...ending()];
    return reply("First answer.");
  });
  await chat.send("first");
  await chat.settled();
  await chat.send("second");
  await expect(chat.answer).toContainText("Half");
  await chat.page.keyboard.press("Control+j");
  await expect(sidecar.composer).toBeFocused();
  await expect(sidecar.pane).toContainText("Knows the conversation up to First answer.");
  await expect(sidecar.messages).toHaveCount(0);
  await chat.page.keyboard.type("aside one");
  await chat.page.keyboard.press("Enter");
  await expect(sidecar.answers).toContainText("Beside:");
  await expect(mainOf(chat).getByRole("article").last()).toHaveAttribute("data-state", "streaming");
  provider.open("main");
  await expect(mainOf(chat).getByRole("article").last()).toContainText("and whole.");
  await expect(sidecar.answers).toHaveAttribute("data-state", "streaming");
  provider.open("aside");
  await expect(sidecar.answers).toHaveAttribute("data-state", "done");
  const asked = provider.requests.filter(({ rawBody }) => rawBody.includes("aside one"));
  expect(asked.map(saidIn)).toEqual([["user: first", "assistant: First answer.", "user: aside one"]]);
  expect(mainOf(chat).getByRole("article")).toHaveCount(4);

  // Its beginning on demand, and away again.
  await sidecar.button("Show").click();
  await expect(sidecar.messages).toHaveCount(4);
  await sidecar.button("Hide").click();
  await expect(sidecar.messages).toHaveCount(2);
  expect(await findings(chat.page)).toEqual([]);

  await mainComposer(chat).fill("Look: end");
  await mainComposer(chat).evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(5, 5));
  await sidecar.button("Quote in main").click();
  await expect(mainComposer(chat)).toBeFocused();
  await expect(mainComposer(chat)).toHaveValue("Look:\n\n> Beside: yes.\n> Indeed.\n\n end");

  await sidecar.ask("aside two");
  await expect(sidecar.answers.last()).toContainText("Never");
  await sidecar.button("Stop").click();
  await expect(sidecar.answers.last()).toHaveAttribute("data-state", "stopped");
});

test("[BR-4] closed it stays in a list, opened again after a restart, and goes to the trash; the picker never has it", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Settled."));
  let chat = await open();
  let sidecar = new Sidecar(chat);
  // By then it is known that this session is a new one.
  await expect(chat.model).toContainText("big");
  await chat.page.keyboard.press("Control+j");
  await expect(chat.alert).toContainText("no conversation yet");
  await chat.send("first");
  await chat.settled();
  // One in which nothing was asked leaves nothing.
  await chat.page.keyboard.press("Control+j");
  await expect(sidecar.composer).toBeFocused();
  await expect(asides(chat)).toHaveAccessibleName("Asides (1)");
  await chat.page.keyboard.press("Control+j");
  await expect(sidecar.pane).toHaveCount(0);
  await expect(mainComposer(chat)).toBeFocused();
  await expect(asides(chat)).toHaveCount(0);

  await chat.page.keyboard.press("Control+j");
  await sidecar.ask("by the way");
  await expect(sidecar.answers).toHaveAttribute("data-state", "done");
  await chat.page.keyboard.press("Control+j");
  await expect(mainComposer(chat)).toBeFocused();
  await chat.page.keyboard.press("Control+j");
  await expect(sidecar.composer).toBeFocused();
  await expect(chat.sessions).toHaveCount(1);
  await chat.braid.close();

  chat = await open();
  sidecar = new Sidecar(chat);
  await expect(sidecar.answers).toContainText("Settled.");
  await expect(mainComposer(chat)).toBeFocused();
  await sidecar.button("Close sidecar").click();
  await expect(sidecar.pane).toHaveCount(0);
  await expect(mainComposer(chat)).toBeFocused();
  await asides(chat).click();
  await chat.button("by the way").click();
  await expect(sidecar.composer).toBeFocused();
  await expect(sidecar.answers).toContainText("Settled.");
  await asides(chat).click();
  expect(await findings(chat.page)).toEqual([]);
  await chat.button("Move “by the way” to the trash").click();
  await expect(sidecar.pane).toHaveCount(0);
  await expect(asides(chat)).toHaveCount(0);
  await expect(chat.sessions).toHaveCount(1);
});

test("[BR-4] asked from a message, it is promoted to a branch that is shown in the main thread; a second window follows", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Settled."));
  const chat = await open();
  const sidecar = new Sidecar(chat);
  await chat.send("first");
  await chat.settled();
  const id = await chat.page.evaluate(() => document.querySelector("article")?.dataset.messageId);
  expect(id).toBeTruthy();
  const other = await chat.newWindow();
  const beside = new Sidecar(other);
  await other.sessions.first().click();
  await expect(mainOf(other).getByRole("article")).toHaveCount(2);
  await chat.page.bringToFront();
  await chat.answer.getByRole("button", { name: "Ask aside" }).click();
  await expect(sidecar.composer).toBeFocused();
  await expect(beside.pane).toBeVisible();
  await expect(beside.composer).not.toBeFocused();
  await sidecar.ask("by the way");
  await expect(beside.answers).toHaveAttribute("data-state", "done");
  await sidecar.button("Promote to branch").click();
  await expect(sidecar.pane).toHaveCount(0);
  await expect(beside.pane).toHaveCount(0);
  await expect(chat.sessions).toHaveCount(2);
  await expect(mainOf(chat).getByRole("article")).toHaveCount(4);
  await expect(mainComposer(chat)).toBeFocused();
});

test("where there is no room it lies over the main thread, and goes away without being closed", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Settled."));
  const chat = await open();
  const sidecar = new Sidecar(chat);
  await chat.send("first");
  await chat.settled();
  await chat.braid.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setContentSize(700, 900),
  );
  await expect.poll(() => chat.page.evaluate(() => window.innerWidth)).toBe(700);
  const before = await mainComposer(chat).boundingBox();
  await chat.page.keyboard.press("Control+j");
  await expect(sidecar.composer).toBeFocused();
  expect(await mainComposer(chat).boundingBox()).toEqual(before);
  await sidecar.ask("by the way");
  await expect(sidecar.answers).toHaveAttribute("data-state", "done");
  await chat.page.keyboard.press("Escape");
  await expect(sidecar.pane).toBeHidden();
  await expect(mainComposer(chat)).toBeFocused();
  await chat.page.keyboard.press("Control+j");
  await expect(sidecar.composer).toBeFocused();
  await sidecar.button("Quote in main").click();
  await expect(sidecar.pane).toBeHidden();
  await expect(mainComposer(chat)).toHaveValue("> Settled.\n\n");
});
