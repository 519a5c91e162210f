// Answers that come after their user has gone on: what was asked for last is what stands there, and once.
import type { Page } from "@playwright/test";
import type { MessageId, SessionId } from "../../src-preload/contract/ids";
import { type Chat, expect, test } from "../fixtures/chat";
import { holdAnswers, holdCalls } from "../fixtures/held-calls";
import { reply } from "../fixtures/provider/script";
import { sessionsNamed } from "../fixtures/sessions";

const paneOf = ({ page }: Chat) => page.getByRole("complementary", { name: "Sidecar" });
const composerIn = (chat: Chat) => paneOf(chat).getByRole("textbox", { name: "Message" });
const asides = ({ page }: Chat) => page.getByRole("button", { name: /^Asides/ });
const toggle = (page: Page) => page.keyboard.press("Control+j");

/** Of the only aside of the only session. */
async function idOf(chat: Chat): Promise<SessionId | undefined> {
  const { open_session } = await chat.call("app.info", undefined);
  const [aside] = await chat.call("aside.list", { session_id: open_session as SessionId });
  return aside?.session.id;
}

/** A session in which one question was asked and answered, with an aside in which nothing was. */
async function blankAside(chat: Chat): Promise<void> {
  await chat.send("first");
  await chat.settled();
  await toggle(chat.page);
  await expect(composerIn(chat)).toBeFocused();
  await expect(asides(chat)).toHaveAccessibleName("Asides (1)");
}

test("[BR-4] a list from before one was closed and another opened neither brings the first back nor takes the focus from the second", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Settled."));
  const chat = await open();
  const { page } = chat;
  await chat.send("first");
  await chat.settled();
  const lists = await holdAnswers(chat, "aside.list");
  await toggle(page);
  await expect(composerIn(chat)).toBeFocused();
  await expect.poll(lists.names).not.toEqual([]);
  await expect(paneOf(chat).getByRole("log")).not.toHaveAttribute("aria-busy");
  await toggle(page);
  await expect(paneOf(chat)).toHaveCount(0);
  const before = (await lists.names()).length;
  await toggle(page);
  await expect(composerIn(chat)).toBeFocused();
  await page.keyboard.type("by the ");
  await expect.poll(async () => (await lists.names()).length).toBeGreaterThan(before);
  await lists.let();
  await expect(asides(chat)).toHaveAccessibleName("Asides (1)");
  await page.keyboard.type("way");
  await expect(composerIn(chat)).toHaveValue("by the way");
});

test("[BR-4] the key pressed while an aside is on its way out opens the next, with its letters", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Settled."));
  const chat = await open();
  await blankAside(chat);
  const first = await idOf(chat);
  const closing = await holdCalls(chat, "aside.close");
  await toggle(chat.page);
  await expect.poll(closing.names).toEqual(["aside.close"]);
  await expect(chat.composer).toBeFocused();
  await toggle(chat.page);
  await closing.let();
  await expect(composerIn(chat)).toBeFocused();
  await expect(asides(chat)).toHaveAccessibleName("Asides (1)");
  expect(await idOf(chat)).not.toBe(first);
  await chat.page.keyboard.type("by the way");
  await expect(composerIn(chat)).toHaveValue("by the way");
});

test("[QU-2] a session that is left and come back to before its draft is here has that once", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Settled."));
  const chat = await open();
  await sessionsNamed(chat, "plums", "pears");
  await chat.composer.fill("half a thought");
  const turnTo = async (name: string) => {
    await chat.sessions.filter({ hasText: name }).click();
    await expect(chat.title).toHaveText(name);
  };
  await turnTo("plums");
  await expect(chat.composer).toHaveValue("");
  // What was asked for until now has been answered before this is.
  await chat.call("app.info", undefined);
  const drafts = await holdAnswers(chat, "draft.read");
  for (const name of ["pears", "plums", "pears"]) await turnTo(name);
  await expect.poll(drafts.names).toHaveLength(3);
  await drafts.let();
  await expect(chat.composer).toHaveValue("half a thought");
  // Whatever was asked for has been answered and drawn before this is.
  await chat.call("app.info", undefined);
  await chat.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  await expect(chat.composer).toHaveValue("half a thought");
});

/** Sends nothing itself: the letters, then Enter. */
async function enter({ page }: Chat, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

test("[QU-2] Enter pressed while the message before it is stored sends what stood there then, in its turn, and no letter after it", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Settled."));
  const chat = await open();
  await expect(chat.composer).toBeFocused();
  // The first makes the session.
  for (const [call, before] of [
    ["session.create", []],
    ["queue.add", ["one", "two"]],
  ] as const) {
    const held = await holdCalls(chat, call);
    await enter(chat, "one");
    await expect.poll(held.names).toEqual([call]);
    await enter(chat, "two");
    await chat.page.keyboard.press("Enter");
    await chat.page.keyboard.type("three");
    await held.let();
    await expect(chat.questions).toContainText([...before, "one", "two"]);
    await chat.settled();
    await expect(chat.composer).toHaveValue("three");
    await chat.composer.fill("");
  }
});

test("[QU-2] Enter in another session, pressed while a message is stored, sends there what stands there", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Settled."));
  const chat = await open();
  await sessionsNamed(chat, "plums", "pears");
  const held = await holdCalls(chat, "queue.add");
  await expect(chat.composer).toBeFocused();
  await enter(chat, "of pears");
  await expect.poll(held.names).toHaveLength(1);
  await chat.sessions.filter({ hasText: "plums" }).click();
  await expect(chat.title).toHaveText("plums");
  await chat.composer.fill("of plums");
  await chat.composer.press("Enter");
  await held.let();
  await expect(chat.questions).toContainText(["plums", "of plums"]);
  await expect(chat.composer).toHaveValue("");
  await chat.sessions.filter({ hasText: "pears" }).click();
  await expect(chat.questions).toContainText(["pears", "of pears"]);
});

/** Two sessions, "second" in the main thread; in each of the given ones there is an aside, in which one question was asked. */
async function withAsides(chat: Chat, ...names: ("first" | "second")[]): Promise<void> {
  for (const name of ["first", "second"] as const) {
    await sessionsNamed(chat, name);
    if (!names.includes(name)) continue;
    await toggle(chat.page);
    await composerIn(chat).fill(`of the ${name}`);
    await chat.page.keyboard.press("Enter");
    await expect(paneOf(chat).getByRole("article")).toHaveText([/of the/, /Settled/]);
    // At rest: its button tells of what runs.
    await expect(asides(chat)).toHaveAccessibleName("Asides (1)");
  }
}

/** As long as what was left may stay: what is seen beside "first" after a click on its row, which of all that is said to be there. */
const seenOnTheWay = ({ page }: Chat) =>
  page.evaluate(async () => {
    document.querySelector<HTMLElement>("[role=treeitem][aria-label=first]")?.click();
    const begun = performance.now();
    const seen = new Set<string>();
    const isDrawn = () => document.querySelector("main article")?.textContent.includes("first") === true;
    for (;;) {
      await new Promise(requestAnimationFrame);
      const isLate = performance.now() - begun >= 240;
      if (isLate && isDrawn()) return [...seen];
      const column = document.querySelector("#beside");
      const [asked] = column?.querySelector("article")?.textContent.match(/of the (first|second)/) ?? [];
      const count = document.querySelector(".asides-button")?.getAttribute("aria-label");
      if (!isLate) seen.add(`${column?.clientWidth} ${count} ${asked}`);
    }
  });

test("[BR-4] from a session with an aside to another, nothing of the first goes before main has said what takes its place", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Settled."));
  const chat = await open();
  await withAsides(chat, "first", "second");
  const lists = await holdAnswers(chat, "aside.list");
  expect(await seenOnTheWay(chat)).toEqual([expect.stringMatching(/^\d+ Asides \(1\) of the second$/)]);
  await lists.let();
  await expect(paneOf(chat).getByRole("article")).toHaveText([/of the first/, /Settled/]);
  await expect(asides(chat)).toHaveAccessibleName("Asides (1)");
});

test("[BR-4] to a session without one the column closes, also when main does not say so", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Settled."));
  const chat = await open();
  await withAsides(chat, "second");
  await chat.sessions.filter({ hasText: "first" }).click();
  await expect(paneOf(chat)).toHaveCount(0);
  await chat.sessions.filter({ hasText: "second" }).click();
  await expect(paneOf(chat).getByRole("article")).toHaveCount(2);
  const lists = await holdAnswers(chat, "aside.list");
  await chat.sessions.filter({ hasText: "first" }).click();
  await expect(paneOf(chat)).toHaveCount(0);
  await expect(asides(chat)).toHaveCount(0);
  await lists.let();
});

test("[BR-4] [QU-2] what is typed in an aside after the key for the next session is for that one; after the key for its aside, for that", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Settled."));
  const chat = await open();
  const { page } = chat;
  await withAsides(chat, "first", "second");
  await expect(composerIn(chat)).toBeFocused();
  const lists = await holdAnswers(chat, "aside.list");
  await page.keyboard.press("Control+PageDown");
  await page.keyboard.type("for the first");
  await expect(chat.composer).toHaveValue("for the first");
  await toggle(page);
  await page.keyboard.type("by the way");
  await lists.let();
  await expect(composerIn(chat)).toHaveValue("by the way");
  await expect(paneOf(chat).getByRole("article")).toHaveText([/of the first/, /Settled/]);
  await expect(asides(chat)).toHaveAccessibleName("Asides (1)");
  await expect(chat.composer).toHaveValue("for the first");
  await page.keyboard.press("Control+PageUp");
  await expect(paneOf(chat).getByRole("article")).toHaveText([/of the second/, /Settled/]);
  await expect(composerIn(chat)).toHaveValue("");
});

test("[BR-3] [RW-3] what two sessions share is told late: the focus at the line of hidden turns goes along with it, and to the conversation when it goes", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  const created = await chat.call("session.create", { text: "What now?" });
  const parent_session_id = created.session.id;
  await chat.sessions.filter({ hasText: "What now?" }).click();
  await chat.settled();
  const from_message_id = (await chat.answer.getAttribute("data-message-id")) as MessageId;
  const { id } = await chat.call("branch.create", { parent_session_id, from_message_id });
  await chat.call("session.rename", { session_id: id, title: "The other way" });
  await chat.sessions.filter({ hasText: "The other way" }).click();
  await expect(chat.title).toHaveText("The other way");
  await chat.answer.getByRole("button", { name: "Try again", exact: true }).click();
  const main = chat.page.locator("[data-thread=main]");
  const restore = main.getByRole("button", { name: "Restore earlier turns" });
  await expect(restore).toBeVisible();
  await chat.settled();

  const shared = await holdAnswers(chat, "branch.shared");
  await chat.sessions.filter({ hasText: "What now?" }).press("Control+Enter");
  await expect.poll(shared.names).toHaveLength(1);
  await main.getByRole("log").click({ position: { x: 5, y: 5 } });
  await restore.focus();
  await expect(main.getByRole("article")).toHaveCount(2);
  await shared.let();
  await expect(main.getByRole("article"), "the question is folded").toHaveCount(1);
  await expect(restore).toBeFocused();
  await chat.page.keyboard.press("Enter");
  await expect(main.getByRole("article"), "so is the answer").toHaveCount(0);
  await expect(main.getByRole("log")).toBeFocused();
});
