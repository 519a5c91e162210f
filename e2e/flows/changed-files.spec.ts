// Turns that changed files: a rewind says that they stay as they are, and they come back when they are asked for.
import { existsSync } from "node:fs";
import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findings } from "../fixtures/axe";
import { expect, test } from "../fixtures/chat";
import { reply, type Step } from "../fixtures/provider/script";
import { workIn } from "../fixtures/system";

test.use({ sharesApp: true });

const call = (name: string, input: unknown): Step => ({ tool: { id: `call_${name}`, name, input } });

let folder: string;
test.beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "braid-project-")));
  await writeFile(join(folder, "greeting.txt"), "Hello!\n");
});
test.afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const text = (name: string) => readFile(join(folder, name), "utf8");

test("changed files: a rewind leaves them and says so; they are restored, and that is undone [RW-5a, RW-5b]", async ({
  open,
  provider,
}) => {
  const chat = await open();
  await workIn(chat, folder);
  provider.enqueue(
    reply(call("write", { path: "greeting.txt", content: "Good day!\n" })),
    reply(call("write", { path: "new.txt", content: "New.\n" })),
    reply("Written."),
  );
  await chat.send("Write.");
  // The first question may still be seen when its file is written already.
  for (const name of ["greeting.txt", "new.txt"])
    await chat.conversation
      .getByRole("group", { name: "Permission needed" })
      .filter({ hasText: name })
      .getByRole("button", { name: "Once", exact: true })
      .click();
  await chat.settled();
  expect(await text("greeting.txt")).toBe("Good day!\n");

  await test.step("the menu of the folder leads to all files that the session has changed", async () => {
    await chat.main.getByRole("button", { name: /^Folder: / }).press("Enter");
    const entry = chat.page.getByRole("menuitem", { name: "Changed files…" });
    await expect(entry).toBeVisible();
    await entry.click();
    const dialog = chat.page.getByRole("dialog", { name: "Restore files" });
    await expect(dialog.getByRole("listitem")).toHaveText([/greeting\.txt.*Will be restored/, /new\.txt.*/]);
    await expect(dialog.getByRole("button", { name: "Restore", exact: true })).toBeVisible();
  });

  await test.step("a file opens by key to what would be taken back", async () => {
    const dialog = chat.page.getByRole("dialog", { name: "Restore files" });
    const file = dialog.getByRole("button", { name: /^greeting\.txt/ });
    await expect(file).toHaveText("greeting.txt+1 −1");
    await expect(file).toHaveAttribute("aria-expanded", "false");
    await file.press("Enter");
    await expect(file).toHaveAttribute("aria-expanded", "true");
    const diff = dialog.getByRole("group", { name: "greeting.txt" });
    await expect(diff.locator(".diff-row")).toHaveText(["−Hello!", "+Good day!"]);
    expect(await findings(chat.page)).toEqual([]);
    await file.press("Enter");
    await expect(diff).toBeHidden();
  });

  await test.step("one file is restored by itself, and that is undone", async () => {
    const dialog = chat.page.getByRole("dialog", { name: "Restore files" });
    await dialog.getByRole("button", { name: "Restore this file: new.txt" }).press("Enter");
    await expect(dialog).toContainText("1 file restored.");
    await expect(dialog.getByRole("listitem")).toHaveText([
      /greeting\.txt.*Will be restored/,
      /new\.txtRestored/,
    ]);
    expect(existsSync(join(folder, "new.txt"))).toBe(false);
    expect(await text("greeting.txt")).toBe("Good day!\n");
    const undo = dialog.getByRole("button", { name: "Undo", exact: true });
    await expect(undo).toBeFocused();
    await undo.press("Enter");
    await expect(dialog).toContainText("Undone: 1 file is again as it was.");
    await expect(undo).toBeHidden();
    expect(await text("new.txt")).toBe("New.\n");
    await chat.page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  await test.step("the editor says it before anything is hidden", async () => {
    await chat.messages.first().getByRole("button", { name: "Edit and resend" }).click();
    const editor = chat.conversation.getByRole("form", { name: "Rewind" });
    await expect(editor).toContainText("These turns changed 2 files. They stay as they are.");
    await editor.getByRole("button", { name: "Restore files" }).press("Enter");
    const dialog = chat.page.getByRole("dialog", { name: "Restore files" });
    await dialog.getByRole("button", { name: /^new\.txt/ }).press("Enter");
    await expect(dialog.getByRole("group", { name: "new.txt" }).locator(".diff-row")).toHaveText(["+New."]);
    await chat.page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await editor.getByRole("textbox").fill("Write otherwise.");
    provider.enqueue(reply("Otherwise."));
    await editor.getByRole("button", { name: "Resend" }).click();
    await expect(chat.answer).toContainText("Otherwise.");
    await chat.settled();
    expect(await text("greeting.txt")).toBe("Good day!\n");
  });

  await test.step("the note of the hidden turns leads to what would happen to each", async () => {
    await writeFile(join(folder, "new.txt"), "Mine.\n");
    await expect(chat.conversation).toContainText("These turns changed 2 files. They stay as they are.");
    await chat.button("Restore files").click();
    const dialog = chat.page.getByRole("dialog", { name: "Restore files" });
    await expect(dialog.getByRole("listitem")).toHaveText([
      /greeting\.txt.*Will be restored/,
      /new\.txt.*Stays: changed since by something else/,
    ]);
    await dialog.getByRole("button", { name: "Restore", exact: true }).click();
    await expect(dialog).toContainText("1 file restored.");
    expect(await text("greeting.txt")).toBe("Hello!\n");
    expect(await text("new.txt")).toBe("Mine.\n");
    await dialog.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(dialog).toContainText("Undone: 1 file is again as it was.");
    expect(await text("greeting.txt")).toBe("Good day!\n");
    await chat.page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  await test.step("once all are back, nothing is said", async () => {
    await writeFile(join(folder, "new.txt"), "New.\n");
    await chat.button("Restore files").click();
    const dialog = chat.page.getByRole("dialog", { name: "Restore files" });
    await dialog.getByRole("button", { name: "Restore", exact: true }).click();
    await expect(dialog).toContainText("2 files restored.");
    expect(existsSync(join(folder, "new.txt"))).toBe(false);
    await chat.page.keyboard.press("Escape");
    await expect(chat.conversation).not.toContainText("These turns changed");
  });
});
