// The largest letters, the narrowest window, the longest words: nothing is cut off, covered or pushed out.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "../fixtures/chat";

/** Controls and their words that do not fit: beyond the window, or beyond their own box without being shortened on purpose. */
const cutOff = () => {
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const all = [
    ...document.querySelectorAll<HTMLElement>("button, kbd, .key, .find-count, .status, input, [role=tab]"),
  ];
  const dialog = document.querySelector("[role=dialog]");
  return all
    .filter((element) => isShown(element) && (dialog === null || dialog.contains(element)))
    .filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      let shown = { left: 0, right: window.innerWidth };
      for (let box = element.parentElement; box !== null; box = box.parentElement) {
        if (getComputedStyle(box).overflowX === "visible") continue;
        const bounds = box.getBoundingClientRect();
        shown = { left: Math.max(shown.left, bounds.left), right: Math.min(shown.right, bounds.right) };
      }
      return left < shown.left - 1 || right > shown.right + 1;
    })
    .map((element) => `${element.tagName} ${element.className}: ${element.textContent || element.ariaLabel}`);
};

test("in large letters, a narrow window and German, every page shows its controls whole", async ({
  open,
  dataDir,
}, testInfo) => {
  await writeFile(join(dataDir, "settings.json"), '{"appearance": {"font_size": 24, "language": "de"}}');
  // Slow enough to be looked at while it answers.
  const env = { BRAID_LOCAL_PORTS: "1,1,1", BRAID_GUIDE_WORDS_PER_SECOND: "20" };
  const { page, braid } = await open({ settings: "none", env });
  await braid.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(480, 700));
  await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(480);
  const look = async (name: string) => {
    await page.screenshot({ path: testInfo.outputPath(`${name}.png`) });
    expect(await page.evaluate(cutOff), name).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(480);
  };
  const composer = page.locator("[data-composer]");
  await expect(composer).toBeFocused();
  await look("first-run");
  await composer.fill("Was ist Braid, und wie fange ich an?");
  await composer.press("Enter");
  await expect(page.locator(".status")).toHaveAttribute("data-state", "busy");
  const ends = await page
    .locator(".session-bar > *")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  expect(Math.max(...ends), "not at the edge").toBeLessThanOrEqual(472);
  await look("busy");
  await expect(page.getByRole("article").last()).toHaveAttribute("data-state", "done");
  await look("conversation");
  await page.keyboard.press("Control+F");
  const find = page.getByRole("searchbox", { name: "In der Unterhaltung suchen" });
  await find.fill("Braid");
  await expect(page.locator(".find-count")).not.toBeEmpty();
  await look("find");
  const bar = page.locator(".find-bar");
  const tallest = await bar
    .locator("*")
    .evaluateAll((all) => Math.max(...all.map((one) => one.clientHeight)));
  expect((await bar.boundingBox())?.height, "one line").toBeLessThan(tallest + 24);
  expect(await find.evaluate((input) => getComputedStyle(input).outlineStyle), "one ring").toBe("none");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+K");
  await expect(page.getByRole("option").first()).toBeVisible();
  await look("go-to");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+/");
  await expect(page.getByRole("dialog")).toBeVisible();
  await look("keys");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+,");
  await expect(page.getByRole("tab")).toHaveCount(6);
  for (const [n, tab] of (await page.getByRole("tab").all()).entries()) {
    await tab.click();
    await look(`settings-${n}`);
  }
});
