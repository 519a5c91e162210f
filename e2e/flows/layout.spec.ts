// How a window is divided: hidden, shown, made wider, remembered for each window, and reached by key.
import type { Locator } from "@playwright/test";
import { type Chat, expect, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";
import { layoutShifts } from "../fixtures/shifts";
import { resize } from "../fixtures/system";

test.use({ sharesApp: true });

const sidebar = (chat: Chat): Locator => chat.page.getByRole("navigation", { name: "Sessions" });
const edge = (chat: Chat): Locator => chat.page.getByRole("separator", { name: "Width of the sessions" });
const widthOf = async (chat: Chat) => Math.round((await sidebar(chat).boundingBox())?.width ?? 0);

/** The edge is held and moved to the right by so many pixels. */
async function drag(chat: Chat, by: number): Promise<void> {
  const { mouse } = chat.page;
  const width = await widthOf(chat);
  const box = await edge(chat).boundingBox();
  if (box === null) throw new Error("the edge is not there");
  await mouse.move(box.x + 4, 300);
  await mouse.down();
  await mouse.move(box.x + 4 + by, 300, { steps: 3 });
  await expect.poll(() => widthOf(chat)).toBe(width + by);
}

test("[SE-9] the sidebar is as its user left it, by key and by mouse, in each window, after a reload and a restart", async ({
  open,
}) => {
  let chat = await open();
  const { page } = chat;
  await expect.poll(() => widthOf(chat)).toBe(264);
  await edge(chat).focus();
  for (let n = 0; n < 2; n++) await page.keyboard.press("ArrowRight");
  await expect.poll(() => widthOf(chat)).toBe(296);
  await drag(chat, 30);
  await page.mouse.up();
  await expect(edge(chat)).toHaveAttribute("aria-valuenow", "326");
  await test.step("a drag that the system takes away leaves the width that is seen", async () => {
    await drag(chat, 40);
    await edge(chat).evaluate((element) => {
      for (let id = 0; id < 100; id++) if (element.hasPointerCapture(id)) element.releasePointerCapture(id);
    });
    await page.mouse.move(600, 300, { steps: 3 });
    await expect(edge(chat)).toHaveAttribute("aria-valuenow", "366");
    await expect.poll(() => widthOf(chat)).toBe(366);
    await page.mouse.up();
  });
  await page.reload();
  await expect(chat.composer).toBeFocused();
  expect(await widthOf(chat)).toBe(366);

  await page.keyboard.press("Control+b");
  await expect(sidebar(chat)).toBeHidden();
  await expect(chat.composer).toBeFocused();
  await page.reload();
  await expect(chat.composer).toBeFocused();
  await expect(sidebar(chat)).toBeHidden();
  await test.step("a new window is divided like the one at hand, and then in its own way", async () => {
    const second = await chat.newWindow();
    await expect(sidebar(second)).toBeHidden();
    await second.page.keyboard.press("Control+b");
    await expect(sidebar(second)).toBeVisible();
    await expect(sidebar(chat)).toBeHidden();
    await chat.braid.closeWindow(second.page);
  });
  await chat.button("Show sessions").click();
  await expect.poll(() => widthOf(chat)).toBe(366);
  await chat.braid.close();

  chat = await open();
  await expect(chat.composer).toBeFocused();
  expect(await widthOf(chat)).toBe(366);
  expect(await layoutShifts(chat.page), "from the first paint").toBeLessThan(0.001);
});

test("F6 goes from pane to pane and round again; in a narrow window the sidebar lies over the conversation and yields to it", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await chat.send("Hello?");
  await chat.settled();
  const { keyboard } = chat.page;
  await test.step("F6", async () => {
    await expect(chat.composer).toBeFocused();
    for (const pane of [chat.sessions.first(), chat.conversation, chat.composer]) {
      await keyboard.press("F6");
      await expect(pane).toBeFocused();
    }
    await keyboard.press("Control+b");
    await expect(sidebar(chat)).toBeHidden();
    for (const pane of [chat.conversation, chat.composer]) {
      await keyboard.press("Shift+F6");
      await expect(pane).toBeFocused();
    }
    await keyboard.press("Control+b");
    // Rows are built once there is room for them: before, the pane is its first button.
    await expect(chat.sessions.first()).toBeVisible();
    await keyboard.press("F6");
    await expect(chat.sessions.first()).toBeFocused();
  });
  await resize(chat, 700, 900);
  await expect(sidebar(chat)).toBeHidden();
  await chat.button("Show sessions").click();
  await expect(chat.sessions.first()).toBeFocused();
  await keyboard.press("Escape");
  await expect(sidebar(chat)).toBeHidden();
  await expect(chat.composer).toBeFocused();
  await keyboard.press("Control+b");
  await expect(chat.sessions.first()).toBeFocused();
  await chat.page.mouse.click(650, 500);
  await expect(sidebar(chat)).toBeHidden();
  await keyboard.press("Control+n");
  await keyboard.press("Control+b");
  await chat.sessions.first().click();
  await expect(sidebar(chat)).toBeHidden();
  await expect(chat.answer).toContainText("Yes.");
  await resize(chat, 1280, 800);
  await expect(sidebar(chat)).toBeVisible();
});
