// The list of sessions of a long-time user: found, grouped, nested, looked at, also when there are ten thousand.
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { builtWhileScrolling } from "../fixtures/long-lists";
import { refusal, reply } from "../fixtures/provider/script";
import { resize } from "../fixtures/system";

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

test("ten thousand sessions: only what can be seen is built, keys reach every one, each is built once", async ({
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
  // End leads to the last that has come, and there the next page comes, in its own time: the key may have to be pressed again.
  for (let page = 1; page <= 4; page++) {
    const before = await place();
    await expect(async () => {
      await chat.page.keyboard.press("End");
      expect(await place()).toBeGreaterThan(before);
    }).toPass({ intervals: [50], timeout: 10_000 });
    // Of one moment: the press before may still lead on.
    const isInPlace = () =>
      focused.evaluate((row) => row.ariaLabel === `Session ${Number(row.getAttribute("aria-posinset")) - 1}`);
    await expect.poll(isInPlace).toBe(true);
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

  const built = await builtWhileScrolling(list, 8_000, "[role=treeitem]");
  expect(built.most, "rows at a time").toBeLessThan(100);
  expect(built.forEach, "each is built once").toBeLessThan(2);

  await focused.evaluate((item) => item.scrollIntoView());
  await chat.page.keyboard.press("Enter");
  await expect(chat.title).toHaveText(`Session ${there - 2}`);
  await expect(chat.composer).toBeEnabled();
});

test("a key that comes with the one that leads far away is for the row it leads to", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await openFilled(open, dataDir, numbered(90), 1);
  await expect(chat.title).toHaveText("The newest");
  await chat.sessions.first().focus();
  await expect(chat.page.locator(`.session-item[aria-label="Session 90"]`)).toHaveCount(0);
  // Both before anything can be drawn, as a window that was busy gets them.
  await chat.page.evaluate(() => {
    for (const key of ["End", "ArrowUp", "Enter"])
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  });
  await expect(chat.title).toHaveText("Session 89");
});

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

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
  // Those in sight are built.
  await expect(async () => {
    const seen = await groups.allTextContents();
    expect(seen.length).toBeGreaterThan(3);
    expect(seen).toEqual(["Today", "Last 7 days", "Last 30 days", ...months].slice(0, seen.length));
  }).toPass({ timeout: 10_000 });
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

test("branches stand under their session, fold away and come back by key, and the tree says how deep one is", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("Yes."));
  await (await openFilled(open, dataDir, ["Root", "Branch B", "Branch A", "Other"], 60)).braid.close();
  withDatabase(dataDir, (db) => {
    // A branch is younger than its session; the list has them by what was last said in them.
    const ids = db
      .prepare<[], { id: string; title: string }>("SELECT id, title FROM chat_sessions ORDER BY id")
      .all();
    const idOf = (title: string) => ids.find((one) => one.title === title)?.id;
    const branch = db.prepare("UPDATE chat_sessions SET parent_id = ? WHERE title = ?");
    branch.run(idOf("Other"), "Branch A");
    branch.run(idOf("Branch A"), "Branch B");
  });
  const chat = await open();
  await expect(chat.sessions).toHaveText([/The newest/, /Root/, /Other/, /Branch A/, /Branch B/]);
  const levels = () =>
    chat.sessions.evaluateAll((items) =>
      items.map((item) =>
        ["level", "posinset", "setsize", "expanded"].map((name) => item.getAttribute(`aria-${name}`)).join(),
      ),
    );
  await expect.poll(levels).toEqual(["1,1,3,", "1,2,3,", "1,3,3,true", "2,1,1,true", "3,1,1,"]);
  const focused = chat.page.locator("[role=treeitem]:focus");
  const { keyboard } = chat.page;
  await chat.sessions.filter({ hasText: "Branch B" }).focus();
  await keyboard.press("ArrowLeft");
  await expect(focused).toHaveAccessibleName("Branch A");
  await keyboard.press("ArrowLeft");
  await expect(chat.sessions).toHaveCount(4);
  await expect(focused).toHaveAttribute("aria-expanded", "false");
  await keyboard.press("ArrowLeft");
  await expect(focused).toHaveAccessibleName("Other");
  await keyboard.press("ArrowRight");
  await expect(focused).toHaveAccessibleName("Branch A");
  await keyboard.press("ArrowRight");
  await expect(chat.sessions).toHaveCount(5);
  // Letters jump, and go round.
  await chat.braid.app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    // At once: after a pause a letter begins anew.
    for (const keyCode of "ro")
      for (const type of ["keyDown", "char", "keyUp"] as const)
        window?.webContents.sendInputEvent({ type, keyCode });
  });
  await expect(focused).toHaveAccessibleName("Root");
});

/** What a long-time user's list looks like: long titles, titles of other scripts, every mark. */
const LIVED_IN = [
  "Retry logic for the uploader, and what happens when the server answers with a date in the past",
  "شرح الفرق بين القراءة والكتابة",
  "猫の名前を考える",
  "\u202eevil title that tries to turn around",
  "Unbroken".repeat(20),
  "🧶 Names for a cat",
  ...numbered(30),
];

for (const width of [1280, 700]) {
  test(`pictures: the picker of a long-time user, ${width} px wide`, async ({
    open,
    provider,
    dataDir,
  }, testInfo) => {
    provider.respond(({ rawBody }) =>
      rawBody.includes("Never")
        ? [{ text: "Hm" }, { gate: "never" }]
        : rawBody.includes("Wrong")
          ? refusal(401)
          : reply("Yes."),
    );
    await (await openFilled(open, dataDir, LIVED_IN, 26 * 60)).braid.close();
    withDatabase(dataDir, (db) => {
      const ids = db.prepare<[], string>("SELECT id FROM chat_sessions ORDER BY id DESC").pluck().all();
      const branch = db.prepare("UPDATE chat_sessions SET parent_id = ? WHERE id = ?");
      for (const n of [2, 3]) branch.run(ids[4], ids[n]);
      const mark = db.prepare("INSERT INTO session_marks VALUES (?, ?, ?)");
      mark.run(ids[7], 1, null);
      mark.run(ids[8], 1, 1);
      mark.run(ids[5], null, 1);
    });
    const chat = await open();
    for (const text of ["Wrong key", "Never ends"]) {
      await chat.button("New session").click();
      await chat.send(text);
    }
    await expect(chat.answer).toContainText("Hm");
    await resize(chat, width, width > 1000 ? 800 : 900);
    // Over a narrow conversation the list is there when it is asked for.
    if (width < 1000) await chat.page.keyboard.press("Control+b");
    await expect(chat.sessions.first()).toBeVisible();
    for (const colorScheme of ["light", "dark"] as const) {
      await chat.page.emulateMedia({ colorScheme });
      await chat.page.screenshot({ path: testInfo.outputPath(`picker-${width}-${colorScheme}.png`) });
    }
    // A title that is too long is cut; the row it stands in is not.
    const overflow = await chat.sessions.evaluateAll((rows) =>
      rows.filter((row) => row.scrollWidth > row.clientWidth).map((row) => row.ariaLabel),
    );
    expect(overflow).toEqual([]);
    await chat.sessions.nth(4).click({ button: "right" });
    await expect(chat.page.getByRole("menu")).toBeVisible();
    await chat.page.screenshot({ path: testInfo.outputPath(`picker-menu-${width}.png`) });
    await chat.page.keyboard.press("Escape");
    await chat.page.getByRole("searchbox", { name: "Filter sessions" }).fill("nothing has this");
    await expect(chat.button("Clear the filter")).toBeVisible();
    await chat.page.screenshot({ path: testInfo.outputPath(`picker-filtered-${width}.png`) });
  });
}
