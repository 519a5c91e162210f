// A disk without space: what was there stays, what is written stays where it is written, it is told there, and works again with space.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { Chat, test as chatting, expect } from "../fixtures/chat";
import { storedTexts } from "../fixtures/drafts";
import type { ScriptedProvider } from "../fixtures/provider/provider";
import { reply } from "../fixtures/provider/script";
import { sessionsNamed } from "../fixtures/sessions";
import { type SmallDisk, smallDisk } from "../fixtures/small-disk";
import { begun, holdAnswers, queue, waiting, within } from "../fixtures/waiting";

interface OnSmallDisk {
  chat: Chat;
  fill: () => void;
  free: () => Promise<void>;
  /** The store has put in order what was said, so that nothing of it comes free later. */
  tidy: () => Promise<void>;
  fileOf: (name: string) => string;
}

const test = chatting.extend<{ onSmallDisk: OnSmallDisk }>({
  onSmallDisk: async ({ launch, provider, dataDir }, use) => {
    const disk: SmallDisk = await smallDisk(dataDir, 24 * 1024 * 1024, provider.baseUrl);
    const { executablePath } = disk;
    const braid = await launch({ executablePath, dataDir: disk.dataDir, env: { SCRIPTED_KEY: "sk" } });
    await use({
      chat: new Chat(braid.window, braid),
      fill: () => disk.fill(braid.pid),
      free: () => disk.free(braid.pid),
      tidy: () => expect.poll(() => disk.logBytes(braid.pid)).toBe(0),
      fileOf: (name) => join(`/proc/${braid.pid}/root`, disk.dataDir, name),
    });
  },
});

const NO_SPACE = "There is no space left on the disk";
/** More than the room that the store's log may have of its own on a full disk, where it was larger before. */
const LONG = "and at length ".repeat(4000);

const editorIn = (chat: Chat) => chat.conversation.getByRole("form", { name: "Rewind" });
const editFirst = (chat: Chat) =>
  chat.questions.first().getByRole("button", { name: "Edit and resend" }).click();

/** A message that waits and one said before are kept where they are written, and told there, once. */
async function saysAgain({ chat, fill, free, tidy }: OnSmallDisk, provider: ScriptedProvider): Promise<void> {
  const { page } = chat;
  holdAnswers(provider);
  const editor = editorIn(chat);
  /** Enter, with the disk full and then not: `told` is where one looks for what went wrong. */
  const enterTwice = async (box: Locator, text: string, told: Locator) => {
    fill();
    await box.fill(text);
    await box.press("Enter");
    await expect(told.getByRole("alert")).toContainText(NO_SPACE);
    // Main has answered all that was asked before.
    await chat.call("app.info", undefined);
    await expect(chat.alert).toHaveCount(1);
    await expect(box).toHaveValue(text);
    await free();
    await box.press("Enter");
    await expect(chat.alert).toHaveCount(0);
  };
  await test.step("one that waits", async () => {
    await begun(chat);
    await queue(chat, "second");
    const item = waiting(page).first();
    await within(item, "Edit").click();
    await enterTwice(item.getByRole("textbox"), `otherwise ${LONG}`, item);
    await expect(item).toHaveText(/^otherwise and at length/);
    for (const n of [1, 2]) provider.open(`end ${n}`);
    await expect(chat.questions).toHaveText([/first/, /otherwise/]);
    await chat.settled();
    await tidy();
  });
  await test.step("one said before", async () => {
    await editFirst(chat);
    await enterTwice(editor.getByRole("textbox"), `from the beginning ${LONG}`, editor);
    provider.open("end 3");
    await expect(chat.questions).toHaveText([/from the beginning/]);
    await chat.settled();
  });
}

/** The disk fills up in mid-answer: that stops the run, and no message and no change of settings is taken. */
async function answersAgain(
  { chat, fill, free, tidy, fileOf }: OnSmallDisk,
  provider: ScriptedProvider,
): Promise<void> {
  const before = provider.requests.length;
  const long = { chunks: { count: 400, text: `${"x".repeat(999)}\n` } };
  provider.respond(() => undefined);
  provider.enqueue(
    reply("Written while there was space."),
    [{ text: "Begun, " }, { gate: "full" }, long, { gate: "never" }],
    reply("All is well."),
  );
  await chat.send("First");
  await chat.settled();
  await tidy();
  await test.step("in mid-answer", async () => {
    await chat.send("Second");
    await expect(chat.answer).toContainText("Begun,");
    fill();
    provider.open("full");
    await expect(chat.alert.first()).toContainText(NO_SPACE);
    await expect(chat.status).toHaveText(/^error/);
    expect((await (await provider.received(before + 1)).closed).by).toBe("client");
    await expect(chat.conversation).toContainText("Written while there was space.");
    await expect(chat.conversation).toContainText("Begun,");
  });
  await test.step("a message stays where it was written, and is sent with space", async () => {
    await chat.composer.fill("Are you well?");
    await chat.composer.press("Enter");
    // An earlier failure has the same words: this one has come when the message can be sent again.
    await expect(chat.button("Send")).toBeEnabled();
    await expect(chat.alert.first()).toContainText(NO_SPACE);
    await expect(chat.composer).toHaveValue("Are you well?");
    await free();
    await chat.composer.press("Enter");
    await expect(chat.answer).toContainText("All is well.");
    await chat.settled();
    await expect(chat.composer).toHaveValue("");
    await expect(chat.conversation).toContainText("Begun,");
  });
  await test.step("a change of settings is told at its setting, and nothing is half written", async () => {
    await chat.page.keyboard.press("Control+,");
    const dialog = chat.page.getByRole("dialog", { name: "Settings", exact: true });
    const tray = dialog.getByRole("switch", { name: "Keep in the tray" });
    // A desktop without a tray tells that here, once the setting is on.
    const told = dialog.getByRole("alert").filter({ hasText: NO_SPACE });
    await expect(tray).not.toBeChecked();
    const before = await readFile(fileOf("settings.json"), "utf8");
    fill();
    await tray.click();
    await expect(told).toHaveCount(1);
    await expect(tray).not.toBeChecked();
    expect(await readFile(fileOf("settings.json"), "utf8")).toBe(before);
    await free();
    await tray.click();
    await expect(told).toHaveCount(0);
    const window = async () => JSON.parse(await readFile(fileOf("settings.json"), "utf8")).window;
    await expect.poll(window).toEqual({ tray: true });
  });
}

/** Drafts of a session that is left are kept where they are written, and stored once there is space. */
async function keepsDrafts(
  { chat, fill, free, tidy }: OnSmallDisk,
  provider: ScriptedProvider,
): Promise<void> {
  const editor = editorIn(chat);
  provider.respond(() => reply("Yes."));
  const [first, second] = await sessionsNamed(chat, "Apples?", "Pears?");
  const open = async (title: string) => {
    await chat.sessions.filter({ hasText: title }).click();
    await expect(chat.title).toHaveText(title);
    await expect(chat.questions).toHaveCount(1);
  };
  await tidy();
  // Opened before: what is told, of whatever could not be written first, moves the page under a click.
  await editFirst(chat);
  await expect(editor.getByRole("textbox")).toBeFocused();
  fill();
  // The log may have room of its own for the first of them.
  let tried = 0;
  await expect(async () => {
    await chat.composer.fill(`${++tried}`);
    await expect(chat.alert.first()).toContainText(NO_SPACE, { timeout: 1000 });
  }).toPass();
  await editor.getByRole("textbox").fill("What about quinces?");
  await chat.composer.fill("Words for pears");
  await open("Apples?");
  await expect(chat.composer).toHaveValue("");
  await open("Pears?");
  await expect(chat.composer).toHaveValue("Words for pears");
  await expect(editor.getByRole("textbox")).toHaveValue("What about quinces?");
  await open("Apples?");
  await free();
  // With space again, what is typed anywhere takes along what waits.
  await chat.composer.fill("Words for apples");
  await expect.poll(() => storedTexts(chat, first)).toEqual({ composer: "Words for apples" });
  await expect
    .poll(() => storedTexts(chat, second))
    .toEqual({ composer: "Words for pears", message: "What about quinces?" });
  // Upkeep, which found no space either, was not told: nothing of anybody's is lost by it.
  await expect(chat.alert).not.toContainText(["Something in Braid failed"]);
}

test("[SV-7a] [SV-11] [QU-1] [QU-2] [RW-1] [SV-7] a disk that fills up, again and again: what was there stays, what is written is kept where it is written, and told there", async ({
  onSmallDisk,
  provider,
}) => {
  const { chat } = onSmallDisk;
  /** Nothing that was told before is taken for what is told next. */
  const anew = async () => {
    await chat.button("New session").click();
    await expect(chat.title).toHaveText("New session");
    await expect(chat.alert).toHaveCount(0);
  };
  await test.step("a message that waits, and one said before", () => saysAgain(onSmallDisk, provider));
  await anew();
  await test.step("drafts", () => keepsDrafts(onSmallDisk, provider));
  await anew();
  await test.step("in mid-answer", () => answersAgain(onSmallDisk, provider));
});
