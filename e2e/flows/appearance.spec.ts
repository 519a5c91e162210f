// The look of the window: its letters come with it, the colours of the system hold, and its policy is not broken.
import { expect, test } from "../fixtures/chat";
import { layoutShifts } from "../fixtures/shifts";

test.use({ sharesApp: true });

test("the letters are bundled and move nothing; in the colours of the system the marks are seen; no page of the settings breaks the policy", async ({
  open,
  provider,
}) => {
  provider.enqueue([{ text: "Half" }, { gate: "never" }]);
  const chat = await open();
  const { page } = chat;
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/i.test(message.text()))
      complaints.push(message.text());
  });
  await test.step("letters, by the browser's own account", async () => {
    await expect(chat.composer).toBeFocused();
    const loaded = () =>
      [...document.fonts]
        .filter(({ status }) => status === "loaded")
        .map(({ family, style }) => `${family} ${style}`);
    await expect.poll(() => page.evaluate(loaded)).toContain("Inter Variable normal");
    await page.evaluate(() => document.fonts.ready);
    expect(await layoutShifts(page)).toBeLessThan(0.01);
  });
  await page.emulateMedia({ forcedColors: "active" });
  await test.step("marks in the colours of the system", async () => {
    await chat.send("Hello?");
    await expect(chat.answer).toContainText("Half");
    const ground = (selector: string) =>
      page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);
    await expect(page.locator(".status-mark")).not.toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
    await expect.poll(async () => (await ground(".status-mark")) !== (await ground("body"))).toBe(true);
  });
  await page.keyboard.press("Control+,");
  const dialog = page.getByRole("dialog", { name: "Settings", exact: true });
  await expect(dialog.getByRole("tab", { name: "General" })).toHaveCSS("outline-style", "solid");
  await expect(dialog.getByRole("switch", { name: "Notifications", exact: true })).toHaveCSS(
    "forced-color-adjust",
    "none",
  );
  for (const tab of await dialog.getByRole("tab").all()) {
    await tab.click();
    await expect(dialog.getByRole("tabpanel")).not.toBeEmpty();
  }
  await dialog.getByRole("tab", { name: "Appearance" }).click();
  await dialog.getByRole("combobox", { name: "Theme" }).click();
  await expect(page.getByRole("option", { name: "Dark" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("option", { name: "Dark" })).toBeHidden();
  await expect(dialog.getByRole("combobox", { name: "Theme" })).toBeFocused();
  // A pointer that arrives while the list is still going away has to move once more, as a hand does.
  await expect(async () => {
    await page.mouse.move(5, 5);
    await dialog.getByRole("button", { name: "Close" }).hover();
    await expect(page.locator(".tooltip")).toContainText("Close", { timeout: 2000 });
  }).toPass();
  expect(complaints).toEqual([]);
});
