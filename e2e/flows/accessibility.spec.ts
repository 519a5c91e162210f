// Everybody can use it: what axe finds, and a whole exchange without a mouse.
import { findings } from "../fixtures/axe";
import { expect, test } from "../fixtures/chat";
import { refusal, reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

for (const colorScheme of ["light", "dark"] as const) {
  test(`nothing serious is found in any state, ${colorScheme}`, async ({ open, provider }) => {
    provider.enqueue(
      [{ reasoning: "Hm." }, { text: "Begun, " }, { gate: "looked" }, ...reply("finished.")],
      refusal(401),
      [{ text: "Half" }, { gate: "never" }],
    );
    const chat = await open();
    await chat.page.emulateMedia({ colorScheme });
    await expect(chat.composer).toBeFocused();
    expect(await findings(chat.page), "empty").toEqual([]);
    await chat.send("Hello?");
    await expect(chat.answer).toContainText("Begun,");
    expect(await findings(chat.page), "streaming").toEqual([]);
    provider.open("looked");
    await chat.settled();
    expect(await findings(chat.page), "settled").toEqual([]);
    await chat.send("And now?");
    await chat.settled("error");
    expect(await findings(chat.page), "error").toEqual([]);
    await chat.send("And then?");
    await expect(chat.answer).toContainText("Half");
    await chat.button("Stop").click();
    await chat.settled("stopped");
    await chat.sessions.first().click({ button: "right" });
    await expect(chat.page.getByRole("menu")).toBeVisible();
    expect(await findings(chat.page), "stopped, with a menu open").toEqual([]);
  });
}

test("everything is reached by key: Tab passes each control once and comes round", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await chat.send("Hello?");
  await chat.settled();
  await chat.composer.fill("More");
  /** What has the focus after Tab, and whether it had it before. */
  const tab = async () => {
    await chat.page.keyboard.press("Tab");
    return await chat.page.evaluate(() => {
      const world = window as unknown as { passed?: WeakSet<Element> };
      world.passed ??= new WeakSet();
      const element = document.activeElement ?? document.body;
      const again = world.passed.has(element);
      world.passed.add(element);
      const name = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim();
      return { name: element === document.body ? "" : name, again: again && element !== document.body };
    });
  };
  await expect(chat.button("Send")).toBeEnabled();
  const names: string[] = [];
  const twice: string[] = [];
  for (let n = 0; n < 40 && names.at(-1) !== "Message"; n++) {
    const { name, again } = await tab();
    if (again) twice.push(name);
    if (name !== "") names.push(name);
  }
  expect(names).toEqual(
    expect.arrayContaining(["Model", "Send", "New session", "Hello?", "Archive", "Conversation"]),
  );
  expect(names.at(-1), "it has come round").toBe("Message");
  expect(twice).toEqual([]);
  await expect(chat.composer).toBeFocused();
});

test("a whole exchange by keyboard, with the focus always seen", async ({ open, provider }) => {
  provider.enqueue([{ text: "Half" }, { gate: "never" }], reply("Whole."));
  const chat = await open();
  const { keyboard } = chat.page;
  await expect(chat.composer).toBeFocused();
  await keyboard.type("Hello");
  await keyboard.press("Shift+Enter");
  await keyboard.type("there");
  await expect(chat.composer).toHaveValue("Hello\nthere");
  await keyboard.press("Enter");
  await expect(chat.answer).toContainText("Half");
  await keyboard.press("Escape");
  await chat.settled("stopped");
  await expect(chat.composer).toBeFocused();
  const go = chat.button("Continue");
  for (let n = 0; n < 20 && !(await go.evaluate((button) => button === document.activeElement)); n++)
    await keyboard.press("Shift+Tab");
  await expect(go).toBeFocused();
  await expect(go).not.toHaveCSS("outline-style", "none");
  await keyboard.press("Enter");
  await expect(chat.answer).toContainText("Whole.");
  await keyboard.press("Control+n");
  await expect(chat.title).toHaveText("New session");
  await expect(chat.composer).toBeFocused();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`nothing serious is found in "Go to or do" and on the sheet of keys, ${colorScheme}`, async ({
    open,
  }) => {
    const chat = await open();
    await chat.page.emulateMedia({ colorScheme });
    await expect(chat.composer).toBeFocused();
    await chat.page.keyboard.press("Control+K");
    await expect(chat.page.getByRole("option").first()).toBeVisible();
    await expect(chat.page.getByRole("dialog").getByRole("combobox")).toBeFocused();
    expect(await findings(chat.page), "unasked").toEqual([]);
    await chat.page.keyboard.type("nothing is called this");
    await expect(chat.page.getByText("Nothing matches.")).toBeVisible();
    expect(await findings(chat.page), "nothing found").toEqual([]);
    await chat.page.keyboard.press("Control+/");
    await expect(chat.page.getByRole("dialog", { name: "Keys" })).toBeVisible();
    expect(await findings(chat.page), "keys").toEqual([]);
  });
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`nothing serious is found in what opens over a conversation, ${colorScheme}`, async ({
    open,
    provider,
  }) => {
    provider.respond(() =>
      reply("# An answer\n\n| a | b |\n|---|---|\n| 1 | `x` |\n\n```ts\nconst a = 1;\n```\n\n$a^2$"),
    );
    const chat = await open();
    const { page } = chat;
    await page.emulateMedia({ colorScheme });
    await chat.send("Show me.");
    await chat.settled();
    await expect(chat.answer.getByRole("table")).toBeVisible();
    expect(await findings(page), "a drawn answer").toEqual([]);
    await chat.model.click();
    await expect(chat.modelOptions.first()).toBeVisible();
    expect(await findings(page), "models").toEqual([]);
    await page.keyboard.press("Escape");
    await expect(chat.modelOptions).toHaveCount(0);
    await expect(chat.model).toBeFocused();
    await chat.composer.fill("/");
    await expect(page.getByRole("listbox", { name: "Commands" })).toBeVisible();
    expect(await findings(page), "commands").toEqual([]);
    await chat.composer.fill("");
    await page.keyboard.press("Control+F");
    await expect(page.getByRole("searchbox", { name: "Find in conversation" })).toBeFocused();
    await page.keyboard.type("answer");
    await expect(page.locator(".find-count")).toHaveText(/of/);
    expect(await findings(page), "find").toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Context and cost" }).press("Enter");
    await expect(page.getByRole("dialog", { name: "Context and cost" })).toBeVisible();
    expect(await findings(page), "context and cost").toEqual([]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await chat.answer.getByRole("button", { name: "Details" }).press("Enter");
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await findings(page), "details of an answer").toEqual([]);
  });
}
