// An answer as its reader sees it: drawn as Markdown while it is written, and the same when it has settled.
import { findings } from "../fixtures/axe";
import { expect, test } from "../fixtures/chat";
import { ending, reply } from "../fixtures/provider/script";
import { clipboard } from "../fixtures/system";

test.use({ sharesApp: true });

const code = "const answer: number = 42;\n\n// all of it\nexport { answer };";
const table = "| Name | Count |\n|:-----|------:|\n| one | 1 |\n| two | 2 |";
const rich = `# Heading\n\nSome **bold** and \`code\`, a note[^1], $5 and \\(a^2\\).\n\n\`\`\`ts\n${code}\n\`\`\`\n\n${table}\n\n- [x] done\n- [ ] open\n\n$$\n\\frac{1}{2}\n$$\n\n[^1]: What the note says.\n`;

test("an answer is Markdown: code, tables, tasks, formulas and notes, each with what can be done; pictures; right-to-left words", async ({
  open,
  provider,
}) => {
  const chat = await open();
  const { answer, page } = chat;
  const say = async (question: string, words: string) => {
    provider.enqueue(reply(words));
    await chat.send(question);
    await chat.settled();
    // The words are drawn by now: nothing that a test marks or measures is drawn anew.
    await chat.drawn();
  };
  await say("Show me.", rich);

  await test.step("as it is drawn", async () => {
    await expect(answer.getByRole("heading", { name: "Heading" })).toBeVisible();
    await expect(answer.locator("strong")).toHaveText("bold");
    await expect(answer.locator(".katex")).toHaveCount(2);
    await expect(answer).toContainText("$5 and");
    await expect(answer.getByRole("checkbox", { name: "Done", exact: true, checked: true })).toHaveCount(1);
    await expect(answer.getByRole("columnheader")).toHaveText(["Name", "Count"]);
    await expect(answer.locator("td").nth(1)).toHaveCSS("text-align", "end");
    await expect(answer.locator(".token-keyword").first()).toHaveText("const");
    await expect(answer.locator(".code-name")).toHaveText("TypeScript");
    expect(await findings(page)).toEqual([]);
    expect(await answer.locator("pre").textContent()).toBe(code);
    // Said by name, it is words; its arrow stands beside the note.
    await expect(answer).toHaveAccessibleName(/^Assistant said… Heading Some bold and code, a note, \$5/);
  });
  await test.step("what can be done with it", async () => {
    await answer.getByRole("button", { name: "Copy code" }).click();
    await expect.poll(() => clipboard(chat)).toBe(code);
    await answer.getByRole("button", { name: "Copy table" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => clipboard(chat)).toBe(table);
    const wrap = answer.getByRole("button", { name: "Wrap lines" });
    await wrap.click();
    await expect(wrap).toHaveAttribute("aria-pressed", "true");
    await expect(answer.locator("pre")).toHaveCSS("white-space", "pre-wrap");
    const note = answer.getByRole("listitem").filter({ hasText: "What the note says." });
    expect(await note.textContent()).toMatch(/says\.\s*\u00a0↩$/);
    await answer.locator("[role=doc-noteref][aria-label='Footnote 1']").click();
    await expect(note).toBeFocused();
    await answer.locator("[role=doc-backlink]").click();
    await expect(answer.locator("[role=doc-noteref]")).toBeFocused();
    expect(page.url()).toBe("app://braid/index.html");
  });
  await test.step("the same again, which has ids of its own; marked words are copied with their formulas", async () => {
    await say("Again.", rich);
    await expect(chat.answers).toHaveCount(2);
    const ids = await chat.conversation.evaluate((log) =>
      [...log.querySelectorAll("[id]")].map(({ id }) => id),
    );
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);
    const mark = (selector: string) =>
      answer
        .locator(selector)
        .first()
        .evaluate((words) => getSelection()?.selectAllChildren(words));
    await chat.conversation.focus();
    await mark(".markdown p");
    await page.keyboard.press("Control+c");
    await expect.poll(() => clipboard(chat)).toContain("$5 and $a^2$.");
    // Half a formula is the whole of it.
    await mark(".katex-display .katex-html");
    await page.keyboard.press("Control+c");
    await expect.poll(() => clipboard(chat)).toBe("$$\\frac{1}{2}$$");
  });
  await test.step("pictures are not loaded, and said so; code of no language has a name", async () => {
    const png =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    await say(
      "Pictures?",
      `![A cat](https://example.org/cat.png)\n\n![dot](data:image/png;base64,${png})\n\n\`\`\`\nplain\n\`\`\``,
    );
    await expect(answer).toContainText("Image not loaded");
    await expect(answer).toContainText("A cat");
    await expect(answer.getByRole("link")).toHaveAttribute("href", "https://example.org/cat.png");
    await expect(answer.locator("img")).toHaveCount(1);
    await expect(answer.locator(".code-name")).toHaveText("Code");
  });
  await test.step("right-to-left words, lists and quotes begin at their right, code never", async () => {
    await say(
      "شكرا?",
      "مرحبا بالعالم `let x`\n\n- مرحبا\n- hello\n\n1. شكرا\n\n2. نعم\n\n> اقتباس\n\n- left\n",
    );
    await expect(answer.locator("p", { hasText: "بالعالم" })).toHaveCSS("direction", "rtl");
    await expect(answer.locator("p code")).toHaveCSS("direction", "ltr");
    /** How far the first word stands from both edges of the box that holds its mark. */
    const margins = (text: string) =>
      answer.getByText(text, { exact: true }).evaluate((element) => {
        const words = document.createRange();
        words.selectNodeContents(element);
        const box = element.closest("ul, ol, blockquote")?.getBoundingClientRect() ?? new DOMRect();
        const { left, right } = words.getBoundingClientRect();
        return { left: left - box.left, right: box.right - right };
      });
    for (const text of ["مرحبا", "hello", "شكرا", "اقتباس"]) {
      const { left, right } = await margins(text);
      expect(right, text).toBeGreaterThanOrEqual(14);
      expect(right, text).toBeLessThanOrEqual(24);
      expect(left, text).toBeGreaterThan(300);
    }
    expect((await margins("left")).left).toBeCloseTo(24, 0);
  });
});

test("words are read as they come, also before what draws them; what has been drawn stays as it is while more comes, and when it settles", async ({
  open,
  provider,
}) => {
  const chat = await open();
  const { answer, page } = chat;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/markdown-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  // On a slow machine the window has had the time to fetch it before it was held: here it begins anew.
  await page.reload();
  provider.enqueue([
    { text: "Words **come** early.\n\n```ts\nconst a = 1;\nconst b = 2;\n" },
    { gate: "more" },
    { text: "```\n\nThe **last" },
    { gate: "end" },
    { text: "** words." },
    ...ending(),
  ]);
  await chat.send("Talk.");
  const raw = answer.locator(".text[aria-busy]");
  await expect(raw).toContainText("Words **come** early.");
  await expect(raw).toHaveCSS("opacity", "1");
  release();
  await expect(answer.locator("strong")).toHaveText("come");
  await expect(answer.locator("pre")).toContainText("const b = 2;");
  await chat.drawn(answer);
  const first = await answer.locator("p").first().elementHandle();
  const block = await answer.locator("figure").elementHandle();
  provider.open("more");
  // Half of a bold word is bold already: its marks are never seen.
  await expect(answer.locator("strong").last()).toHaveText("last");
  await expect(answer.locator(".caret")).toHaveCount(1);
  const height = () =>
    answer.locator(".markdown").evaluate((element) => element.getBoundingClientRect().height);
  const before = await height();
  provider.open("end");
  await chat.settled();
  await expect(answer.locator(".caret")).toHaveCount(0);
  await expect.poll(height).toBe(before);
  expect(await first?.evaluate((element) => element.isConnected), "the paragraph").toBe(true);
  expect(await block?.evaluate((element) => element.isConnected), "the code").toBe(true);
  await page.unrouteAll();
});

test("long and broken content comes to its end, and the window answers meanwhile", async ({
  open,
  provider,
}) => {
  const chat = await open();
  const nested = Array.from({ length: 1_000 }, (_, level) => `${" ".repeat(2 * Math.min(level, 400))}- x`);
  const parts = [
    "a line without end ".repeat(5_000),
    `| a | b |\n|---|---|\n${"| 1 | 2 |\n".repeat(1_000)}`,
    `${">".repeat(10_000)} deep`,
    nested.join("\n"),
    `$$\n${"\\frac{1}{".repeat(1_000)}\n$$`,
    `${"[".repeat(7_000)}\n\n${"*a_".repeat(2_500)}\n\n${"![".repeat(3_000)}`,
    "Almost done.",
    "```py\nnever closed\n\n# end",
  ];
  provider.enqueue([{ text: parts.join("\n\n") }, { gate: "typed" }, ...ending()]);
  await chat.send("Go on.");
  // Letters come into a composer whose page is about to draw all that.
  await chat.composer.pressSequentially("Still there");
  await expect(chat.composer).toHaveValue("Still there");
  provider.open("typed");
  await chat.settled();
  await expect(chat.answer).toContainText("Almost done.", { timeout: 30_000 });
  // Only what is near the view is built, and what is built has another height than was guessed: the end may need a second press. On a busy
  // machine the block of code takes too long to be drawn, and stands there as text.
  await expect(async () => {
    await chat.conversation.press("End");
    await expect(chat.answer).toContainText("# end", { timeout: 3000 });
  }).toPass();
  await chat.composer.fill("");
  await chat.send("Are you well?");
});
