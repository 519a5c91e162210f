// The window as a stranger sees it: each state must fit, also with texts of which nobody thought. States that the tour has, or large letters,
// are looked at there. With BRAID_PICTURES, a list of languages, pictures of them are kept in test-results for people to look at.
import { copyFile, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { areDrawn } from "../fixtures/diagram";
import { fits, widen } from "../fixtures/looks";
import { fillBranches } from "../fixtures/many-rows";
import { refusal, reply, type Step } from "../fixtures/provider/script";
import { asText, broken, importable, paragraph, rich, titles } from "../fixtures/strange-texts";
import { chooses, workIn } from "../fixtures/system";

test.use({ sharesApp: true });

/** Reaches one state after another, and looks at each in both sizes. */
async function walk(chat: Chat, states: Record<string, () => Promise<unknown>>): Promise<void> {
  await widen(chat);
  await expect(chat.composer).toBeFocused();
  for (const [name, reach] of Object.entries(states))
    await test.step(name, async () => {
      await reach();
      await fits(chat, name);
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

test("pictures: a window in which nothing was said, its commands, and long forms of the settings", async ({
  open,
}) => {
  const chat = await open();
  const { page } = chat;
  await walk(chat, {
    empty: () => expect(chat.composer).toBeFocused(),
    slash: async () => {
      await chat.composer.fill("/");
      await expect(page.getByRole("listbox", { name: "Commands" })).toBeVisible();
    },
    "settings-compaction-end": async () => {
      await chat.composer.fill("");
      await page.keyboard.press("Control+,");
      await page.getByRole("tab", { name: "Compaction" }).click();
      await page.getByRole("switch", { name: "Too long to summarise: without the middle" }).focus();
    },
    "providers-open": async () => {
      await page.getByRole("tab", { name: "Models and providers" }).click();
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
    "sidecar-blank": async () => {
      await chat.page.keyboard.press("Control+j");
      await expect(sidecar(chat)).toContainText("stays out of the main conversation");
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

test("pictures: answers with all that may be drawn and with what cannot be, another version, and one that failed", async ({
  open,
  provider,
}) => {
  provider.enqueue(reply(rich), reply(asText), reply(paragraph.repeat(2)), refusal(401));
  const chat = await open();
  await walk(chat, {
    rich: async () => {
      await asked(chat, "Show all you have.");
      await areDrawn(chat.answer);
      await chat.page.mouse.move(0, 0);
    },
    "shown-as-text": async () => {
      await asked(chat, "Draw what you can.");
      const tooLarge = chat.answer.locator("figure").filter({ hasText: "A1" });
      await tooLarge.getByRole("button", { name: "Draw it" }).click();
      await expect(tooLarge.getByRole("note")).toContainText("Shown as text");
      await expect(tooLarge.getByRole("button", { name: "Draw it" })).toHaveCount(0);
      await chat.page.mouse.move(0, 0);
    },
    hidden: async () => {
      await chat.answer.getByRole("button", { name: "Try again", exact: true }).click();
      await expect(chat.answer).toContainText("The store appends");
      await chat.settled();
    },
    error: async () => {
      await asked(chat, "Are you there?", "error");
      await chat.composer.fill("A message that waits");
    },
  });
});

test("pictures: many sessions, gone to, in the trash; what was said is found, labelled, sent again, and told to an agent", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply(`The store keeps it. ${paragraph}`, broken));
  const chat = await open();
  const { page } = chat;
  const dialog = page.getByRole("dialog");
  await walk(chat, {
    "go-to": async () => {
      for (const text of ["Postcards from Lisbon", broken]) await asked(chat, text);
      await page.keyboard.press("Control+K");
      await expect(page.getByRole("option").filter({ hasText: "Lisbon" })).toBeVisible();
    },
    trash: async () => {
      await leaveDialog(chat);
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
      await expect(dialog.getByText("undone")).toBeVisible();
    },
    search: async () => {
      await leaveDialog(chat);
      await page.keyboard.press("Control+Shift+F");
      await expect(dialog.getByRole("searchbox", { name: "Search" })).toBeFocused();
      await page.keyboard.type("store kind:answer");
      await expect(dialog.getByRole("option").first()).toBeVisible();
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
    agents: async () => {
      await leaveDialog(chat);
      await page.keyboard.press("Control+Comma");
      await dialog.getByRole("tab", { name: "Agents" }).click();
      await dialog.getByRole("button", { name: "New agent" }).click();
      await dialog.getByRole("button", { name: "Save" }).click();
    },
  });
});

/** The system's dialog for files answers with these. */
test("pictures: what is carried out and in, and what is backed up and looked into", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply(`The store keeps it. ${paragraph}`, broken));
  const folder = await mkdtemp(join(tmpdir(), "braid-pictures-"));
  const files = await importable(folder);
  const chat = await open();
  const { page } = chat;
  const backups = join(chat.braid.dataDir, "backups");
  const dialog = page.getByRole("dialog");
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
    "import-found": async () => {
      await leaveDialog(chat);
      await command(chat, "/import");
      await chooses(chat, ...files);
      await dialog.getByRole("button", { name: "Choose files…" }).click();
      await expect(dialog.getByRole("button", { name: "Import 3 sessions" })).toBeVisible();
    },
    "backups-inside": async () => {
      await leaveDialog(chat);
      const made = await chat.call("backups.make", { work_id: crypto.randomUUID() });
      for (const name of ["2026-11-20T065112", "2026-11-19T231500", "kept-2026-11-18T120000"])
        await copyFile(join(backups, made?.name ?? ""), join(backups, `braid-${name}.db`));
      await page.keyboard.press("Control+Comma");
      await dialog.getByRole("tab", { name: "Backups" }).click();
      await expect(dialog.getByRole("button", { name: "Look into" })).toHaveCount(4);
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
  await rm(folder, { recursive: true, force: true });
  // No later test has backups of this one.
  await rm(backups, { recursive: true, force: true });
});

test("pictures: two sessions side by side, one among very many branches, and all of them", async ({
  open,
  provider,
}) => {
  provider.enqueue(reply("By the first."), reply(broken), reply(broken));
  const chat = await open();
  const { page } = chat;
  const beside = page.locator("[data-thread=side]");
  const origin = page.getByRole("note").first();
  const branches = async (count: number) => {
    withDatabase(chat.braid.dataDir, (db) => fillBranches(db, count));
    await page.reload();
  };
  await walk(chat, {
    "compare-broken": async () => {
      await asked(chat, "Which way shall the store go?");
      const [parent] = (await chat.call("session.list", { limit: 1 })).sessions;
      if (parent === undefined) throw new Error("nothing was answered");
      const from_message_id = (await chat.answer.getAttribute("data-message-id")) as MessageId;
      const { id } = await chat.call("branch.create", { parent_session_id: parent.id, from_message_id });
      await chat.send(broken);
      await chat.settled();
      await chat.sessions.filter({ hasText: "(2)" }).click({ modifiers: ["Control"] });
      await expect(beside).toContainText("messages in common");
      await chat.call("session.send", { session_id: id, text: `Otherwise: ${broken}` });
      await expect(beside.getByRole("article")).toHaveCount(2);
      await expect(beside.getByRole("article").last()).toHaveAttribute("data-state", "done");
    },
    branched: async () => {
      await beside.getByRole("button", { name: "Close" }).click();
      await branches(4);
      await chat.sessions.filter({ hasText: "(3)" }).click();
      await expect(origin).toContainText("Branched from");
    },
    "family-200": async () => {
      await branches(194);
      await expect(origin).toContainText("Branched from");
      await command(chat, "/family");
      await expect(page.getByRole("treeitem", { selected: true }).last()).toBeVisible();
      await expect(page.getByRole("tree", { name: "Sessions of the family" })).toBeFocused();
    },
  });
});

const call = (name: string, input: unknown): Step => ({ tool: { id: `call_${name}`, name, input } });
const permission = ({ conversation }: Chat) => conversation.getByRole("group", { name: "Permission needed" });
async function allowOnce(chat: Chat): Promise<void> {
  await permission(chat).getByRole("button", { name: "Once", exact: true }).click();
  await chat.settled();
}

test("pictures: work in a folder, asked for, failed, and in the background; a list of tasks, and a question", async ({
  open,
  provider,
}) => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "braid-pictures-")));
  await writeFile(join(folder, "greeting.txt"), "Hello, wrold!\n");
  const chat = await open();
  const { page } = chat;
  const question = permission(chat);
  await workIn(chat, folder);
  await walk(chat, {
    "folder-new": async () => {},
    "asked-edit": async () => {
      const edits = [{ old_text: "wrold", new_text: "world" }];
      provider.enqueue(
        reply("There is a typing error.", call("edit", { path: "greeting.txt", edits })),
        reply("Mended."),
      );
      await chat.send("Mend the greeting.");
      await expect(question).toContainText("Hello, world!");
    },
    "changed-files": async () => {
      await allowOnce(chat);
      await chat.main.getByRole("button", { name: /^Folder: / }).press("Enter");
      await page.getByRole("menuitem", { name: "Changed files…" }).click();
      const files = page.getByRole("dialog", { name: "Restore files" });
      await files.getByRole("button", { name: /^greeting\.txt/ }).press("Enter");
      await expect(files.getByRole("group", { name: "greeting.txt" })).toContainText("wrold");
    },
    "asked-patterns": async () => {
      await leaveDialog(chat);
      const command = "sort greeting.txt | uniq -c > counted.txt && rm -r /tmp/nothing-here";
      provider.enqueue(reply(call("bash", { command })), reply("It ran."));
      await chat.send("Count it.");
      await expect(question).toContainText("uniq -c");
      await question.locator("summary").click();
    },
    "command-failed": async () => {
      await allowOnce(chat);
      await chat.answer.locator("details").last().locator("summary").click();
    },
    "asked-broken": async () => {
      const command = `printf '%s' ${broken.replace(/["'`$\n|]/g, "")}`;
      provider.enqueue(reply(call("bash", { command })), reply("So."));
      await chat.send(broken);
      await expect(question).toBeVisible();
    },
    background: async () => {
      await question.getByRole("button", { name: "Deny", exact: true }).click();
      await chat.settled();
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
      const questions = [{ question: "Which colour?", options: [{ label: "Green" }, { label: "Blue" }] }];
      provider.enqueue(
        reply(call("todo", { todos })),
        reply(call("question", { questions })),
        reply("Green, then."),
      );
      await chat.send("Plan it, and ask me.");
      await expect(chat.conversation.getByText("Which colour?")).toBeVisible();
    },
  });
  await rm(folder, { recursive: true, force: true });
});
