// The list of sessions: found, opened, renamed, put away, by mouse and by key, also when there are ten thousand.
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { reply } from "../fixtures/provider/script";

async function sessionsNamed(chat: Chat, ...titles: string[]): Promise<void> {
  for (const title of titles) {
    await chat.button("New session").click();
    await chat.send(title);
    await chat.settled();
  }
}

test("sessions are listed by recency and opened by keyboard", async ({ open, provider }) => {
  provider.respond(({ rawBody }) => reply(rawBody.includes("Apples") ? "About apples." : "About pears."));
  const chat = await open();
  await sessionsNamed(chat, "Apples?", "Pears?");
  await expect(chat.sessions).toHaveText([/Pears\?/, /Apples\?/]);
  await expect(chat.sessions.first()).toHaveAttribute("aria-selected", "true");
  await chat.sessions.first().focus();
  await chat.page.keyboard.press("ArrowDown");
  await expect(chat.sessions.nth(1)).toBeFocused();
  await chat.page.keyboard.press("Enter");
  await expect(chat.title).toHaveText("Apples?");
  await expect(chat.answer).toContainText("About apples.");
  await expect(chat.sessions.nth(1)).toHaveAttribute("aria-selected", "true");
  // A message brings its session to the top.
  await chat.send("More?");
  await chat.settled();
  await expect(chat.sessions).toHaveText([/Apples\?/, /Pears\?/]);
});

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

test("a session is archived from its menu, found in the archive, and taken back", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await sessionsNamed(chat, "Keep", "Put away");
  await chat.sessions.first().click({ button: "right" });
  await chat.page.getByRole("menuitem", { name: "Archive" }).click();
  await expect(chat.sessions).toHaveText([/Keep/]);
  await expect(chat.title).toHaveText("New session");
  await chat.button("Archive").click();
  await expect(chat.sessions).toHaveText([/Put away/]);
  await chat.sessions.first().focus();
  await chat.page.keyboard.press("Shift+F10");
  await expect(chat.page.getByRole("menuitem", { name: "Rename" })).toBeFocused();
  await chat.page.keyboard.press("ArrowDown");
  await chat.page.keyboard.press("Enter");
  await expect(chat.sessions).toHaveCount(0);
  await chat.button("Archive").click();
  await expect(chat.sessions).toHaveText([/Put away/, /Keep/]);
});

test("[SE-2] a session that is archived while it answers finishes its answer", async ({ open, provider }) => {
  provider.enqueue([{ text: "Begun, " }, { gate: "archived" }, ...reply("finished.")]);
  const chat = await open();
  await chat.send("Put away");
  await expect(chat.answer).toContainText("Begun,");
  await chat.sessions.first().click({ button: "right" });
  await chat.page.getByRole("menuitem", { name: "Archive" }).click();
  await expect(chat.sessions).toHaveCount(0);
  provider.open("archived");
  expect((await (await provider.received(0)).closed).by).toBe("provider");
  await chat.button("Archive").click();
  await chat.sessions.first().click();
  await chat.settled();
  expect(await chat.text()).toBe("Begun, finished.");
});

test("the list says which session is running, and two run side by side", async ({ open, provider }) => {
  provider.respond(({ rawBody }) =>
    rawBody.includes("Slow") ? [{ text: "Wait, " }, { gate: "slow" }, ...reply("done.")] : reply("At once."),
  );
  const chat = await open();
  await chat.send("Slow");
  await expect(chat.answer).toContainText("Wait,");
  await chat.button("New session").click();
  await chat.send("Quick");
  await chat.settled();
  const slow = chat.sessions.filter({ hasText: "Slow" });
  await expect(slow).toHaveAttribute("data-state", "busy");
  await expect(slow).toHaveAccessibleDescription(/busy/);
  await expect(chat.sessions.filter({ hasText: "Quick" })).toHaveAttribute("data-state", "idle");
  provider.open("slow");
  await expect(slow).toHaveAttribute("data-state", "idle");
  await slow.click();
  await chat.settled();
  expect(await chat.text()).toBe("Wait, done.");
});

test("ten thousand sessions: opens at once, scrolls, loads more, and the oldest can be opened", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("Yes."));
  const first = await open();
  await first.send("The newest");
  await first.settled();
  await first.braid.close();
  const now = Date.now();
  withDatabase(dataDir, (db) => {
    const insert = db.prepare(
      "INSERT INTO chat_sessions (id, agent, title, created_at, updated_at) VALUES (?, 'chat', ?, ?, ?)",
    );
    db.transaction(() => {
      for (let n = 1; n <= 10_000; n++) {
        const at = now - n * 60_000;
        const id = `ses_${(BigInt(at) * 4096n).toString(16).padStart(14, "0")}${"0".repeat(12)}`;
        insert.run(id, `Session ${n}`, at, at);
      }
    })();
  });
  const chat = await open();
  await expect(chat.title).toHaveText("The newest");
  await expect(chat.sessions.first()).toHaveAccessibleName("The newest");
  const loaded = await chat.sessions.count();
  expect(loaded).toBeLessThan(500);
  // End leads to the last that is loaded, and there the next page comes.
  await chat.sessions.first().focus();
  for (let page = 1; page <= 4; page++) {
    const before = await chat.sessions.count();
    await chat.page.keyboard.press("End");
    await expect.poll(() => chat.sessions.count()).toBeGreaterThan(before);
  }
  const titles = await chat.sessions.evaluateAll((items) =>
    items.map((item) => item.getAttribute("aria-label")),
  );
  expect(titles).toEqual(["The newest", ...titles.slice(1).map((_, index) => `Session ${index + 1}`)]);
  await chat.page.keyboard.press("End");
  await chat.page.keyboard.press("Enter");
  await expect(chat.title).toHaveText(/^Session \d{3}$/);
  await expect(chat.composer).toBeEnabled();
});
