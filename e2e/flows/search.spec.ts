// Search everywhere: two words typed, the newest messages of all sessions found, and opened with the words marked (SE-5).
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { reply, type Step } from "../fixtures/provider/script";
import { workIn } from "../fixtures/system";

test.use({ sharesApp: true });

const dialog = ({ page }: Chat) => page.getByRole("dialog", { name: "Search everywhere" });
const field = (chat: Chat) => dialog(chat).getByRole("searchbox", { name: "Search" });
const results = (chat: Chat) => dialog(chat).getByRole("option");
const chosen = (chat: Chat) => dialog(chat).getByRole("option", { selected: true });
const marks = (chat: Chat) => results(chat).locator("mark");
/** The words that the search of the conversation has painted as its current place. */
const current = ({ page }: Chat) =>
  page.evaluate(() => {
    const [range] = [...((CSS.highlights.get("find-current") as unknown as Set<Range> | undefined) ?? [])];
    return range?.toString();
  });

async function openSearch(chat: Chat): Promise<void> {
  await expect(chat.composer).toBeVisible();
  await chat.page.keyboard.press("Control+Shift+F");
  await expect(field(chat)).toBeFocused();
}

test("[SE-5a] [SE-1h] two words are found in all sessions, the newest first; Enter stands at the message with them marked, and the results come back", async ({
  open,
  provider,
  dataDir,
}) => {
  const chat = await open();
  await test.step("three sessions with words of their own", async () => {
    provider.enqueue(
      reply("The **red lantern** hangs in the harbour."),
      reply("No lights here."),
      reply("A red boat, and its old lantern."),
    );
    for (const question of ["Where is the light?", "And in the hills?", "What came in?"]) {
      await chat.page.keyboard.press("Control+N");
      await expect(chat.title).toHaveText("New session");
      await chat.send(question);
      await chat.settled();
    }
  });

  await test.step("the beginning teaches; what is typed finds, the newest first, with the words marked", async () => {
    await openSearch(chat);
    await expect(dialog(chat)).toContainText("Words are found in titles, questions, answers");
    await chat.page.keyboard.type("LANTERN red");
    await expect(results(chat)).toHaveText([/A red boat, and its old lantern\./, /red lantern/]);
    await expect(marks(chat)).toHaveText(["red", "lantern", "red", "lantern"]);
    await expect(chosen(chat)).toContainText("A red boat");
    await expect(dialog(chat).getByText("2 results")).toBeVisible();
    expect(await findings(chat.page)).toEqual([]);
  });

  await test.step("a filter is a chip that can be taken away; what is no filter is told", async () => {
    await chat.page.keyboard.type(" kind:question colour:x");
    await expect(results(chat)).toHaveCount(0);
    await expect(dialog(chat)).toContainText("There is no filter colour:");
    await field(chat).fill("lantern red kind:question");
    await expect(dialog(chat)).toContainText("Nothing was found.");
    await dialog(chat).getByRole("button", { name: "Remove the filter kind:question" }).click();
    await expect(field(chat)).toBeFocused();
    await expect(field(chat)).toHaveValue("lantern red");
    await expect(results(chat)).toHaveCount(2);
  });

  await test.step("Enter opens the message, with the words marked", async () => {
    await chat.page.keyboard.press("ArrowDown");
    await expect(chosen(chat)).toContainText("red lantern");
    await chat.page.keyboard.press("Enter");
    await expect(dialog(chat)).toHaveCount(0);
    await expect(chat.answer).toContainText("hangs in the harbour");
    await expect(chat.page.getByRole("searchbox", { name: "Find in conversation" })).toHaveValue(
      "red lantern",
    );
    await expect.poll(() => current(chat)).toBe("red lantern");
  });

  await test.step("the search comes back as it was left", async () => {
    await openSearch(chat);
    await expect(field(chat)).toHaveValue("lantern red");
    await expect(chosen(chat)).toContainText("red lantern");
    await chat.page.keyboard.press("Escape");
    await expect(dialog(chat)).toHaveCount(0);
  });

  await test.step("found from the palette; what lies in the trash says so, and what is old says its year", async () => {
    const past = Date.UTC(2024, 4, 17, 12);
    withDatabase(dataDir, (db) => db.exec(`UPDATE chat_sessions SET created_at = ${past}`));
    const { results: found } = await chat.call("search.find", { text: "boat", order: "newest", limit: 1 });
    for (const { session } of found) await chat.call("trash.put", { session_id: session.id });
    await chat.page.keyboard.press("Control+K");
    await expect(chat.page.getByRole("combobox", { name: "Search or run a command" })).toBeFocused();
    await chat.page.keyboard.type("old lantern");
    await chat.page.getByRole("option", { name: /Search all conversations for/ }).click();
    await expect(field(chat)).toHaveValue("old lantern");
    await expect(results(chat)).toHaveCount(1);
    await expect(dialog(chat).getByText("in the trash")).toBeVisible();
    await field(chat).fill("kind:title came");
    // A clock alone would be of today, and a day without a year of this one.
    await expect(results(chat).locator("time")).toHaveText(/2024/);
    await chat.page.keyboard.press("Enter");
    await expect(chat.page.getByRole("dialog", { name: "Trash" })).toBeVisible();
  });
});

const read = (path: string): Step => ({ tool: { id: `call_${path}`, name: "read", input: { path } } });
/** Lines around the words: the box of an output scrolls. */
const LONG = [...Array(80).keys()].map((n) => (n === 60 ? "a copper kettle" : `line ${n}`)).join("\n");

/** The words of the current place, and true where they are seen in all boxes that scroll. */
const seen = ({ page }: Chat) =>
  page.evaluate(() => {
    const [range] = [...((CSS.highlights.get("find-current") as unknown as Set<Range> | undefined) ?? [])];
    if (range === undefined) return undefined;
    const { top, bottom, left } = range.getBoundingClientRect();
    const at = document.elementFromPoint(left + 1, (top + bottom) / 2);
    return { text: range.toString(), isSeen: at?.contains(range.startContainer) === true };
  });

test.describe("words in folded parts", () => {
  let folder: string;
  test.beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), "braid-search-")));
    for (const name of ["a.txt", "b.txt", "c.txt"])
      await writeFile(join(folder, name), name === "b.txt" ? LONG : "nothing here");
  });
  test.afterEach(() => rm(folder, { recursive: true, force: true }));

  test("[SE-5] what lies in a folded call or thought is unfolded and marked there, from the search everywhere and from the one of the conversation", async ({
    open,
    provider,
  }) => {
    const chat = await open();
    await workIn(chat, folder);
    provider.enqueue(
      reply({ reasoning: "Perhaps a silver spoon." }, read("a.txt"), read("b.txt"), read("c.txt")),
      reply("All three are read."),
    );
    await chat.send("Read them.");
    await chat.settled();
    const run = chat.answer.locator(".tool-run");
    await expect(run).not.toHaveAttribute("open");

    await test.step("a result in an output opens the run, its call, and the box at the words", async () => {
      await openSearch(chat);
      await chat.page.keyboard.type("copper kettle");
      // Nobody waits for the answer before Enter.
      await chat.page.keyboard.press("Enter");
      await expect(dialog(chat)).toHaveCount(0);
      await expect(run).toHaveAttribute("open");
      await expect.poll(() => seen(chat)).toEqual({ text: "copper kettle", isSeen: true });
      await expect(chat.page.locator(".find-count")).toHaveText("1 of 1");
    });

    await test.step("from there the way leads back to the results", async () => {
      await chat.button("Back to the results").click();
      await expect(field(chat)).toHaveValue("copper kettle");
      await expect(results(chat)).toHaveCount(1);
      await expect(field(chat)).toBeFocused();
      await chat.page.keyboard.press("Escape");
      await expect(dialog(chat)).toHaveCount(0);
      const find = chat.page.getByRole("searchbox", { name: "Find in conversation" });
      await find.press("Escape");
      await expect(find).toHaveCount(0);
    });

    await test.step("the search of the conversation finds a thought, folded", async () => {
      const thought = chat.answer.locator(".reasoning");
      await expect(thought).not.toHaveAttribute("open");
      await chat.page.keyboard.press("Control+f");
      await expect(chat.page.getByRole("searchbox", { name: "Find in conversation" })).toBeFocused();
      await chat.page.keyboard.type("silver spoon");
      await expect(chat.page.locator(".find-count")).toHaveText("1 of 1");
      await expect(thought).toHaveAttribute("open");
      await expect.poll(() => seen(chat)).toEqual({ text: "silver spoon", isSeen: true });
    });
  });
});
