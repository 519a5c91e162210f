// Files of messages (AG-7): chosen, dropped and pasted, kept with the draft, sent, seen, and changed in an editor.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import { storedDrafts } from "../fixtures/drafts";
import { png } from "../fixtures/picture-bytes";
import { reply } from "../fixtures/provider/script";
import { chooses } from "../fixtures/system";

test.use({ sharesApp: true });

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "braid-files-"));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const attached = (within: Locator): Locator =>
  within.getByRole("list", { name: "Attached files" }).getByRole("listitem");
const composerForm = (chat: Chat): Locator => chat.main.locator("form.composer");

/** Gives files to the window as a user's pointer or clipboard would: those of the disk, or one that is in no folder. */
async function give(
  chat: Chat,
  how: "drop" | "paste",
  file: { paths: string[] } | { name: string; size: number },
) {
  const { page } = chat;
  if ("paths" in file) {
    await page.evaluate(() => {
      const input = Object.assign(document.createElement("input"), {
        type: "file",
        id: "from-disk",
        multiple: true,
      });
      input.style.position = "fixed";
      document.body.append(input);
    });
    await page.setInputFiles("#from-disk", file.paths);
  }
  await page.evaluate(
    ({ how, file }) => {
      const input = document.querySelector<HTMLInputElement>("#from-disk");
      const made =
        "name" in file ? [new File([new Uint8Array(file.size)], file.name)] : [...(input?.files ?? [])];
      input?.remove();
      const transfer = new DataTransfer();
      for (const one of made) transfer.items.add(one);
      const at = document.querySelector("[data-composer]") ?? document.body;
      const details = { bubbles: true, cancelable: true };
      at.dispatchEvent(
        how === "drop"
          ? new DragEvent("drop", { ...details, dataTransfer: transfer })
          : new ClipboardEvent("paste", { ...details, clipboardData: transfer }),
      );
    },
    { how, file },
  );
}

/** Drops paths of the disk on the window, as the system does. A debugger that stayed would keep later frames of the window from loading. */
const dropFromDisk = (chat: Chat, ...files: string[]) =>
  chat.braid.app.evaluate(async ({ BrowserWindow }, files) => {
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) throw new Error("There is no window.");
    const { debugger: debug } = window.webContents;
    debug.attach("1.3");
    try {
      const data = { items: [], files, dragOperationsMask: 1 };
      for (const type of ["dragEnter", "dragOver", "drop"])
        await debug.sendCommand("Input.dispatchDragEvent", { type, x: 400, y: 300, data });
    } finally {
      debug.detach();
    }
  }, files);

test("a folder that is dropped begins a session that works in it, and what was being written stays", async ({
  open,
}) => {
  const chat = await open();
  await chat.composer.fill("about this project");
  // A drag that is made up may be lost where the machine is busy; dropping the folder again changes nothing.
  await expect(async () => {
    await dropFromDisk(chat, folder);
    await expect(chat.button(`Folder: ${folder}`)).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect(chat.composer).toHaveValue("about this project");
  await expect(attached(composerForm(chat))).toHaveCount(0);
});

test("what is not taken says so in words: a link beside the message, and files that have gone", async ({
  open,
}) => {
  const chat = await open();
  const gone = ["gone.txt", "lost.png"].map((name) => join(folder, name));
  await expect(async () => {
    await dropFromDisk(chat, ...gone);
    await expect(chat.alert).toHaveText(
      /^Not attached: gone\.txt, lost\.png\. gone\.txt cannot be read\. It may have been moved,/,
      { timeout: 3000 },
    );
  }).toPass();
  await expect(attached(composerForm(chat))).toHaveCount(0);
  const drop = (at: string) =>
    chat.page.evaluate((at) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData("text/uri-list", "https://example.org/a");
      const target = document.querySelector(at);
      const events = ["dragover", "drop"].map(
        (type) => new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }),
      );
      return events.map((event) => target?.dispatchEvent(event));
    }, at);
  // The browser puts a link into a text field by itself.
  expect(await drop("[data-composer]")).toEqual([true, true]);
  expect(await drop("main")).toEqual([false, false]);
  await expect(chat.alert).toHaveText(/^Only files and folders can be dropped here\./);
});

test("[AG-7d] a picture that models would not take is attached as a smaller copy; a huge one says that it is too large", async ({
  open,
}) => {
  const chat = await open({ settings: { models: [{ id: "big", reads: ["image"] }] } });
  const files = attached(composerForm(chat));
  const sides = (at: number) =>
    files
      .nth(at)
      .locator("img")
      .evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]);
  const paths = ["photo.png", "small.png", "huge.png"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  // The bytes behind the end of a picture are its own.
  await writeFile(paths[0], Buffer.concat([png(3000, 1500), Buffer.alloc(4_000_000)]));
  await writeFile(paths[1], png(3000, 1500));
  // Decoded, it would have 800 MB.
  await writeFile(paths[2], png(20_000, 10_000));
  await chooses(chat, ...paths);
  await chat.button("Attach files").click();
  await expect(files).toHaveCount(3);
  await expect.poll(() => sides(0)).toEqual([2000, 1000]);
  await expect.poll(() => sides(1)).toEqual([3000, 1500]);
  await expect(files.first()).not.toContainText("MB");
  await expect(files.nth(2)).toContainText("byte");
  await expect(composerForm(chat)).toContainText("huge.png is too large: models get its name only.");
  await expect(composerForm(chat)).not.toContainText("photo.png is too large");
  await expect(chat.page.getByRole("region", { name: "Just done" })).toContainText(
    "Attached as a smaller copy: photo.png",
  );
  const after = join(folder, "after.txt");
  await writeFile(after, "It comes behind the picture.");
  await give(chat, "drop", { paths: [paths[0], after] });
  await expect(chat.button("Remove after.txt")).toBeVisible();
  // The same bytes under the same name stand there once.
  await expect(files).toHaveCount(4);
});

test("[AG-7c] [DB-1d] [RW-1c] files are attached in three ways, stay with the draft, are sent and shown, and change in an editor", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("I see."));
  const [photo, note, other] = ["photo.png", "note.txt", "other.txt"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(photo, Buffer.from(PNG, "base64"));
  await writeFile(note, "The note.");
  await writeFile(other, "Another.");
  const chat = await open();
  const files = () => attached(composerForm(chat));

  await test.step("chosen in the system's dialog: a picture of each, its name and its size", async () => {
    await chooses(chat, photo, note);
    await chat.button("Attach files").click();
    await expect(files()).toHaveCount(2);
    await expect(files().first()).toContainText("photo.png");
    await expect(files().nth(1)).toContainText("9 byte");
    const width = () =>
      files()
        .first()
        .locator("img")
        .evaluate((img: HTMLImageElement) => img.naturalWidth);
    await expect.poll(width).toBe(1);
    await expect(composerForm(chat)).toContainText(
      "As far as Braid knows, the chosen model cannot see pictures",
    );
    expect(await findings(chat.page)).toEqual([]);
  });

  await test.step("dropped from the disk, and pasted in pieces", async () => {
    await give(chat, "drop", { paths: [other] });
    await expect(files()).toHaveCount(3);
    await expect(files().nth(2)).toContainText("8 byte");
    await give(chat, "paste", { name: "pasted.bin", size: 1_300_000 });
    await expect(files().nth(3)).toContainText("1.3 MB");
    await expect(files().nth(3)).not.toHaveAttribute("aria-busy", "true");
    await expect(composerForm(chat)).toContainText("No model can read pasted.bin: it gets the name only.");
  });

  await test.step("removed by the keyboard: the focus goes to the next", async () => {
    await chat.button("Remove other.txt").focus();
    await chat.page.keyboard.press("Enter");
    await expect(files()).toHaveCount(3);
    await expect(chat.button("Remove pasted.bin")).toBeFocused();
  });

  await test.step("kept with the draft", async () => {
    await expect
      .poll(async () => (await storedDrafts(chat))[0]?.attachments?.map(({ filename }) => filename))
      .toEqual(["photo.png", "note.txt", "pasted.bin"]);
    await chat.page.reload();
    await expect(files()).toHaveCount(3);
  });

  await test.step("sent alone; the picture is shown, and larger when it is pressed", async () => {
    await chat.button("Send").click();
    await chat.settled();
    await expect(files()).toHaveCount(0);
    const sent = chat.questions.last();
    const picture = sent.getByRole("button", { name: "Show photo.png larger" });
    await expect(picture).toHaveAttribute("aria-expanded", "false");
    await picture.click();
    await expect(sent.getByRole("button", { name: "Show photo.png smaller" })).toBeVisible();
    await expect(sent).toContainText("note.txt");
    await expect(sent).toContainText("9 byte");
    const saved = join(folder, "saved.png");
    await chat.braid.app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    }, saved);
    await sent.getByRole("button", { name: "Save photo.png" }).click();
    await expect
      .poll(() => readFile(saved, "base64").catch((error: NodeJS.ErrnoException) => error.code))
      .toBe(PNG);
    await expect(chat.title).toHaveText("photo.png");
    const told = JSON.stringify(provider.requests.at(-1)?.body.messages);
    expect(told).toContain("The note.");
    expect(told).toContain("the model cannot read it");
    expect(await findings(chat.page)).toEqual([]);
  });

  await test.step("no file but a picture is served to a page", async () => {
    const { messages } = await chat.call("session.list", { limit: 1 }).then(async ({ sessions }) => {
      const session_id = sessions[0]?.id;
      if (session_id === undefined) throw new Error("no session");
      const before = "msg_ffffffffffffffZZZZZZZZZZZZ" as never;
      return await chat.call("session.messages", { session_id, before, limit: 5 });
    });
    const shows = (sha256: string) =>
      chat.page.evaluate(
        (address) =>
          new Promise<boolean>((resolve) => {
            const img = new Image();
            img.onload = () => resolve(true);
            img.onerror = () => resolve(false);
            img.src = address;
          }),
        `/blob/${sha256}`,
      );
    const [first, second] = messages[0]?.metadata.attachments ?? [];
    expect(await shows(first?.sha256 ?? "")).toBe(true);
    expect(await shows(second?.sha256 ?? "")).toBe(false);
    expect(await shows("0".repeat(64))).toBe(false);
  });

  await test.step("changed in the editor of the message", async () => {
    await chat.questions.last().getByRole("button", { name: "Edit and resend" }).click();
    const editor = chat.conversation.getByRole("form", { name: "Rewind" });
    await expect(attached(editor)).toHaveCount(3);
    await editor.getByRole("button", { name: "Remove photo.png" }).click();
    await editor.getByRole("button", { name: "Remove pasted.bin" }).click();
    await editor.getByRole("textbox").fill("The note alone.");
    const next = provider.requests.length;
    await editor.getByRole("button", { name: "Resend" }).click();
    const { body } = await provider.received(next);
    await expect(editor).toHaveCount(0);
    await chat.settled();
    await expect(chat.questions.last()).toContainText("The note alone.");
    await expect(chat.questions.last()).not.toContainText("photo.png");
    await expect(chat.questions.last()).toContainText("note.txt");
    const told = JSON.stringify(body.messages);
    expect(told).toContain("The note.");
    expect(told).not.toContain("the model cannot read it");
  });
});

test("[AG-7] the note that a model cannot see pictures leads to its form, and what is said there sends them", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("A dot."));
  const photo = join(folder, "photo.png");
  await writeFile(photo, Buffer.from(PNG, "base64"));
  const chat = await open();
  await chooses(chat, photo);
  await chat.button("Attach files").click();
  await expect(attached(composerForm(chat))).toHaveCount(1);
  await chat.button("Say what it reads").click();
  const form = chat.page.getByRole("form", { name: /^Limits and prices of / });
  const pictures = form.getByRole("switch", { name: "Reads pictures" });
  await expect(pictures).toBeFocused();
  await expect(pictures).not.toBeChecked();
  await expect(form.getByRole("switch", { name: "Can use tools" })).toBeChecked();
  expect(await findings(chat.page)).toEqual([]);
  await pictures.click();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  const saved = JSON.parse(await readFile(join(dataDir, "settings.json"), "utf8"));
  expect(saved.providers[0].models[0]).toMatchObject({ reads: ["image"] });
  expect(saved.providers[0].models[0]).not.toHaveProperty("tools");
  await chat.page.keyboard.press("Escape");
  await expect(composerForm(chat)).not.toContainText("As far as Braid knows");
  await chat.button("Send").click();
  await chat.settled();
  expect(JSON.stringify(provider.requests.at(-1)?.body.messages)).toContain("data:image/png;base64,");
});
