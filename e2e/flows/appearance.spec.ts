// The look of the window: its letters come with it, the colours of the system hold, and its policy is not broken.
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";
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
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
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

interface Moved {
  what: string;
  property: string;
  ms: number;
}

/** From now on the page notes what begins to move; the function returned says what has so far. */
async function noteMotion(page: Page): Promise<() => Promise<Moved[]>> {
  await page.evaluate(() => {
    const moved: Moved[] = [];
    Object.assign(window, { moved });
    const note = (event: TransitionEvent | AnimationEvent) => {
      const { target, pseudoElement } = event;
      const { transitionDuration } = getComputedStyle(target as Element, pseudoElement);
      moved.push({
        what: (target as Element).classList.item(0) ?? "",
        property: "propertyName" in event ? event.propertyName : event.animationName,
        ms: 1_000 * Number.parseFloat(transitionDuration),
      });
    };
    for (const type of ["transitionrun", "animationstart"] as const)
      document.addEventListener(type, note, true);
  });
  return () => page.evaluate(() => (window as unknown as { moved: Moved[] }).moved);
}

test("what opens comes into sight, by its opacity and its place alone and soon; nothing moves for who wants no motion", async ({
  open,
  provider,
}) => {
  const chat = await open();
  const { page } = chat;
  /** `moves`: waits until that has begun to move, since a frame may be late. */
  const walk = async (name: string, moves: (what: string) => Promise<void>) => {
    provider.enqueue([{ gate: name }, ...reply("Yes.")]);
    await chat.send("Hello?");
    await expect(chat.answer.locator(".text")).toHaveAttribute("data-streaming", "true");
    await moves("text");
    await moves("session-mark");
    provider.open(name);
    await chat.settled();
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog")).toBeVisible();
    await moves("dialog");
    await moves("dialog-backdrop");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(chat.composer).toBeFocused();
    await page.keyboard.press("Control+f");
    await expect(page.locator(".find-bar")).toBeVisible();
    await moves("find-bar");
    await page.keyboard.press("Escape");
    await chat.sessions.first().click({ button: "right" });
    await expect(page.getByRole("menu")).toBeVisible();
    await moves("menu");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
    await page.keyboard.press("Control+b");
    await expect(chat.sessions.first()).toBeHidden();
    await page.keyboard.press("Control+b");
    await expect(chat.sessions.first()).toBeVisible();
    await moves("sidebar");
  };
  await page.emulateMedia({ reducedMotion: "reduce" });
  const still = await noteMotion(page);
  await walk("still", async () => undefined);
  expect(await still()).toEqual([]);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const moved = await noteMotion(page);
  await walk("moving", (what) =>
    expect.poll(async () => (await moved()).map((motion) => motion.what), what).toContain(what),
  );
  for (const { what, property, ms } of await moved()) {
    expect(["opacity", "translate", "scale", "rotate", "breathe"], what).toContain(property);
    // The caret breathes more slowly.
    if (property !== "breathe") expect(ms, `${what}, ${property}`).toBe(140);
  }
});
