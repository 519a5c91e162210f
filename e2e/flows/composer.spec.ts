// Writing: drafts of each window and session (QU-2), what was said before, commands after a slash, and texts of any length.
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { Chat, expect, test } from "../fixtures/chat";
import { storedDrafts, storedTexts } from "../fixtures/drafts";
import { caughtUp, holdAnswers, holdCalls } from "../fixtures/held-calls";
import { reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

/** Reads the draft that the core keeps of this window's composer. */
const storedText = async (chat: Chat, session_id?: SessionId) =>
  (await storedTexts(chat, session_id)).composer ?? "";

/** The box in which a message is edited in its place. */
const editorIn = (chat: Chat) => chat.conversation.getByRole("form", { name: "Rewind" }).getByRole("textbox");

test("[QU-2] each window keeps its drafts, files and what is edited among them: through a send of another, its own closing and a kill", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const first = await open();
  await expect(first.composer).toBeFocused();
  await test.step("a window that is closed leaves its text to the next one, that of the last moment too", async () => {
    const second = await first.newWindow();
    await second.composer.pressSequentially("half a thought");
    await first.braid.closeWindow(second.page);
    await expect(first.composer).toHaveValue("");
  });
  const second = await first.newWindow();
  await expect(second.composer).toHaveValue("half a thought");
  await first.composer.pressSequentially("from the first");
  await bring(second, "drop", ["plan.pdf"]);
  await expect(second.button("Remove plan.pdf")).toBeVisible();
  await second.chooseModel("Guide");
  await expect.poll(() => storedText(first)).toBe("from the first");
  // With its model, which is saved a moment after the text.
  await expect
    .poll(() => storedDrafts(second))
    .toMatchObject([
      { text: "half a thought", model: { model_id: "guide" }, attachments: [{ filename: "plan.pdf" }] },
    ]);
  await first.composer.press("Enter");
  await first.settled();
  await first.composer.pressSequentially("and more");
  const { sessions } = await first.call("session.list", { limit: 1 });
  await first.questions.getByRole("button", { name: "Edit and resend" }).click();
  await editorIn(first).fill("quite otherwise");
  await expect
    .poll(() => storedTexts(first, sessions[0]?.id))
    .toEqual({ composer: "and more", message: "quite otherwise" });
  await first.braid.kill();

  const again = await open();
  await expect.poll(() => again.braid.app.windows().length).toBe(2);
  const windows = again.braid.app.windows().map((page) => new Chat(page, again.braid));
  // A draft comes after its window, and the names of models after that. The editor's model stands before the composer's.
  const drafts = () =>
    Promise.all(
      windows.map(async (chat) => [await chat.composer.inputValue(), await chat.model.last().innerText()]),
    );
  await expect
    .poll(async () => Object.fromEntries(await drafts()))
    .toEqual({
      "and more": expect.stringMatching(/^big/),
      "half a thought": expect.stringMatching(/^Guide/),
    });
  const isOf = async (text: string) => {
    for (const chat of windows) if ((await chat.composer.inputValue()) === text) return chat;
    throw new Error(`No window has "${text}".`);
  };
  await expect(editorIn(await isOf("and more"))).toHaveValue("quite otherwise");
  await expect((await isOf("half a thought")).button("Remove plan.pdf")).toBeVisible();
});

test("[QU-2] [QU-2b] a message that is being stored stands in its box until it is; what is written meanwhile, there or elsewhere, or was before, stays", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  const { keyboard } = chat.page;
  await test.step("what is typed while a session is made goes along into it", async () => {
    await chat.composer.fill("plums");
    const held = await holdCalls(chat, "session.create");
    await chat.composer.press("Enter");
    await expect.poll(held.names).toHaveLength(1);
    await keyboard.type("Soon");
    await held.let();
    await expect(chat.questions).toHaveText([/plums(?!Soon)/]);
    await expect(chat.composer).toHaveValue("Soon");
    await chat.composer.fill("");
    await chat.settled();
  });
  const { sessions } = await chat.call("session.list", { limit: 1 });
  await test.step("Enter sends nothing more, and what is typed on stays for the next message", async () => {
    await chat.composer.fill("pears");
    const held = await holdCalls(chat, "session.send");
    await chat.composer.press("Enter");
    await expect(chat.composer).not.toBeEditable();
    await keyboard.type("Figs?");
    await keyboard.press("Enter");
    await caughtUp(chat);
    expect(await held.names()).toEqual(["session.send"]);
    await held.let();
    await expect(chat.questions).toHaveText([/plums/, /pears(?!Figs)/]);
    await expect(chat.composer).toHaveValue("Figs?");
    await expect(chat.composer).toBeEditable();
    await expect(chat.composer).toBeFocused();
    await expect.poll(() => storedText(chat, sessions[0]?.id)).toBe("Figs?");
    await chat.composer.fill("");
    await chat.settled();
  });
  await test.step("left meanwhile, it is free for what is written there", async () => {
    await chat.composer.fill("apples");
    const held = await holdCalls(chat, "session.send");
    await chat.composer.press("Enter");
    await expect.poll(held.names).toHaveLength(1);
    await keyboard.type("Later");
    await keyboard.press("Control+n");
    await expect(chat.title).toHaveText("New session");
    await chat.composer.fill("elsewhere");
    await held.let();
    await expect.poll(() => provider.requests.length).toBe(3);
    await expect(chat.composer).toHaveValue("elsewhere");
    await chat.sessions.first().click();
    await expect(chat.questions).toHaveText([/plums/, /pears/, /apples(?!Later)/]);
    await expect(chat.composer).toHaveValue("Later");
    await chat.settled();
  });
  await test.step("what is sent before the stored draft has come is that alone", async () => {
    await chat.composer.fill("kept");
    await expect.poll(() => storedText(chat, sessions[0]?.id)).toBe("kept");
    const late = await holdAnswers(chat, "draft.read", "session.send");
    await chat.page.reload();
    await chat.composer.fill("at once");
    await chat.composer.press("Enter");
    await expect.poll(late.names).toEqual(["draft.read", "session.send"]);
    await late.let();
    await expect(chat.questions.last()).toContainText("at once");
    await expect(chat.questions.last()).not.toContainText("kept");
    await expect(chat.composer).toHaveValue("kept");
    await expect.poll(() => storedText(chat, sessions[0]?.id)).toBe("kept");
  });
});

test("by key: what was said comes back by arrow, a slash offers commands, and what is no command is text", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  const { keyboard } = chat.page;
  const shows = async (key: string, text: string) => {
    await keyboard.press(key);
    await expect(chat.composer).toHaveValue(text);
  };
  await test.step("who tries to send and cannot is told why, until it is possible", async () => {
    const why = chat.page.locator("p", { hasText: "Write a message first" });
    await expect(chat.composer).toBeFocused();
    await chat.composer.press("Enter");
    await expect(why).toBeVisible();
    await chat.composer.fill("elsewhere");
    await expect(why).toHaveCount(0);
  });
  await chat.send("elsewhere");
  await chat.settled();
  await keyboard.press("Control+n");
  for (const text of ["one", "two"]) {
    await chat.send(text);
    await chat.settled();
  }
  await test.step("this session's come first, then the rest; what was edited on the way is kept", async () => {
    await shows("Control+ArrowUp", "two");
    // From then on the arrow alone will do.
    await shows("ArrowUp", "one");
    await keyboard.type("!");
    await shows("ArrowUp", "elsewhere");
    await shows("ArrowDown", "one!");
    await shows("ArrowDown", "two");
    await shows("ArrowDown", "");
    // In a text of one's own the arrows are the caret's.
    await keyboard.type("mine");
    await shows("ArrowUp", "mine");
    await expect.poll(() => chat.composer.evaluate((box: HTMLTextAreaElement) => box.selectionStart)).toBe(0);
    await chat.composer.fill("");
  });
  await test.step("a command is completed by Tab, and its choices are offered", async () => {
    const list = chat.page.getByRole("listbox", { name: "Commands" });
    await keyboard.type("/mo");
    await expect(list.getByRole("option").first()).toHaveText(/^\/model/);
    await expect(list.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
    await shows("Tab", "/model ");
    await keyboard.type("gui");
    await expect(list.getByRole("option")).toHaveText([/Guide/]);
    await shows("Enter", "");
    await expect(chat.model).toHaveText(/^Guide/);
    await keyboard.type("/model big");
    await shows("Escape", "/model big");
    await expect(list).toBeHidden();
    await chat.composer.fill("");
    await chat.chooseModel("big");
    await chat.composer.focus();
    await keyboard.type("/rename A better title");
    await shows("Enter", "");
    await expect(chat.title).toHaveText("A better title");
  });
  for (const [typed, sent] of [
    ["/usr/bin/env", "/usr/bin/env"],
    ["//new", "/new"],
  ] as const) {
    await keyboard.type(typed);
    await keyboard.press("Enter");
    await expect(chat.questions.last()).toContainText(sent);
    await chat.settled();
    // Until the composer is free again, Enter sends nothing.
    await expect(chat.composer).toHaveValue("");
    expect(JSON.stringify(provider.requests.at(-1)?.body.messages)).toContain(JSON.stringify(sent));
  }
  await keyboard.type("/new");
  await keyboard.press("Enter");
  await expect(chat.title).toHaveText("New session");
  await expect(chat.composer).toBeFocused();
  await expect(chat.composer).toHaveValue("");
});

test("Escape closes what is open before it stops; Enter is the input method's while that composes", async ({
  open,
  provider,
}) => {
  provider.enqueue(
    [{ text: "Half" }, { gate: "more" }, { text: " and more" }, { gate: "never" }],
    reply("Yes."),
  );
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
  await keyboard.press("Escape");
  await chat.settled("stopped");

  await test.step("an input method", async () => {
    const input = await chat.page.context().newCDPSession(chat.page);
    // Another window of this display must not end the composition by taking the focus.
    await input.send("Emulation.setFocusEmulationEnabled", { enabled: true });
    await chat.composer.focus();
    await input.send("Input.imeSetComposition", { text: "にほ", selectionStart: 2, selectionEnd: 2 });
    await expect(chat.composer).toHaveValue("にほ");
    for (const name of ["ArrowUp", "Enter"])
      await chat.composer.dispatchEvent("keydown", {
        key: name,
        isComposing: true,
        bubbles: true,
        cancelable: true,
      });
    await expect(chat.composer).toHaveValue("にほ");
    await input.send("Input.insertText", { text: "日本" });
    await expect(chat.composer).toHaveValue("日本");
    await chat.composer.press("Enter");
    await expect(chat.questions.last()).toContainText("日本");
    await chat.settled();
    expect(provider.requests).toHaveLength(2);
    await input.detach();
  });
});

test("the box grows to two fifths of the window; a pasted book stands beside it, is kept as a draft, sent whole, and refused over the limit", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await expect(chat.composer).toBeFocused();
  await test.step("the box grows, and shrinks", async () => {
    // Other letters are of another height.
    await chat.page.evaluate(() => document.fonts.ready);
    const height = async () => (await chat.composer.boundingBox())?.height ?? 0;
    const one = await height();
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
    await chat.composer.fill("");
  });
  const paste = (characters: number) =>
    chat.composer.evaluate((box, count) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "word ".repeat(count / 5));
      box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, characters);
  await test.step("over the limit", async () => {
    await paste(4_200_000);
    await expect(chat.alert).toContainText("4,200,000 characters; at most 4,194,304");
    await expect(chat.alert).toContainText("Shorten it by 5,696");
    await expect(chat.button("Send")).toBeDisabled();
    await chat.composer.press("Enter");
    await chat.button("Remove the long text").click();
    await expect(chat.alert).toHaveCount(0);
  });
  await paste(120_000);
  await expect(chat.page.getByText("Long text, 120,000 characters")).toBeVisible();
  // In the box it would slow each key.
  await expect(chat.composer).toHaveValue("");
  await chat.composer.pressSequentially("quick");
  const { length } = await storedText(chat);
  expect(length === 0 || length >= 120_000).toBe(true);
  await expect.poll(async () => (await storedText(chat)).length).toBe(120_007);
  await chat.page.reload();
  await expect(chat.page.getByText("Long text, 120,007 characters")).toBeVisible();
  await chat.button("Send").click();
  await chat.settled();
  await expect(chat.page.getByText(/^Long text/)).toHaveCount(0);
  expect(JSON.stringify((await provider.received(0)).body.messages)).toContain("word \\n\\nquick");
});

/** Drops or pastes files, or texts; false where the window takes them for itself. */
const bring = (
  chat: Chat,
  type: "drop" | "paste",
  names: string[],
  texts: Record<string, string> = {},
): Promise<boolean> =>
  chat.composer.evaluate(
    (box, { type, names, texts }) => {
      const data = new DataTransfer();
      for (const name of names) data.items.add(new File(["..."], name));
      for (const [kind, text] of Object.entries(texts)) data.setData(kind, text);
      const init = { bubbles: true, cancelable: true };
      const event =
        type === "paste"
          ? new ClipboardEvent(type, { ...init, clipboardData: data })
          : new DragEvent(type, { ...init, dataTransfer: data });
      return box.dispatchEvent(event);
    },
    { type, names, texts },
  );

test("a file that is dropped or pasted is attached; the page and what stands in the box stay", async ({
  open,
}) => {
  const chat = await open();
  await chat.composer.fill("see this");
  // Untaken, the browser would open the file.
  expect(await bring(chat, "drop", ["plan.pdf"])).toBe(false);
  await expect(chat.button("Remove plan.pdf")).toBeVisible();
  await bring(chat, "paste", ["a.png", "b.png"]);
  for (const name of ["a.png", "b.png"]) await expect(chat.button(`Remove ${name}`)).toBeVisible();
  // Finder pastes the name of a file beside it, a spreadsheet a picture of its cells.
  expect(await bring(chat, "paste", ["c.png"], { "text/plain": "c.png" })).toBe(false);
  await expect(chat.button("Remove c.png")).toBeVisible();
  const cells = { "text/plain": "1\t2", "text/html": "<table></table>" };
  expect(await bring(chat, "paste", ["cells.png"], cells)).toBe(true);
  await expect(chat.button("Remove cells.png")).toHaveCount(0);
  await expect(chat.composer).toHaveValue("see this");
});
