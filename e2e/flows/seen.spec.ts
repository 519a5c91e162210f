// What is read and what is news (SE-1): an answer is seen where its end is, in the window that has the focus.
import type { Locator } from "@playwright/test";
import { type Chat, expect, test } from "../fixtures/chat";
import { ending, reply } from "../fixtures/provider/script";
import { noteNotifications, passTime, resize } from "../fixtures/system";

const sidecar = ({ page }: Chat) => page.getByRole("complementary", { name: "Sidecar" });
const beside = ({ page }: Chat) => page.locator("[data-thread=side]");
const sidecars = ({ page }: Chat) => page.getByRole("button", { name: /^Sidecars/ });
const rowOf = (chat: Chat, title: string) => chat.sessions.filter({ hasText: title });
const isUnread = (row: Locator) => expect(row).toHaveAccessibleDescription(/unread/);
const isRead = (row: Locator) => expect(row).not.toHaveAccessibleDescription(/unread|busy/);
const isNewestUnread = async (chat: Chat) =>
  (await chat.call("session.list", { limit: 9 })).sessions[0]?.unread === true;
const lines = (count: number) => Array.from({ length: count }, (_, n) => `line ${n}`).join("\n\n");

/** What the page shows now has been seen by it, and told: two frames, and an answer of main. */
async function told(chat: Chat): Promise<void> {
  await chat.page.evaluate(
    () => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(then)))),
  );
  await chat.call("session.list", { limit: 1 });
}

test("[BR-4] a sidecar that the main thread covers is news when its answer has come, and read once it is seen; so is the main thread under a sidecar", async ({
  open,
  provider,
}) => {
  provider.respond(({ rawBody }) =>
    rawBody.includes("slowly")
      ? [{ text: "At last." }, { gate: rawBody.includes("main") ? "main" : "sidecar" }, ...ending()]
      : reply("Settled."),
  );
  const chat = await open();
  const { shown } = await noteNotifications(chat.braid.app);
  await chat.send("first");
  await chat.settled();
  await resize(chat, 700, 900);
  await chat.page.keyboard.press("Control+j");
  await sidecar(chat).getByRole("textbox", { name: "Message" }).fill("slowly");
  await chat.page.keyboard.press("Enter");
  await expect(sidecar(chat)).toContainText("At last.");
  await passTime(chat.braid.app, 11_000);
  await chat.page.keyboard.press("Control+j");
  await expect(sidecar(chat)).toBeHidden();
  await told(chat);
  provider.open("sidecar");
  await expect(sidecars(chat)).toHaveAccessibleName("Sidecars (1), unread");
  await expect.poll(shown).toHaveLength(1);
  await chat.page.keyboard.press("Control+j");
  await expect(sidecars(chat)).toHaveAccessibleName("Sidecars (1)");

  // Under the sidecar, the main thread is not seen either.
  await chat.page.keyboard.press("Control+j");
  await chat.send("main, slowly");
  await expect(chat.answer).toContainText("At last.");
  await chat.page.keyboard.press("Control+j");
  await expect(sidecar(chat)).toBeVisible();
  await told(chat);
  const [session] = (await chat.call("session.list", { limit: 9 })).sessions;
  const unread = () => isNewestUnread(chat);
  expect(session?.title).toBe("first");
  provider.open("main");
  await expect.poll(unread).toBe(true);
  await chat.page.keyboard.press("Control+j");
  await expect.poll(unread).toBe(false);
  expect(await shown()).toHaveLength(1);
});

test("[BR-3] a session beside is read where it is seen, and news where the main thread covers it, or a sidecar it", async ({
  open,
  provider,
}) => {
  let said = 0;
  provider.respond(() => [{ text: "Here it is." }, { gate: `answer ${said++}` }, ...ending()]);
  const chat = await open();
  const { session: right } = await chat.call("session.create", { text: "right" });
  const { session: left } = await chat.call("session.create", { text: "left" });
  provider.open("answer 0");
  provider.open("answer 1");
  await isUnread(rowOf(chat, "right"));
  await rowOf(chat, "left").click();
  await isRead(rowOf(chat, "left"));
  await rowOf(chat, "right").press("Control+Enter");
  await isRead(rowOf(chat, "right"));
  const more = () => chat.call("session.send", { session_id: right.id, text: "more" });
  const end = async () => {
    await expect.poll(() => said).toBe(turns + 1);
    provider.open(`answer ${turns++}`);
    await expect
      .poll(async () => (await chat.call("session.status", { session_id: right.id })).state)
      .toBe("idle");
  };
  let turns = 2;
  await more();
  await end();
  await isRead(rowOf(chat, "right"));
  expect(left.id).not.toBe(right.id);

  // A sidecar stands over it.
  await chat.composer.focus();
  await chat.page.keyboard.press("Control+j");
  await expect(sidecar(chat)).toBeVisible();
  await told(chat);
  await more();
  await end();
  await isUnread(rowOf(chat, "right"));
  await chat.button("Close sidecar").click();
  await isRead(rowOf(chat, "right"));

  // The main thread does, where there is room for one.
  await resize(chat, 880, 800);
  await expect(beside(chat)).toBeHidden();
  await told(chat);
  await more();
  await end();
  await isUnread(rowOf(chat, "right"));
  await chat.main.getByRole("button", { name: "right" }).click();
  // Put beside the same turn of the other: its end may be below.
  await beside(chat).getByRole("log").press("End");
  await isRead(rowOf(chat, "right"));
});

test("an answer that ends beneath a dialog, or under the list of a narrow window, is news until that is closed; a press on a notification uncovers it, also from under a sidecar", async ({
  open,
  provider,
}) => {
  let said = 0;
  provider.respond(() => [{ text: "Here it is." }, { gate: `answer ${said++}` }, ...ending()]);
  const chat = await open();
  const { page } = chat;
  const { shown, press } = await noteNotifications(chat.braid.app);
  const unread = () => isNewestUnread(chat);
  const dialog = page.getByRole("dialog");
  let turns = 0;
  const covered = async (key: string) => {
    await chat.send("another");
    // The one before it says the same.
    await expect(chat.answers).toHaveCount(++turns);
    await expect(chat.answer).toContainText("Here it is.");
    await page.keyboard.press(key);
  };
  await covered("Control+/");
  await expect(dialog).toBeVisible();
  await told(chat);
  await passTime(chat.braid.app, 11_000);
  provider.open("answer 0");
  await expect.poll(shown).toHaveLength(1);
  await expect.poll(unread).toBe(true);
  await press();
  await expect(dialog).toHaveCount(0);
  await expect.poll(unread).toBe(false);

  await resize(chat, 700, 900);
  await covered("Control+b");
  await expect(rowOf(chat, "another")).toBeVisible();
  await told(chat);
  provider.open("answer 1");
  await isUnread(rowOf(chat, "another"));
  await page.keyboard.press("Escape");
  await expect.poll(unread).toBe(false);

  await covered("Control+j");
  await expect(sidecar(chat)).toBeVisible();
  await told(chat);
  provider.open("answer 2");
  await expect.poll(unread).toBe(true);
  await press();
  await expect(sidecar(chat)).toBeHidden();
  await expect.poll(unread).toBe(false);
});

test("an answer below what is read, or in a window that has lost the focus, is news until its end is seen", async ({
  open,
  provider,
}) => {
  let said = 0;
  provider.respond(() => [{ text: lines(60) }, { gate: `answer ${said++}` }, ...ending()]);
  const chat = await open();
  await chat.send("first");
  await expect(chat.answer).toContainText("line 59");
  await chat.conversation.focus();
  await chat.page.keyboard.press("Home");
  await told(chat);
  provider.open("answer 0");
  await isUnread(rowOf(chat, "first"));
  await chat.page.keyboard.press("End");
  await isRead(rowOf(chat, "first"));

  const focus = (has: boolean) =>
    chat.braid.app.evaluate(({ BrowserWindow }, focused) => {
      for (const window of BrowserWindow.getAllWindows()) {
        window.isFocused = () => focused;
        window.emit(focused ? "focus" : "blur");
      }
    }, has);
  await chat.send("second");
  await expect(chat.answers).toHaveCount(2);
  await expect(chat.answer).toContainText("line 59");
  await focus(false);
  await told(chat);
  provider.open("answer 1");
  await isUnread(rowOf(chat, "first"));
  await focus(true);
  await isRead(rowOf(chat, "first"));
});

test("an answer that draws a diagram, in a page of its own, is still seen where its end is in view", async ({
  open,
  provider,
}) => {
  const diagram = "```mermaid\ngraph TD\n  A[Start] --> B[End]\n```\n\n";
  provider.enqueue([{ text: `${diagram}At last.` }, { gate: "end" }, ...ending()]);
  const chat = await open();
  const { shown } = await noteNotifications(chat.braid.app);
  await chat.send("Draw.");
  const figure = chat.answer.getByRole("figure", { name: "Diagram" });
  await expect(figure.frameLocator("iframe").getByText("Start")).toBeVisible();
  await passTime(chat.braid.app, 11_000);
  await told(chat);
  provider.open("end");
  await chat.settled();
  await told(chat);
  const { sessions } = await chat.call("session.list", { limit: 1 });
  expect(sessions.map(({ unread }) => unread)).toEqual([undefined]);
  await isRead(chat.sessions.first());
  expect(await shown()).toEqual([]);
});
