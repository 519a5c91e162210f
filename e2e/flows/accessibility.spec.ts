// Everybody can use it: what axe finds in the light and in the dark, and a whole exchange without a mouse.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findings, findingsInBoth } from "../fixtures/axe";
import { expect, settingsFor, test } from "../fixtures/chat";
import { refusal, reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

test("axe finds nothing, moderate included, in a conversation, in what opens over it, and where the settings have mistakes", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.enqueue(
    [{ reasoning: "Hm." }, { text: "Begun, " }, { gate: "looked" }, ...reply("finished.")],
    refusal(401),
    [{ text: "Half" }, { gate: "never" }],
    reply("# An answer\n\n| a | b |\n|---|---|\n| 1 | `x` |\n\n```ts\nconst a = 1;\n```\n\n$a^2$"),
  );
  const chat = await open();
  const { page } = chat;
  const { keyboard } = page;
  const none = async (where: string) => expect(await findings(page), where).toEqual([]);
  /** In the dark as well, whose colours of letters and grounds contrast.test.ts compares. */
  const noneInBoth = async (where: string) => {
    expect(await findingsInBoth(page), where).toEqual([]);
    await page.emulateMedia({ colorScheme: null, reducedMotion: "reduce" });
  };
  await test.step("while nothing was said, and the list of models", async () => {
    await expect(chat.composer).toBeFocused();
    await noneInBoth("empty");
    await chat.model.click();
    await expect(chat.modelOptions.first()).toBeVisible();
    await none("models");
    await keyboard.press("Escape");
    await expect(chat.modelOptions).toHaveCount(0);
    await expect(chat.model).toBeFocused();
  });
  await test.step("an answer that is written, one that failed, and one that was stopped", async () => {
    await chat.send("Hello?");
    await expect(chat.answer).toContainText("Begun,");
    await noneInBoth("streaming");
    provider.open("looked");
    await chat.settled();
    await chat.send("And now?");
    await chat.settled("error");
    await chat.composer.fill("/");
    await expect(page.getByRole("listbox", { name: "Commands" })).toBeVisible();
    await noneInBoth("settled, an error, and the commands");
    await chat.composer.fill("");
    await chat.send("And then?");
    await expect(chat.answer).toContainText("Half");
    await chat.button("Stop").click();
    await chat.settled("stopped");
    await chat.sessions.first().click({ button: "right" });
    await expect(page.getByRole("menu")).toBeVisible();
    await none("stopped, with a menu open");
    await keyboard.press("Escape");
  });
  await test.step("an answer that is drawn, and words found in it", async () => {
    await chat.send("Show me.");
    await chat.settled();
    await expect(chat.answer.getByRole("table")).toBeVisible();
    await keyboard.press("Control+F");
    await page.getByRole("searchbox", { name: "Find in conversation" }).fill("answer");
    await expect(page.locator(".find-count")).toHaveText(/of/);
    await noneInBoth("drawn and found");
    await keyboard.press("Escape");
  });
  await test.step("what opens over it", async () => {
    for (const [button, dialog] of [
      [page.getByRole("button", { name: "Context and cost" }), "Context and cost"],
      [chat.answer.getByRole("button", { name: "Details" }), "Details"],
    ] as const) {
      await button.press("Enter");
      await expect(page.getByRole("dialog", { name: dialog })).toBeVisible();
      await none(dialog);
      await keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
    await keyboard.press("Control+K");
    await expect(page.getByRole("option").first()).toBeVisible();
    await none("“Search or run a command”");
    await page.getByRole("dialog").getByRole("combobox").fill("nothing is called this");
    await expect(page.getByText("Nothing matches.")).toBeVisible();
    await none("nothing found");
    await keyboard.press("Control+/");
    await expect(page.getByRole("dialog", { name: "Shortcuts" })).toBeVisible();
    await none("keys");
    await keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
  await test.step("mistakes in the settings, and settings found", async () => {
    const file = join(dataDir, "settings.json");
    const right = settingsFor(provider.baseUrl);
    const mistaken = JSON.parse(right);
    mistaken.colour = "red";
    mistaken.run.max_steps = "many";
    await writeFile(file, JSON.stringify(mistaken));
    await keyboard.press("Control+,");
    const settings = page.getByRole("dialog", { name: "Settings", exact: true });
    const mistakes = settings.getByRole("region", { name: "Mistakes in settings.json" });
    // Until the window has begun to listen, who comes back to it does so in vain.
    await expect(async () => {
      await page.evaluate(() => void window.dispatchEvent(new Event("focus")));
      await expect(mistakes).toBeVisible({ timeout: 2000 });
    }).toPass();
    await none("mistakes");
    await settings.getByRole("searchbox").fill("time");
    await expect(settings.getByRole("list", { name: "Settings found" })).toBeVisible();
    await none("search");
    await writeFile(file, right);
  });
});

test("a whole exchange by keyboard: Tab passes each control once and comes round, and the focus is always seen", async ({
  open,
  provider,
}) => {
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
  await chat.settled();

  await chat.composer.fill("More");
  await expect(chat.button("Send")).toBeEnabled();
  /** The element that has the focus after Tab, and whether it had it before. */
  const tab = async () => {
    await keyboard.press("Tab");
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
  const names: string[] = [];
  const twice: string[] = [];
  for (let n = 0; n < 40 && names.at(-1) !== "Message"; n++) {
    const { name, again } = await tab();
    if (again) twice.push(name);
    if (name !== "") names.push(name);
  }
  expect(names).toEqual(expect.arrayContaining(["Model", "Send", "New session", "Archive", "Conversation"]));
  expect(names.at(-1), "Tab has come round").toBe("Message");
  expect(twice).toEqual([]);
  await expect(chat.composer).toBeFocused();
  await chat.composer.fill("");
  await keyboard.press("Control+n");
  await expect(chat.title).toHaveText("New session");
  await expect(chat.composer).toBeFocused();
});
