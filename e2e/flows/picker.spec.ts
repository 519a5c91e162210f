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
  await expect(chat.page.getByRole("menu", { name: "Session" })).toBeFocused();
  await chat.page.keyboard.press("ArrowDown");
  await expect(chat.page.getByRole("menuitem", { name: "Rename" })).toBeFocused();
  await chat.page.keyboard.press("End");
  await expect(chat.page.getByRole("menuitem", { name: "Unarchive" })).toBeFocused();
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

/** Sessions that have been there for a while, newest first, one every `minutes`. */
function fill(dataDir: string, titles: readonly string[], minutes: number): void {
  const now = Date.now();
  withDatabase(dataDir, (db) => {
    const insert = db.prepare(
      "INSERT INTO chat_sessions (id, agent, title, created_at, updated_at) VALUES (?, 'chat', ?, ?, ?)",
    );
    db.transaction(() => {
      for (const [n, title] of titles.entries()) {
        const at = now - (n + 1) * minutes * 60_000;
        const id = `ses_${(BigInt(at) * 4096n).toString(16).padStart(14, "0")}${"0".repeat(12)}`;
        insert.run(id, title, at, at);
      }
    })();
  });
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `Session ${n + 1}`);

/** An app with one session that was talked in, and older ones. */
async function openFilled(
  open: () => Promise<Chat>,
  dataDir: string,
  titles: readonly string[],
  minutes: number,
): Promise<Chat> {
  const first = await open();
  await first.send("The newest");
  await first.settled();
  await first.braid.close();
  fill(dataDir, titles, minutes);
  return await open();
}

test("ten thousand sessions: only what can be seen is built, keys reach every one, scrolling never holds a frame up", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await openFilled(open, dataDir, numbered(10_000), 1);
  await expect(chat.title).toHaveText("The newest");
  await expect(chat.sessions.first()).toHaveAccessibleName("The newest");
  await expect(chat.sessions.first()).toHaveAttribute("aria-posinset", "1");
  await expect(chat.sessions.first()).toHaveAttribute("aria-setsize", "-1");
  await chat.sessions.first().focus();
  const focused = chat.page.locator("[role=treeitem]:focus");
  const place = async () => Number(await focused.getAttribute("aria-posinset"));
  // End leads to the last that has come, and there the next page comes.
  for (let page = 1; page <= 4; page++) {
    const before = await place();
    await chat.page.keyboard.press("End");
    await expect.poll(place).toBeGreaterThan(before);
    await expect(focused).toHaveAccessibleName(`Session ${(await place()) - 1}`);
    await expect(focused).toBeInViewport();
  }
  expect(await chat.sessions.count()).toBeLessThan(100);
  const end = await place();
  await chat.page.keyboard.press("PageUp");
  await expect.poll(place).toBeLessThan(end - 5);
  const there = await place();
  await chat.page.keyboard.press("PageDown");
  await expect.poll(place).toBe(end);
  await chat.page.keyboard.press("PageUp");
  await expect.poll(place).toBe(there);

  // Scrolled far away, the row that has the focus is still there, and the next key goes on from it.
  const list = chat.page.locator(".picker-tree");
  await list.evaluate((box) => box.scrollTo({ top: 0 }));
  await expect(chat.sessions.first()).toBeInViewport();
  await expect(focused).toHaveAccessibleName(`Session ${there - 1}`);
  await chat.page.keyboard.press("ArrowUp");
  await expect(focused).toHaveAccessibleName(`Session ${there - 2}`);
  await expect(focused).toBeInViewport();

  const longest = await list.evaluate(async (box) => {
    const tasks: number[] = [];
    const observer = new PerformanceObserver((entries) =>
      tasks.push(...entries.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: "longtask" });
    for (let top = 0; top < 20_000; top += 400) {
      box.scrollTo({ top });
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    observer.disconnect();
    return Math.max(0, ...tasks);
  });
  expect(longest, "ms of the longest task while scrolling").toBeLessThan(100);

  await focused.evaluate((item) => item.scrollIntoView());
  await chat.page.keyboard.press("Enter");
  await expect(chat.title).toHaveText(`Session ${there - 2}`);
  await expect(chat.composer).toBeEnabled();
});

test("the filter finds titles in any case and with any accents, far back too, and takes what is typed as text", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("Yes."));
  const odd = ["100% sure_thing", "Über Größe und CAFÉ", "a\\b'\"; DROP TABLE chat_sessions;--"];
  const chat = await openFilled(open, dataDir, [...numbered(9_000), ...odd], 1);
  const filter = chat.page.getByRole("searchbox", { name: "Filter sessions" });
  const found = async (text: string, ...titles: string[]) => {
    await filter.fill(text);
    await expect(chat.sessions).toHaveText(titles.map((title) => new RegExp(escaped(title))));
  };
  await found("UBER grosse", "Über Größe und CAFÉ");
  await found("cafe", "Über Größe und CAFÉ");
  await found("0% s", "100% sure_thing");
  await found("e_t", "100% sure_thing");
  await found("'\"; drop", "DROP TABLE");
  await found("\\", "DROP TABLE");
  await found("%%");
  await expect(chat.page.getByText("No title has “%%” in it.")).toBeVisible();
  await chat.button("Clear the filter").click();
  await expect(filter).toHaveValue("");
  await expect(chat.sessions.first()).toHaveAccessibleName("The newest");
  // Into the list by arrow, back by Escape's own: the filter is emptied.
  await found("Session 8999", "Session 8999");
  await filter.press("ArrowDown");
  await expect(chat.sessions.first()).toBeFocused();
  await chat.page.keyboard.press("Enter");
  await expect(chat.title).toHaveText("Session 8999");
  await filter.focus();
  await filter.press("Escape");
  await expect(filter).toHaveValue("");
  await expect(chat.sessions.first()).toHaveAccessibleName("The newest");
});

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

test("groups go from today to months, in the words of the language, and a pinned session stands above them", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await openFilled(open, dataDir, numbered(20), 5 * 24 * 60);
  const groups = chat.page.locator(".picker-day");
  const month = (ago: number) => {
    const at = new Date(Date.now() - ago * 24 * 60 * 60_000);
    const year = at.getFullYear() === new Date().getFullYear() ? {} : { year: "numeric" as const };
    return at.toLocaleDateString("en", { month: "long", ...year });
  };
  const months = [...new Set(Array.from({ length: 14 }, (_, n) => month((n + 7) * 5)))];
  await expect(groups).toHaveText(
    ["Today", "Last 7 days", "Last 30 days", ...months].slice(0, await groups.count()),
  );
  const old = chat.sessions.filter({ hasText: /^Session 3(?!\d)/ });
  await old.click({ button: "right" });
  await chat.page.getByRole("menuitem", { name: "Pin", exact: true }).click();
  await expect(groups.first()).toHaveText("Pinned");
  await expect(chat.sessions.first()).toHaveAccessibleName("Session 3");
  await expect(chat.sessions.first()).toHaveAccessibleDescription(/pinned/);
  await chat.braid.close();
  const again = await open();
  await expect(again.sessions.first()).toHaveAccessibleName("Session 3");
  await again.sessions.first().focus();
  await again.page.keyboard.press("Shift+F10");
  await again.page.getByRole("menuitem", { name: "Unpin" }).press("Enter");
  await expect(again.sessions.first()).toHaveAccessibleName("The newest");
  await expect(again.page.locator(".picker-day").first()).toHaveText("Today");
});

test("an answer that ends elsewhere leaves its session unread, through a restart, until it is shown; and by hand", async ({
  open,
  provider,
}) => {
  provider.respond(({ rawBody }) =>
    rawBody.includes("Slow") ? [{ text: "Wait, " }, { gate: "slow" }, ...reply("done.")] : reply("At once."),
  );
  const chat = await open();
  await chat.send("Slow");
  await expect(chat.answer).toContainText("Wait,");
  await chat.button("New session").click();
  await chat.send("Quick");
  await chat.settled();
  const slow = (one: Chat) => one.sessions.filter({ hasText: "Slow" });
  await expect(slow(chat)).toHaveAccessibleDescription("busy");
  provider.open("slow");
  await expect(slow(chat)).toHaveAccessibleDescription("unread");
  await expect(chat.sessions.filter({ hasText: "Quick" })).toHaveAccessibleDescription("");
  await chat.braid.close();

  const again = await open();
  await expect(again.title).toHaveText("Quick");
  await expect(slow(again)).toHaveAccessibleDescription("unread");
  await slow(again).click();
  await again.settled();
  await expect(slow(again)).toHaveAccessibleDescription("");
  await again.sessions.filter({ hasText: "Quick" }).click({ button: "right" });
  await again.page.getByRole("menuitem", { name: "Mark as unread" }).click();
  await expect(again.sessions.filter({ hasText: "Quick" })).toHaveAccessibleDescription("unread");
  await again.sessions.filter({ hasText: "Quick" }).click();
  await expect(again.sessions.filter({ hasText: "Quick" })).toHaveAccessibleDescription("");
});
