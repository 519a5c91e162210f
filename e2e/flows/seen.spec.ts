// Read and unread (SE-1): an answer is seen where its end is in view, in the window that has the focus.
import type { Locator } from "@playwright/test";
import { type Chat, expect, test } from "../fixtures/chat";
import { areDrawn } from "../fixtures/diagram";
import type { ScriptedProvider } from "../fixtures/provider/provider";
import { ending } from "../fixtures/provider/script";
import { noteNotifications, passTime, resize } from "../fixtures/system";

test.use({ sharesApp: true });

const sidecar = ({ page }: Chat) => page.getByRole("complementary", { name: "Sidecar" });
const beside = ({ page }: Chat) => page.locator("[data-thread=side]");
const sidecars = ({ page }: Chat) => page.getByRole("button", { name: /^Sidecars/ });
const rowOf = (chat: Chat, title: string) => chat.sessions.filter({ hasText: title });
const isUnread = (row: Locator) => expect(row).toHaveAccessibleDescription(/unread/);
const isRead = (row: Locator) => expect(row).not.toHaveAccessibleDescription(/unread|busy/);
const isNewestUnread = async (chat: Chat) =>
  (await chat.call("session.list", { limit: 9 })).sessions[0]?.unread === true;

/** Waits until the page has seen all that it shows, and has told main: two frames, and an answer of main. */
async function told(chat: Chat): Promise<void> {
  await chat.page.evaluate(
    () => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(then)))),
  );
  await chat.call("session.list", { limit: 1 });
}

/** From now on each answer says this, and ends when the returned function is called, which ends them in turn. */
function endingOneByOne(provider: ScriptedProvider, text: string): () => Promise<void> {
  let [said, ended] = [0, 0];
  const name = `${text.length} letters`;
  provider.respond(() => [{ text }, { gate: `${name} ${said++}` }, ...ending()]);
  return async () => {
    await expect.poll(() => said).toBe(ended + 1);
    provider.open(`${name} ${ended++}`);
  };
}

test("seen: what a dialog, the list of sessions, a sidecar or the main thread covers is news until it is uncovered, also by a press on its notification [BR-4]", async ({
  open,
  provider,
}) => {
  const end = endingOneByOne(provider, "Here it is.");
  const chat = await open();
  const { page } = chat;
  const { shown, press } = await noteNotifications(chat.braid.app);
  const unread = () => isNewestUnread(chat);
  const dialog = page.getByRole("dialog");
  let turns = 0;
  /** Asked, and covered by this key while it is answered. */
  const covered = async (key: string) => {
    await chat.send("another");
    // The one before it says the same.
    await expect(chat.answers).toHaveCount(++turns);
    await expect(chat.answer).toContainText("Here it is.");
    await page.keyboard.press(key);
  };
  await test.step("beneath a dialog; a press on the notification uncovers it", async () => {
    await covered("Control+/");
    await expect(dialog).toBeVisible();
    await told(chat);
    await passTime(chat.braid.app, 11_000);
    await end();
    await expect.poll(shown).toHaveLength(1);
    await expect.poll(unread).toBe(true);
    await press();
    await expect(dialog).toHaveCount(0);
    await expect.poll(unread).toBe(false);
  });
  await test.step("under the list of a narrow window", async () => {
    await resize(chat, 700, 900);
    await covered("Control+b");
    await expect(rowOf(chat, "another")).toBeVisible();
    await told(chat);
    await end();
    await isUnread(rowOf(chat, "another"));
    await page.keyboard.press("Escape");
    await expect.poll(unread).toBe(false);
  });
  await test.step("under a sidecar", async () => {
    await covered("Control+j");
    await expect(sidecar(chat)).toBeVisible();
    await told(chat);
    await end();
    await expect.poll(unread).toBe(true);
    await press();
    await expect(sidecar(chat)).toBeHidden();
    await expect.poll(unread).toBe(false);
  });
  await test.step("a sidecar that the main thread covers", async () => {
    const before = (await shown()).length;
    await page.keyboard.press("Control+j");
    await sidecar(chat).getByRole("textbox", { name: "Message" }).fill("by the way");
    await page.keyboard.press("Enter");
    // The head of the sidecar quotes the same words.
    await expect(sidecar(chat).getByRole("article").last()).toContainText("Here it is.");
    await passTime(chat.braid.app, 11_000);
    await page.keyboard.press("Control+j");
    await expect(sidecar(chat)).toBeHidden();
    await told(chat);
    await end();
    await expect(sidecars(chat)).toHaveAccessibleName("Sidecars (1), unread");
    await expect.poll(shown).toHaveLength(before + 1);
    await page.keyboard.press("Control+j");
    await expect(sidecars(chat)).toHaveAccessibleName("Sidecars (1)");
  });
});

test("seen: a session beside, an answer below what is read, a window without the focus, a diagram in a page of its own [BR-3]", async ({
  open,
  provider,
}) => {
  let end = endingOneByOne(provider, "Here it is.");
  const chat = await open();
  await test.step("beside, it is read where it is seen, and news under a sidecar or the main thread", async () => {
    const { session: right } = await chat.call("session.create", { text: "right" });
    await end();
    await chat.call("session.create", { text: "left" });
    await end();
    await isUnread(rowOf(chat, "right"));
    await rowOf(chat, "left").click();
    await isRead(rowOf(chat, "left"));
    await rowOf(chat, "right").press("Control+Enter");
    await isRead(rowOf(chat, "right"));
    const answered = async () => {
      await chat.call("session.send", { session_id: right.id, text: "more" });
      await end();
      const status = () => chat.call("session.status", { session_id: right.id });
      await expect.poll(async () => (await status()).state).toBe("idle");
    };
    await answered();
    await isRead(rowOf(chat, "right"));

    await chat.composer.press("Control+j");
    await expect(sidecar(chat)).toBeVisible();
    await told(chat);
    await answered();
    await isUnread(rowOf(chat, "right"));
    await chat.button("Close sidecar").click();
    await isRead(rowOf(chat, "right"));

    // Where there is room for one, the main thread covers it.
    await resize(chat, 880, 800);
    await expect(beside(chat)).toBeHidden();
    await told(chat);
    await answered();
    await isUnread(rowOf(chat, "right"));
    await chat.main.getByRole("button", { name: "right" }).click();
    // Put beside the same turn of the other: its end may be below.
    await beside(chat).getByRole("log").press("End");
    await isRead(rowOf(chat, "right"));
    await chat.button("Close split").click();
  });
  await test.step("below what is read", async () => {
    await resize(chat, 1280, 800);
    end = endingOneByOne(provider, Array.from({ length: 60 }, (_, n) => `line ${n}`).join("\n\n"));
    await chat.send("long");
    await expect(chat.answer).toContainText("line 59");
    await chat.drawn();
    await chat.conversation.press("Home");
    await told(chat);
    await end();
    await isUnread(rowOf(chat, "left"));
    await chat.conversation.press("End");
    await isRead(rowOf(chat, "left"));
  });
  await test.step("in a window that has lost the focus", async () => {
    const focus = (has: boolean) =>
      chat.braid.app.evaluate(({ BrowserWindow }, focused) => {
        for (const window of BrowserWindow.getAllWindows()) {
          window.isFocused = () => focused;
          window.emit(focused ? "focus" : "blur");
        }
      }, has);
    await chat.send("long");
    await expect(chat.answer).toHaveAttribute("data-state", "streaming");
    await expect(chat.answer).toContainText("line 59");
    await focus(false);
    await told(chat);
    await end();
    await isUnread(rowOf(chat, "left"));
    await focus(true);
    await isRead(rowOf(chat, "left"));
  });
  await test.step("where its end is in view, a diagram before it changes nothing", async () => {
    const { shown } = await noteNotifications(chat.braid.app);
    end = endingOneByOne(provider, "```mermaid\ngraph TD\n  A[Start] --> B[End]\n```\n\nAt last.");
    await chat.page.keyboard.press("Control+N");
    await expect(chat.title).toHaveText("New session");
    await chat.send("Draw.");
    await areDrawn(chat.answer);
    const figure = chat.answer.getByRole("figure", { name: "Diagram" });
    await expect(figure.frameLocator("iframe").getByText("Start")).toBeVisible();
    await passTime(chat.braid.app, 11_000);
    await told(chat);
    await end();
    await chat.settled();
    await told(chat);
    expect(await isNewestUnread(chat)).toBe(false);
    expect(await shown()).toEqual([]);
  });
});
