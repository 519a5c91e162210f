// The window as a stranger sees it: each state must fit. With BRAID_PICTURES, a list of languages, its pictures are kept in test-results for
// people to look at.
import { copyFile, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { claude } from "../../src-main/store/exchange/testing/foreign";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { areDrawn } from "../fixtures/diagram";
import { type HeldCalls, holdAnswers } from "../fixtures/held-calls";
import { fillBranches } from "../fixtures/many-rows";
import { refusal, reply, type Script, type Step } from "../fixtures/provider/script";
import { resize } from "../fixtures/system";

test.use({ sharesApp: true });

const SIZES = [
  { width: 1280, height: 800 },
  { width: 700, height: 900 },
] as const;

const paragraph =
  "The store appends what arrived and folds it when the turn has settled, so that the cost of a frame does not grow with the text that is already there. ";
const long: Script = [
  { reasoning: "First the plan, then the words." },
  { tool: { id: "call_1", name: "read", input: { path: "src-main/store/transcript/frames.ts" } } },
  ...reply(
    `${paragraph.repeat(3)}\n\n1. One thing.\n2. Another thing.\n\n\`\`\`ts\nconst answer = 42;\n\`\`\`\n\n${paragraph.repeat(4)}`,
  ),
];
const broken = `${"unbroken".repeat(60)} <img src=x onerror=alert(1)> **not closed \`\`\` \u202eright to left\u202c ${"🧶".repeat(40)}\n\n\n\n| a | b\n|--`;

const rich = `# A rich answer

Some **bold** words, \`code\`, a [link](https://example.org), $5, and \\(e^{i\\pi} + 1 = 0\\); a note[^1].

- [x] done
- [ ] open
  - nested

> A quote of two lines,
> kept apart.

\`\`\`ts
// Saved before it is shown.
export async function commit(frame: Frame): Promise<number> {
  const { length } = await store.write(frame, { sync: true });
  return length + 42;
}
\`\`\`

| what | goal | measured |
|:-----|-----:|:--------:|
| start | 1.6 | 1.45 |
| attaching | 1.5 | 1.20 |

\`\`\`mermaid
graph LR; Chunk --> Frame{Frame} --> Saved --> Shown
\`\`\`

![A picture](https://example.org/picture.png)

مرحبا بالعالم، هذا نص من اليمين إلى اليسار.

[^1]: What the note says.
`;

/** So many nodes on each side, each joined with all of the other. */
const joined = (side: string, count: number) => {
  const nodes = (letter: string) => Array.from({ length: count }, (_, at) => `${letter}${at}`).join(" & ");
  return `\`\`\`mermaid\ngraph LR\n${nodes(side)} --> ${nodes("Z")}\n\`\`\``;
};
const asText = `Words and a formula: $${"\\sqrt{".repeat(20)}x${"}".repeat(20)}$.

A diagram of many edges:

${joined("B", 18)}

One of too many:

${joined("A", 36)}

And one that is wrong:

\`\`\`mermaid
graph LR; A--
\`\`\`

That was it.`;

const LANGUAGES = (process.env.BRAID_PICTURES ?? "").split(",").filter((language) => language !== "");

/** A picture in each theme. The tests find their way by English names, so the window speaks English again afterwards. */
async function takePictures(chat: Chat, language: string, name: string): Promise<void> {
  const { page } = chat;
  const speak = async (value: string) => {
    await chat.call("settings.change", { path: "appearance.language", value });
    await expect(page.locator("html")).toHaveAttribute("lang", value);
  };
  await speak(language);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.screenshot({ path: test.info().outputPath(`${name}-${language}-${colorScheme}.png`) });
  }
  await speak("en");
}

/** Reaches one state after another, looks at each in both sizes, and leaves the window wide. */
async function walk(chat: Chat, states: Record<string, () => Promise<unknown>>): Promise<void> {
  const { page } = chat;
  if (LANGUAGES.length > 0) test.setTimeout(0);
  const [wide] = SIZES;
  await resize(chat, wide.width, wide.height);
  await expect(chat.composer).toBeFocused();
  for (const [name, reach] of Object.entries(states))
    await test.step(name, async () => {
      await reach();
      for (const { width, height } of SIZES) {
        await resize(chat, width, height);
        for (const language of LANGUAGES) await takePictures(chat, language, `${name}-${width}`);
        // The body clips what is too wide, so the page as a whole never is.
        const overflow = () => page.evaluate(() => document.body.scrollWidth - window.innerWidth);
        await expect.poll(overflow, `${width} px wide`).toBeLessThanOrEqual(0);
        const dialog = page.getByRole("dialog");
        await expect((await dialog.count()) > 0 ? dialog : chat.composer).toBeInViewport({ ratio: 1 });
      }
      await resize(chat, wide.width, wide.height);
    });
}

/** A question in a session of its own, whose answer ends like this. */
async function asked(chat: Chat, text: string, state: "done" | "error" = "done"): Promise<void> {
  await chat.page.keyboard.press("Control+N");
  await expect(chat.title).toHaveText("New session");
  await chat.send(text);
  await chat.settled(state);
}
async function leaveDialog({ page }: Chat): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}
async function command(chat: Chat, text: string): Promise<void> {
  await chat.composer.fill(text);
  await chat.composer.press("Enter");
}
const sidecar = ({ page }: Chat) => page.getByRole("complementary", { name: "Sidecar" });
/** Asks in the sidecar that is open, or in a new one; resolves when it is answered. */
async function askSidecar(chat: Chat, text: string): Promise<void> {
  if ((await sidecar(chat).count()) === 0) await chat.page.keyboard.press("Control+j");
  const composer = sidecar(chat).getByRole("textbox", { name: "Message" });
  await composer.fill(text);
  await composer.press("Enter");
  await expect(composer).toHaveValue("");
  const last = sidecar(chat).getByRole("article").last();
  await expect(last).toHaveAttribute("data-role", "assistant");
  await expect(last).toHaveAttribute("data-state", "done");
}
async function closeSidecar(chat: Chat): Promise<void> {
  await chat.button("Close sidecar").click();
  await expect(sidecar(chat)).toHaveCount(0);
}
const editor = ({ page }: Chat) => page.getByRole("form", { name: "Rewind" });
const editFirst = (chat: Chat) =>
  chat.questions.first().getByRole("button", { name: "Edit and resend" }).click();

test("pictures: a window in which nothing was said, its lists, dialogs and settings", async ({ open }) => {
  const chat = await open();
  const { page } = chat;
  const tab = (name: string) => () => page.getByRole("tab", { name }).click();
  await walk(chat, {
    empty: () => expect(chat.composer).toBeFocused(),
    models: async () => {
      await chat.model.click();
      await expect(chat.modelOptions.first()).toBeVisible();
    },
    slash: async () => {
      await page.keyboard.press("Escape");
      // The list gives the focus back when it has gone.
      await expect(chat.modelOptions).toHaveCount(0);
      await chat.composer.fill("/");
      await expect(page.getByRole("listbox", { name: "Commands" })).toBeVisible();
    },
    keys: async () => {
      await chat.composer.fill("");
      await page.keyboard.press("Control+/");
      await expect(page.getByRole("dialog", { name: "Shortcuts" })).toBeVisible();
    },
    "trash-empty": async () => {
      await leaveDialog(chat);
      await chat.button("Trash").click();
      await expect(page.getByRole("dialog", { name: "Trash" })).toContainText("kept here");
    },
    "settings-general": async () => {
      await leaveDialog(chat);
      await page.keyboard.press("Control+,");
      await tab("General")();
    },
    "settings-appearance": tab("Appearance"),
    "settings-answers": tab("Answers"),
    "settings-compaction": tab("Compaction"),
    "settings-compaction-end": () =>
      page.getByRole("switch", { name: "Too long to summarise: without the middle" }).focus(),
    "settings-storage": tab("Storage"),
    "settings-keys": tab("Shortcuts"),
    "settings-models": tab("Models and providers"),
    "providers-open": async () => {
      await page.getByRole("button", { name: /^scripted/ }).click();
      await page.getByRole("button", { name: "Edit limits and prices of big" }).click();
      await page.getByRole("button", { name: "Enter a key" }).click();
    },
    "model-compaction": async () => {
      await page.getByText("Compaction for this model").click();
      await page.getByLabel("Turns kept as they are").focus();
    },
  });
});

test("pictures: a conversation, beside it a sidecar, gone back in, and what that has hidden", async ({
  open,
  provider,
}) => {
  const chat = await open();
  const { page } = chat;
  const beginning = "A beginning of an answer. ";
  await walk(chat, {
    long: async () => {
      provider.enqueue(long, reply(paragraph.repeat(2)), reply(paragraph.repeat(6)));
      await chat.send("How is an answer saved while it is written? Please be thorough.");
      await chat.settled();
      await chat.send("And once more, in the same breath?");
      await expect(chat.answers).toHaveCount(2);
      await chat.settled();
    },
    "found-and-counted": async () => {
      await page.keyboard.press("Control+f");
      await page.getByRole("searchbox", { name: "Find in conversation" }).fill("store");
      await expect(page.locator(".find-count")).toHaveText(/of/);
      await page.getByRole("button", { name: "Context and cost" }).press("Enter");
      await expect(page.getByRole("dialog", { name: "Context and cost" })).toContainText("no price known");
    },
    "sidecar-blank": async () => {
      await leaveDialog(chat);
      await page.getByRole("searchbox", { name: "Find in conversation" }).press("Escape");
      await page.keyboard.press("Control+j");
      await expect(sidecar(chat)).toContainText("stays out of the main conversation");
    },
    sidecar: async () => {
      provider.enqueue(
        reply(`A **frame** is what one transaction saves:\n\n- text,\n- calls.\n\n${paragraph}`),
        [{ text: beginning }, { gate: "tests" }, ...reply("Done.")],
      );
      await askSidecar(chat, "By the way: what is a frame?");
      await chat.send("And the tests?");
      await expect(chat.answer).toContainText("A beginning");
      await sidecar(chat).getByRole("textbox", { name: "Message" }).focus();
    },
    rewind: async () => {
      provider.open("tests");
      await chat.settled();
      await closeSidecar(chat);
      await editFirst(chat);
      await expect(editor(chat)).toContainText("3 turns");
    },
    // Beside an answer that is being written: what has to wait for its end says so.
    compared: async () => {
      provider.enqueue([{ text: paragraph.repeat(2) }, { gate: "course" }, ...reply("Done.")]);
      await editor(chat).getByRole("textbox").fill("Said otherwise.");
      await editor(chat).getByRole("button", { name: "Resend" }).click();
      await expect(chat.answer).toContainText("The store appends");
      await chat.button("Compare").click();
      await expect(page.getByRole("heading", { name: "3 hidden turns" })).toBeVisible();
      await chat.button("Switch to this version").focus();
    },
    hidden: async () => {
      provider.open("course");
      await chat.settled();
      await page.locator("[data-thread=side]").getByRole("button", { name: "Close" }).click();
      for (const count of [1, 2]) {
        provider.enqueue(reply(`Version ${count}. ${paragraph}`));
        await chat.answer.getByRole("button", { name: "Try again", exact: true }).click();
        await expect(chat.answer).toContainText(`Version ${count}`);
        await chat.settled();
      }
    },
  });
});

test("pictures: texts of which nobody thought, in each place that may have them", async ({
  open,
  provider,
}) => {
  provider.enqueue(
    ...[broken, broken, paragraph].map((text) => reply(text)),
    [{ text: paragraph }, { gate: "never" }],
    reply(paragraph),
  );
  const chat = await open();
  await walk(chat, {
    broken: async () => {
      await chat.send(broken);
      await chat.settled();
    },
    "sidecar-broken": async () => {
      await askSidecar(chat, broken);
      await sidecar(chat).getByRole("button", { name: "Show" }).click();
    },
    sidecars: async () => {
      await closeSidecar(chat);
      await askSidecar(chat, titles[2] ?? "");
      await closeSidecar(chat);
      await chat.page.getByRole("button", { name: /^Sidecars/ }).click();
      await expect(chat.page.getByRole("button", { name: "New sidecar" })).toBeVisible();
    },
    "rewind-refused": async () => {
      await chat.page.keyboard.press("Escape");
      await editFirst(chat);
      const [session] = (await chat.call("session.list", { limit: 1 })).sessions;
      if (session !== undefined) await chat.call("session.send", { session_id: session.id, text: "Between" });
      await expect(chat.answers).toHaveCount(2);
      await editor(chat).getByRole("button", { name: "Resend" }).click();
      await expect(editor(chat).getByRole("alert")).toBeVisible();
    },
    waiting: async () => {
      await editor(chat).getByRole("textbox").press("Escape");
      for (const text of ["Then the tests, please.", broken, "And a summary at the end, in one paragraph."]) {
        await command(chat, text);
        await expect(chat.composer).toHaveValue("");
      }
      await chat.composer.press("Escape");
      await chat.settled("stopped");
      const list = chat.page.getByRole("list", { name: "Waiting messages" });
      await list.getByRole("listitem").last().getByRole("button", { name: "Edit" }).click();
    },
  });
});

test("pictures: answers with all that may be drawn, failed, and being written", async ({
  open,
  provider,
}) => {
  provider.enqueue(reply(rich), refusal(401), [
    { reasoning: "Hm." },
    { text: paragraph.repeat(2) },
    { gate: "never" },
  ]);
  const chat = await open();
  await walk(chat, {
    rich: async () => {
      await asked(chat, "Show all you have.");
      await areDrawn(chat.answer);
      await chat.page.mouse.move(0, 0);
    },
    error: async () => {
      await asked(chat, "Are you there?", "error");
      await chat.composer.fill("A message that waits");
    },
    streaming: async () => {
      await command(chat, "Talk.");
      await expect(chat.answer).toContainText("The store appends");
    },
  });
});

test("pictures: an answer with what cannot be drawn", async ({ open, provider }) => {
  provider.enqueue(reply(asText));
  const chat = await open();
  await walk(chat, {
    "shown-as-text": async () => {
      await asked(chat, "Draw what you can.");
      const tooLarge = chat.answer.locator("figure").filter({ hasText: "A1" });
      await tooLarge.getByRole("button", { name: "Draw it" }).click();
      await expect(tooLarge.getByRole("note")).toContainText("Shown as text");
      await expect(tooLarge.getByRole("button", { name: "Draw it" })).toHaveCount(0);
      await chat.page.mouse.move(0, 0);
    },
  });
});

/** As long as a title may be, and one that would turn the line around. */
const titles = [
  "Postcards from Lisbon",
  "unbroken".repeat(60),
  "\u202eright to left ".repeat(20),
  "Names for a cat",
];

test("pictures: many sessions, found, deleted, and in the trash", async ({ open, provider }) => {
  provider.respond(() => reply("One."));
  const chat = await open();
  const { page } = chat;
  await walk(chat, {
    "go-to": async () => {
      for (const text of ["Postcards from Lisbon", broken.slice(0, 200)]) await asked(chat, text);
      await page.keyboard.press("Control+N");
      await expect(chat.title).toHaveText("New session");
      await page.keyboard.press("Control+K");
      await expect(page.getByRole("option").filter({ hasText: "Lisbon" })).toBeVisible();
    },
    deleted: async () => {
      await leaveDialog(chat);
      await chat.sessions.first().press("Delete");
      await expect(page.getByRole("region", { name: "Just done" })).toBeVisible();
    },
    trash: async () => {
      for (const title of Array.from({ length: 5 }, () => titles).flat()) {
        const { session } = await chat.call("session.create", { title: title.slice(0, 500) });
        await chat.call("session.archive", { session_id: session.id });
        await chat.call("trash.put", { session_id: session.id });
      }
      await chat.button("Trash").click();
      await chat.button("Empty trash").click();
      await expect(chat.button("Keep")).toBeFocused();
    },
    changes: async () => {
      await chat.button("Keep").click();
      await leaveDialog(chat);
      await chat.call("undo.last", {});
      await command(chat, "/changes");
      await expect(page.getByRole("dialog").getByText("undone")).toBeVisible();
    },
  });
});

/** Files of an import: two good ones, one that is damaged in two places, one of nothing, and one of another kind. */
async function importable(folder: string): Promise<Record<"good" | "broken", string[]>> {
  const said = [{ uuid: "q", sender: "human", text: "Which tea?", created_at: "2025-03-01T10:00:00Z" }];
  const talk = (at: number, name: string) =>
    claude(said, { uuid: `1111111${at}-0000-4000-8000-000000000001`, name });
  const files = {
    "conversations.json": JSON.stringify([talk(1, "Names for a cat"), talk(2, broken.slice(0, 300))]),
    "older-conversations.json": JSON.stringify([
      talk(3, "Postcards from Lisbon"),
      talk(1, "Names for a cat"),
    ]),
    "a tree with a name that is longer than any line of the dialog can be, as some programs write them.jsonl": `${JSON.stringify({ type: "session", version: 3, id: "s", timestamp: "2026-02-16T10:20:30.000Z", cwd: "/" })}\n{"type":"mess\n{]\n`,
    "empty.json": "[]",
    "newer.json": JSON.stringify({ format: "braid-session", version: 99 }),
    "notes.txt": "Buy tea.",
  };
  const paths = Object.keys(files).map((name) => join(folder, name));
  for (const [at, text] of Object.values(files).entries()) await writeFile(paths[at] ?? "", text);
  return { good: paths, broken: paths.slice(2, 5) };
}

/** The system's dialog for files answers with these. */
const chooses = (chat: Chat, paths: readonly string[]) =>
  chat.braid.app.evaluate(({ dialog }, filePaths) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [...filePaths] });
  }, paths);

test("pictures: what is carried out, and carried in", async ({ open, provider }) => {
  provider.respond(() => reply(`The store keeps it. ${paragraph}`, broken));
  const folder = await mkdtemp(join(tmpdir(), "braid-pictures-"));
  const files = await importable(folder);
  const chat = await open();
  const { page } = chat;
  const dialog = page.getByRole("dialog");
  let held: HeldCalls | undefined;
  const read = async (paths: readonly string[]) => {
    await chooses(chat, paths);
    await dialog.getByRole("button", { name: /^(Choose|Other) files…$/ }).click();
  };
  await walk(chat, {
    "export-chosen": async () => {
      for (const title of titles) await chat.call("session.create", { title: title.slice(0, 500) });
      await asked(chat, "What does the store keep?");
      const { sessions } = await chat.call("session.list", { limit: 2 });
      await chat.call("session.archive", { session_id: sessions.at(-1)?.id as SessionId });
      await command(chat, "/export");
      await dialog.getByRole("combobox", { name: "What" }).click();
      await page.getByRole("option", { name: "Chosen sessions" }).click();
      await expect(dialog).toContainText("1 of 5 chosen");
    },
    "export-none-found": async () => {
      await dialog.getByRole("button", { name: "Choose none" }).click();
      await dialog.getByRole("searchbox").fill("no such words");
      await expect(dialog).toContainText("No session has these words.");
      await expect(dialog).toContainText("0 of 5 chosen");
    },
    "import-found": async () => {
      await leaveDialog(chat);
      await command(chat, "/import");
      await read(files.good);
      await expect(dialog.getByRole("button", { name: "Import 3 sessions" })).toBeVisible();
    },
    "import-broken": async () => {
      await read(files.broken);
      await expect(dialog).toContainText("There is nothing new in these files.");
    },
    "import-running": async () => {
      await read(files.good);
      held = await holdAnswers(chat, "exchange.import");
      await dialog.getByRole("button", { name: "Import 3 sessions" }).click();
      await expect(dialog.getByRole("progressbar", { name: "Importing…" })).toBeVisible();
    },
    "import-done": async () => {
      await held?.let();
      await expect(page.getByRole("region", { name: "Just done" })).toContainText("3 sessions imported");
    },
  });
  await rm(folder, { recursive: true, force: true });
});

test("pictures: what is backed up, and looked into", async ({ open, provider }) => {
  provider.respond(() => reply(`The store keeps it. ${paragraph}`));
  const chat = await open();
  const { page } = chat;
  const backups = join(chat.braid.dataDir, "backups");
  const dialog = page.getByRole("dialog");
  let held: HeldCalls | undefined;
  await walk(chat, {
    backups: async () => {
      for (const title of titles) await chat.call("session.create", { title: title.slice(0, 500) });
      await asked(chat, "What does the store keep?");
      const made = await chat.call("backups.make", { work_id: crypto.randomUUID() });
      for (const name of ["2026-11-20T065112", "2026-11-19T231500", "kept-2026-11-18T120000"])
        await copyFile(join(backups, made?.name ?? ""), join(backups, `braid-${name}.db`));
      await page.keyboard.press("Control+Comma");
      await dialog.getByRole("tab", { name: "Backups" }).click();
      await expect(dialog.getByRole("button", { name: "Look into" })).toHaveCount(4);
    },
    "backups-making": async () => {
      held = await holdAnswers(chat, "backups.make");
      await dialog.getByRole("button", { name: "Back up now" }).click();
      await expect(dialog.getByRole("progressbar", { name: "Backing up…" })).toBeVisible();
    },
    "backups-made": async () => {
      await held?.let();
      await expect(dialog.getByText(/^Backup made: /)).toBeVisible();
    },
    "backups-end": () => dialog.getByRole("button", { name: "Import…" }).focus(),
    "backups-inside": async () => {
      await dialog.getByRole("button", { name: "Look into" }).first().click();
      await expect(dialog.getByRole("button", { name: /^Read / })).toHaveCount(5);
    },
    "backups-read": async () => {
      await dialog.getByRole("button", { name: /^Read .*store keep/ }).click();
      await expect(dialog).toContainText("The store keeps it.");
    },
    "backups-restore": async () => {
      await dialog.getByRole("button", { name: "Back to the sessions" }).click();
      await dialog.getByRole("button", { name: "Back to the backups" }).click();
      await dialog.getByRole("button", { name: "Restore…" }).first().click();
      await expect(dialog.getByRole("button", { name: "Keep today's" })).toBeFocused();
    },
  });
  await rm(backups, { recursive: true, force: true });
});

test("pictures: what was said is found, labelled, sent again, carried out and in", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply(`The store keeps it. ${paragraph}`, broken));
  const chat = await open();
  const { page } = chat;
  const dialog = page.getByRole("dialog");
  await walk(chat, {
    search: async () => {
      await asked(chat, "What does the store keep?");
      await asked(chat, broken);
      await page.keyboard.press("Control+Shift+F");
      await expect(dialog.getByRole("searchbox", { name: "Search" })).toBeFocused();
      await page.keyboard.type("store kind:answer");
      await expect(dialog.getByRole("option").first()).toBeVisible();
    },
    "search-blank": async () => {
      await dialog.getByRole("searchbox", { name: "Search" }).fill("");
      await expect(dialog).toContainText("Words are found in titles");
    },
    label: async () => {
      await leaveDialog(chat);
      await chat.messages.last().getByRole("button", { name: "Label", exact: true }).click();
      await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
      await page.keyboard.type("the decision");
    },
    labels: async () => {
      await page.keyboard.press("Enter");
      await expect(dialog).toHaveCount(0);
      await expect(chat.messages.last()).toContainText("the decision");
      await command(chat, "/labels");
      await expect(dialog.getByRole("listitem")).toHaveCount(1);
    },
    "prompt-history": async () => {
      await leaveDialog(chat);
      await chat.composer.press("Control+r");
      await expect(dialog.getByRole("option")).toHaveCount(2);
    },
    export: async () => {
      await leaveDialog(chat);
      await command(chat, "/export");
      await expect(dialog.getByRole("button", { name: "Export…" })).toBeEnabled();
    },
    import: async () => {
      await leaveDialog(chat);
      await command(chat, "/import");
      await expect(dialog.getByRole("button", { name: "Choose files…" })).toBeVisible();
    },
    agents: async () => {
      await leaveDialog(chat);
      await page.keyboard.press("Control+Comma");
      await dialog.getByRole("tab", { name: "Agents" }).click();
      await dialog.getByRole("button", { name: "New agent" }).click();
      await dialog.getByRole("button", { name: "Save" }).click();
    },
  });
});

test("pictures: a session alone, among a few branches, and among very many", async ({ open, provider }) => {
  provider.enqueue(reply("By the first."));
  const chat = await open();
  const { page } = chat;
  const branches = async (count: number) => {
    withDatabase(chat.braid.dataDir, (db) => fillBranches(db, count));
    await page.reload();
    await expect(chat.answer).toContainText("By the first.");
  };
  const family = async () => {
    await command(chat, "/family");
    await expect(page.getByRole("treeitem", { selected: true }).last()).toBeVisible();
    await expect(page.getByRole("tree", { name: "Sessions of the family" })).toBeFocused();
  };
  await walk(chat, {
    "family-1": async () => {
      await asked(chat, "Which way shall the store go?");
      await family();
    },
    "family-5": async () => {
      await leaveDialog(chat);
      await branches(4);
      await family();
    },
    branched: async () => {
      await leaveDialog(chat);
      await chat.sessions.filter({ hasText: "(3)" }).click();
      await expect(page.getByRole("note").first()).toContainText("Branched from");
    },
    "family-200": async () => {
      await chat.sessions.first().click();
      await branches(195);
      await family();
    },
  });
});

test("pictures: two sessions side by side", async ({ open, provider }) => {
  provider.enqueue(
    long,
    ...[1, 3, 5].map((count) => reply(paragraph.repeat(count))),
    reply(broken),
    reply(broken),
  );
  const chat = await open();
  await chat.send("How is an answer saved while it is written? Please be thorough.");
  await chat.settled();
  const [parent] = (await chat.call("session.list", { limit: 1 })).sessions;
  if (parent === undefined) throw new Error("nothing was answered");
  const from_message_id = (await chat.answer.getAttribute("data-message-id")) as MessageId;
  const { id } = await chat.call("branch.create", { parent_session_id: parent.id, from_message_id });
  const beside = chat.page.locator("[data-thread=side]");
  /** Asked in the one that is shown, then in the other. */
  const bothAsked = async (question: string, turns: number) => {
    await chat.send(question);
    await chat.settled();
    if (turns === 1) await chat.sessions.filter({ hasText: "(2)" }).click({ modifiers: ["Control"] });
    await expect(beside).toContainText("messages in common");
    await chat.call("session.send", { session_id: id, text: `Otherwise: ${question}` });
    await expect(beside.getByRole("article")).toHaveCount(2 * turns);
    await expect(beside.getByRole("article").last()).toHaveAttribute("data-state", "done");
  };
  await walk(chat, {
    compare: () => bothAsked("And what does a frame cost?", 1),
    "compare-broken": () => bothAsked(broken, 2),
  });
});

const call = (name: string, input: unknown): Step => ({ tool: { id: `call_${name}`, name, input } });
const permission = ({ conversation }: Chat) => conversation.getByRole("group", { name: "Permission needed" });
async function allowOnce(chat: Chat): Promise<void> {
  await permission(chat).getByRole("button", { name: "Once", exact: true }).click();
  await chat.settled();
}

test.describe("in a folder", () => {
  let folder: string;
  test.beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), "braid-pictures-")));
    await writeFile(join(folder, "greeting.txt"), "Hello, wrold!\n");
  });
  test.afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Shows a new session that works in the folder. */
  async function workIn(chat: Chat): Promise<void> {
    await chooses(chat, [folder]);
    await chat.button("Work in a folder").click();
    await expect(chat.main).toContainText(folder.split("/").at(-1) ?? "");
  }

  test("pictures: work in a folder, asked for, done, and taken back", async ({ open, provider }) => {
    const chat = await open();
    const { page } = chat;
    await workIn(chat);
    await walk(chat, {
      "folder-new": async () => {},
      "asked-edit": async () => {
        provider.enqueue(
          reply(call("read", { path: "greeting.txt" })),
          reply(call("grep", { pattern: "wrold" })),
          reply(
            "There is a typing error.",
            call("edit", { path: "greeting.txt", edits: [{ old_text: "wrold", new_text: "world" }] }),
          ),
          reply("Mended."),
        );
        await chat.send("Mend the greeting.");
        await expect(permission(chat)).toContainText("Hello, world!");
      },
      edited: async () => {
        await allowOnce(chat);
        await chat.answer.locator("details").last().locator("summary").click();
      },
      "changed-files": async () => {
        await chat.main.getByRole("button", { name: /^Folder: / }).press("Enter");
        await page.getByRole("menuitem", { name: "Changed files…" }).click();
        const files = page.getByRole("dialog", { name: "Restore files" });
        await files.getByRole("button", { name: /^greeting\.txt/ }).press("Enter");
        await expect(files.getByRole("group", { name: "greeting.txt" })).toContainText("wrold");
      },
      "changed-files-restored": async () => {
        const files = page.getByRole("dialog", { name: "Restore files" });
        await files.getByRole("button", { name: "Restore this file: greeting.txt" }).press("Enter");
        await expect(files).toContainText("1 file restored.");
      },
    });
  });

  test("pictures: commands in a folder, asked for, failed and refused", async ({ open, provider }) => {
    const chat = await open();
    await workIn(chat);
    const question = permission(chat);
    await walk(chat, {
      "asked-command": async () => {
        provider.enqueue(
          reply(
            call("bash", { command: "sort greeting.txt | uniq -c > counted.txt && rm -r /tmp/nothing-here" }),
          ),
          reply("It ran."),
        );
        await chat.send("Count it.");
        await expect(question).toContainText("uniq -c");
      },
      "asked-patterns": () => question.locator("summary").click(),
      "command-failed": async () => {
        await allowOnce(chat);
        await chat.answer.locator("details").last().locator("summary").click();
      },
      "asked-broken": async () => {
        provider.enqueue(
          reply(call("bash", { command: `printf '%s' ${broken.replace(/["'`$\n|]/g, "")}` })),
          reply("So."),
        );
        await chat.send(broken);
        await expect(question).toBeVisible();
      },
      denied: async () => {
        await question.getByRole("textbox", { name: /word to the model/i }).fill("Not that one.");
        await question.getByRole("button", { name: "Deny", exact: true }).click();
        await chat.settled();
      },
    });
  });

  test("pictures: a command in the background, a list of tasks, a question, and the permissions", async ({
    open,
    provider,
  }) => {
    const chat = await open();
    const { page } = chat;
    await workIn(chat);
    await walk(chat, {
      background: async () => {
        const command =
          "sleep 7333 # a server that goes on, with a comment so long that it does not fit into one line of the list";
        provider.enqueue(reply(call("bash", { command, background: true })), reply("It runs."));
        await chat.send("Start it.");
        await allowOnce(chat);
        await expect(chat.main.getByRole("list", { name: "Commands in the background" })).toContainText(
          "sleep",
        );
      },
      "question-and-todos": async () => {
        const todos = ["Read it", "Mend it", "Say so"].map((text, at) => ({
          text,
          status: ["completed", "in_progress", "pending"][at],
        }));
        provider.enqueue(
          reply(call("todo", { todos })),
          reply(
            call("question", {
              questions: [{ question: "Which colour?", options: [{ label: "Green" }, { label: "Blue" }] }],
            }),
          ),
          reply("Green, then."),
        );
        await chat.send("Plan it, and ask me.");
        await expect(chat.conversation.getByText("Which colour?")).toBeVisible();
      },
      "settings-permissions": async () => {
        await page.keyboard.press("Control+,");
        await page.getByRole("tab", { name: "Permissions" }).click();
      },
    });
  });
});

test.describe("an installation in which nothing is set up", () => {
  test.use({ sharesApp: false });
  test("pictures: the first run", async ({ open }) => {
    const chat = await open({ settings: "none", env: { BRAID_LOCAL_PORTS: "1,1,1" } });
    const ways = chat.page.getByRole("region", { name: "Connect a model" });
    await walk(chat, {
      "first-run": async () => {
        await expect(ways).toContainText("No server found");
        await ways.getByRole("button", { name: "Anthropic" }).click();
      },
    });
  });
});
