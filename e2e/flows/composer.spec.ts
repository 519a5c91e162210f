// Writing: drafts of each window and session (QU-2), what was said before, commands after a slash, and texts of any length.
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { Chat, expect, test } from "../fixtures/chat";
import { storedDrafts, storedTexts } from "../fixtures/drafts";
import { holdAnswers, holdCalls } from "../fixtures/held-calls";
import { reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

/** Reads the draft that the core keeps of this window's composer. */
const storedText = async (chat: Chat, session_id?: SessionId) =>
  (await storedTexts(chat, session_id)).composer ?? "";

test("[QU-2] two windows with unsent new sessions keep a draft each, through a send of the one and a kill", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const first = await open({ settings: { models: [{ id: "big" }, { id: "small" }] } });
  await expect(first.composer).toBeFocused();
  const second = await first.newWindow();
  await first.composer.pressSequentially("from the first");
  await second.composer.pressSequentially("from the second");
  await second.chooseModel("small");
  await second.composer.press("End");
  await expect.poll(() => storedText(first)).toBe("from the first");
  // With its model, which is saved a moment after the text.
  await expect
    .poll(() => storedDrafts(second))
    .toMatchObject([{ text: "from the second", model: { model_id: "small" } }]);
  await first.composer.press("Enter");
  await first.settled();
  await first.composer.pressSequentially("and more");
  const { sessions } = await first.call("session.list", { limit: 1 });
  await expect.poll(() => storedText(first, sessions[0]?.id)).toBe("and more");
  await first.braid.kill();

  const again = await open({ settings: { models: [{ id: "big" }, { id: "small" }] } });
  await expect.poll(() => again.braid.app.windows().length).toBe(2);
  const windows = again.braid.app.windows().map((page) => new Chat(page, again.braid));
  for (const chat of windows) await expect(chat.composer).not.toHaveValue("");
  const byText = new Map<string, Chat>();
  for (const chat of windows) byText.set(await chat.composer.inputValue(), chat);
  expect([...byText.keys()].sort()).toEqual(["and more", "from the second"]);
  await expect(byText.get("from the second")?.model ?? again.model).toHaveText(/^small/);
  await expect(byText.get("and more")?.model ?? again.model).toHaveText(/^big/);
});

test("[QU-2] a window that is closed leaves its draft to the next that opens the session, text of the last moment too", async ({
  open,
}) => {
  const first = await open();
  await expect(first.composer).toBeFocused();
  const second = await first.newWindow();
  await second.composer.pressSequentially("half a thought");
  const closed = second.page.waitForEvent("close");
  // The one with the largest id is the newest.
  await first.braid.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .sort((a, b) => b.id - a.id)[0]
      ?.close(),
  );
  await closed;
  await expect(first.composer).toHaveValue("");
  const third = await first.newWindow();
  await expect(third.composer).toHaveValue("half a thought");
  const fourth = await first.newWindow();
  // The core has answered the page before it answers this.
  expect(await storedText(fourth)).toBe("");
  await expect(fourth.composer).toHaveValue("");
});

test("[QU-2] while a message is stored its box takes no key; left meanwhile, it is free for what is written there", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await chat.send("plums");
  await chat.settled();
  await chat.composer.fill("pears");
  const first = await holdCalls(chat, "session.send");
  await chat.composer.press("Enter");
  await expect(chat.composer).not.toBeEditable();
  await chat.page.keyboard.type("no");
  await chat.page.keyboard.press("Enter");
  await expect(chat.composer).toHaveValue("pears");
  expect(await first.names()).toEqual(["session.send"]);
  await first.let();
  await expect(chat.composer).toHaveValue("");
  await expect(chat.composer).toBeEditable();
  await expect(chat.composer).toBeFocused();
  await chat.settled();

  await chat.composer.fill("apples");
  const second = await holdCalls(chat, "session.send");
  await chat.composer.press("Enter");
  await expect.poll(second.names).toHaveLength(1);
  await chat.page.keyboard.press("Control+n");
  await expect(chat.title).toHaveText("New session");
  await chat.composer.fill("elsewhere");
  await second.let();
  await expect.poll(() => provider.requests.length).toBe(3);
  await expect(chat.composer).toHaveValue("elsewhere");
  await chat.sessions.first().click();
  await expect(chat.questions).toHaveText([/plums/, /pears/, /apples/]);
  await expect(chat.composer).toHaveValue("");
});

test("[QU-2] what is sent before the stored draft has come is that alone, and the draft is left", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await chat.send("Hello?");
  await chat.settled();
  await chat.composer.fill("kept");
  const { sessions } = await chat.call("session.list", { limit: 1 });
  await expect.poll(() => storedText(chat, sessions[0]?.id)).toBe("kept");
  const late = await holdAnswers(chat, "draft.read", "session.send");
  await chat.page.reload();
  await chat.composer.fill("at once");
  await chat.composer.press("Enter");
  await expect.poll(late.names).toEqual(["draft.read", "session.send"]);
  await late.let();
  await expect(chat.questions).toHaveText([/Hello\?/, /at once/]);
  await expect(chat.questions.last()).not.toContainText("kept");
  await expect(chat.composer).toHaveValue("kept");
  await expect.poll(() => storedText(chat, sessions[0]?.id)).toBe("kept");
  await chat.settled();
});

test("who tries to send and cannot is told why, quietly, until it is possible", async ({ open }) => {
  const chat = await open();
  const line = (words: RegExp) => chat.page.locator("p", { hasText: words });
  await expect(chat.composer).toBeFocused();
  await chat.composer.press("Enter");
  await expect(line(/Write a message first/)).toBeVisible();
  await chat.composer.fill("Hello?");
  await expect(line(/Write a message first/)).toHaveCount(0);
  await expect(chat.button("Send")).toBeEnabled();
});

test("the arrows walk through what was said: this session's, then the rest, edits kept, and back", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  const { keyboard } = chat.page;
  await chat.send("elsewhere");
  await chat.settled();
  await keyboard.press("Control+n");
  for (const text of ["one", "two", "two"]) {
    await chat.send(text);
    await chat.settled();
  }
  await expect(chat.composer).toBeFocused();
  const shows = async (key: string, text: string) => {
    await keyboard.press(key);
    await expect(chat.composer).toHaveValue(text);
  };
  await shows("Control+ArrowUp", "two");
  // From then on the arrow alone will do.
  await shows("ArrowUp", "one");
  await keyboard.type("!");
  await shows("ArrowUp", "elsewhere");
  await keyboard.press("ArrowUp");
  await expect(chat.composer).toHaveValue("elsewhere");
  await shows("ArrowDown", "one!");
  await shows("ArrowDown", "two");
  await shows("ArrowDown", "");
  await shows("Control+ArrowUp", "two");
  await shows("Escape", "");
  // In a session to be there is no message to edit.
  await keyboard.press("Control+n");
  await expect(chat.messages).toHaveCount(0);
  await shows("ArrowUp", "two");
  await shows("Escape", "");
  // In a text of one's own the arrows are the caret's.
  await keyboard.type("mine");
  await expect(chat.composer).toHaveValue("mine");
  await keyboard.press("ArrowUp");
  await expect.poll(() => chat.composer.evaluate((box: HTMLTextAreaElement) => box.selectionStart)).toBe(0);
  await expect(chat.composer).toHaveValue("mine");
  await expect.poll(() => provider.requests.length).toBe(4);
});

test("a slash offers commands, takes them by key, and what is no command is text", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open({ settings: { models: [{ id: "big" }, { id: "small" }] } });
  const { keyboard } = chat.page;
  const list = chat.page.getByRole("listbox", { name: "Commands" });
  await chat.send("Hello?");
  await chat.settled();
  await keyboard.type("/mo");
  await expect(list.getByRole("option").first()).toHaveText(/^\/model/);
  await expect(list.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await keyboard.press("Tab");
  await expect(chat.composer).toHaveValue("/model ");
  await keyboard.type("sma");
  await expect(list.getByRole("option")).toHaveText([/small/]);
  await keyboard.press("Enter");
  await expect(chat.composer).toHaveValue("");
  await expect(chat.model).toHaveText(/^small/);
  await expect(list).toBeHidden();

  await keyboard.type("/rename A better title");
  await keyboard.press("Enter");
  await expect(chat.title).toHaveText("A better title");
  await expect(chat.composer).toHaveValue("");

  await keyboard.type("/model big");
  await keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(chat.composer).toHaveValue("/model big");
  await chat.composer.fill("");

  for (const [typed, sent] of [
    ["/usr/bin/env", "/usr/bin/env"],
    ["/nothing of that name", "/nothing of that name"],
    ["//new", "/new"],
    ["// a comment", "// a comment"],
  ] as const) {
    await keyboard.type(typed);
    await keyboard.press("Enter");
    await expect(chat.messages.filter({ hasText: sent }).first()).toBeVisible();
    await expect(chat.composer).toHaveValue("");
    await chat.settled();
    expect(JSON.stringify(provider.requests.at(-1)?.body.messages)).toContain(JSON.stringify(sent));
  }
  await keyboard.type("/new");
  await keyboard.press("Enter");
  await expect(chat.title).toHaveText("New session");
  await expect(chat.composer).toBeFocused();
  await expect(chat.composer).toHaveValue("");
});

test("Escape closes what is open first, and stops only then", async ({ open, provider }) => {
  provider.enqueue([{ text: "Half" }, { gate: "more" }, { text: " and more" }, { gate: "never" }]);
  const chat = await open();
  const { keyboard } = chat.page;
  await chat.send("Hello?");
  await expect(chat.answer).toContainText("Half");
  await keyboard.type("/");
  await expect(chat.page.getByRole("listbox", { name: "Commands" })).toBeVisible();
  await keyboard.press("Escape");
  await expect(chat.page.getByRole("listbox", { name: "Commands" })).toBeHidden();
  await chat.composer.fill("");
  await keyboard.press("Control+Shift+M");
  await expect(chat.modelOptions).not.toHaveCount(0);
  await keyboard.press("Escape");
  await expect(chat.modelOptions).toHaveCount(0);
  await expect(chat.composer).toBeFocused();
  await keyboard.press("ArrowUp");
  await expect(chat.composer).toHaveValue("Hello?");
  await keyboard.press("Escape");
  await expect(chat.composer).toHaveValue("");
  // Had one of them stopped it, nothing more would come.
  provider.open("more");
  await expect(chat.answer).toContainText("Half and more");
  await expect(chat.answer).toHaveAttribute("data-state", "streaming");
  await keyboard.press("Escape");
  await chat.settled("stopped");
});

test("while an input method composes, Enter and the arrows are its own", async ({ open, provider }) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await chat.send("Hello?");
  await chat.settled();
  const input = await chat.page.context().newCDPSession(chat.page);
  // Another window of this display must not end the composition by taking the focus.
  await input.send("Emulation.setFocusEmulationEnabled", { enabled: true });
  await chat.composer.focus();
  await input.send("Input.imeSetComposition", { text: "にほ", selectionStart: 2, selectionEnd: 2 });
  await expect(chat.composer).toHaveValue("にほ");
  for (const key of ["ArrowUp", "Enter"]) {
    await chat.composer.evaluate((box, name) => {
      box.dispatchEvent(
        new KeyboardEvent("keydown", { key: name, isComposing: true, bubbles: true, cancelable: true }),
      );
    }, key);
    await expect(chat.composer).toHaveValue("にほ");
  }
  await input.send("Input.insertText", { text: "日本" });
  await expect(chat.composer).toHaveValue("日本");
  await chat.composer.press("Enter");
  await expect(chat.messages.filter({ hasText: "日本" })).toHaveCount(1);
  await chat.settled();
  expect(provider.requests).toHaveLength(2);
});

test("it grows with its text to two fifths of the window, and keeps its place", async ({ open }) => {
  const chat = await open();
  await expect(chat.composer).toBeFocused();
  // Other letters are of another height.
  await chat.page.evaluate(() => document.fonts.ready);
  const height = async () => (await chat.composer.boundingBox())?.height ?? 0;
  const one = await height();
  expect(one).toBeGreaterThan(0);
  await chat.composer.fill("a\nb\nc\nd");
  await expect.poll(height).toBeGreaterThan(one * 1.8);
  await chat.composer.fill("line\n".repeat(200));
  const inner = await chat.page.evaluate(() => window.innerHeight);
  await expect.poll(height).toBeGreaterThan(inner * 0.3);
  expect(await height()).toBeLessThanOrEqual(inner * 0.4 + 1);
  await expect(chat.composer).toBeInViewport({ ratio: 1 });
  await chat.composer.fill("");
  await expect.poll(height).toBe(one);
  await chat.composer.fill("שלום, world");
  await expect(chat.composer).toHaveCSS("direction", "rtl");
});

test("a pasted book does not slow the keys, is kept as a draft, sent whole, and refused over the limit", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await expect(chat.composer).toBeFocused();
  const paste = (characters: number) =>
    chat.composer.evaluate((box, count) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "word ".repeat(count / 5));
      box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, characters);
  /** Milliseconds for five keys, each laid out; the best of some rounds, whatever else the machine does. "quick" stands there then. */
  const fiveKeys = () =>
    chat.composer.evaluate((box: HTMLTextAreaElement) => {
      const round = () => {
        box.select();
        document.execCommand("delete");
        const begun = performance.now();
        for (const letter of "quick") {
          document.execCommand("insertText", false, letter);
          void box.offsetHeight;
        }
        return performance.now() - begun;
      };
      return Math.min(...Array.from({ length: 7 }, round));
    });
  const empty = await fiveKeys();
  await chat.composer.fill("");
  await paste(4_200_000);
  await expect(chat.alert).toContainText("4,200,000 characters; at most 4,194,304");
  await expect(chat.alert).toContainText("Shorten it by 5,696");
  await expect(chat.button("Send")).toBeDisabled();
  await chat.composer.press("Enter");
  const remove = async () => {
    await chat.button("Remove the long text").click();
    await expect(chat.alert).toHaveCount(0);
  };
  await remove();

  await paste(4_000_000);
  expect(await chat.composer.evaluate((box: HTMLTextAreaElement) => box.textLength)).toBe(0);
  const withBook = await fiveKeys();
  expect(withBook / empty, "five keys beside a book, against five in an empty box").toBeLessThan(2);
  await chat.composer.fill("");
  await remove();
  await expect.poll(() => storedText(chat)).toBe("");

  await paste(1_000_000);
  await expect(chat.page.getByText("Long text, 1,000,000 characters")).toBeVisible();
  await chat.composer.pressSequentially("quick");
  const { length } = await storedText(chat);
  expect(length === 0 || length >= 1_000_000).toBe(true);
  await expect.poll(async () => (await storedText(chat)).length, { timeout: 15_000 }).toBe(1_000_007);
  await chat.page.reload();
  await expect(chat.page.getByText("Long text, 1,000,007 characters")).toBeVisible();
  await chat.button("Send").click();
  await expect(chat.answers).toHaveCount(1);
  await expect(chat.page.getByText(/^Long text/)).toHaveCount(0);
  expect(JSON.stringify((await provider.received(0)).body.messages)).toContain("word \\n\\nquick");
});
