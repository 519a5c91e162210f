// How a window is divided: hidden, shown, made wider, remembered for each window, and reached by key.
import type { Locator } from "@playwright/test";
import { type Chat, expect, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";
import { layoutShifts } from "../fixtures/shifts";
import { resize } from "../fixtures/system";

const sidebar = (chat: Chat): Locator => chat.page.getByRole("navigation", { name: "Sessions" });
const edge = (chat: Chat): Locator => chat.page.getByRole("separator", { name: "Width of the sessions" });
const widthOf = async (chat: Chat) => Math.round((await sidebar(chat).boundingBox())?.width ?? 0);

test("[SE-9] the sidebar is as its user left it, from the first paint", async ({ open }) => {
  let chat = await open();
  await expect.poll(() => widthOf(chat)).toBe(264);
  await edge(chat).focus();
  await chat.page.keyboard.press("ArrowRight");
  await chat.page.keyboard.press("ArrowRight");
  await expect.poll(() => widthOf(chat)).toBe(296);
  const box = await edge(chat).boundingBox();
  if (box === null) throw new Error("the edge is not there");
  await chat.page.mouse.move(box.x + 4, 300);
  await chat.page.mouse.down();
  await chat.page.mouse.move(box.x + 34, 300, { steps: 3 });
  await expect.poll(() => widthOf(chat)).toBe(326);
  await chat.page.mouse.up();
  await expect(edge(chat)).toHaveAttribute("aria-valuenow", "326");
  await chat.braid.close();

  chat = await open();
  await expect.poll(() => widthOf(chat)).toBe(326);
  await expect(chat.composer).toBeFocused();
  expect(await layoutShifts(chat.page)).toBeLessThan(0.001);
  await chat.page.keyboard.press("Control+b");
  await expect(sidebar(chat)).toBeHidden();
  await expect(chat.composer).toBeFocused();
  await chat.braid.close();

  chat = await open();
  await expect(chat.composer).toBeFocused();
  await expect(sidebar(chat)).toBeHidden();
  await chat.button("Show sessions").click();
  await expect.poll(() => widthOf(chat)).toBe(326);
  await chat.button("Hide sessions").click();
  await expect(sidebar(chat)).toBeHidden();
});

test("[SE-9] a page that begins before its window has a size is divided as it is to be by the time of the first frame", async ({
  open,
}) => {
  const chat = await open();
  await expect(chat.composer).toBeFocused();
  await chat.page.addInitScript(() => {
    const query = Object.assign(new EventTarget(), { matches: true, media: "(width < 760px)" });
    const { matchMedia } = window;
    window.matchMedia = (media) =>
      media === query.media ? (query as unknown as MediaQueryList) : matchMedia.call(window, media);
    new MutationObserver(async (_, observer) => {
      const sidebar = document.getElementById("sidebar");
      if (sidebar === null) return;
      observer.disconnect();
      // The size comes right after what is drawn first has been put into the page, before any other task.
      query.dispatchEvent(Object.assign(new Event("change"), { matches: false }));
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
      Object.assign(window, { sidebarWas: sidebar.hidden ? "hidden" : "shown" });
    }).observe(document, { childList: true, subtree: true });
  });
  await chat.page.reload();
  await expect(chat.composer).toBeFocused();
  expect(await chat.page.evaluate("window.sidebarWas")).toBe("shown");
});

test("a drag that the system takes away leaves the width that is seen, and it is remembered", async ({
  open,
}) => {
  const chat = await open();
  const box = await edge(chat).boundingBox();
  if (box === null) throw new Error("the edge is not there");
  await chat.page.mouse.move(box.x + 4, 300);
  await chat.page.mouse.down();
  await chat.page.mouse.move(box.x + 44, 300, { steps: 3 });
  await expect.poll(() => widthOf(chat)).toBe(304);
  await edge(chat).evaluate((element) => {
    for (let id = 0; id < 100; id++) if (element.hasPointerCapture(id)) element.releasePointerCapture(id);
  });
  await chat.page.mouse.move(box.x + 84, 300, { steps: 3 });
  await expect(edge(chat)).toHaveAttribute("aria-valuenow", "304");
  await expect.poll(() => widthOf(chat)).toBe(304);
  await chat.page.reload();
  await expect.poll(() => widthOf(chat)).toBe(304);
});

test("each window is divided in its own way, a new one like the one at hand", async ({ open }) => {
  const chat = await open();
  await expect(chat.composer).toBeFocused();
  await chat.page.keyboard.press("Control+b");
  await expect(sidebar(chat)).toBeHidden();
  const opened = chat.braid.app.waitForEvent("window");
  await chat.page.keyboard.press("Control+Shift+n");
  const second = await opened;
  const sessions = second.getByRole("navigation", { name: "Sessions" });
  await expect(second.getByRole("textbox", { name: "Message", exact: true })).toBeVisible();
  await expect(sessions).toBeHidden();
  await second.keyboard.press("Control+b");
  await expect(sessions).toBeVisible();
  await expect(sidebar(chat)).toBeHidden();
});

test("a page that is loaded anew is divided as it was last", async ({ open }) => {
  const chat = await open();
  await expect(chat.composer).toBeFocused();
  await chat.page.keyboard.press("Control+b");
  await expect(sidebar(chat)).toBeHidden();
  await chat.page.reload();
  await expect(chat.composer).toBeVisible();
  await expect(sidebar(chat)).toBeHidden();
});

test("F6 goes from pane to pane and round again", async ({ open, provider }) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await chat.send("Hello?");
  await chat.settled();
  const { keyboard } = chat.page;
  await expect(chat.composer).toBeFocused();
  await keyboard.press("F6");
  await expect(chat.sessions.first()).toBeFocused();
  await keyboard.press("F6");
  await expect(chat.conversation).toBeFocused();
  await keyboard.press("F6");
  await expect(chat.composer).toBeFocused();
  await keyboard.press("Shift+F6");
  await expect(chat.conversation).toBeFocused();
  await keyboard.press("Control+b");
  await expect(sidebar(chat)).toBeHidden();
  await keyboard.press("Shift+F6");
  await expect(chat.composer).toBeFocused();
  await keyboard.press("Control+b");
  // Rows are built once there is room for them: before, the pane is its first button.
  await expect(chat.sessions.first()).toBeVisible();
  await keyboard.press("F6");
  await expect(chat.sessions.first()).toBeFocused();
  await keyboard.press("Control+b");
  await expect(chat.composer).toBeFocused();
});

test("in a narrow window the sidebar lies over the conversation and yields to it", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await chat.send("Hello?");
  await chat.settled();
  await resize(chat, 700, 900);
  await expect(sidebar(chat)).toBeHidden();
  await chat.button("Show sessions").click();
  await expect(chat.sessions.first()).toBeFocused();
  await chat.page.keyboard.press("Escape");
  await expect(sidebar(chat)).toBeHidden();
  await expect(chat.composer).toBeFocused();
  await chat.page.keyboard.press("Control+b");
  await expect(chat.sessions.first()).toBeFocused();
  await chat.page.mouse.click(650, 500);
  await expect(sidebar(chat)).toBeHidden();
  await chat.page.keyboard.press("Control+n");
  await chat.page.keyboard.press("Control+b");
  await chat.sessions.first().click();
  await expect(sidebar(chat)).toBeHidden();
  await expect(chat.answer).toContainText("Yes.");
  await resize(chat, 1280, 800);
  await expect(sidebar(chat)).toBeVisible();
});
