// A result of the search over all sessions opens at its message, with the words marked, wherever the message is read (SE-5).
import type { Locator } from "@playwright/test";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { fillRows, sessionId } from "../fixtures/many-rows";
import { reply } from "../fixtures/provider/script";
import { sessionsNamed } from "../fixtures/sessions";

test.use({ sharesApp: true });

const dialog = ({ page }: Chat) => page.getByRole("dialog", { name: "Search everywhere" });
const panel = ({ page }: Chat) => page.locator("#side-panel");
const region = ({ page }: Chat, name: string) => page.getByRole("region", { name, exact: true });
const sidecar = ({ page }: Chat) => page.getByRole("complementary", { name: "Sidecar" });
const focused = (within: Locator, words: string) =>
  within.locator(`article:focus[data-marked][aria-label*="${words}"]`);

/** A long text with `words` in its midst: a view at its beginning or end does not show them. */
const around = (words: string) =>
  Array.from({ length: 90 }, (_, n) => (n === 45 ? `Here is ${words}.` : `Line ${n} of many.`)).join("\n\n");

/** Searches for words, and opens the result in a session. A sidecar has copies of what was said before it. */
async function find(chat: Chat, words: string, title: string): Promise<void> {
  await chat.page.keyboard.press("Control+Shift+F");
  const field = dialog(chat).getByRole("searchbox", { name: "Search" });
  await expect(field).toBeFocused();
  await field.fill(words);
  await dialog(chat).getByRole("group", { name: title }).getByRole("option", { name: words }).click();
  await expect(dialog(chat)).toHaveCount(0);
}

/** The words of the current place, and true where they are seen in all boxes that scroll. */
const marked = ({ page }: Chat, name = "found-current") =>
  page.evaluate((name) => {
    const [range] = [...((CSS.highlights.get(name) as unknown as Set<Range> | undefined) ?? [])];
    if (range === undefined) return undefined;
    const { top, bottom, left } = range.getBoundingClientRect();
    const at = document.elementFromPoint(left + 1, (top + bottom) / 2);
    return { text: range.toString(), isSeen: at?.contains(range.startContainer) === true };
  }, name);
const seen = (text: string) => ({ text, isSeen: true });

type Provider = Parameters<Parameters<typeof test>[2]>[0]["provider"];

/** Long work: turns behind a summary, a failed attempt, a turn that was gone back from. */
async function longWork(chat: Chat, provider: Provider): Promise<void> {
  provider.enqueue(
    reply(around("a purple heron")),
    reply(around("nothing")),
    [{ text: "Half a copper kettle" }, { gate: "seen" }, { reset: true }],
    reply("The whole answer."),
    reply(around("a green lantern")),
    reply("The other answer."),
  );
  provider.summary(() => reply("So far a silver otter was seen."));
  await chat.send("First question");
  await chat.settled();
  await chat.send("Second question");
  await chat.settled();
  await chat.send("Third question");
  await expect(chat.answer).toContainText("Half a copper");
  provider.open("seen");
  await expect(chat.answer).toContainText("The whole answer.");
  await chat.settled();
  await chat.send("Fourth question");
  await chat.settled();
  const { open_session } = await chat.call("app.info", undefined);
  const session_id = open_session as SessionId;
  const message_id = (await chat.questions.last().getAttribute("data-message-id")) as MessageId;
  await chat.call("timeline.rewind", { session_id, message_id, text: "Fourth question, put better" });
  await expect(chat.answer).toContainText("The other answer.");
  await chat.settled();
  await chat.composer.fill("/compact");
  await chat.composer.press("Enter");
  await expect(chat.conversation.locator(".summary-note")).toBeVisible();
}

/** A sidecar beside it, of two turns. */
async function sidecarOf(chat: Chat, provider: Provider): Promise<void> {
  provider.enqueue(reply(around("an amber fox")), reply(around("nothing more")));
  await chat.page.keyboard.press("Control+j");
  const composer = sidecar(chat).getByRole("textbox", { name: "Message", exact: true });
  for (const text of ["Aside", "More aside"]) {
    await composer.fill(text);
    await composer.press("Enter");
    await expect(composer).toHaveValue("");
    await expect(
      sidecar(chat)
        .getByRole("article", { name: /^You said/ })
        .last(),
    ).toContainText(text);
    await expect(sidecar(chat).getByRole("article").last()).toHaveAttribute("data-state", "done");
  }
}

test("[SE-5a] [SE-11b] a result opens at its message with the words marked: behind a summary, in an earlier attempt, and in a turn gone back from; in a sidecar, its own words, what it knows, and what the summary stands for", async ({
  open,
  provider,
}) => {
  const chat = await open({ settings: { run: { max_retries: 1 } } });
  await longWork(chat, provider);
  await sidecarOf(chat, provider);
  const elsewhere = async () => {
    await chat.button("New session").click();
    await expect(chat.title).toHaveText("New session");
  };

  await test.step("behind the summary, although a sidecar stands in the panel", async () => {
    await find(chat, "purple heron", "First question");
    await expect(focused(panel(chat), "Line 0 of many")).toBeVisible();
    await expect.poll(() => marked(chat)).toEqual(seen("purple heron"));
  });

  await test.step("the marks go with the focus", async () => {
    await chat.composer.focus();
    await expect.poll(() => marked(chat)).toBeUndefined();
    await expect(chat.page.locator("[data-marked]")).toHaveCount(0);
  });

  await test.step("in the words of the summary itself", async () => {
    await find(chat, "silver otter", "First question");
    await expect(panel(chat).locator(".summary-read")).toBeFocused();
    await expect.poll(() => marked(chat)).toEqual(seen("silver otter"));
  });

  await test.step("in an attempt that failed, which has no marker", async () => {
    await find(chat, "copper kettle", "First question");
    await expect(focused(region(chat, "Earlier attempt"), "Half a copper")).toBeVisible();
    await expect.poll(() => marked(chat)).toEqual(seen("copper kettle"));
    await expect(region(chat, "Earlier attempt").getByRole("article")).toHaveCount(1);
    expect(await findings(chat.page)).toEqual([]);
  });

  await test.step("in a turn gone back from, with the shown turns beside it, from another session", async () => {
    await elsewhere();
    await find(chat, "green lantern", "First question");
    await expect(focused(region(chat, "1 hidden turn"), "Line 0 of many")).toBeVisible();
    await expect.poll(() => marked(chat)).toEqual(seen("green lantern"));
    await expect(chat.answer).toContainText("The other answer.");
  });

  await test.step("in a sidecar, from another session", async () => {
    await elsewhere();
    await find(chat, "amber fox", "Aside");
    await expect(focused(sidecar(chat), "Line 0 of many")).toBeVisible();
    await expect.poll(() => marked(chat)).toEqual(seen("amber fox"));
  });

  await test.step("among what a sidecar knows, which is folded away there", async () => {
    await find(chat, "The other answer", "Aside");
    await expect(focused(sidecar(chat), "The other answer")).toBeVisible();
    await expect.poll(() => marked(chat)).toEqual(seen("The other answer"));
  });

  await test.step("behind the summary that the sidecar has as well, over the main thread", async () => {
    await find(chat, "purple heron", "Aside");
    await expect(focused(region(chat, "Summarised turns"), "Line 0 of many")).toBeVisible();
    await expect.poll(() => marked(chat)).toEqual(seen("purple heron"));
    await expect(sidecar(chat).getByRole("article").last()).toContainText("Line 89 of many");
    await chat.page.keyboard.press("Escape");
    await expect(chat.composer).toBeVisible();
  });
});

test("[SE-5a] [SE-11b] [DB-10] a result opens in an archived session, and leads to the row of one in the trash", async ({
  open,
  provider,
  dataDir,
}) => {
  const chat = await open({ settings: { run: { max_retries: 1 } } });

  await test.step("in an archived session, by the search of the conversation", async () => {
    provider.enqueue(reply(around("a white birch")));
    const [archived] = await sessionsNamed(chat, "Put away");
    await chat.call("session.archive", { session_id: archived as SessionId });
    await chat.button("New session").click();
    await find(chat, "white birch", "Put away");
    await expect.poll(() => marked(chat, "find-current")).toEqual(seen("white birch"));
    await expect(chat.title).toHaveText("Put away");
  });

  await test.step("in the trash the row of the session has the focus, among hundreds", async () => {
    provider.enqueue(reply("A golden carp."));
    const [gone] = await sessionsNamed(chat, "Thrown away");
    await chat.call("trash.put", { session_id: gone as SessionId });
    withDatabase(dataDir, (db) => {
      fillRows(db, 0, 250, 1);
      db.exec(
        `UPDATE chat_sessions SET deleted_at = ${Date.now() + 60_000} + updated_at % 1000000 WHERE title LIKE 'Session number%'`,
      );
    });
    await find(chat, "golden carp", "Thrown away");
    const row = chat.page.getByRole("dialog", { name: "Trash" }).locator("li:focus");
    await expect(row).toContainText("Thrown away");
    await expect(row).toBeInViewport();
    await expect(row).toHaveAttribute("data-marked", "");
    expect(await findings(chat.page)).toEqual([]);
    await chat.page.keyboard.press("ArrowUp");
    await expect(row).toContainText("Session number");
    await expect(chat.page.locator("li[data-marked]")).toHaveCount(0);
  });
});

/** A session with a summary in the place of all messages but the last two; returns a message behind it. */
function summarised(dataDir: string): { session_id: SessionId; message_id: MessageId } {
  return withDatabase(dataDir, (db) => {
    fillRows(db, 0, 1, 600);
    const session_id = sessionId(0);
    const ids = db
      .prepare<[SessionId], MessageId>("SELECT id FROM chat_messages WHERE session_id = ? ORDER BY id")
      .pluck()
      .all(session_id);
    const op_id = `op_${ids[0]?.slice(4)}`;
    const [through, tail_start_id] = [ids.at(-3) ?? "", ids.at(-2) ?? ""];
    const id = `${through.slice(0, -1)}B`;
    const data = { summary: "So far.", tail_start_id, auto: false, summary_tokens: 2, op_id, turns: 299 };
    const part = { type: "data-compaction", data: { ...data, tokens_before: 9000, tokens_after: 100 } };
    db.transaction(() => {
      db.prepare(
        "INSERT INTO chat_timeline_ops (id, session_id, cause, created_at) VALUES (?, ?, 'compaction', 1)",
      ).run(op_id, session_id);
      db.prepare(
        "INSERT INTO chat_message_hides (message_id, op_id) SELECT id, ? FROM chat_messages WHERE session_id = ? AND id <= ?",
      ).run(op_id, session_id, through);
      db.prepare("UPDATE chat_messages SET hidden_at = 1 WHERE session_id = ? AND id <= ?").run(
        session_id,
        through,
      );
      db.prepare(
        `INSERT INTO chat_messages (id, session_id, role, metadata_json, created_at, updated_at)
         VALUES (?, ?, 'assistant', '{"synthetic":true,"finish_reason":"stop"}', 1, 1)`,
      ).run(id, session_id);
      db.prepare(
        `INSERT INTO chat_parts (id, message_id, session_id, "index", type, data_json, created_at, updated_at)
         VALUES (?, ?, ?, 0, 'data-compaction', ?, 1, 1)`,
      ).run(`prt_${id.slice(4)}`, id, session_id, JSON.stringify(part));
    })();
    return { session_id, message_id: ids[20] as MessageId };
  });
}

test("[SE-11b] [CP-7] behind a summary of long work a message is reached by its label", async ({
  open,
  dataDir,
}) => {
  const chat = await open({ settings: { run: { max_retries: 1 } } });
  await expect(chat.composer).toBeFocused();
  const place = summarised(dataDir);
  await chat.call("label.add", { ...place, name: "Long ago" });
  await chat.composer.fill("/labels");
  await chat.composer.press("Enter");
  await expect(chat.page.getByRole("dialog").getByText("Long ago")).toBeVisible();
  await chat.page.keyboard.press("Enter");
  await expect(focused(panel(chat), "Message 20:")).toBeInViewport();
  await expect(panel(chat).locator("article:focus")).toContainText("Message 20:");
  await expect(panel(chat).locator("article:focus")).toHaveAttribute("aria-setsize", "598");
});
