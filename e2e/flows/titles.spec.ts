// The name of a session: given by its user, in place, and by the provider's small model after the first exchange.
import { expect, test } from "../fixtures/chat";
import { refusal, reply } from "../fixtures/provider/script";
import { questionIn } from "../fixtures/provider/title-requests";
import { sessionsNamed } from "../fixtures/sessions";

test.use({ sharesApp: true });

test("a title is edited in place, by key and from the menu; Escape leaves it, and one that is too long stays to be shortened", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await sessionsNamed(chat, "First title");
  const row = chat.sessions.first();
  const editor = chat.page.getByRole("textbox", { name: "Session title" });
  await test.step("by key", async () => {
    await row.focus();
    await chat.page.keyboard.press("F2");
    await expect(editor).toBeFocused();
    await editor.fill("Not this");
    await editor.press("Escape");
    await expect(row).toHaveAccessibleName("First title");
    await expect(row).toBeFocused();
    await chat.page.keyboard.press("F2");
    await editor.fill("Second title");
    await editor.press("Enter");
    await expect(row).toHaveAccessibleName("Second title");
    await expect(chat.title).toHaveText("Second title");
  });
  await test.step("from the menu, and a click elsewhere keeps what was typed", async () => {
    await row.click({ button: "right" });
    await chat.page.getByRole("menuitem", { name: "Rename" }).click();
    await expect(editor).toBeFocused();
    await editor.fill("  Third title ");
    await chat.composer.click();
    await expect(row).toHaveAccessibleName("Third title");
    await row.dblclick();
    await expect(editor).toBeFocused();
    await editor.fill("");
    await editor.press("Enter");
    await expect(row).toHaveAccessibleName("Third title");
  });
  await row.focus();
  await chat.page.keyboard.press("F2");
  const long = "long ".repeat(120).trim();
  await editor.fill(long);
  await editor.press("Enter");
  await expect(chat.alert).toContainText("at most 500 characters; this one has 599");
  await expect(editor).toHaveValue(long);
  await expect(editor).toHaveAttribute("aria-invalid", "true");
  await editor.fill(long.slice(0, 500));
  await expect(editor).not.toHaveAttribute("aria-invalid");
  await editor.press("Enter");
  await expect(chat.title).toHaveText(long.slice(0, 500));
  await expect(chat.alert).toHaveCount(0);
  await chat.page.reload();
  await expect(row).toHaveAccessibleName(long.slice(0, 500));
});

test("[SE-4] [SE-4a] a session is named after its first exchange, in every window; where that fails the first words stay, and nobody is told", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  provider.title(() => [{ gate: "named" }, ...reply("**Retry logic**")]);
  const chat = await open();
  // Before the question: a title has to come soon, however long a window takes to open.
  const { sessions: inOther } = await chat.newWindow();
  await chat.send("How do I make the uploader retry?");
  await chat.settled();
  await expect(inOther).toHaveAccessibleName("How do I make the uploader retry?");
  provider.open("named");
  await expect(inOther).toHaveAccessibleName("Retry logic");
  await expect(chat.title).toHaveText("Retry logic");
  await expect(chat.page).toHaveTitle("Retry logic – Braid");
  // Marks made in one window are seen in the other.
  await chat.sessions.first().click({ button: "right" });
  await chat.page.getByRole("menuitem", { name: "Pin", exact: true }).click();
  await expect(inOther).toHaveAccessibleDescription(/pinned/);
  await chat.page.reload();
  await expect(chat.sessions).toHaveAccessibleName("Retry logic");
  // A title of an earlier test, whose provider has gone, may be asked for again.
  expect(provider.titles.filter((request) => questionIn(request).includes("uploader"))).toHaveLength(1);

  provider.title(() => refusal(401));
  await chat.page.keyboard.press("Control+N");
  await expect(chat.title).toHaveText("New session");
  await chat.send("Name me if you can");
  await chat.settled();
  await expect.poll(() => chat.braid.output()).toContain("A title was not made");
  await expect(chat.title).toHaveText("Name me if you can");
  await expect(chat.alert).toHaveCount(0);
  await expect(chat.status).toHaveAttribute("data-state", "idle");
  expect(chat.braid.output()).not.toContain("Name me");
});
