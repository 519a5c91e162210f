// Work in a folder: reading, changing and running with the user's leave, stopped, restarted, and carried on.
import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import { pdf } from "../fixtures/pdf-bytes";
import { png } from "../fixtures/picture-bytes";
import { reply, type Step } from "../fixtures/provider/script";
import { workIn } from "../fixtures/system";

const call = (name: string, input: unknown): Step => ({ tool: { id: `call_${name}`, name, input } });

test.use({ sharesApp: true });

let folder: string;
test.beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "braid-project-")));
  await writeFile(join(folder, "greeting.txt"), "Hello, wrold!\n");
});
test.afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Answers the folder dialog in the person's place: it is the system's, and no test can press its buttons. */
const question = (chat: Chat): Locator => chat.conversation.getByRole("group", { name: "Permission needed" });

/** The processes that run this command, as the system lists them. */
async function running(command: string): Promise<number> {
  const { execFile } = await import("node:child_process");
  return await new Promise((resolve) =>
    execFile("pgrep", ["-fc", command], (_, stdout) => resolve(Number(stdout.trim()))),
  );
}

async function allowOnce(chat: Chat): Promise<void> {
  await question(chat).getByRole("button", { name: "Once", exact: true }).click();
}

/** Opens the call of a file and returns it. */
async function opened(chat: Chat, name: string, answer = chat.answer): Promise<Locator> {
  const line = answer.locator(".tool details").filter({ hasText: name });
  await line.locator("summary").click();
  await expect(line).toHaveAttribute("open", "");
  return line;
}

test("hands: a folder is worked in: read without a question, changed and run with leave, refused, stopped; a command in the background outlives its answer [PM-1, AG-1a, AB-1, LY-6e]", async ({
  open,
  provider,
}) => {
  await writeFile(join(folder, "paper.pdf"), pdf(3));
  const chat = await open();
  await workIn(chat, folder);

  await test.step("reading asks nothing; a change shows its diff and waits", async () => {
    provider.enqueue(
      reply(call("read", { path: "greeting.txt" })),
      reply(
        "There is a typing error.",
        call("edit", { path: "greeting.txt", edits: [{ old_text: "wrold", new_text: "world" }] }),
      ),
      reply("Mended."),
    );
    await chat.send("Mend the greeting.");
    await expect(question(chat)).toContainText("Hello, world!");
    await expect(chat.status).toHaveAttribute("data-state", "waiting");
    // Keys that are typed elsewhere answer nothing.
    await chat.composer.focus();
    await chat.page.keyboard.press("Enter");
    await expect(question(chat)).toBeVisible();
    expect(await readFile(join(folder, "greeting.txt"), "utf8")).toBe("Hello, wrold!\n");
    await allowOnce(chat);
    await chat.settled();
    await expect(chat.answer).toContainText("Mended.");
    expect(await readFile(join(folder, "greeting.txt"), "utf8")).toBe("Hello, world!\n");
  });

  await test.step("a refusal reaches the model with its word", async () => {
    provider.enqueue(reply(call("bash", { command: "rm greeting.txt" })), reply("As you wish."));
    await chat.send("Remove it.");
    await question(chat)
      .getByRole("textbox", { name: /word to the model/i })
      .fill("Keep it.");
    await question(chat).getByRole("button", { name: "Deny", exact: true }).click();
    await expect(chat.answer).toContainText("As you wish.");
    await chat.settled();
    expect(provider.requests.at(-1)?.rawBody).toContain("Keep it.");
    expect(await readFile(join(folder, "greeting.txt"), "utf8")).toBe("Hello, world!\n");
  });

  await test.step("a PDF stands in its call by its name, and can be saved", async () => {
    provider.enqueue(reply(call("read", { path: "paper.pdf" })), reply("Three blank pages."));
    await chat.send("And the paper?");
    await chat.settled();
    await expect(chat.answer).toContainText("Three blank pages.");
    const line = await opened(chat, "paper.pdf");
    await expect(line).toContainText("3 pages");
    await expect(line.getByRole("button", { name: "Save paper.pdf" })).toBeVisible();
  });

  await test.step("a command in the background outlives its answer, is listed, and can be stopped", async () => {
    // Another run of this test on the machine waits for another time.
    const sleep = `sleep ${process.pid}7332`;
    provider.enqueue(reply(call("bash", { command: sleep, background: true })), reply("It runs."));
    await chat.send("Start it.");
    await allowOnce(chat);
    await expect(chat.answer).toContainText("It runs.");
    await chat.settled();
    const runs = chat.main.getByRole("list", { name: "Commands in the background" });
    await expect(runs).toContainText(sleep);
    await expect.poll(() => running(sleep)).toBeGreaterThan(0);
    await runs.getByRole("button", { name: `Stop ${sleep}` }).click();
    await expect(runs).toHaveCount(0);
    await expect.poll(() => running(sleep)).toBe(0);
  });

  await test.step("Stop ends a command with all of its processes", async () => {
    const sleep = `sleep ${process.pid}7331`;
    provider.enqueue(reply(call("bash", { command: `echo begun; ${sleep} & ${sleep}` })));
    await chat.send("Wait for it.");
    await allowOnce(chat);
    await expect.poll(() => running(sleep)).toBeGreaterThan(0);
    await chat.button("Stop").click();
    await chat.settled("stopped");
    await expect.poll(() => running(sleep)).toBe(0);
  });
});

test.describe("what a kill leaves", () => {
  test.use({ sharesApp: false });

  test("hands: a picture that a tool has read, a rule, and a question outlive a kill; the question is answered after it, and the rule taken back [PM-2, AG-1, ST-1d]", async ({
    open,
    provider,
  }) => {
    const bytes = png(320, 200);
    await writeFile(join(folder, "chart.png"), bytes);
    await writeFile(join(folder, "cut.png"), bytes.subarray(0, -6));
    let chat = await open();
    await workIn(chat, folder);
    const isDrawn = async (answer: Locator) => {
      const line = await opened(chat, "chart.png", answer);
      const picture = line.getByRole("img", { name: "chart.png" });
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320);
      return line;
    };

    await test.step("a picture's line stays one line, and opens to the picture, which a press shows larger", async () => {
      provider.enqueue(
        reply(
          { tool: { id: "call_chart", name: "read", input: { path: "chart.png" } } },
          { tool: { id: "call_cut", name: "read", input: { path: "cut.png" } } },
        ),
        reply("A green field."),
      );
      await chat.send("What is in the chart?");
      await chat.settled();
      await expect(chat.answer).toContainText("A green field.");
      await expect(chat.answer.getByRole("img", { name: "chart.png" })).toHaveCount(0);
      const line = await isDrawn(chat.answer);
      await line.getByRole("button", { name: "Show chart.png larger" }).press("Enter");
      await expect(line.getByRole("button", { name: "Show chart.png smaller" })).toBeFocused();
      expect(await findings(chat.page)).toEqual([]);
    });
    await test.step("a picture that is cut off says so, and shows nothing", async () => {
      const line = await opened(chat, "cut.png");
      await expect(line).toContainText("damaged, or its end is missing");
      await expect(line.getByRole("img")).toHaveCount(0);
    });
    await test.step("a command is allowed for the session, and then not asked again", async () => {
      provider.enqueue(
        reply(call("bash", { command: "sort greeting.txt" })),
        reply("First."),
        reply(call("bash", { command: "sort greeting.txt" })),
        reply("Second."),
      );
      await chat.send("Sort it.");
      await expect(question(chat)).toContainText("sort greeting.txt");
      await question(chat).getByRole("button", { name: "This session", exact: true }).click();
      await expect(chat.answer).toContainText("First.");
      await chat.settled();
      await chat.send("Again.");
      await expect(chat.answer).toContainText("Second.");
      await chat.settled();
    });
    await test.step("a question outlives a kill, is answered after it, and the turn goes on", async () => {
      provider.enqueue(reply(call("write", { path: "note.txt", content: "Kept.\n" })));
      await chat.send("Write a note.");
      await expect(question(chat)).toContainText("Kept.");
      await chat.braid.kill();
      chat = await open();
      await expect(question(chat)).toContainText("Kept.");
      await expect(chat.status).toHaveAttribute("data-state", "waiting");
      await isDrawn(chat.answers.filter({ hasText: "A green field." }));
      provider.enqueue(reply("The note is there."));
      await allowOnce(chat);
      await expect(chat.answer).toContainText("The note is there.");
      await chat.settled();
      expect(await readFile(join(folder, "note.txt"), "utf8")).toBe("Kept.\n");
      // The model, which reads no pictures, is told of the one before the kill again.
      expect(provider.requests.at(-1)?.rawBody).toContain("320 × 200 pixels");
    });
    await test.step("the rules are listed, with their use, and taken back", async () => {
      await chat.page.keyboard.press("Control+,");
      const settings = chat.page.getByRole("dialog", { name: "Settings" });
      await settings.getByRole("tab", { name: "Permissions" }).click();
      await expect(settings).toContainText("sort");
      const takeBack = settings.getByRole("button", { name: /^Take back/ });
      await takeBack.first().click();
      await expect(takeBack).toHaveCount(0);
    });
  });
});

test("a name after an @ is completed from the session's folder by keys, also a hostile one [AG-7]", async ({
  open,
}) => {
  await writeFile(join(folder, "greek\n\u202e.txt"), "");
  const chat = await open();
  await workIn(chat, folder);
  const files = chat.page.getByRole("listbox", { name: "Files of the folder" });
  const options = files.getByRole("option");

  await chat.composer.pressSequentially("Read @gree");
  await expect(options).toHaveText(["greek⟨U+000A⟩⟨U+202E⟩.txt", "greeting.txt"]);
  await chat.composer.press("Escape");
  await expect(files).toHaveCount(0);
  await chat.composer.press("t");
  await expect(files, "closed for this name").toHaveCount(0);

  await chat.composer.fill("");
  await chat.composer.pressSequentially("Read @gree");
  await expect(options).toHaveCount(2);
  await chat.composer.press("ArrowDown");
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
  await chat.composer.press("Enter");
  await expect(chat.composer).toHaveValue("Read @greeting.txt ");
  await expect(files).toHaveCount(0);
  await chat.composer.pressSequentially("and @k");
  await expect(options).toHaveCount(1);
  await chat.composer.press("Tab");
  await expect(chat.composer).toHaveValue("Read @greeting.txt and @greek⟨U+000A⟩⟨U+202E⟩.txt ");
  await expect(chat.messages, "nothing was sent").toHaveCount(0);
});
