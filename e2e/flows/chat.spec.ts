// A conversation as its user sees it: what is typed, what streams in, what stays.
import { expect, test, type WireType } from "../fixtures/chat";
import { ending, reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

test("an answer is seen while it is written, and settles where it stood", async ({ open, provider }) => {
  const chat = await open();
  provider.enqueue([{ text: "First half, " }, { gate: "rest" }, { text: "second half." }, ...ending()]);
  await expect(chat.composer).toBeFocused();
  await chat.send("Tell me.");
  await expect(chat.answer).toContainText("First half,");
  await expect(chat.answer).toHaveAttribute("data-state", "streaming");
  await expect(chat.status).toHaveText("busy");
  await expect(chat.button("Stop")).toBeVisible();
  await expect(chat.button("Send")).toBeDisabled();
  const row = await chat.answer.elementHandle();

  provider.open("rest");
  await chat.settled();
  expect(await chat.text()).toBe("First half, second half.");
  await expect(chat.answer).toHaveAccessibleName(/^Assistant said… First half, second half\.$/);
  await expect(chat.status).toHaveText("idle");
  await expect(chat.button("Stop")).toHaveCount(0);
  expect(await row?.evaluate((element) => element.isConnected), "the row was not built anew").toBe(true);
  await expect(chat.messages).toHaveCount(2);
  await expect(chat.messages.first()).toHaveAttribute("data-role", "user");
  await expect(chat.messages.first()).toHaveAttribute("data-state", "done");
  await expect(chat.messages.first()).toHaveAttribute("data-message-id", /^msg_[0-9a-f]{14}\w{12}$/);
});

test("the log stays silent while it grows; a finished answer is announced once, politely", async ({
  open,
  provider,
}) => {
  const chat = await open();
  await chat.page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const last = new WeakMap<Element, string>();
    const look = () => {
      for (const region of document.querySelectorAll("[aria-live=polite]:not([role=status])")) {
        const text = region.textContent ?? "";
        if (text !== "" && last.get(region) !== text) said.push(text);
        last.set(region, text);
      }
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  });
  provider.enqueue(
    [{ chunks: { count: 50, text: "word " } }, { gate: "rest" }, ...ending()],
    reply("Second."),
  );
  await chat.send("Hello?");
  await expect(chat.conversation).toHaveAttribute("aria-live", "off");
  await expect(chat.answer).toContainText("word word");
  const heard = () => chat.page.evaluate(() => (window as unknown as { said: string[] }).said);
  expect(await heard()).toEqual([]);
  provider.open("rest");
  await chat.settled();
  await expect.poll(heard).toEqual([expect.stringMatching(/^Answer finished\.\s+word word/)]);
  await chat.send("And?");
  await expect
    .poll(heard)
    .toEqual([
      expect.stringMatching(/^Answer finished/),
      expect.stringMatching(/^Answer finished\.\s+Second\./),
    ]);
});

test("[QU-2b] the composer is emptied only when the message is stored, and keeps the focus", async ({
  open,
  provider,
}) => {
  const chat = await open();
  provider.enqueue(reply("Yes."), [{ gate: "never" }]);
  await chat.composer.fill("One?");
  // In the task of the key the core cannot have answered: what React does after an event is done, and the text still stands there.
  const kept = await chat.page.evaluate(async () => {
    const box = document.querySelector("textarea");
    box?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    return box?.value;
  });
  expect(kept).toBe("One?");
  await expect(chat.questions).toContainText(["One?"]);
  await expect(chat.composer).toHaveValue("");
  await expect(chat.composer).toBeFocused();
  await chat.settled();
  await chat.send("Two?");
  await expect(chat.composer).toBeFocused();
  // Busy: the text waits, and is not lost.
  await chat.composer.fill("Three?");
  await chat.composer.press("Enter");
  await expect(chat.page.getByRole("list", { name: "Waiting messages" })).toHaveText("Three?");
  await expect(chat.messages.filter({ hasText: "Three?" })).toHaveCount(0);
  await expect(chat.composer).toBeFocused();
});

test("[QU-1] what is sent in the moment in which another window sends waits", async ({ open, provider }) => {
  const chat = await open();
  provider.enqueue(reply("Ready."), [{ gate: "never" }]);
  await chat.send("Hello?");
  await chat.settled();
  const { sessions } = await chat.call("session.list", { limit: 1 });
  // The core is claimed by another call before this window can know of it.
  const taken = await chat.page.evaluate(async (session_id) => {
    const send = (text: string) =>
      (window as unknown as { braid: { call(name: string, input: unknown): Promise<unknown> } }).braid.call(
        "session.send",
        { session_id, text },
      );
    const box = document.querySelector("textarea");
    if (box === null) throw new Error("no composer");
    const other = send("From elsewhere");
    box.value = "From here";
    box.dispatchEvent(new Event("input", { bubbles: true }));
    box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    return await other;
  }, sessions[0]?.id);
  expect(taken).toMatchObject({ ok: true });
  await expect(chat.page.getByRole("list", { name: "Waiting messages" })).toHaveText("From here");
  await expect(chat.composer).toHaveValue("");
  await expect(chat.alert).toHaveCount(0);
});

test("[QU-2] what is typed in another session while a message is being stored is left alone", async ({
  open,
  provider,
}) => {
  const chat = await open();
  provider.respond(() => reply("Yes."));
  await chat.send("Oslo");
  await chat.settled();
  await chat.button("New session").click();
  await chat.send("Tokyo");
  await chat.settled();
  await expect(chat.sessions.filter({ hasText: "Oslo" })).toBeVisible();
  // In one task: the core's answer cannot come in between. What React does after an event it does before the next one.
  await chat.page.evaluate(async () => {
    const box = document.querySelector("textarea");
    const all = [...document.querySelectorAll<HTMLElement>("[role=treeitem]")];
    const there = all.find(({ textContent }) => textContent?.includes("Oslo"));
    if (box === null || there === undefined) throw new Error("not the window that was expected");
    const type = (text: string) => {
      box.value = text;
      box.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const eventEnds = async () => {
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    };
    type("Go on");
    box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    await eventEnds();
    there.click();
    await eventEnds();
    type("Go on with that");
  });
  await expect(chat.title).toHaveText("Oslo");
  await expect(chat.sessions.first()).toContainText("Tokyo");
  await expect.poll(() => provider.requests.length).toBe(3);
  await expect(chat.composer).toHaveValue("Go on with that");
  await chat.sessions.filter({ hasText: "Tokyo" }).click();
  await expect(chat.messages.filter({ hasText: "Go on" })).toHaveCount(1);
  await expect(chat.composer).toHaveValue("");
});

test("the built-in guide answers on a fresh install, with no settings and no network", async ({
  open,
  provider,
}) => {
  const chat = await open({ settings: "none", env: { BRAID_GUIDE_WORDS_PER_SECOND: "2000" } });
  await expect(chat.model).toHaveText(/Guide/);
  await chat.send("How do I add a provider?");
  await expect(chat.answer).toHaveAttribute("data-state", "done");
  await expect(chat.answer.getByRole("heading", { name: "Adding a provider" })).toBeVisible();
  expect(provider.requests).toEqual([]);
  await expect(chat.alert).toHaveCount(0);
});

for (const wire of ["openai-compatible", "anthropic"] satisfies WireType[]) {
  test(`the same answer on the ${wire} wire, with its thinking folded`, async ({ open, provider }) => {
    const chat = await open({ settings: { wire } });
    provider.enqueue([
      { reasoning: "Let me think about it." },
      { gate: "thought" },
      { text: "It is " },
      { text: "four." },
      ...ending(),
    ]);
    await chat.send("What is 2 + 2?");
    await expect(chat.answer.getByText("Thinking…")).toBeVisible();
    provider.open("thought");
    await chat.settled();
    expect(await chat.text()).toBe("It is four.");
    await expect(chat.answer.getByText("Let me think about it.")).toHaveCount(0);
    // It says for how long, where that was a while.
    await chat.answer.getByText(/^Thought( for .+)?$/).click();
    await expect(chat.answer.getByText("Let me think about it.")).toBeVisible();
    await expect(chat.messages).toHaveCount(2);
  });
}

test("a second question goes out with the first exchange, and the thread keeps its order", async ({
  open,
  provider,
}) => {
  const chat = await open();
  provider.enqueue(reply("One."), reply("Two."));
  await chat.send("First?");
  await chat.settled();
  await chat.send("Second?");
  await expect(chat.answers).toHaveCount(2);
  await chat.settled();
  const said = () =>
    chat.messages.evaluateAll((articles) =>
      articles.map((article) =>
        [...article.querySelectorAll(".text")].map((text) => text.textContent).join(""),
      ),
    );
  await expect.poll(said).toEqual(["First?", "One.", "Second?", "Two."]);
  const { rawBody } = await provider.received(1);
  expect(rawBody).toMatch(/First\?.*One\..*Second\?/s);
});

test("a tool call that this version cannot run ends in words, not in silence", async ({ open, provider }) => {
  const chat = await open();
  provider.enqueue(
    reply({ tool: { id: "call_1", name: "fly", input: { to: "Mars" } } }),
    reply("I cannot fly."),
  );
  await chat.send("Fly to Mars.");
  await expect(chat.answer).toContainText("I cannot fly.");
  await chat.settled();
  await expect(chat.answer.locator(".tool-name")).toHaveText("fly");
  await expect(chat.answer.locator(".tool-error")).toContainText("unavailable tool 'fly'");
  expect((await provider.received(1)).rawBody).toContain("unavailable tool 'fly'");
});
