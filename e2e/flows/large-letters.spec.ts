// The largest letters, the narrowest window, the longest words: nothing is cut off, covered or pushed out.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page, TestInfo } from "@playwright/test";
import { expect, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";
import { resize } from "../fixtures/system";

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

/** Elements that have to be scrolled sideways: the page, and all that clips or scrolls in it. A line that ends in … says so. */
const tooWide = () =>
  [document.documentElement, ...document.querySelectorAll(".dialog *, .sidebar *, .session *")]
    // A tree is moved about in its frame.
    .filter((element) => element.closest(".react-flow") === null)
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1 && clientWidth > 1)
    .filter((element) => {
      const { overflowX, textOverflow } = getComputedStyle(element);
      return overflowX !== "visible" && textOverflow !== "ellipsis";
    })
    .map((element) => element.className || element.tagName);

/** Nothing is cut off and nothing goes beyond the window; the picture is for who wants to look. */
async function looksWhole(page: Page, testInfo: TestInfo, name: string): Promise<void> {
  await page.screenshot({ path: testInfo.outputPath(`${name}.png`) });
  await expect.poll(() => page.evaluate(cutOff), name).toEqual([]);
  await expect.poll(() => page.evaluate(tooWide), name).toEqual([]);
}

async function settingsLookWhole(page: Page, testInfo: TestInfo, name: string): Promise<void> {
  await page.keyboard.press("Control+,");
  await expect(page.getByRole("tab")).toHaveCount(10);
  for (const [n, tab] of (await page.getByRole("tab").all()).entries()) {
    await tab.click();
    await expect(page.getByRole("tabpanel")).not.toBeEmpty();
    await looksWhole(page, testInfo, `${name}-settings-${n}`);
  }
  await expect(page.getByRole("button", { name: "Schließen", exact: true })).toBeInViewport({ ratio: 1 });
}

test("in large letters, a narrow window and German, and at 200 % zoom, every page shows its controls whole", async ({
  open,
  dataDir,
}, testInfo) => {
  await writeFile(join(dataDir, "settings.json"), '{"appearance": {"font_size": 24, "language": "de"}}');
  // Slow enough to be looked at while it answers.
  const env = { BRAID_LOCAL_PORTS: "1,1,1", BRAID_GUIDE_WORDS_PER_SECOND: "2" };
  const chat = await open({ settings: "none", env });
  const { page } = chat;
  await resize(chat, 480, 700);
  const look = (name: string) => looksWhole(page, testInfo, name);
  const composer = page.locator("[data-composer]");
  await expect(composer).toBeFocused();
  await look("first-run");
  await composer.fill(`Was ist Braid, und wie fange ich an? ${"ununterbrochen".repeat(20)}`);
  await composer.press("Enter");
  await expect(page.getByRole("article").last()).toContainText("Braid");
  await expect(page.locator(".status")).toHaveAttribute("data-state", "busy");
  const ends = await page
    .locator(".session-bar > *")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  expect(Math.max(...ends), "not at the edge").toBeLessThanOrEqual(472);
  await look("busy");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("article").last()).toHaveAttribute("data-state", "stopped");
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
  await page.keyboard.press("Control+/");
  await expect(page.getByRole("dialog", { name: "Tastenkürzel" })).toBeVisible();
  await look("keys");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await settingsLookWhole(page, testInfo, "narrow");
  await page.getByRole("tab").first().click();
  const panel = page.getByRole("tabpanel");
  const words = panel.getByText("Sprache", { exact: true }).locator("..");
  const share = async () =>
    ((await words.boundingBox())?.width ?? 0) / ((await panel.boundingBox())?.width ?? 1);
  await expect.poll(share, "the words of a setting have room").toBeGreaterThan(0.75);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await test.step("200 % zoom", async () => {
    await chat.call("settings.change", { path: "appearance.font_size", value: 13.5 });
    await chat.braid.app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.setContentSize(1280, 800);
      window?.webContents.setZoomFactor(2);
    });
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(640);
    await look("zoomed");
    await expect(composer).toBeInViewport({ ratio: 1 });
    await settingsLookWhole(page, testInfo, "zoomed");
  });
});

test("in large letters and German, going back, sidecars, branches and what waits show their controls whole, wide and narrow", async ({
  open,
  provider,
}, testInfo) => {
  const chat = await open();
  const { page } = chat;
  await chat.call("settings.change", { path: "appearance.language", value: "de" });
  await chat.call("settings.change", { path: "appearance.font_size", value: 24 });
  const look = async (name: string) => {
    for (const [width, height] of [
      [480, 700],
      [1280, 800],
    ] as const) {
      await resize(chat, width, height);
      await looksWhole(page, testInfo, `${name}-${width}`);
    }
  };
  const pane = (name: "main" | "side") => page.locator(`[data-thread=${name}]`);
  const composer = (name: "main" | "side") => pane(name).locator("[data-composer]");
  const say = async (name: "main" | "side", text: string, state: string) => {
    await composer(name).fill(text);
    await composer(name).press("Enter");
    // The message is done at once, as the answer before it is.
    await expect(pane(name).locator("article[data-role=user]").last()).toContainText(text);
    const last = pane(name).getByRole("article").last();
    await expect(last).toHaveAttribute("data-role", "assistant");
    await expect(last).toHaveAttribute("data-state", state);
  };
  provider.respond(({ rawBody }) =>
    rawBody.includes("ewig") ? [{ text: "Ein Anfang." }, { gate: "never" }] : reply("Eine Antwort."),
  );
  await say("main", "Wie lange soll nach einem 429 gewartet werden?", "done");
  await say("main", "Und was steht in Retry-After?", "done");
  await pane("main").locator("article[data-role=user]").last().locator("[data-action=edit]").click();
  await expect(page.getByRole("form").getByRole("textbox")).toBeFocused();
  await look("rewind");
  await page.keyboard.type(" Mit Beispiel.");
  await page.keyboard.press("Enter");
  const compare = pane("main").getByRole("button", { name: "Vergleichen" });
  await expect(compare).toBeVisible();
  await look("hidden");
  await compare.click();
  await expect(pane("side").getByRole("article").last()).toContainText("Eine Antwort.");
  await look("compared");
  await page.keyboard.press("Control+j");
  await say("side", "Nebenbei: wie ewig?", "streaming");
  await look("sidecar");
  await pane("side").getByRole("button", { name: "Anhalten" }).click();
  await expect(pane("side").getByRole("article").last()).toHaveAttribute("data-state", "stopped");
  await look("sidecar-stopped");
  await pane("side").getByRole("button", { name: "Seitengespräch schließen" }).click();
  await say("main", "Schreib ewig weiter.", "streaming");
  await composer("main").fill("Danach noch ein Test, bitte, mit allen Fällen.");
  await composer("main").press("Enter");
  await expect(page.getByRole("list", { name: "Wartende Nachrichten" })).toBeVisible();
  await look("waiting");
  await page.keyboard.press("Escape");
  await expect(page.getByText("Pausiert, seit die Antwort angehalten wurde.").first()).toBeVisible();
  await look("paused");
  for (const [command, name] of [
    ["/family", "Familie"],
    ["/changes", "Verlauf der Änderungen"],
  ] as const) {
    await composer("main").fill(command);
    await composer("main").press("Enter");
    await expect(page.getByRole("dialog", { name })).toBeVisible();
    await look(command.slice(1));
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await composer("main").fill("/delete");
  await composer("main").press("Enter");
  await look("deleted");
  await page.getByRole("button", { name: "Papierkorb", exact: true }).click();
  await expect(page.getByRole("dialog").getByRole("listitem").first()).toBeVisible();
  await look("trash");
});
