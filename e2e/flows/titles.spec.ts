// What a session is called: by its user, in place, and by the provider's small model after the first exchange.
import { expect, test } from "../fixtures/chat";
import { refusal, reply } from "../fixtures/provider/script";
import { sessionsNamed } from "../fixtures/sessions";

test.use({ sharesApp: true });

test("a title is edited in place, by key, and Escape leaves it", async ({ open, provider }) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await sessionsNamed(chat, "First title");
  const editor = chat.page.getByRole("textbox", { name: "Session title" });
  await chat.sessions.first().focus();
  await chat.page.keyboard.press("F2");
  await expect(editor).toBeFocused();
  await editor.fill("Not this");
  await editor.press("Escape");
  await expect(chat.sessions.first()).toHaveAccessibleName("First title");
  await expect(chat.sessions.first()).toBeFocused();
  await chat.page.keyboard.press("F2");
  await editor.fill("Second title");
  await editor.press("Enter");
  await expect(chat.sessions.first()).toHaveAccessibleName("Second title");
  await expect(chat.title).toHaveText("Second title");
  await chat.page.reload();
  await expect(chat.sessions.first()).toHaveAccessibleName("Second title");
});

test("a title is edited in place from the menu too, and what one clicks elsewhere keeps what was typed", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await sessionsNamed(chat, "First title");
  await chat.sessions.first().click({ button: "right" });
  await chat.page.getByRole("menuitem", { name: "Rename" }).click();
  const editor = chat.page.getByRole("textbox", { name: "Session title" });
  await expect(editor).toBeFocused();
  await editor.fill("  Second title ");
  await chat.composer.click();
  await expect(chat.sessions.first()).toHaveAccessibleName("Second title");
  await chat.sessions.first().dblclick();
  await expect(editor).toBeFocused();
  await editor.fill("");
  await editor.press("Enter");
  await expect(chat.sessions.first()).toHaveAccessibleName("Second title");
});

test("a title that is too long is refused in a sentence, and stays to be shortened", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await sessionsNamed(chat, "First title");
  await chat.sessions.first().focus();
  await chat.page.keyboard.press("F2");
  const editor = chat.page.getByRole("textbox", { name: "Session title" });
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
});

test("[SE-4a] a session is named after its first exchange, in every window, and a restart keeps the name", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  provider.title(() => [{ gate: "named" }, ...reply("**Retry logic**")]);
  const chat = await open();
  await chat.send("How do I make the uploader retry?");
  await chat.settled();
  const { page } = chat;
  const { sessions: inOther } = await chat.newWindow();
  await expect(inOther).toHaveAccessibleName("How do I make the uploader retry?");
  provider.open("named");
  await expect(inOther).toHaveAccessibleName("Retry logic");
  await expect(chat.title).toHaveText("Retry logic");
  await expect(chat.sessions).toHaveAccessibleName("Retry logic");
  await expect(page).toHaveTitle("Retry logic – Braid");
  // Marks made in one window are seen in the other.
  await chat.sessions.first().click({ button: "right" });
  await page.getByRole("menuitem", { name: "Pin", exact: true }).click();
  await expect(inOther).toHaveAccessibleDescription("pinned");
  await chat.braid.close();
  const again = await open();
  await expect(again.sessions).toHaveAccessibleName("Retry logic");
  expect(provider.titles).toHaveLength(1);
});

test("[SE-4] the guide names its own sessions by their key phrase", async ({ open }) => {
  const chat = await open({ settings: "none", env: { BRAID_GUIDE_WORDS_PER_SECOND: "10000" } });
  await chat.send("How do I rename a session?");
  await chat.settled();
  await expect(chat.title).toHaveText("Rename a session");
});

test("[SE-4] a title call that fails is seen by nobody: the first words stay, the session is idle", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  provider.title(() => refusal(401));
  const chat = await open();
  await chat.send("Name me if you can");
  await chat.settled();
  await expect.poll(() => chat.braid.output()).toContain("A title was not made");
  await expect(chat.title).toHaveText("Name me if you can");
  await expect(chat.alert).toHaveCount(0);
  await expect(chat.status).toHaveAttribute("data-state", "idle");
  expect(chat.braid.output()).not.toContain("Name me");
});
