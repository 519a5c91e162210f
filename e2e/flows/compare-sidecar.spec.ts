// The hidden turns of a sidecar are read beside the sidecar (RW-3, BR-4); the main thread stays beneath as it was.
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";
import { resize } from "../fixtures/system";

test.use({ sharesApp: true });

const sidecarOf = ({ page }: Chat) => page.getByRole("complementary", { name: "Sidecar" });
const turns = ({ page }: Chat) => page.getByRole("region", { name: "1 hidden turn" });
const compare = (chat: Chat) => sidecarOf(chat).getByRole("button", { name: "Compare" });
const top = (chat: Chat) =>
  chat.main
    .locator(".conversation-scroller")
    .first()
    .evaluate((box) => box.scrollTop);
const lines = Array.from({ length: 60 }, (_, n) => `line ${n}`).join("\n\n");

/** A session with a sidecar in which the second of two questions was asked otherwise. */
async function rewoundSidecar(chat: Chat): Promise<void> {
  await chat.send("first");
  await chat.settled();
  await chat.page.keyboard.press("Control+j");
  const composer = sidecarOf(chat).getByRole("textbox", { name: "Message", exact: true });
  for (const [n, text] of ["one", "two"].entries()) {
    await composer.fill(text);
    await composer.press("Enter");
    // Until it is free again an Enter sends nothing.
    await expect(composer).toHaveValue("");
    await expect(sidecarOf(chat).getByRole("article")).toHaveCount(2 * n + 2);
    await expect(sidecarOf(chat).getByRole("article").last()).toHaveAttribute("data-state", "done");
  }
  const { open_session: main } = await chat.call("app.info", undefined);
  const [sidecar] = await chat.call("sidecar.list", { session_id: main as SessionId });
  const session_id = sidecar?.session.id as SessionId;
  const message_id = (await sidecarOf(chat)
    .getByRole("article", { name: /^You said/ })
    .last()
    .getAttribute("data-message-id")) as MessageId;
  // Its answer is done a moment before the session is free.
  await expect.poll(async () => (await chat.call("session.status", { session_id })).state).toBe("idle");
  await chat.call("timeline.rewind", { session_id, message_id, text: "otherwise" });
  await expect(sidecarOf(chat).getByRole("article")).toHaveCount(4);
  await expect(sidecarOf(chat).getByRole("article").last()).toContainText("New course.");
}

test("compare in a sidecar: its hidden turns lie over the main thread, which Escape and Close lead back to; narrow, one is seen at a time [RW-3, BR-4]", async ({
  open,
  provider,
}, testInfo) => {
  provider.respond(({ rawBody }) =>
    reply(rawBody.includes("otherwise") ? "New course." : rawBody.includes('"two"') ? "Old course." : lines),
  );
  const chat = await open();
  await rewoundSidecar(chat);
  await chat.composer.fill("half a thought");
  // Drawn as Markdown it is higher.
  await expect(chat.page.locator(".text[aria-busy]")).toHaveCount(0);
  await chat.conversation.evaluate((box) => box.scrollTo({ top: 300 }));
  await expect.poll(() => top(chat)).toBe(300);
  const width = (await sidecarOf(chat).boundingBox())?.width;
  for (const way of ["Escape", "Close", "Escape in the sidecar"] as const)
    await test.step(`led back by ${way}`, async () => {
      await compare(chat).click();
      await expect(turns(chat).getByRole("log")).toBeFocused();
      await expect(turns(chat).getByRole("article")).toHaveText([/two/, /Old course/]);
      await expect(sidecarOf(chat).getByRole("article").last()).toContainText("New course.");
      await expect(chat.title).toHaveText("first");
      await expect(chat.composer).toHaveCount(0);
      if (way === "Close") {
        expect(await findings(chat.page)).toEqual([]);
        await chat.page.screenshot({ path: testInfo.outputPath("compared-1280.png") });
        await chat.page.keyboard.press("F6");
        await expect(sidecarOf(chat).getByRole("log")).toBeFocused();
        await turns(chat).getByRole("button", { name: "Close" }).click();
      } else {
        if (way !== "Escape") await sidecarOf(chat).getByRole("textbox", { name: "Message" }).focus();
        await chat.page.keyboard.press("Escape");
      }
      await expect(turns(chat)).toHaveCount(0);
      await expect(compare(chat)).toBeFocused();
      await expect(chat.composer).toHaveValue("half a thought");
      await expect.poll(() => top(chat)).toBe(300);
      await expect.poll(async () => (await sidecarOf(chat).boundingBox())?.width).toBe(width);
    });
  await test.step("where the sidecar lies over the main thread, they are seen one at a time", async () => {
    await resize(chat, 700, 900);
    if (!(await sidecarOf(chat).isVisible())) await chat.page.keyboard.press("Control+j");
    await compare(chat).click();
    await expect(turns(chat).getByRole("log")).toBeFocused();
    await expect(sidecarOf(chat)).toBeHidden();
    await chat.page.screenshot({ path: testInfo.outputPath("compared-700.png") });
    await turns(chat).locator("..").getByRole("button", { name: "Shown turns" }).click();
    await expect(sidecarOf(chat).getByRole("textbox", { name: "Message" })).toBeFocused();
    await chat.page.screenshot({ path: testInfo.outputPath("compared-700-sidecar.png") });
    await chat.page.keyboard.press("Escape");
    await expect(turns(chat)).toHaveCount(0);
    await expect(sidecarOf(chat)).toBeVisible();
    await expect(compare(chat)).toBeFocused();
    await resize(chat, 1280, 800);
  });
  await test.step("restored there, the sidecar has them; what is quoted, and its close, lead to the main thread", async () => {
    await compare(chat).click();
    await turns(chat).getByRole("button", { name: "Switch to this version" }).click();
    await expect(turns(chat)).toHaveCount(0);
    await expect(sidecarOf(chat).getByRole("article").last()).toContainText("Old course.");
    for (const leave of ["Quote in main", "Close sidecar"]) {
      await compare(chat).click();
      await expect(turns(chat).getByRole("article").last()).toContainText("New course.");
      await chat.button(leave).click();
      await expect(turns(chat)).toHaveCount(0);
      await expect(chat.composer).toBeFocused();
    }
  });
});
