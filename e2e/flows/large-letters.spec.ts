// The largest letters, the narrowest window, the longest words, which are German: nothing is cut off, covered or pushed out, and no English
// word is left where a German one is meant.
import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { misplacedIn } from "../fixtures/misplaced";
import { ending, refusal, reply } from "../fixtures/provider/script";
import { resize, workIn } from "../fixtures/system";

type Words = { [key: string]: string | Words };
const LOCALES = join(import.meta.dirname, "../../resources/locales");
const texts = (words: Words): string[] =>
  Object.values(words).flatMap((value) => (typeof value === "string" ? [value] : texts(value)));
const saidIn = (language: string) =>
  readdirSync(join(LOCALES, language)).flatMap((file) =>
    texts(JSON.parse(readFileSync(join(LOCALES, language, file), "utf8"))),
  );
const inGerman = new Set(saidIn("de"));
/** Words that only an English window shows. A language is called by its own name in both. */
const english = new Set(saidIn("en").filter((text) => !inGerman.has(text)));

/** All that is written in the page, and what only a screen reader or a tooltip says. */
const allWords = (page: Page) =>
  page.evaluate(() => {
    const attributes = ["aria-label", "aria-description", "title", "placeholder", "alt"];
    return [...document.querySelectorAll("body *")].flatMap((element) => [
      ...attributes.map((name) => element.getAttribute(name) ?? ""),
      ...[...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent?.trim() ?? ""),
    ]);
  });
const leftInEnglish = async (page: Page) => (await allWords(page)).filter((text) => english.has(text));

/** Resolves when the page has letters of this size, in px. */
async function setLetters(chat: Chat, value: number): Promise<void> {
  await chat.call("settings.change", { path: "appearance.font_size", value });
  await expect(chat.page.locator("html")).toHaveCSS("--size-body", `${value}px`);
}

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

/** Nothing is cut off and nothing goes beyond the window. */
async function looksWhole(page: Page, name: string): Promise<void> {
  await expect.poll(() => page.evaluate(cutOff), name).toEqual([]);
  await expect.poll(() => page.evaluate(tooWide), name).toEqual([]);
}

/** Opens the settings, and looks at each of their pages. */
async function eachSetting(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  await page.keyboard.press("Control+,");
  const settings = page.getByRole("dialog", { name: "Einstellungen", exact: true });
  await expect(settings.getByRole("tab")).toHaveCount(10);
  for (const tab of await settings.getByRole("tab").all()) {
    await tab.click();
    await expect(settings.getByRole("tabpanel")).not.toBeEmpty();
    await look(await tab.innerText());
  }
  await expect(page.getByRole("button", { name: "Schließen", exact: true })).toBeInViewport({ ratio: 1 });
}

async function leave(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

test("in German, in large letters and a narrow window, and at 200 % zoom: every page shows its controls whole and has no English word, the guide and the handbook neither", async ({
  open,
  dataDir,
}) => {
  await writeFile(join(dataDir, "settings.json"), '{"appearance": {"font_size": 24, "language": "de"}}');
  const env = { BRAID_LOCAL_PORTS: "1,1,1", BRAID_GUIDE_WORDS_PER_SECOND: "2000" };
  const chat = await open({ settings: "none", env });
  const { page } = chat;
  await resize(chat, 480, 700);
  const german = async (where: string) => expect(await leftInEnglish(page), where).toEqual([]);
  const look = async (name: string) => {
    await looksWhole(page, name);
    await german(name);
  };
  const composer = page.getByRole("textbox", { name: "Nachricht", exact: true });
  await test.step("the first run", async () => {
    await expect(composer).toBeFocused();
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(page.getByRole("log", { name: "Unterhaltung" })).toBeVisible();
    await expect(page.getByRole("combobox", { name: "Modell" })).toHaveText("Leitfaden (eingebaut, offline)");
    const ways = page.getByRole("region", { name: "Ein Modell verbinden" });
    await expect(ways).toContainText("Kein Server gefunden");
    await look("first run");
    await ways.getByRole("button", { name: "Anthropic" }).click();
    await expect(ways.getByRole("form", { name: "Anthropic hinzufügen" })).toBeVisible();
    await look("a form in it");
  });
  await test.step("the guide's answer, and the handbook that it leads to", async () => {
    await composer.fill("Wie benenne ich eine Sitzung um?");
    await composer.press("Enter");
    const answer = page.getByRole("article", { name: /^Antwort/ }).last();
    await expect(answer).toHaveAttribute("data-state", "done");
    await expect(answer).toContainText("Das steht im Handbuch unter Sitzungen");
    await expect(answer.getByRole("heading", { name: "Eine Sitzung umbenennen" })).toBeVisible();
    await look("conversation");
    const handbook = page.getByRole("dialog", { name: "Handbuch", exact: true });
    await answer.getByRole("button", { name: "Sitzungen › Titel, die Braid macht" }).click();
    await expect(handbook.getByRole("heading", { name: "Titel, die Braid macht" })).toBeInViewport();
    await handbook.getByRole("searchbox", { name: "Handbuch durchsuchen" }).fill("papierkorb leeren");
    await look("handbook");
    await handbook.getByRole("button", { name: "Sitzungen › Eine Sitzung löschen: der Papierkorb" }).click();
    await expect(handbook.getByRole("heading", { name: /der Papierkorb/ })).toBeInViewport();
    await page.keyboard.press("Escape");
    await leave(page);
  });
  await test.step("words found in it, the palette, and the keys", async () => {
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
    const palette = page.getByRole("dialog", { name: "Suchen oder ausführen" });
    await expect(palette.getByRole("option", { name: /Neues Fenster/ })).toBeVisible();
    await look("go-to");
    await page.keyboard.press("Control+/");
    await expect(page.getByRole("dialog", { name: "Tastenkürzel" })).toContainText("Strg+Bild ab");
    await look("keys");
    await leave(page);
  });
  await test.step("the settings, whose words have room", async () => {
    await eachSetting(page, look);
    await page.getByRole("tab").first().click();
    const panel = page.getByRole("tabpanel");
    const words = panel.getByText("Sprache", { exact: true }).locator("..");
    const share = async () =>
      ((await words.boundingBox())?.width ?? 0) / ((await panel.boundingBox())?.width ?? 1);
    await expect.poll(share, "the words of a setting have room").toBeGreaterThan(0.75);
    await leave(page);
  });
  await test.step("200 % zoom, in which axe finds nothing either", async () => {
    await setLetters(chat, 13.5);
    await chat.braid.app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.setContentSize(1280, 800);
      window?.webContents.setZoomFactor(2);
    });
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(640);
    await looksWhole(page, "zoomed");
    await expect(composer).toBeInViewport({ ratio: 1 });
    await eachSetting(page, async (name) => {
      await looksWhole(page, name);
      expect(await findings(page), name).toEqual([]);
    });
  });
});

test("in German the bar of a session holds the longest count and each state, however wide and large: the words of a state can be read and no control is pushed out [TK-3, ST-1]", async ({
  open,
  provider,
}) => {
  const chat = await open({ settings: { run: { max_retries: 3, max_retry_wait_ms: 600_000 } } });
  const { page } = chat;
  await workIn(chat, import.meta.dirname);
  await chat.call("settings.change", { path: "appearance.language", value: "de" });
  const composer = page.getByRole("main").locator("[data-composer]");
  const bar = page.locator(".session-bar");
  const meter = page.getByRole("meter", { name: "Genutzter Kontext" });
  const say = async (text: string) => {
    await composer.fill(text);
    await composer.press("Enter");
    await expect(composer).toHaveValue("");
  };
  const holds = async (state: string, words: string) => {
    await expect(bar.getByRole("status")).toHaveAttribute("data-state", state);
    // A draft makes the count an estimate, and the sign of an estimate makes it longest.
    await composer.fill("Viele Worte eines Entwurfs. ".repeat(2));
    for (const font_size of [13.5, 24]) {
      await setLetters(chat, font_size);
      for (const width of [480, 600, 900]) {
        await resize(chat, width, 700);
        const where = `${state}, letters of ${font_size} px, ${width} px wide`;
        for (const row of [bar, bar.locator(".session-place")])
          await expect.poll(() => misplacedIn(row), where).toEqual([]);
        expect(await meter.innerText(), where).toMatch(/^~\d+k/);
        await expect(bar.locator(".status"), where).toContainText(words);
        const letters = ((await bar.locator(".status").boundingBox())?.width ?? 0) / font_size;
        // A window at rest shows no words.
        if (state !== "idle") expect(letters, where).toBeGreaterThan(3);
      }
    }
  };
  const stop = async () => {
    await page.keyboard.press("Escape");
    await expect(bar.getByRole("status")).toHaveAttribute("data-state", "idle");
  };
  const usage = { input: 100_000, output: 24_000 };
  await test.step("while it answers, and at rest", async () => {
    provider.enqueue([{ text: "Ein Anfang." }, ...ending("stop", usage)]);
    await say("Wie lange soll nach einem 429 gewartet werden?");
    await expect(meter).toHaveText("124k von 200k Token");
    provider.enqueue(reply("Nebenbei."));
    await page.keyboard.press("Control+j");
    const side = page.locator("[data-thread=side]");
    await side.locator("[data-composer]").fill("Nebenbei?");
    await page.keyboard.press("Enter");
    await expect(side.getByRole("article").last()).toHaveAttribute("data-state", "done");
    await page.getByRole("button", { name: "Seitengespräch schließen" }).click();
    await expect(bar.locator(".sidecars-button")).toHaveText("1");
    provider.enqueue([{ text: "Ein Anfang." }, { gate: "end" }, ...ending("stop", usage)]);
    await say("Und dann?");
    await holds("busy", "arbeitet");
    provider.open("end");
    await holds("idle", "bereit");
  });
  await test.step("while it waits for its user", async () => {
    const tool = { id: "call_write", name: "write", input: { path: "a", content: "b" } };
    provider.enqueue([{ tool }, ...ending("tool_calls", usage)]);
    await say("Schreib es auf.");
    await holds("waiting", "wartet auf eine Antwort");
    await stop();
  });
  await test.step("while it waits for a provider, and when that failed", async () => {
    provider.enqueue(refusal(429, { "retry-after": "300" }), refusal(401));
    await say("Und jetzt?");
    await holds("retrying", "versucht es erneut");
    await stop();
    await say("Und danach?");
    await holds("error", "Fehler");
  });
});

test.describe("with a model", () => {
  test.use({ sharesApp: true });
  test("in large letters and German, going back, sidecars, branches and what waits show their controls whole, wide and narrow; what failed is in the window's language", async ({
    open,
    provider,
    dataDir,
  }) => {
    const chat = await open();
    const { page } = chat;
    await chat.call("settings.change", { path: "appearance.language", value: "de" });
    await setLetters(chat, 24);
    const look = async (name: string) => {
      for (const [width, height] of [
        [480, 700],
        [1280, 800],
      ] as const) {
        await resize(chat, width, height);
        await looksWhole(page, `${name}, ${width} px wide`);
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
    await say(
      "main",
      `Wie lange soll nach einem 429 gewartet werden? ${"ununterbrochen".repeat(20)}`,
      "done",
    );
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
    await resize(chat, 480, 700);
    const ends = await page
      .locator(".session-bar > *")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    expect(Math.max(...ends), "not at the edge").toBeLessThanOrEqual(472);
    await resize(chat, 1280, 800);
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
    await test.step("what failed is told in the language of the window, and is stored in none", async () => {
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      provider.respond(() => [{ status: 401, message: "no such key" }]);
      await page.keyboard.press("Control+n");
      await say("main", "Hallo?", "error");
      await expect(chat.alert).toContainText(
        "Der Anbieter hat den Schlüssel nicht angenommen (401): no such key",
      );
      await chat.call("settings.change", { path: "appearance.language", value: "en" });
      await expect(chat.alert).toContainText("The provider did not accept the key (401): no such key");
      const ofError =
        "SELECT metadata_json->>'$.error' FROM chat_messages WHERE metadata_json->>'$.error' > ''";
      const stored = withDatabase(dataDir, (db) => db.prepare<[], string>(ofError).pluck().get());
      expect(JSON.parse(stored ?? "{}")).toEqual({
        code: "PROVIDER_AUTH",
        message: {
          key: "provider.answered.with-reason",
          params: { what: { key: "provider.key.message" }, status: "401", said: "no such key" },
        },
        hint: { key: "provider.key.hint" },
        mend: "key",
      });
    });
  });
});
