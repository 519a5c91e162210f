// The list of sessions: opened, put away, marked, by mouse and by key; of a long-time user found, grouped and nested.
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { builtWhileScrolling } from "../fixtures/long-lists";
import { reply } from "../fixtures/provider/script";
import { sessionsNamed } from "../fixtures/sessions";
import { resize } from "../fixtures/system";

test.use({ sharesApp: true });

/** The first question of a page about what it should show fails; the page is then loaded anew. */
async function reloadWithoutInfo(chat: Chat): Promise<void> {
  await chat.braid.app.evaluate(({ ipcMain }) => {
    type Handler = (event: unknown, name: string, input: unknown) => unknown;
    const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Handler> })._invokeHandlers;
    const answer = handlers.get("braid:call");
    if (answer === undefined) throw new Error("main does not answer calls where this test looks for it");
    let asked = 0;
    handlers.set("braid:call", (event, name, input) => {
      if (name !== "app.info" || asked++ > 0) return answer(event, name, input);
      return { ok: false, error: { code: "INTERNAL", message: "Not now." } };
    });
  });
  await chat.page.reload();
}

test("sessions are listed by recency, opened by key, archived and taken back from their menu, and marked by command", async ({
  open,
  provider,
}) => {
  provider.respond(({ rawBody }) => reply(rawBody.includes("Apples") ? "About apples." : "Yes."));
  const chat = await open();
  const { keyboard } = chat.page;
  await sessionsNamed(chat, "Apples", "Pears", "Plums");
  await test.step("opened by key", async () => {
    await expect(chat.sessions).toHaveText([/Plums/, /Pears/, /Apples/]);
    await expect(chat.sessions.first()).toHaveAttribute("aria-selected", "true");
    await chat.sessions.nth(1).focus();
    await keyboard.press("ArrowDown");
    await expect(chat.sessions.nth(2)).toBeFocused();
    await keyboard.press("Enter");
    await expect(chat.title).toHaveText("Apples");
    await expect(chat.answer).toContainText("About apples.");
    await keyboard.press("Control+PageUp");
    await expect(chat.title).toHaveText("Pears");
    // A message brings its session to the top.
    await chat.send("More?");
    await chat.settled();
    await expect(chat.sessions).toHaveText([/Pears/, /Plums/, /Apples/]);
  });
  await test.step("archived, and taken back by key", async () => {
    await chat.sessions.first().click({ button: "right" });
    await chat.page.getByRole("menuitem", { name: "Archive" }).click();
    await expect(chat.sessions).toHaveText([/Plums/, /Apples/]);
    await expect(chat.title).toHaveText("New session");
    await chat.button("Archive").click();
    await expect(chat.sessions).toHaveText([/Pears/]);
    await chat.sessions.first().focus();
    await keyboard.press("Shift+F10");
    // Whoever asks by key is on the first entry, and can take it or move on.
    await expect(chat.page.getByRole("menuitem", { name: "Open beside" })).toBeFocused();
    await keyboard.press("End");
    await keyboard.press("ArrowUp");
    await expect(chat.page.getByRole("menuitem", { name: "Unarchive" })).toBeFocused();
    await keyboard.press("Enter");
    await expect(chat.sessions).toHaveCount(0);
    await chat.button("Archive").click();
    await expect(chat.sessions).toHaveText([/Pears/, /Plums/, /Apples/]);
  });
  await test.step("marked by command", async () => {
    await chat.sessions.nth(1).click();
    await expect(chat.title).toHaveText("Plums");
    for (const name of ["Pin or unpin session", "Mark session as unread"]) {
      await keyboard.press("Control+k");
      const goTo = chat.page.getByRole("combobox", { name: "Search or run a command" });
      await goTo.fill(name);
      await expect(chat.page.getByRole("option").first()).toContainText(name);
      await keyboard.press("Enter");
      await expect(goTo).toHaveCount(0);
    }
    await expect(chat.sessions).toHaveText([/Plums/, /Pears/, /Apples/]);
    await expect(chat.sessions.first()).toHaveAccessibleDescription("unread, pinned");
  });
  await test.step("a window that could not ask what to show says so; a message goes where it belongs", async () => {
    await reloadWithoutInfo(chat);
    await expect(chat.alert).toContainText("Not now.");
    await chat.composer.fill("Still there?");
    await chat.composer.press("Enter");
    await expect(chat.title).toHaveText("Plums");
    await expect(chat.questions.last()).toContainText("Still there?");
    await expect(chat.composer).toHaveValue("");
    await chat.settled();
    await expect(chat.alert).toHaveCount(0);
  });
});

test("[SE-2] sessions run side by side, archived too; one that ended unseen is unread until it is shown", async ({
  open,
  provider,
}) => {
  provider.respond(({ rawBody }) => {
    if (rawBody.includes("Put away"))
      return [{ text: "Begun, " }, { gate: "archived" }, ...reply("finished.")];
    return rawBody.includes("Slow")
      ? [{ text: "Wait, " }, { gate: "slow" }, ...reply("done.")]
      : reply("At once.");
  });
  const chat = await open();
  await test.step("archived while it answers", async () => {
    await chat.send("Put away");
    await expect(chat.answer).toContainText("Begun,");
    await chat.sessions.first().click({ button: "right" });
    await chat.page.getByRole("menuitem", { name: "Archive" }).click();
    await expect(chat.sessions).toHaveCount(0);
    provider.open("archived");
    expect((await (await provider.received(0)).closed).by).toBe("provider");
    await chat.button("Archive").click();
    await chat.sessions.first().click();
    await expect(chat.title).toHaveText("Put away");
    await chat.settled();
    expect(await chat.text()).toBe("Begun, finished.");
    await chat.button("Archive").click();
  });
  await chat.button("New session").click();
  await chat.send("Slow");
  await expect(chat.answer).toContainText("Wait,");
  await chat.button("New session").click();
  await chat.send("Quick");
  await chat.settled();
  const named = (name: string) => chat.sessions.filter({ hasText: name });
  await expect(named("Slow")).toHaveAttribute("data-state", "busy");
  await expect(named("Slow")).toHaveAccessibleDescription(/^(Today, )?busy$/);
  await expect(named("Quick")).toHaveAttribute("data-state", "idle");
  provider.open("slow");
  await expect(named("Slow")).toHaveAccessibleDescription(/^(Today, )?unread$/);
  await expect(named("Quick")).toHaveAccessibleDescription(/^(Today)?$/);
  await named("Slow").click();
  // The answer of the session that was left has settled already.
  await expect(chat.title).toHaveText("Slow");
  await chat.settled();
  expect(await chat.text()).toBe("Wait, done.");
  await expect(named("Slow")).toHaveAccessibleDescription(/^(Today)?$/);
});

/** Sessions that have been there for a while, newest first, one every `minutes`; the page then shows them. */
async function fill(
  { page }: Chat,
  dataDir: string,
  titles: readonly string[],
  minutes: number,
): Promise<void> {
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
  await page.reload();
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `Session ${n + 1}`);
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

test("a thousand sessions: only what can be seen is built, keys reach every one; the filter and “Go to” find the oldest, its title as text", async ({
  open,
  dataDir,
}) => {
  const chat = await open();
  const { page } = chat;
  await expect(chat.composer).toBeFocused();
  const evil = '<img src=x onerror="document.title=1"> $t(keys:title) {{title}} \u202e';
  const odd = ["100% sure_thing", "Über Größe und CAFÉ", "a\\b'\"; DROP TABLE chat_sessions;--", evil];
  await fill(chat, dataDir, [...numbered(1_000), ...odd], 1);
  const focused = page.locator("[role=treeitem]:focus");
  const place = async () => Number(await focused.getAttribute("aria-posinset"));
  await test.step("keys", async () => {
    await expect(chat.sessions.first()).toHaveAccessibleName("Session 1");
    await expect(chat.sessions.first()).toHaveAttribute("aria-setsize", "-1");
    await chat.sessions.first().focus();
    // End leads to the last that has come, and there the next page comes, in its own time: the key may have to be pressed again.
    for (let round = 1; round <= 2; round++) {
      const before = await place();
      await expect(async () => {
        await page.keyboard.press("End");
        expect(await place()).toBeGreaterThan(before);
      }).toPass({ intervals: [50] });
      await expect(focused).toHaveAccessibleName(`Session ${await place()}`);
      await expect(focused).toBeInViewport();
    }
    expect(await chat.sessions.count()).toBeLessThan(100);
    const end = await place();
    await page.keyboard.press("PageUp");
    await expect.poll(place).toBeLessThan(end - 5);
  });
  await test.step("scrolled far away, the row that has the focus is still there, and each is built once", async () => {
    const there = await place();
    const list = page.locator(".picker-tree");
    const built = await builtWhileScrolling(list, 4_000, "[role=treeitem]");
    expect(built.most, "rows at a time").toBeLessThan(100);
    expect(built.forEach, "each is built once").toBeLessThan(2);
    await list.evaluate((box) => box.scrollTo({ top: 0 }));
    await expect(chat.sessions.first()).toBeInViewport();
    await page.keyboard.press("ArrowUp");
    await expect(focused).toHaveAccessibleName(`Session ${there - 1}`);
    await expect(focused).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(chat.title).toHaveText(`Session ${there - 1}`);
  });
  const filter = page.getByRole("searchbox", { name: "Filter sessions" });
  await test.step("the filter", async () => {
    const found = async (text: string, ...titles: string[]) => {
      await filter.fill(text);
      await expect(chat.sessions).toHaveText(titles.map((title) => new RegExp(escaped(title))));
    };
    await found("UBER grosse", "Über Größe und CAFÉ");
    await found("e_t", "100% sure_thing");
    await found("'\"; drop", "DROP TABLE");
    await found("%%");
    await expect(page.getByText("No title and no folder has “%%” in it.")).toBeVisible();
    await found("Session 999", "Session 999");
    await filter.press("ArrowDown");
    await expect(chat.sessions.first()).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(chat.title).toHaveText("Session 999");
    await filter.focus();
    await filter.press("Escape");
    await expect(filter).toHaveValue("");
    await expect(chat.sessions.first()).toHaveAccessibleName("Session 1");
  });
  await page.keyboard.press("Control+K");
  const goTo = page.getByRole("dialog", { name: "Search or run a command" });
  await goTo.getByRole("combobox").fill("onerror");
  await expect(goTo.getByRole("option", { selected: true })).toContainText(evil.trim());
  await expect(page.locator("img")).toHaveCount(0);
});

/** A long-time user's list: a family of branches, long titles, titles of other scripts. */
const LIVED_IN = [
  "Root",
  "Branch B",
  "Branch A",
  "Other",
  "Retry logic for the uploader, and what happens when the server answers with a date in the past",
  "شرح الفرق بين القراءة والكتابة",
  "猫の名前を考える",
  "\u202eevil title that tries to turn around",
  "Unbroken".repeat(20),
  "🧶 Names for a cat",
  ...numbered(30),
];

test("the list of a long-time user: groups by day, branches that fold by key, one that is pinned, and no row that is cut", async ({
  open,
  dataDir,
}) => {
  const chat = await open();
  const { page } = chat;
  await expect(chat.composer).toBeFocused();
  await fill(chat, dataDir, LIVED_IN, 26 * 60);
  withDatabase(dataDir, (db) => {
    const under = db.prepare(
      "UPDATE chat_sessions SET parent_id = (SELECT id FROM chat_sessions WHERE title = ?) WHERE title = ?",
    );
    under.run("Other", "Branch A");
    under.run("Branch A", "Branch B");
    const put = db.prepare("UPDATE chat_sessions SET workspace_root = ? WHERE title = ?");
    put.run("/home/ada/work/app", "Root");
    put.run("/home/ada/old/app", "Other");
  });
  await page.reload();
  const row = (title: string) => chat.sessions.filter({ hasText: title });
  const focused = page.locator("[role=treeitem]:focus");
  await test.step("branches, by key", async () => {
    await expect(chat.sessions).toContainText(["Root", "Other", "Branch A", "Branch B", "Retry"]);
    const levels = ["Root", "Other", "Branch A", "Branch B"].map(
      async (title) => await row(title).getAttribute("aria-level"),
    );
    expect(await Promise.all(levels)).toEqual(["1", "1", "2", "3"]);
    await row("Branch B").focus();
    for (const name of ["Branch A", "Branch A", "Other"]) {
      await page.keyboard.press("ArrowLeft");
      await expect(focused).toHaveAccessibleName(name);
    }
    await expect(row("Branch A")).toHaveAttribute("aria-expanded", "false");
    await expect(row("Branch B")).toHaveCount(0);
    for (let n = 0; n < 2; n++) await page.keyboard.press("ArrowRight");
    await expect(row("Branch B")).toHaveCount(1);
  });
  await test.step("groups, and what is pinned above them", async () => {
    const groups = page.locator(".picker-day");
    await expect(groups).toContainText(["Last 7 days", "Last 30 days"]);
    await row("Names for a cat").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Pin", exact: true }).click();
    await expect(groups.first()).toHaveText("Pinned");
    await expect(chat.sessions.first()).toHaveAccessibleDescription(/pinned/);
    await chat.sessions.first().focus();
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitem", { name: "Unpin" }).press("Enter");
    await expect(chat.sessions.first()).toHaveAccessibleName("Root");
    await expect(groups.first()).not.toHaveText("Pinned");
  });
  await test.step("grouped by folder, the one used last first; so the next start shows them too", async () => {
    const groups = page.locator(".picker-day");
    await row("Other").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Group list by folder" }).click();
    await expect(groups).toHaveText(["work/app", "old/app", "No folder"]);
    await expect(chat.sessions.first()).toHaveAccessibleName("Root");
    await page.reload();
    await expect(groups).toHaveText(["work/app", "old/app", "No folder"]);
    await row("Root").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Group list by day" }).click();
    await expect(groups.first()).not.toHaveText("work/app");
  });
  for (const [width, height] of [
    [1280, 800],
    [700, 900],
  ] as const) {
    await resize(chat, width, height);
    // Over a narrow conversation the list is there when it is asked for.
    if (width < 1000) await page.keyboard.press("Control+b");
    await expect(chat.sessions.first()).toBeVisible();
    // A title that is too long is cut; the row it stands in is not.
    const cut = await chat.sessions.evaluateAll((rows) =>
      rows.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.ariaLabel),
    );
    expect(cut, `${width} px wide`).toEqual([]);
  }
});
