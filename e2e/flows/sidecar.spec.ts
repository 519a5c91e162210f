// A sidecar beside the main thread (BR-4): asked by one key while an answer is written, quoted, kept, promoted, and there after a restart.
import type { Locator } from "@playwright/test";
import { findings } from "../fixtures/axe";
import { Chat, expect, type OpenOptions, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { listen } from "../fixtures/listen";
import type { RecordedRequest } from "../fixtures/provider/recorded-request";
import { ending, reply } from "../fixtures/provider/script";
import { smallDisk } from "../fixtures/small-disk";
import { noteNotifications, passTime, resize } from "../fixtures/system";

class Sidecar {
  readonly pane: Locator;
  constructor(readonly chat: Chat) {
    this.pane = chat.page.getByRole("complementary", { name: "Sidecar" });
  }
  get composer(): Locator {
    return this.pane.getByRole("textbox", { name: "Message" });
  }
  get answers(): Locator {
    return this.pane.getByRole("article", { name: /^Assistant said/ });
  }
  get messages(): Locator {
    return this.pane.getByRole("article");
  }
  button(name: string): Locator {
    return this.pane.getByRole("button", { name, exact: true });
  }
  /** Types and presses Enter; resolves when the composer is free again: until then an Enter sends nothing. */
  async ask(text: string): Promise<void> {
    await this.composer.fill(text);
    await this.composer.press("Enter");
    await expect(this.composer).toHaveValue("");
  }
  /** Its session is at rest: until then Escape means what runs. */
  async settled(): Promise<void> {
    await expect(this.answers.last()).toHaveAttribute("data-state", "done");
    await expect(this.pane.getByRole("status")).toHaveAttribute("data-state", "idle");
  }
}

/** A session in which one question was asked and answered. */
async function talked(
  open: (options?: OpenOptions) => Promise<Chat>,
  options?: OpenOptions,
): Promise<[Chat, Sidecar]> {
  const chat = await open(options);
  await chat.send("first");
  await chat.settled();
  return [chat, new Sidecar(chat)];
}

const draftsIn = ({ braid }: Chat) =>
  withDatabase(braid.dataDir, (db) => db.prepare("SELECT text_json FROM place_drafts").pluck().all().join());
const done = ({ page }: Chat) => page.getByRole("region", { name: "Just done" });
const mainOf = (chat: Chat) => chat.page.getByRole("main");
const mainComposer = (chat: Chat) => mainOf(chat).getByRole("textbox", { name: "Message" });
const sidecars = (chat: Chat) => chat.page.getByRole("button", { name: /^Sidecars/ });

/** Role and text of all that a request asks with. */
function saidIn({ body }: RecordedRequest): string[] {
  const { messages } = body as { messages: { role: string; content: unknown }[] };
  return messages
    .filter(({ role }) => role !== "system")
    .map(({ role, content }) => `${role}: ${typeof content === "string" ? content : textIn(content)}`);
}
const textIn = (content: unknown) => (content as { text?: string }[]).map(({ text = "" }) => text).join("");

test("[BR-4a] asked while the main thread runs, it knows what had settled; both are written, each is stopped by itself; its answer is quoted", async ({
  open,
  provider,
}) => {
  provider.respond(({ rawBody }) => {
    if (rawBody.includes("sidecar two")) return [{ text: "Never " }, { gate: "never" }];
    if (rawBody.includes("sidecar one"))
      return [{ text: "Beside: " }, { gate: "sidecar" }, { text: "yes.\nIndeed." }, ...ending()];
    if (rawBody.includes("second"))
      return [{ text: "Half " }, { gate: "main" }, { text: "and whole." }, ...ending()];
    return reply("First answer.");
  });
  const [chat, sidecar] = await talked(open);
  await chat.send("second");
  await expect(chat.answer).toContainText("Half");
  await chat.page.keyboard.press("Control+j");
  await expect(sidecar.composer).toBeFocused();
  await expect(sidecar.pane).toContainText("Knows the conversation up to First answer.");
  await expect(sidecar.messages).toHaveCount(0);
  await chat.page.keyboard.type("sidecar one");
  await chat.page.keyboard.press("Enter");
  await expect(sidecar.answers).toContainText("Beside:");
  await expect(mainOf(chat).getByRole("article").last()).toHaveAttribute("data-state", "streaming");
  provider.open("main");
  await expect(mainOf(chat).getByRole("article").last()).toContainText("and whole.");
  await expect(sidecar.answers).toHaveAttribute("data-state", "streaming");
  provider.open("sidecar");
  await expect(sidecar.answers).toHaveAttribute("data-state", "done");
  const asked = provider.requests.filter(({ rawBody }) => rawBody.includes("sidecar one"));
  expect(asked.map(saidIn)).toEqual([["user: first", "assistant: First answer.", "user: sidecar one"]]);
  await expect(mainOf(chat).getByRole("article")).toHaveCount(4);

  // Its beginning on demand, and away again.
  await sidecar.button("Show").click();
  await expect(sidecar.messages).toHaveCount(4);
  await sidecar.button("Hide").click();
  await expect(sidecar.messages).toHaveCount(2);
  expect(await findings(chat.page)).toEqual([]);

  await mainComposer(chat).fill("Look: end");
  await mainComposer(chat).evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(5, 5));
  await sidecar.button("Quote in main").click();
  await expect(mainComposer(chat)).toBeFocused();
  await expect(mainComposer(chat)).toHaveValue("Look:\n\n> Beside: yes.\n> Indeed.\n\n end");
  await chat.page.keyboard.press("Control+z");
  await expect(mainComposer(chat)).toHaveValue("Look: end");
  await chat.page.keyboard.press("Control+Shift+z");
  await expect(mainComposer(chat)).toHaveValue("Look:\n\n> Beside: yes.\n> Indeed.\n\n end");

  await sidecar.ask("sidecar two");
  await expect(sidecar.answers.last()).toContainText("Never");
  await sidecar.button("Stop").click();
  await expect(sidecar.answers.last()).toHaveAttribute("data-state", "stopped");
});

test("[BR-4b] closed it stays in a list, opened again after a restart, and goes to the trash; the picker never has it", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Settled."));
  let chat = await open();
  let sidecar = new Sidecar(chat);
  // By then it is known that this session is a new one.
  await expect(chat.model).toContainText("big");
  await chat.page.keyboard.press("Control+j");
  await expect(chat.alert).toContainText("no conversation yet");
  await chat.send("first");
  await chat.settled();
  // One in which nothing was asked leaves nothing.
  await chat.page.keyboard.press("Control+j");
  await expect(sidecar.composer).toBeFocused();
  await expect(sidecars(chat)).toHaveAccessibleName("Sidecars (1)");
  // What cannot be done yet does not stand out among what can.
  await expect(sidecar.button("Quote in main")).toBeDisabled();
  await expect(sidecar.button("Quote in main")).toHaveCSS("border-top-color", "rgba(0, 0, 0, 0)");
  await chat.page.keyboard.press("Control+j");
  await expect(sidecar.pane).toHaveCount(0);
  await expect(mainComposer(chat)).toBeFocused();
  await expect(sidecars(chat)).toHaveCount(0);

  await chat.page.keyboard.press("Control+j");
  await sidecar.ask("by the way");
  await expect(sidecar.answers).toHaveAttribute("data-state", "done");
  await chat.page.keyboard.press("Control+j");
  await expect(mainComposer(chat)).toBeFocused();
  await chat.page.keyboard.press("Control+j");
  await expect(sidecar.composer).toBeFocused();
  await expect(chat.sessions).toHaveCount(1);
  await chat.braid.close();

  chat = await open();
  sidecar = new Sidecar(chat);
  await expect(sidecar.answers).toContainText("Settled.");
  await expect(mainComposer(chat)).toBeFocused();
  await sidecar.button("Close sidecar").click();
  await expect(sidecar.pane).toHaveCount(0);
  await expect(mainComposer(chat)).toBeFocused();
  await sidecars(chat).click();
  await chat.button("by the way").click();
  await expect(sidecar.composer).toBeFocused();
  await expect(sidecar.answers).toContainText("Settled.");
  await sidecars(chat).click();
  expect(await findings(chat.page)).toEqual([]);
  await chat.button("Move “by the way” to the trash").click();
  await expect(sidecar.pane).toHaveCount(0);
  await expect(sidecars(chat)).toHaveCount(0);
  await expect(chat.sessions).toHaveCount(1);
});

test("[BR-4] the same key in the moment in which it opens takes it away again, and leaves nothing; one in which something was said stays", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Settled."));
  const [chat, sidecar] = await talked(open);
  const { page } = chat;
  /** The key once more as soon as the sidecar has the focus, before its messages are here. Resolves when that was pressed. */
  const twice = async () => {
    await page.evaluate(() => {
      const pressed = new Promise<void>((resolve) => {
        const again = ({ target }: FocusEvent) => {
          if (!(target instanceof Element) || !target.matches("#side-panel [data-composer]")) return;
          document.removeEventListener("focusin", again);
          target.dispatchEvent(new KeyboardEvent("keydown", { code: "KeyJ", ctrlKey: true, bubbles: true }));
          resolve();
        };
        document.addEventListener("focusin", again);
      });
      Object.assign(globalThis, { pressed });
    });
    await page.keyboard.press("Control+j");
    await page.evaluate(() => (globalThis as unknown as { pressed: Promise<void> }).pressed);
  };
  await twice();
  await expect(sidecar.pane).toHaveCount(0);
  await expect(mainComposer(chat)).toBeFocused();
  await expect(sidecars(chat)).toHaveCount(0);

  await page.keyboard.press("Control+j");
  await sidecar.ask("by the way");
  await expect(sidecar.answers).toHaveAttribute("data-state", "done");
  await page.keyboard.press("Control+j");
  await expect(mainComposer(chat)).toBeFocused();
  await twice();
  await expect(mainComposer(chat)).toBeFocused();
  await expect(sidecar.answers).toContainText("Settled.");
  await expect(sidecars(chat)).toHaveAccessibleName("Sidecars (1)");
});

test("[BR-4] [DB-10] put into the trash from its list it leaves the focus to the next, is undone there, and is found by what was asked in it", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Settled."));
  const [chat, sidecar] = await talked(open);
  for (const text of ["by the way", "and another"]) {
    if (text === "by the way") await chat.page.keyboard.press("Control+j");
    else {
      await sidecars(chat).click();
      await chat.button("New sidecar").click();
      await expect(sidecar.messages).toHaveCount(0);
    }
    await sidecar.ask(text);
    await expect(sidecar.answers).toHaveAttribute("data-state", "done");
  }
  const remove = (name: string) => chat.button(`Move “${name}” to the trash`).press("Enter");
  await sidecars(chat).click();
  await remove("by the way");
  await expect(chat.button("Move “and another” to the trash")).toBeFocused();
  await remove("and another");
  await expect(sidecar.pane).toHaveCount(0);
  await expect(mainComposer(chat)).toBeFocused();
  await expect(done(chat)).toContainText("Moved to the trash: \u2068and another\u2069");
  await done(chat).getByRole("button", { name: "Undo" }).click();
  await expect(sidecar.messages).toHaveText([/and another/, /Settled/]);
  await expect(chat.button("New sidecar")).toHaveCount(0);

  await chat.button("Trash").click();
  const rows = chat.page.getByRole("list", { name: "Trash" }).getByRole("listitem");
  await expect(rows).toHaveText([/by the way.*Sidecar of \u2068first\u2069/]);
  const heard = await listen(chat.page);
  await rows.getByRole("button", { name: "Restore" }).click();
  await expect
    .poll(heard)
    .toContain("Restored: \u2068by the way\u2069, among the sidecars of \u2068first\u2069");
});

test("[BR-4] asked from a message, it is promoted while it is answered, to a branch that is shown in the main thread; a second window follows", async ({
  open,
  provider,
}) => {
  provider.respond(({ rawBody }) =>
    rawBody.includes("by the way")
      ? [{ text: "Half " }, { gate: "on" }, ...reply("and whole.")]
      : reply("Settled."),
  );
  const [chat, sidecar] = await talked(open);
  const other = await chat.newWindow();
  const beside = new Sidecar(other);
  await other.sessions.first().click();
  await expect(mainOf(other).getByRole("article")).toHaveCount(2);
  await chat.page.bringToFront();
  await chat.answer.getByRole("button", { name: "Ask aside" }).click();
  await expect(sidecar.composer).toBeFocused();
  await expect(beside.pane).toBeVisible();
  await expect(beside.composer).not.toBeFocused();
  await sidecar.ask("by the way");
  await expect(beside.answers).toContainText("Half");
  await sidecar.button("Promote to branch").click();
  await expect(sidecar.pane).toHaveCount(0);
  await expect(beside.pane).toHaveCount(0);
  await expect(chat.sessions).toHaveCount(2);
  await expect(mainOf(chat).getByRole("article")).toHaveCount(4);
  await expect(mainComposer(chat)).toBeFocused();
  await expect(chat.answer).toHaveAttribute("data-state", "streaming");
  provider.open("on");
  await expect(chat.answer).toContainText("Half and whole.");
  await chat.settled();
  await expect(mainOf(other).getByRole("article")).toHaveCount(2);
});

test("[BR-4] [QU-2] closed in the moment in which one writes in an editor there, a sidecar in which nothing was said keeps it", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Settled."));
  const [chat, sidecar] = await talked(open);
  await chat.page.keyboard.press("Control+j");
  await sidecar.button("Show").click();
  await sidecar.button("Edit and resend").click();
  const editor = sidecar.pane.getByRole("textbox", { name: "Text" });
  await expect(editor).toHaveValue("first");
  await expect(editor).toBeFocused();
  // As assistive technology presses a button: the focus stays where it is, and nothing is left by it.
  await editor.evaluate((box: HTMLTextAreaElement) => {
    box.select();
    document.execCommand("insertText", false, "asked otherwise");
    box.ownerDocument.querySelector<HTMLElement>("[aria-label='Close sidecar']")?.click();
  });
  await expect(sidecar.pane).toHaveCount(0);
  await expect(sidecars(chat)).toHaveAccessibleName("Sidecars (1)");
  await expect(chat.alert).toHaveCount(0);
  await sidecars(chat).click();
  await chat.button("Nothing asked yet").click();
  await expect(editor).toHaveValue("asked otherwise");
});

test("[BR-4] [QU-2] closed by another window in the moment in which one writes there, what was written is in the message of the main thread", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Settled."));
  const [chat, sidecar] = await talked(open);
  const [session] = (await chat.call("session.list", { limit: 1 })).sessions;
  const closed = async (box: Locator, text: string) => {
    await expect(box).toBeFocused();
    const [listed] = session === undefined ? [] : await chat.call("sidecar.list", { session_id: session.id });
    await box.evaluate(
      (box: HTMLTextAreaElement, [text, session_id]) => {
        box.select();
        document.execCommand("insertText", false, text);
        const { braid } = window as unknown as { braid: { call(name: string, input: object): unknown } };
        braid.call("sidecar.close", { session_id });
      },
      [text, listed?.session.id] as const,
    );
    await expect(sidecar.pane).toHaveCount(0);
  };
  await chat.page.keyboard.press("Control+j");
  await closed(sidecar.composer, "a word");
  await expect(mainComposer(chat)).toHaveValue("a word");

  await chat.page.keyboard.press("Control+j");
  await sidecar.button("Show").click();
  await sidecar.button("Edit and resend").click();
  await closed(sidecar.pane.getByRole("textbox", { name: "Text" }), "asked otherwise");
  await expect(mainComposer(chat)).toHaveValue("a word\n\nasked otherwise");
  await expect(chat.alert).toHaveCount(0);
  await expect(sidecars(chat)).toHaveCount(0);
});

test("where there is no room it lies over the main thread, and goes away without being closed", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Settled."));
  const [chat, sidecar] = await talked(open);
  await resize(chat, 700, 900);
  const before = await mainComposer(chat).boundingBox();
  await chat.page.keyboard.press("Control+j");
  await expect(sidecar.composer).toBeFocused();
  expect(await mainComposer(chat).boundingBox()).toEqual(before);
  await sidecar.ask("by the way");
  await sidecar.settled();
  await chat.page.keyboard.press("Escape");
  await expect(sidecar.pane).toBeHidden();
  await expect(mainComposer(chat)).toBeFocused();
  await chat.page.keyboard.press("Control+j");
  await expect(sidecar.composer).toBeFocused();
  await sidecar.button("Quote in main").click();
  await expect(sidecar.pane).toBeHidden();
  await expect(mainComposer(chat)).toHaveValue("> Settled.\n\n");
});

test("[BR-4] its model is its own; its answer and the main one are announced once each, also while it is covered", async ({
  open,
  provider,
}) => {
  provider.respond(({ rawBody }) => {
    if (rawBody.includes("sidecar one")) return [{ text: "Beside." }, { gate: "sidecar" }, ...ending()];
    if (rawBody.includes("second")) return [{ text: "In main." }, { gate: "main" }, ...ending()];
    return reply("Settled.");
  });
  const [chat, sidecar] = await talked(open, { settings: { models: [{ id: "big" }, { id: "other" }] } });
  await resize(chat, 700, 900);
  const [main, own] = [mainOf(chat), sidecar.pane].map((pane) =>
    pane.getByRole("combobox", { name: "Model" }),
  );
  await chat.page.keyboard.press("Control+j");
  await own?.click();
  await chat.modelOptions.filter({ hasText: "other" }).click();
  // The list gives the focus back when it has gone.
  await expect(chat.modelOptions).toHaveCount(0);
  await expect(own ?? chat.model).toContainText("other");
  await sidecar.ask("sidecar one");
  await expect(sidecar.answers).toContainText("Beside.");
  await chat.page.keyboard.press("Control+j");
  await expect(sidecar.pane).toBeHidden();
  await expect(main ?? chat.model).toContainText("big");
  await chat.send("second");
  await expect(chat.answer).toContainText("In main.");
  const heard = await listen(chat.page);
  provider.open("sidecar");
  await expect.poll(heard).toEqual(["Sidecar: Answer finished. Beside."]);
  provider.open("main");
  await chat.settled();
  await expect.poll(heard).toEqual(["Sidecar: Answer finished. Beside.", "Answer finished. In main."]);
  await chat.page.keyboard.press("Control+j");
  await expect(own ?? chat.model).toContainText("other");
  const modelOf = (words: string) =>
    provider.requests.findLast(({ rawBody }) => rawBody.includes(words))?.body.model;
  expect([modelOf("sidecar one"), modelOf("second")]).toEqual(["other", "big"]);
});

test("[BR-4] [DB-10] its session is deleted in another window: both go, what runs is stopped, and Undo brings all of it back", async ({
  open,
  provider,
}) => {
  provider.respond(({ rawBody }) =>
    rawBody.includes("by the way") ? [{ text: "Half " }, { gate: "never" }] : reply("Settled."),
  );
  const [chat, sidecar] = await talked(open);
  await chat.page.keyboard.press("Control+j");
  await sidecar.ask("by the way");
  await expect(sidecar.answers).toContainText("Half");
  await sidecar.composer.fill("and another th");
  const other = await chat.newWindow();
  await other.sessions.first().focus();
  await other.page.keyboard.press("Delete");
  await expect(done(chat)).toContainText("Moved to the trash, with its sidecar: \u2068first\u2069");
  await expect(sidecar.pane).toHaveCount(0);
  await expect(chat.title).toHaveText("New session");
  await expect(mainComposer(chat)).toHaveValue("");
  await expect.poll(() => provider.requests.at(-1)?.aborted).toBe(true);
  await done(chat).getByRole("button", { name: "Undo" }).click();
  await expect(chat.title).toHaveText("first");
  await expect(sidecar.answers).toContainText("Half");
  await expect(sidecar.answers).toHaveAttribute("data-state", "stopped");
  await expect(sidecar.composer).toHaveValue("and another th");
  await expect(mainComposer(chat)).toBeFocused();
});

test("[BR-4] [SV-7] with a full disk it says so, keeps what was written, and works again with space", async ({
  launch,
  provider,
  dataDir,
}) => {
  const disk = await smallDisk(dataDir, 24 * 1024 * 1024, provider.baseUrl);
  provider.respond(() => reply("Settled."));
  const { executablePath } = disk;
  const braid = await launch({ executablePath, dataDir: disk.dataDir, env: { SCRIPTED_KEY: "sk" } });
  const [chat, sidecar] = await talked(async () => new Chat(braid.window, braid));
  const isFull = async () => {
    await expect(chat.alert).toContainText("There is no space left on the disk");
    await chat.button("Dismiss").click();
    await expect(chat.alert).toHaveCount(0);
  };
  await expect.poll(() => disk.logBytes(braid.pid)).toBe(0);
  disk.fill(braid.pid);
  await chat.page.keyboard.press("Control+j");
  await isFull();
  await expect(sidecar.pane).toHaveCount(0);
  await disk.free(braid.pid);
  await chat.page.keyboard.press("Control+j");
  await expect(sidecar.composer).toBeFocused();

  disk.fill(braid.pid);
  await sidecar.composer.fill("by the way");
  await sidecar.composer.press("Enter");
  await isFull();
  await expect(sidecar.composer).toHaveValue("by the way");
  for (const name of ["Promote to branch", "Close sidecar"]) {
    await sidecar.button(name).click();
    await isFull();
  }
  await expect(sidecar.composer).toHaveValue("by the way");
  await disk.free(braid.pid);
  await sidecar.composer.press("Enter");
  await expect(sidecar.answers).toHaveAttribute("data-state", "done");
  await expect(sidecar.composer).toHaveValue("");
});

test("[BR-4] closed while it is answered it goes on, which its button tells; a long answer that ends unseen is told; a press shows it beside its session, also where it has to cover that", async ({
  open,
  provider,
}) => {
  provider.respond(({ rawBody }) =>
    rawBody.includes("by the way")
      ? [{ text: "At last." }, { gate: rawBody.includes("again") ? "later" : "late" }, ...ending()]
      : reply("Settled."),
  );
  const [chat, sidecar] = await talked(open);
  const notifications = await noteNotifications(chat.braid.app);
  /** It is off the page, and main has heard that: it answers what it is asked after. */
  const unseen = async () => {
    await expect(sidecar.pane).toHaveCount(0);
    await chat.call("session.list", { limit: 1 });
  };
  await resize(chat, 700, 900);
  await chat.page.keyboard.press("Control+j");
  await sidecar.ask("by the way");
  await expect(sidecar.answers).toContainText("At last.");
  await sidecar.button("Close sidecar").click();
  await unseen();
  // Closed it goes on, and that is seen.
  await expect(sidecars(chat)).toHaveAccessibleName("Sidecars (1), busy");
  const heard = await listen(chat.page);
  provider.open("late");
  await expect(sidecars(chat)).toHaveAccessibleName("Sidecars (1), unread");
  await expect.poll(heard).toEqual(["New in a sidecar: \u2068by the way\u2069"]);
  await sidecars(chat).click();
  await expect(chat.button("by the way")).toHaveAccessibleDescription("unread");
  expect(await findings(chat.page)).toEqual([]);
  await chat.button("by the way").click();
  await expect(sidecar.composer).toBeFocused();
  await expect(sidecars(chat)).toHaveAccessibleName("Sidecars (1)");

  await sidecar.ask("by the way, again");
  await expect(sidecar.answers).toHaveCount(2);
  await expect(sidecar.answers.last()).toContainText("At last.");
  await passTime(chat.braid.app, 11_000);
  await sidecar.button("Close sidecar").click();
  await unseen();
  await expect(sidecars(chat)).toHaveAccessibleName("Sidecars (1), busy");
  // Nobody sees it, although its session is in front.
  provider.open("later");
  await expect.poll(notifications.shown).toMatchObject([{ body: "At last." }]);
  await chat.page.keyboard.press("Control+N");
  await expect(chat.title).toHaveText("New session");
  await notifications.press();
  await expect(chat.title).toHaveText("first");
  await expect(sidecar.answers.last()).toContainText("At last.");
  await expect(sidecar.composer).toBeFocused();
});

test("[BR-4] [SV-6] killed in the midst of its answer it is open again, with what it had and what was being written, and goes on", async ({
  open,
  provider,
}) => {
  provider.respond(({ rawBody }) =>
    rawBody.includes("Half")
      ? reply("and whole.")
      : rawBody.includes("by the way")
        ? [{ text: "Half " }, { gate: "never" }]
        : reply("Settled."),
  );
  let [chat, sidecar] = await talked(open);
  await chat.page.keyboard.press("Control+j");
  await sidecar.ask("by the way");
  await expect(sidecar.answers).toContainText("Half");
  await sidecar.composer.fill("and then");
  // Elsewhere the draft is saved when the focus leaves.
  await mainComposer(chat).focus();
  await expect.poll(async () => draftsIn(chat)).toContain("and then");
  await chat.braid.kill();
  chat = await open();
  sidecar = new Sidecar(chat);
  await expect(sidecar.answers).toContainText("Half");
  await expect(sidecar.answers).toHaveAttribute("data-state", "interrupted");
  await expect(sidecar.composer).toHaveValue("and then");
  await expect(mainOf(chat).getByRole("article")).toHaveCount(2);
  await sidecar.button("Continue").click();
  await expect(sidecar.answers.last()).toContainText("and whole.");
  await expect(sidecar.composer).toHaveValue("and then");
  await sidecar.button("Promote to branch").click();
  await expect(mainComposer(chat)).toHaveValue("and then");
  await expect(mainOf(chat).getByRole("article").last()).toContainText("and whole.");
});
