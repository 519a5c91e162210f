// A sidecar beside the main thread (BR-4): asked by one key while an answer is written, quoted, kept, promoted, and there after a restart.
import type { Locator } from "@playwright/test";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { atRest } from "../fixtures/at-rest";
import { findings } from "../fixtures/axe";
import { Chat, expect, type OpenOptions, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { listen } from "../fixtures/listen";
import type { RecordedRequest } from "../fixtures/provider/recorded-request";
import { ending, reply } from "../fixtures/provider/script";
import { smallDisk } from "../fixtures/small-disk";
import { noteNotifications, passTime, resize } from "../fixtures/system";

test.use({ sharesApp: true });

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
  /** Resolves when the sidecar's session is at rest: until then Escape means what runs. */
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

test("sidecar: asked while the main thread runs; both are written and told, each is stopped by itself; its answer is quoted [BR-4a]", async ({
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
  const mainMessages = mainOf(chat).getByRole("article");
  await test.step("by one key; it knows what had settled, and is answered beside what runs", async () => {
    await chat.send("second");
    await expect(chat.answer).toContainText("Half");
    await chat.page.keyboard.press("Control+j");
    await expect(sidecar.composer).toBeFocused();
    await expect(sidecar.pane).toContainText("Knows the conversation up to First answer.");
    await expect(sidecar.messages).toHaveCount(0);
    await chat.page.keyboard.type("sidecar one");
    await chat.page.keyboard.press("Enter");
    await expect(sidecar.answers).toContainText("Beside:");
    await expect(mainMessages.last()).toHaveAttribute("data-state", "streaming");
    const heard = await listen(chat.page);
    provider.open("main");
    await expect(mainMessages.last()).toContainText("and whole.");
    await expect.poll(heard).toEqual(["Answer finished. Half and whole."]);
    await expect(sidecar.answers).toHaveAttribute("data-state", "streaming");
    provider.open("sidecar");
    await expect(sidecar.answers).toHaveAttribute("data-state", "done");
    await expect.poll(heard).toHaveLength(2);
    expect((await heard())[1]).toMatch(/^Sidecar: Answer finished\. Beside: yes\.\s+Indeed\.$/);
    const asked = provider.requests.filter(({ rawBody }) => rawBody.includes("sidecar one"));
    expect(asked.map(saidIn)).toEqual([["user: first", "assistant: First answer.", "user: sidecar one"]]);
    await expect(mainMessages).toHaveCount(4);
  });
  await test.step("its beginning comes on demand, and goes again", async () => {
    await sidecar.button("Show").click();
    await expect(sidecar.messages).toHaveCount(4);
    await sidecar.button("Hide").click();
    await expect(sidecar.messages).toHaveCount(2);
    expect(await findings(chat.page)).toEqual([]);
  });
  await test.step("quoted where one writes, and taken back", async () => {
    const quoted = "Look:\n\n> Beside: yes.\n> Indeed.\n\n end";
    await mainComposer(chat).fill("Look: end");
    await mainComposer(chat).evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(5, 5));
    await sidecar.button("Quote in main").click();
    await expect(mainComposer(chat)).toBeFocused();
    await expect(mainComposer(chat)).toHaveValue(quoted);
    await chat.page.keyboard.press("Control+z");
    await expect(mainComposer(chat)).toHaveValue("Look: end");
    await chat.page.keyboard.press("Control+Shift+z");
    await expect(mainComposer(chat)).toHaveValue(quoted);
  });
  await test.step("stopped by itself", async () => {
    await sidecar.ask("sidecar two");
    await expect(sidecar.answers.last()).toContainText("Never");
    await sidecar.button("Stop").click();
    await expect(sidecar.answers.last()).toHaveAttribute("data-state", "stopped");
  });
});

test("sidecar: closed it stays in a list and the picker never has it; killed in the midst of an answer it is open again, and goes on, by its own model [BR-4b, SV-6]", async ({
  open,
  provider,
}) => {
  provider.respond(({ rawBody }) =>
    rawBody.includes("Half")
      ? reply("and whole.")
      : rawBody.includes("and on")
        ? [{ text: "Half " }, { gate: "never" }]
        : reply("Settled."),
  );
  const settings = { models: [{ id: "big" }, { id: "other" }] };
  let chat = await open({ settings });
  let sidecar = new Sidecar(chat);
  await test.step("before a conversation there is none; one in which nothing was asked leaves nothing", async () => {
    // By then it is known that this session is a new one.
    await expect(chat.model).toContainText("big");
    await chat.page.keyboard.press("Control+j");
    await expect(chat.alert).toContainText("no conversation to ask about yet");
    await chat.send("first");
    await chat.settled();
    await chat.page.keyboard.press("Control+j");
    await expect(sidecar.composer).toBeFocused();
    await expect(sidecars(chat)).toHaveAccessibleName("Sidecars (1)");
    // An action that cannot be used yet does not stand out among those that can.
    await expect(sidecar.button("Quote in main")).toBeDisabled();
    await expect(sidecar.button("Quote in main")).toHaveCSS("border-top-color", "rgba(0, 0, 0, 0)");
    await chat.page.keyboard.press("Control+j");
    await expect(sidecar.pane).toHaveCount(0);
    await expect(mainComposer(chat)).toBeFocused();
    await expect(sidecars(chat)).toHaveCount(0);
  });
  const model = (pane: Locator) => pane.getByRole("combobox", { name: "Model" });
  await test.step("one in which something was asked stays, with its own model", async () => {
    await chat.page.keyboard.press("Control+j");
    await model(sidecar.pane).click();
    await chat.modelOptions.filter({ hasText: "other" }).click();
    // The list gives the focus back when it has gone.
    await expect(chat.modelOptions).toHaveCount(0);
    await sidecar.ask("by the way");
    await sidecar.settled();
    expect(provider.requests.at(-1)?.body.model).toBe("other");
    await expect(model(mainOf(chat))).toContainText("big");
    // The key leads to the main thread and back.
    await chat.page.keyboard.press("Control+j");
    await expect(mainComposer(chat)).toBeFocused();
    await chat.page.keyboard.press("Control+j");
    await expect(sidecar.composer).toBeFocused();
    await expect(chat.sessions).toHaveCount(1);
    await sidecar.button("Close sidecar").click();
    await expect(sidecar.pane).toHaveCount(0);
    await expect(mainComposer(chat)).toBeFocused();
    await sidecars(chat).click();
    expect(await findings(chat.page)).toEqual([]);
    await chat.button("by the way").click();
    await expect(sidecar.composer).toBeFocused();
    await expect(sidecar.answers).toContainText("Settled.");
  });
  await test.step("killed in the midst of an answer, and while one writes", async () => {
    await sidecar.ask("and on");
    await expect(sidecar.answers.last()).toContainText("Half");
    await sidecar.composer.fill("and then");
    // Elsewhere the draft is saved when the focus leaves.
    await mainComposer(chat).focus();
    await expect.poll(async () => draftsIn(chat)).toContain("and then");
    await chat.braid.kill();
    chat = await open({ settings });
    sidecar = new Sidecar(chat);
    await expect(sidecar.answers.last()).toContainText("Half");
    await expect(sidecar.answers.last()).toHaveAttribute("data-state", "interrupted");
    await expect(sidecar.composer).toHaveValue("and then");
    await expect(model(sidecar.pane)).toContainText("other");
    await expect(mainComposer(chat)).toBeFocused();
    await expect(mainOf(chat).getByRole("article")).toHaveCount(2);
    await sidecar.button("Continue").click();
    await expect(sidecar.answers.last()).toContainText("and whole.");
    await sidecar.button("Promote to branch").click();
    await expect(mainComposer(chat)).toHaveValue("and then");
    await expect(mainOf(chat).getByRole("article").last()).toContainText("and whole.");
  });
});

test("sidecar: put into the trash by its list, or with its session by another window, and back with all it had [BR-4, DB-10]", async ({
  open,
  provider,
}) => {
  provider.respond(({ rawBody }) =>
    rawBody.includes("slowly") ? [{ text: "Half " }, { gate: "never" }] : reply("Settled."),
  );
  const [chat, sidecar] = await talked(open);
  await test.step("by its list: the focus goes to the next, undone it stands there again", async () => {
    await chat.page.keyboard.press("Control+j");
    await sidecar.ask("by the way");
    await sidecar.settled();
    await sidecars(chat).click();
    await chat.button("New sidecar").click();
    await expect(sidecar.messages).toHaveCount(0);
    await sidecar.ask("and another");
    await sidecar.settled();
    const remove = (name: string) => chat.button(`Move “${name}” to the trash`).press("Enter");
    await sidecars(chat).click();
    await remove("by the way");
    await expect(chat.button("Move “and another” to the trash")).toBeFocused();
    await remove("and another");
    await expect(sidecar.pane).toHaveCount(0);
    await expect(sidecars(chat)).toHaveCount(0);
    await expect(mainComposer(chat)).toBeFocused();
    await expect(done(chat)).toContainText("Moved to the trash: \u2068and another\u2069");
    await done(chat).getByRole("button", { name: "Undo" }).click();
    await expect(sidecar.messages).toHaveText([/and another/, /Settled/]);
    await expect(chat.button("New sidecar")).toHaveCount(0);
  });
  await test.step("found in the trash by what was asked in it", async () => {
    await chat.button("Trash").click();
    const rows = chat.page.getByRole("list", { name: "Trash" }).getByRole("listitem");
    await expect(rows).toHaveText([/by the way.*Sidecar of \u2068first\u2069/]);
    const heard = await listen(chat.page);
    await rows.getByRole("button", { name: "Restore" }).click();
    const restored = "Restored: \u2068by the way\u2069, among the sidecars of \u2068first\u2069";
    await expect.poll(heard).toContain(restored);
    await chat.page.keyboard.press("Escape");
    await expect(chat.page.getByRole("dialog")).toHaveCount(0);
  });
  await test.step("with its session, in another window: both go, what runs is stopped, and Undo brings back all", async () => {
    await sidecar.ask("slowly");
    await expect(sidecar.answers.last()).toContainText("Half");
    await sidecar.composer.fill("and yet another th");
    const other = await chat.newWindow();
    await other.sessions.first().press("Delete");
    await expect(done(chat)).toContainText(/Moved to the trash, with its 2 sidecars: \u2068first\u2069/);
    await expect(sidecar.pane).toHaveCount(0);
    await expect(chat.title).toHaveText("New session");
    await expect(mainComposer(chat)).toHaveValue("");
    await expect.poll(() => provider.requests.at(-1)?.aborted).toBe(true);
    await done(chat).getByRole("button", { name: "Undo" }).click();
    await expect(chat.title).toHaveText("first");
    await expect(sidecar.answers.last()).toContainText("Half");
    await expect(sidecar.answers.last()).toHaveAttribute("data-state", "stopped");
    await expect(sidecar.composer).toHaveValue("and yet another th");
    await expect(mainComposer(chat)).toBeFocused();
  });
});

test("sidecar: asked from a message, promoted while it is answered, which a second window follows; closed by anybody it keeps what one writes there [BR-4, QU-2]", async ({
  open,
  provider,
}) => {
  provider.respond(({ rawBody }) =>
    rawBody.includes("by the way")
      ? [{ text: "Half " }, { gate: "on" }, ...reply("and whole.")]
      : reply("Settled."),
  );
  const [chat, sidecar] = await talked(open);
  const [session] = (await chat.call("session.list", { limit: 1 })).sessions;
  const session_id = session?.id as SessionId;
  /** Written, and closed in the same moment: by its button, or by another window. Nothing has left the box before. */
  const writtenAndClosed = async (box: Locator, text: string, elsewhere: boolean) => {
    await expect(box).toBeFocused();
    const opened = async () => (await chat.call("sidecar.list", { session_id })).at(-1)?.session.id;
    // One can write before main has made the sidecar; no other window can close it before.
    if (elsewhere) await expect.poll(opened).toBeDefined();
    const open = await opened();
    await box.evaluate(
      (box: HTMLTextAreaElement, [text, session_id]) => {
        box.select();
        document.execCommand("insertText", false, text);
        const { braid } = window as unknown as { braid: { call(name: string, input: object): unknown } };
        if (session_id !== undefined) braid.call("sidecar.close", { session_id });
        // As assistive technology presses a button: the focus stays where it is.
        else document.querySelector<HTMLElement>("[aria-label='Close sidecar']")?.click();
      },
      [text, elsewhere ? open : undefined] as const,
    );
    await expect(sidecar.pane).toHaveCount(0);
    await expect(chat.alert).toHaveCount(0);
  };
  const editor = sidecar.pane.getByRole("textbox", { name: "Text" });
  const editFirst = async () => {
    await sidecar.button("Show").click();
    await sidecar.button("Edit and resend").click();
    await expect(editor).toHaveValue("first");
  };
  await test.step("closed by another window while one writes: that is in the message of the main thread", async () => {
    await chat.page.keyboard.press("Control+j");
    await writtenAndClosed(sidecar.composer, "a word", true);
    await expect(mainComposer(chat)).toHaveValue("a word");
    await chat.page.keyboard.press("Control+j");
    await editFirst();
    await writtenAndClosed(editor, "asked otherwise", true);
    await expect(mainComposer(chat)).toHaveValue("a word\n\nasked otherwise");
    await expect(sidecars(chat)).toHaveCount(0);
  });
  await test.step("closed by its button while one writes in an editor: it keeps that, though nothing was said in it", async () => {
    await chat.page.keyboard.press("Control+j");
    await expect(sidecar.composer).toBeFocused();
    await editFirst();
    await writtenAndClosed(editor, "asked otherwise", false);
    await expect(sidecars(chat)).toHaveAccessibleName("Sidecars (1)");
    await sidecars(chat).click();
    await chat.button("Nothing asked yet").click();
    await expect(editor).toHaveValue("asked otherwise");
    await sidecar.button("Close sidecar").click();
    await expect(sidecar.pane).toHaveCount(0);
  });
  await test.step("asked from a message, promoted while it is answered; a second window follows", async () => {
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
});

test.describe("with main's clock and notifications changed", () => {
  test.use({ sharesApp: false });
  test("sidecar: where there is no room it lies over the main thread; closed while it is answered it goes on, and its end is told [BR-4]", async ({
    open,
    provider,
  }) => {
    provider.respond(({ rawBody }) =>
      rawBody.includes("slowly")
        ? [{ text: "At last." }, { gate: rawBody.includes("again") ? "later" : "late" }, ...ending()]
        : reply("Settled."),
    );
    const [chat, sidecar] = await talked(open);
    const notifications = await noteNotifications(chat.braid.app);
    /** The element is off the page, and main has heard that: main answers calls in their order. */
    const unseen = async () => {
      await expect(sidecar.pane).toHaveCount(0);
      await chat.call("session.list", { limit: 1 });
      // Closed it goes on, and that is seen.
      await expect(sidecars(chat)).toHaveAccessibleName("Sidecars (1), busy");
    };
    await test.step("it goes away without being closed", async () => {
      await resize(chat, 700, 900);
      const before = await atRest(() => mainComposer(chat).boundingBox());
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
      await chat.page.keyboard.press("Control+j");
    });
    await test.step("closed while it is answered: its button tells that it is, and that it was", async () => {
      await sidecar.ask("slowly");
      await expect(sidecar.answers.last()).toContainText("At last.");
      await sidecar.button("Close sidecar").click();
      await unseen();
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
    });
    await test.step("a press on the notification of a long answer shows it beside its session", async () => {
      // The answer before it may have taken long as well.
      const before = (await notifications.shown()).length;
      await sidecar.ask("slowly, again");
      await expect(sidecar.answers).toHaveCount(3);
      await expect(sidecar.answers.last()).toContainText("At last.");
      await passTime(chat.braid.app, 11_000);
      await sidecar.button("Close sidecar").click();
      await unseen();
      // Nobody sees it, although its session is in front.
      provider.open("later");
      await expect.poll(async () => (await notifications.shown()).length).toBe(before + 1);
      expect((await notifications.shown()).at(-1)).toMatchObject({ body: "At last." });
      await chat.page.keyboard.press("Control+N");
      await expect(chat.title).toHaveText("New session");
      await notifications.press();
      await expect(chat.title).toHaveText("first");
      await expect(sidecar.answers.last()).toContainText("At last.");
      await expect(sidecar.composer).toBeFocused();
    });
  });

  test("sidecar: with a full disk it says so, keeps what was written, and works again with space [BR-4, SV-7]", async ({
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
      // A draft that could not be saved either may say so a moment later.
      await expect(async () => {
        await chat.button("Dismiss").click({ timeout: 1000 });
        await expect(chat.alert).toHaveCount(0, { timeout: 1000 });
      }).toPass();
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
});
