// An answer as its reader sees it: drawn as Markdown while it is written, and the same when it has settled.
import { expect, test } from "../fixtures/chat";
import { drawnFrame } from "../fixtures/diagram";
import { ending, reply } from "../fixtures/provider/script";
import { clipboard } from "../fixtures/system";
import { workDuring } from "../fixtures/work";

test.use({ sharesApp: true });

const code = "const answer: number = 42;\n\n// all of it\nexport { answer };";
const table = "| Name | Count |\n|:-----|------:|\n| one | 1 |\n| two | 2 |";
const rich = `# Heading\n\nSome **bold** and \`code\`, a note[^1], $5 and \\(a^2\\).\n\n\`\`\`ts\n${code}\n\`\`\`\n\n${table}\n\n- [x] done\n- [ ] open\n\n$$\n\\frac{1}{2}\n$$\n\n[^1]: What the note says.\n`;

test("an answer is Markdown: code, tables, tasks, formulas and notes, each with what can be done", async ({
  open,
  provider,
}) => {
  const chat = await open();
  provider.enqueue(reply(rich));
  await chat.send("Show me.");
  await chat.settled();
  const { answer } = chat;
  await expect(answer.getByRole("heading", { name: "Heading" })).toBeVisible();
  await expect(answer.locator("strong")).toHaveText("bold");
  await expect(answer.locator(".katex")).toHaveCount(2);
  await expect(answer).toContainText("$5 and");
  await expect(answer.getByRole("checkbox", { checked: true })).toHaveCount(1);
  await expect(answer.getByRole("columnheader")).toHaveText(["Name", "Count"]);
  await expect(answer.locator("td").nth(1)).toHaveCSS("text-align", "end");
  await expect(answer.locator(".token-keyword").first()).toHaveText("const");
  await expect(answer.locator(".code-name")).toHaveText("TypeScript");
  expect(await answer.locator("pre").textContent()).toBe(code);

  await answer.getByRole("button", { name: "Copy code" }).click();
  await expect.poll(() => clipboard(chat)).toBe(code);
  await answer.getByRole("button", { name: "Copy table" }).focus();
  await chat.page.keyboard.press("Enter");
  await expect.poll(() => clipboard(chat)).toBe(table);
  const wrap = answer.getByRole("button", { name: "Wrap lines" });
  await wrap.click();
  await expect(wrap).toHaveAttribute("aria-pressed", "true");
  await expect(answer.locator("pre")).toHaveCSS("white-space", "pre-wrap");

  await answer.locator("[role=doc-noteref][aria-label='Footnote 1']").click();
  await expect(answer.getByRole("listitem").filter({ hasText: "What the note says." })).toBeFocused();
  await answer.locator("[role=doc-backlink]").click();
  await expect(answer.locator("[role=doc-noteref]")).toBeFocused();
  expect(chat.page.url()).toBe("app://braid/index.html");

  // Said by name, it is words; its arrow stands beside the note; code of no language has a name too.
  await expect(answer).toHaveAccessibleName(/^Assistant said… Heading Some bold and code, a note, \$5/);
  const note = answer.getByRole("listitem").filter({ hasText: "What the note says." });
  expect(await note.textContent()).toMatch(/says\.\s*\u00a0↩$/);
  provider.enqueue(reply("```\nplain\n```"));
  await chat.send("And without a language?");
  await chat.settled();
  await expect(chat.answer.locator(".code-name")).toHaveText("Code");

  provider.enqueue(reply(rich));
  await chat.send("Again.");
  await expect(chat.answers).toHaveCount(3);
  await chat.settled();
  const ids = await chat.conversation.evaluate((log) =>
    [...log.querySelectorAll("[id]")].map(({ id }) => id),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test("what has been written stays as it is while more comes, and nothing moves when it settles", async ({
  open,
  provider,
}) => {
  const chat = await open();
  provider.enqueue([
    { text: "A first paragraph.\n\n```ts\nconst a = 1;\nconst b = 2;\n" },
    { gate: "more" },
    { text: "```\n\nThe **last" },
    { gate: "end" },
    { text: "** words." },
    ...ending(),
  ]);
  await chat.send("Talk.");
  const { answer } = chat;
  await expect(answer.locator("pre")).toContainText("const b = 2;");
  await expect(answer.locator(".text[aria-busy], .waiting")).toHaveCount(0);
  const first = await answer.locator("p").first().elementHandle();
  const block = await answer.locator("figure").elementHandle();
  provider.open("more");
  // Half of a bold word is bold already: its marks are never seen.
  await expect(answer.locator("strong")).toHaveText("last");
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
});

test("a diagram is drawn when its block is complete, its source is a click away; one that cannot be drawn stays source", async ({
  open,
  provider,
}) => {
  const chat = await open();
  const source = "graph TD\n  A[Start] --> B[End]";
  provider.enqueue([
    { text: `\`\`\`mermaid\n${source}` },
    { gate: "rest" },
    { text: "\n```\n\n```mermaid\ngraph TD; A--\n```\n" },
    ...ending(),
  ]);
  await chat.send("Draw.");
  await expect(chat.answer.locator("pre")).toContainText("A[Start]");
  await expect(chat.answer.locator("iframe")).toHaveCount(0);
  provider.open("rest");
  await chat.settled();
  const figure = chat.answer.getByRole("figure", { name: "Diagram" }).first();
  await expect(figure.frameLocator("iframe").getByText("Start")).toBeVisible();
  await expect(chat.answer).toContainText("This diagram could not be drawn.");
  await expect(chat.answer.locator("pre")).toHaveText("graph TD; A--");
  await figure.getByRole("button", { name: "Copy source" }).click();
  await expect.poll(() => clipboard(chat)).toBe(source);
  await figure.getByRole("button", { name: "Show source" }).click();
  await expect(chat.answer.locator("pre").first()).toHaveText(source);
  await chat.answer.getByRole("button", { name: "Show as diagram" }).click();
  await expect(figure.frameLocator("iframe").getByText("Start")).toBeVisible();
});

test("neither the page nor the frame of a diagram gives all its threads to what compiles: the next letter may need one", async ({
  open,
  provider,
}) => {
  const chat = await open({ args: ["--js-flags=--expose-gc"] });
  const frame = await drawnFrame(chat, provider);
  const told = await chat.braid.app.evaluate(({ app }) => app.commandLine.getSwitchValue("js-flags"));
  expect(told).toBe(
    "--expose-gc --no-concurrent-sparkplug --concurrent-maglev-max-threads=1 --concurrent-turbofan-max-threads=1",
  );
  // Both were told just that; of a flag that V8 does not know it says so, and passes it over.
  for (const place of [chat.page, frame])
    expect(await place.evaluate(() => typeof (globalThis as { gc?: unknown }).gc)).toBe("function");
  expect(chat.braid.output()).not.toMatch(/flag/i);
});

test("pictures are not loaded, and said so; right-to-left words stand at their side, code never", async ({
  open,
  provider,
}) => {
  const chat = await open();
  const png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  provider.enqueue(
    reply(
      `![A cat](https://example.org/cat.png)\n\n![dot](data:image/png;base64,${png})\n\nمرحبا بالعالم \`let x\`\n\n- مرحبا\n`,
    ),
  );
  await chat.send("Show.");
  await chat.settled();
  await expect(chat.answer).toContainText("Image not loaded");
  await expect(chat.answer).toContainText("A cat");
  await expect(chat.answer.getByRole("link")).toHaveAttribute("href", "https://example.org/cat.png");
  await expect(chat.answer.locator("img")).toHaveCount(1);
  await expect(chat.answer.locator("p", { hasText: "مرحبا" })).toHaveCSS("direction", "rtl");
  await expect(chat.answer.locator("p code")).toHaveCSS("direction", "ltr");
});

test("lists and quotes of right-to-left words begin at their right, marks and all", async ({
  open,
  provider,
}) => {
  const chat = await open();
  provider.enqueue(reply("- مرحبا\n- hello\n\n1. شكرا\n\n2. نعم\n\n> اقتباس\n\n- left\n"));
  await chat.send("Show.");
  await chat.settled();
  /** How far the first word stands from both edges of the box that holds its mark. */
  const margins = (text: string) =>
    chat.answer.getByText(text, { exact: true }).evaluate((element) => {
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

test("marked words are copied with their formulas as they were written", async ({ open, provider }) => {
  const chat = await open();
  provider.enqueue(reply("The area is $\\pi r^2$, and\n\n$$\n\\frac{1}{2}\n$$\n\nthe **end**."));
  await chat.send("Show me.");
  await chat.settled();
  await expect(chat.answer.locator(".katex")).toHaveCount(2);
  await chat.conversation.focus();
  await chat.answer.locator(".markdown").evaluate((words) => getSelection()?.selectAllChildren(words));
  await chat.page.keyboard.press("Control+c");
  await expect
    .poll(() => clipboard(chat))
    .toBe("The area is $\\pi r^2$, and\n\n$$\\frac{1}{2}$$\n\nthe end.");
  // Half a formula is the whole of it.
  await chat.answer
    .locator(".katex-html")
    .first()
    .evaluate((glyphs) => getSelection()?.selectAllChildren(glyphs));
  await chat.page.keyboard.press("Control+c");
  await expect.poll(() => clipboard(chat)).toBe("$\\pi r^2$");
});

test("words that come before what draws them are read as they came", async ({ open, provider }) => {
  const chat = await open();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await chat.page.route(/\/markdown-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  // On a slow machine the window has had the time to fetch it before it was held: here it begins anew.
  await chat.page.reload();
  provider.enqueue([
    { text: "Words **come** early" },
    { gate: "rest" },
    { text: " and go on." },
    ...ending(),
  ]);
  await chat.send("Talk.");
  await expect(chat.answer.locator(".text[aria-busy]")).toHaveText("Words **come** early");
  await expect(chat.answer.locator(".text[aria-busy]")).toHaveCSS("opacity", "1");
  release();
  await expect(chat.answer.locator("strong")).toHaveText("come");
  provider.open("rest");
  await chat.settled();
  expect(await chat.text()).toBe("Words come early and go on.");
});

test("an answer that comes at once is drawn a portion a frame, and what is typed meanwhile appears", async ({
  open,
  provider,
}) => {
  const chat = await open();
  provider.enqueue(reply("Hello."));
  await chat.send("Hello.");
  await chat.settled();
  expect(await chat.text()).toBe("Hello.");
  const paragraph = `${"Some words of a **paragraph** that goes on. ".repeat(8)}\n\n`;
  const size = 400_000;
  provider.enqueue([
    { chunks: { count: Math.ceil(size / paragraph.length), text: paragraph } },
    { text: "The end." },
    ...ending(),
  ]);
  /** The most that a frame added to the answer, and what was in the composer before its last words were there. */
  const watched = chat.page.evaluate(async () => {
    let [most, shown, typed] = [0, 0, ""];
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const text =
        [...document.querySelectorAll("article")].at(-1)?.querySelector(".markdown")?.textContent ?? "";
      if (text === "Hello.") continue;
      // What is there when it is first looked at is shown at once.
      if (shown > 0) most = Math.max(most, text.length - shown);
      shown = text.length;
      if (text.endsWith("The end.")) return { most, typed };
      typed = document.querySelector<HTMLTextAreaElement>("textarea[aria-label=Message]")?.value ?? "";
    }
  });
  await chat.composer.fill("Talk.");
  await chat.composer.press("Enter");
  // Looked for in each frame: what is typed is to come in the midst of it.
  await chat.page.waitForFunction(
    () => document.querySelectorAll("article[data-role=assistant]").length === 2,
  );
  await chat.page.keyboard.type("next");
  const { most, typed } = await watched;
  expect(most).toBeLessThan(30_000);
  expect(typed).toBe("next");
  await chat.settled();
});

test("code far from the view is not built; what comes near has its colours and buttons", async ({
  open,
  provider,
}) => {
  test.setTimeout(120_000);
  const chat = await open();
  const blocks = 1_500;
  const text = Array.from(
    { length: blocks },
    (_, n) => `Number ${n}:\n\n\`\`\`ts\nconst n = ${n};\n\`\`\`\n\n`,
  ).join("");
  provider.enqueue(reply(text));
  await chat.send("Code.");
  await chat.settled();
  await chat.page.reload();
  // Asked of the page itself: a locator that finds nothing yet, or looks for roles, has Playwright look at every element for seconds.
  const figures = chat.page.locator("figure.code");
  const count = (selector: string) =>
    chat.page.evaluate((found) => document.querySelectorAll(found).length, `figure.code ${selector}`);
  const keywordOf = (at: number) =>
    chat.page.evaluate(
      (at) =>
        [...document.querySelectorAll("figure.code")].at(at)?.querySelector(".token-keyword")?.textContent,
      at,
    );
  await expect.poll(() => keywordOf(-1)).toBe("const");
  expect(await count("pre")).toBeLessThan(100);
  // What is a short way above the view is ready before it is reached.
  const above = await chat.page.evaluate(() => {
    const top = document.querySelector("[role=log]")?.getBoundingClientRect().top ?? 0;
    return [...document.querySelectorAll("figure.code")].findIndex(
      (figure) => figure.getBoundingClientRect().bottom > top - 400,
    );
  });
  await expect.poll(() => keywordOf(above)).toBe("const");
  await chat.answer.evaluate((article) => article.scrollIntoView());
  await expect(figures.first()).toContainText("const n = 0;");
  await expect.poll(() => keywordOf(0)).toBe("const");
  expect(await count("pre")).toBeLessThan(150);
  await figures.first().locator("button[aria-label='Copy code']").click();
  await expect.poll(() => clipboard(chat)).toBe("const n = 0;");
});

test("long and broken content neither freezes nor breaks the window", async ({ open, provider }) => {
  test.setTimeout(180_000);
  const chat = await open();
  const nested = Array.from(
    { length: 3_000 },
    (_, level) => `${" ".repeat(2 * Math.min(level, 400))}- x`,
  ).join("\n");
  const parts = [
    "a line without end ".repeat(15_000),
    `| a | b |\n|---|---|\n${"| 1 | 2 |\n".repeat(2_000)}`,
    "```js\nconst a = 1;\n```\n\n".repeat(200),
    `${">".repeat(10_000)} deep`,
    nested,
    `$$\n${"\\frac{1}{".repeat(2_000)}\n$$`,
    `${"[".repeat(7_000)}\n\n${"*a_".repeat(2_500)}\n\n${"![".repeat(3_000)}`,
    "```py\nnever closed\n\n# end",
  ];
  const workOf = (text: string) =>
    workDuring(chat.page, async () => {
      provider.enqueue(reply(text));
      await chat.button("New session").click();
      await chat.send("Go on.");
      await expect(chat.answer).toHaveAttribute("data-state", "done", { timeout: 60_000 });
      // It still answers.
      await chat.composer.fill("Still there");
      await chat.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      await chat.composer.fill("");
    });
  const plain = await workOf("Words of a paragraph that goes on.\n\n".repeat(8_000));
  for (const text of parts)
    expect(await workOf(text), `work for “${text.slice(0, 20)}”`).toBeLessThan(3 * plain);
  expect((await chat.text()).trim()).toContain("# end");
});
