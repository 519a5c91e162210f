// A summary in the place of earlier turns: asked for, watched, read, changed, made again, and taken back (CP-2, CP-3, CP-7).
import type { Locator } from "@playwright/test";
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import type { ScriptedProvider } from "../fixtures/provider/provider";
import { ending, refusal, reply, type Step } from "../fixtures/provider/script";

test.use({ sharesApp: true });

const PLENTY = "with so many words that a summary of it is shorter than it is. ".repeat(20);

const answer = (n: number): Step[] => [
  { text: `Answer ${n} ${PLENTY}` },
  ...ending("stop", { input: 40_000, output: 400 }),
];

async function talk(chat: Chat, provider: ScriptedProvider, ...texts: string[]): Promise<void> {
  provider.respond((_request, index) => answer(index + 1));
  for (const text of texts) {
    await chat.send(text);
    await chat.settled();
  }
}

/** As somebody types it into the composer. */
async function compact(chat: Chat, command = "/compact"): Promise<void> {
  await chat.composer.fill(command);
  await chat.composer.press("Enter");
  await expect(chat.composer).toHaveValue("");
}

const note = (chat: Chat, count = 2): Locator =>
  chat.conversation.getByRole("note", { name: `Summarised ${count} earlier turns`, exact: true });
const press = (chat: Chat, name: string, count = 2) =>
  note(chat, count).getByRole("button", { name, exact: true }).click();
const progress = (chat: Chat) => chat.conversation.getByRole("progressbar", { name: "Compacting" });
const panel = ({ page }: Chat) => page.locator("#side-panel");
const summaryOf = (chat: Chat) => panel(chat).locator(".summary-read");

test("compaction: asked for by a slash, watched, read with its turns, and undone; a message that is sent meanwhile waits; what was sent is read [CP-2b, CP-2c, CP-3, CP-7a, CP-7b, QU-1f, RW-7c, SP-2c]", async ({
  open,
  provider,
}) => {
  const chat = await open();
  await talk(chat, provider, "First question", "Second question", "Third question", "Fourth question");
  provider.summary(() => [{ gate: "summary" }, ...reply("**Everything** so far.\n\n- one\n- two")]);
  await test.step("the progress stands at the end, and the composer takes a message, which waits", async () => {
    await compact(chat, "/compact the sums");
    await expect(progress(chat)).toBeVisible();
    await expect(chat.status).toHaveText("summarising…");
    await chat.composer.fill("Fifth question");
    await chat.composer.press("Enter");
    await expect(chat.page.getByRole("list", { name: "Waiting messages" })).toContainText("Fifth question");
  });
  await test.step("the note takes the place of the turns, and what waited is sent", async () => {
    // The end of the next answer is announced in the same place.
    provider.respond(() => [{ gate: "fifth" }, ...answer(5)]);
    provider.open("summary");
    await expect(note(chat)).toContainText(/~[\d.]+k? tokens saved/);
    await expect(
      chat.page.locator("[aria-live=polite]", { hasText: "Summarised 2 earlier turns" }),
    ).toHaveCount(1);
    await expect(chat.questions).toHaveText([/Third/, /Fourth/, /Fifth/]);
    provider.open("fifth");
    // The answer before it has settled already.
    await chat.settled();
    await expect(progress(chat)).toHaveCount(0);
    expect(provider.summaries[0]?.rawBody).toContain("the sums");
    expect(provider.requests.at(-1)?.rawBody).toContain("Everything");
    expect(provider.requests.at(-1)?.rawBody).not.toContain("Second question");
    // The summary is no answer.
    await expect(chat.answers).toHaveCount(3);
  });
  await test.step("it opens beside the conversation, with its turns, to be read", async () => {
    await press(chat, "Open");
    await expect(panel(chat)).toContainText("Everything so far.");
    await expect(panel(chat).getByRole("group", { name: "Summary", exact: true })).toBeFocused();
    await expect(panel(chat).locator("strong")).toHaveText("Everything");
    await expect(panel(chat)).toContainText("the sums");
    const turns = panel(chat).getByRole("article");
    await expect(turns.filter({ hasText: "question" })).toHaveText([/First/, /Second/]);
    await expect(turns.getByRole("button", { name: "Edit and resend" })).toHaveCount(2);
    await expect(panel(chat).getByRole("textbox")).toHaveCount(0);
    expect(await findings(chat.page)).toEqual([]);
  });
  await test.step("the prompt of an answer as it was sent: its sections, its digest, its messages, the summary at its head", async () => {
    const dialog = chat.page.getByRole("dialog", { name: "Prompt as sent" });
    await chat.answer.getByRole("button", { name: "Details" }).click();
    await chat.page.getByRole("button", { name: "Prompt as sent" }).click();
    await expect(dialog).toContainText("40,000");
    await expect(dialog).toContainText("2 earlier turns are not in this prompt: a summary stands for them.");
    await expect(dialog).toContainText("Everything");
    await expect(dialog).toContainText("Fifth question");
    await expect(dialog).not.toContainText("Second question");
    await expect(dialog.locator("code")).toHaveText(/^[0-9a-f]{64}$/);
    await dialog.getByText("Environment").click();
    await expect(dialog.locator("pre")).toContainText("Platform:");
    expect(await findings(chat.page)).toEqual([]);
    await chat.page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  });
  await test.step("undone, the turns are back, and the panel closes", async () => {
    await press(chat, "Undo");
    await expect(chat.questions).toHaveText([/First/, /Second/, /Third/, /Fourth/, /Fifth/]);
    await expect(note(chat)).toHaveCount(0);
    await expect(panel(chat)).toHaveCount(0);
    await expect(chat.composer).toBeFocused();
  });
  await test.step("from the palette, under another word; the one undo takes it back", async () => {
    await chat.page.keyboard.press("Control+K");
    await chat.page.getByRole("combobox", { name: "Search or run a command" }).fill("shorten");
    await expect(chat.page.getByRole("option").first()).toContainText("Summarise earlier turns");
    await chat.page.keyboard.press("Enter");
    await expect(note(chat, 3)).toBeVisible();
    await chat.conversation.focus();
    await chat.page.keyboard.press("Control+Z");
    await expect(chat.questions).toHaveCount(5);
    await expect(note(chat, 3)).toHaveCount(0);
  });
});

test("compaction: a summary is edited, kept while it is, made again with a focus; the writing of one is given up, or fails [CP-2a, CP-6, CP-7a, CP-7c, QU-2, RW-7c]", async ({
  open,
  provider,
}) => {
  const chat = await open();
  await talk(chat, provider, "First question", "Second question", "Third question", "Fourth question");
  const meter = chat.page.getByRole("meter", { name: "Context used" });
  const form = chat.conversation.getByRole("form", { name: "Edit the summary" });
  const text = form.getByRole("textbox", { name: "Summary" });
  await test.step("given up, nothing has changed", async () => {
    provider.summary(() => [{ gate: "never" }]);
    await meter.click();
    await chat.button("Compact").click();
    await expect(progress(chat)).toBeVisible();
    await chat.button("Cancel").click();
    await expect(progress(chat)).toHaveCount(0);
    await expect(chat.status).toHaveText("idle");
    await expect(chat.questions).toHaveCount(4);
    await expect(chat.composer).toBeFocused();
  });
  await test.step("a summary that fails is told, and nothing is hidden", async () => {
    provider.summary(() => refusal(400));
    await compact(chat);
    await expect(chat.alert).toContainText(/\w/);
    await expect(chat.questions).toHaveCount(4);
  });
  await test.step("edited in its place; the panel follows", async () => {
    provider.summary(() => reply("The first words."));
    await compact(chat);
    await press(chat, "Open");
    await expect(panel(chat)).toContainText("The first words.");
    await press(chat, "Edit");
    await expect(text).toHaveValue("The first words.");
    await expect(text).toBeFocused();
    await text.fill("Better words.");
    await text.press("Escape");
    await expect(form).toHaveCount(0);
    await expect(chat.composer).toBeFocused();
    await press(chat, "Edit");
    await text.fill("Better words.");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(panel(chat)).toContainText("Better words.");
    await expect(panel(chat)).toContainText("written by you");
    await expect(form).toHaveCount(0);
  });
  await test.step("what is being written stays over another session", async () => {
    await press(chat, "Edit");
    await text.fill("Half a thought");
    await chat.button("New session").click();
    await expect(chat.title).toHaveText("New session");
    await chat.sessions.first().click();
    await expect(text).toHaveValue("Half a thought");
    await form.getByRole("button", { name: "Cancel" }).click();
    await expect(form).toHaveCount(0);
  });
  await test.step("made again with a focus", async () => {
    provider.summary(() => reply("The sums are 4 and 5."));
    await press(chat, "Again with a focus…");
    const again = chat.conversation.getByRole("form", { name: "Summarise again" });
    await expect(again.getByRole("textbox", { name: "Focus" })).toBeFocused();
    await again.getByRole("textbox", { name: "Focus" }).fill("the sums");
    expect(await findings(chat.page)).toEqual([]);
    await again.getByRole("button", { name: "Summarise again" }).click();
    await expect(again).toHaveCount(0);
    await press(chat, "Open");
    await expect(panel(chat)).toContainText("The sums are 4 and 5.");
    expect(provider.summaries.at(-1)?.rawBody).toContain("the sums");
  });
  await test.step("what is being written goes to the composer when another window takes the summary back", async () => {
    await press(chat, "Edit");
    await text.fill("Written in vain?");
    const [session] = (await chat.call("session.list", { limit: 1 })).sessions;
    if (session === undefined) throw new Error("no session was stored");
    const id = await chat.conversation.locator(".summary-note").getAttribute("data-message-id");
    await chat.call("compaction.edit", {
      session_id: session.id,
      message_id: id as never,
      summary: "Theirs.",
    });
    await expect(form).toHaveCount(0);
    await expect(chat.composer).toHaveValue("Written in vain?");
    await expect(panel(chat)).toContainText("Theirs.");
    await chat.composer.fill("");
    await chat.conversation.focus();
    await chat.page.keyboard.press("Control+Z");
    await expect(panel(chat)).toContainText("The sums are 4 and 5.");
  });
  await test.step("the history of changes has each of them, and the newest is undone", async () => {
    await chat.composer.fill("/changes");
    await chat.composer.press("Enter");
    const history = chat.page.getByRole("list", { name: "History of changes" }).getByRole("listitem");
    await expect(history.filter({ hasText: "Summary changed" })).toHaveCount(3);
    await expect(history.filter({ hasText: "Earlier turns summarised" })).toHaveCount(1);
    await expect(history.getByRole("button", { name: "Undo" })).toHaveCount(1);
    await chat.page.keyboard.press("Escape");
    await expect(chat.page.getByRole("dialog")).toHaveCount(0);
    await chat.conversation.focus();
    await chat.page.keyboard.press("Control+Z");
    await expect(panel(chat)).toContainText("Better words.");
    await chat.page.keyboard.press("Control+Z");
    await expect(panel(chat)).toContainText("The first words.");
    await chat.page.keyboard.press("Control+Z");
    await expect(chat.questions).toHaveCount(4);
  });
});

test("compaction: nothing moves under a reader of the end, nor of the turns that stay; undone neither [CP-7]", async ({
  open,
  provider,
}) => {
  const chat = await open();
  const long = `${PLENTY}\n\n`.repeat(3);
  provider.respond((_request, index) => [
    { text: `Answer ${index + 1} ${long}` },
    ...ending("stop", { input: 40_000, output: 400 }),
  ]);
  for (const text of ["First question", "Second question", "Third question", "Fourth question"]) {
    await chat.send(text);
    await chat.settled();
  }
  const toEnd = () =>
    chat.conversation.evaluate((box) => Math.abs(box.scrollHeight - box.scrollTop - box.clientHeight));
  const top = async (place: Locator) => Math.round((await place.boundingBox())?.y ?? Number.NaN);
  const undone = async () => {
    await chat.conversation.focus();
    await chat.page.keyboard.press("Control+Z");
    await expect(chat.page.getByRole("region", { name: "Just done" })).toContainText(
      "earlier turns summarised",
    );
    await expect(chat.conversation.locator(".summary-note")).toHaveCount(0);
  };
  /** Scrolls a message into the middle of the view; true once it stays there. */
  const reading = (message: Locator) =>
    message.evaluate(async (article) => {
      const box = article.closest("[role=log]");
      if (box === null) return false;
      const at = () => article.getBoundingClientRect().top - box.getBoundingClientRect().top - 200;
      box.scrollTop += at();
      // Rows that come into view are built in the next frames, and the view may follow its end in these.
      for (let frame = 0; frame < 4; frame++) await new Promise((then) => requestAnimationFrame(then));
      return Math.abs(at()) < 2;
    });
  await test.step("at the end", async () => {
    // Drawn as Markdown an answer is higher.
    await expect(chat.page.locator(".text[aria-busy]")).toHaveCount(0);
    await expect.poll(toEnd).toBe(0);
    const before = await top(chat.answer);
    await compact(chat);
    await expect(
      chat.page.locator("[aria-live=polite]", { hasText: "Summarised 2 earlier turns" }),
    ).toHaveCount(1);
    await expect(chat.status).toHaveText("idle");
    await expect.poll(async () => [await toEnd(), await top(chat.answer)]).toEqual([0, before]);
    await expect(chat.button("New below")).toHaveCount(0);
    await undone();
  });
  await test.step("in the midst of what stays", async () => {
    const fourth = chat.questions.filter({ hasText: "Fourth question" });
    await expect.poll(() => reading(fourth)).toBe(true);
    const before = await top(fourth);
    await compact(chat);
    await expect(chat.conversation.locator(".summary-note")).toHaveCount(1);
    await expect(chat.status).toHaveText("idle");
    // The browser holds the place of what is read when it draws the next frame.
    await chat.page.evaluate(
      () => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then))),
    );
    await expect.poll(() => top(fourth)).toBe(before);
    await undone();
    await expect.poll(() => top(fourth)).toBe(before);
  });
});

test("compaction: while an answer is written, the summary can be read, what is hostile in it as text, and not be changed; a branch begins among its turns; a later one holds it [CP-7, CP-3, BR-1]", async ({
  open,
  provider,
}) => {
  const chat = await open();
  await talk(chat, provider, "First question", "Second question", "Third question", "Fourth question");
  provider.summary(() =>
    reply(
      `So far. <img src=x onerror="document.title='owned'"> ![pixel](${provider.url}/pixel.png) [go](javascript:alert(1))\n\n` +
        "<script>document.title='owned'</script>",
    ),
  );
  await compact(chat);
  await expect(note(chat)).toBeVisible();
  provider.respond(() => [{ text: "Slowly " }, { gate: "end" }, ...reply("done.")]);
  await chat.send("Fifth question");
  for (const name of ["Edit", "Again with a focus…", "Undo"])
    await expect(note(chat).getByRole("button", { name, exact: true })).toHaveAccessibleDescription(
      "Possible once the answer has ended",
    );
  await press(chat, "Open");
  await expect(panel(chat)).toContainText("So far.");
  await expect(summaryOf(chat), "an image, a link and a script are text").toContainText("Image not loaded");
  await expect(summaryOf(chat).locator("img, script, [href^=javascript]")).toHaveCount(0);
  expect(await chat.page.title()).not.toBe("owned");
  provider.open("end");
  await chat.settled();
  await test.step("a later summary has it among its turns, where it can be opened", async () => {
    provider.summary(() => reply("So much further."));
    await compact(chat);
    await expect(note(chat, 3)).toBeVisible();
    await press(chat, "Open", 3);
    await expect(panel(chat)).toContainText("So much further.");
    const inner = panel(chat).getByRole("note", { name: "Summarised 2 earlier turns" });
    await expect(inner.getByRole("button")).toHaveText(["Open"]);
    await inner.getByRole("button").click();
    await expect(panel(chat)).toContainText("So far.");
  });
  const second = panel(chat).getByRole("article").filter({ hasText: "Second question" });
  await second.getByRole("button", { name: "Branch from here" }).click();
  await expect(chat.questions).toHaveText([/First/, /Second/]);
  await test.step("from a session beside, it opens beside that session, which becomes the main one", async () => {
    await chat.page.keyboard.press("Control+K");
    await chat.page.getByRole("combobox", { name: "Search or run a command" }).fill("beside");
    await chat.page.getByRole("option", { name: /Open parent or branch beside/ }).click();
    await expect(panel(chat).getByRole("note", { name: /^Summarised 3/ })).toBeVisible();
    await panel(chat).getByRole("button", { name: "Open", exact: true }).click();
    await expect(panel(chat)).toContainText("So much further.");
    await expect(chat.questions.first()).toContainText("Fourth question");
  });
});

test("compaction: it comes by itself where a prompt would not fit, before the answer; where it fails, the answer says so [CP-1, CP-6, CP-7]", async ({
  open,
  provider,
}) => {
  const chat = await open({ settings: { models: [{ id: "big", context_limit: 50_000 }] } });
  provider.summary(() => refusal(400));
  await talk(chat, provider, "First question", "Second question", "Third question", "Fourth question");
  expect(provider.summaries.length).toBeGreaterThan(0);
  await expect(chat.answer.getByRole("note")).toContainText(/Earlier turns were not summarised: \S/);
  provider.summary(() => [{ gate: "own" }, ...reply("So far.")]);
  await chat.send("Fifth question");
  await expect(progress(chat)).toBeVisible();
  // The line may be there before the answer that it stands above.
  await expect
    .poll(async () => {
      const [line, answer] = await Promise.all([progress(chat).boundingBox(), chat.answer.boundingBox()]);
      return (answer?.y ?? Number.NaN) - (line?.y ?? Number.NaN);
    })
    .toBeGreaterThan(0);
  provider.open("own");
  await expect(chat.conversation.getByRole("note", { name: /^Summarised/ })).toBeVisible();
  await chat.settled();
  await expect(chat.answer.getByRole("note")).toHaveCount(0);
});

test("compaction: the summary of a sidecar opens in its place [CP-7, BR-4]", async ({ open, provider }) => {
  const chat = await open();
  await talk(chat, provider, "In the main thread");
  await chat.page.keyboard.press("Control+J");
  const sidecar = chat.page.getByRole("complementary", { name: "Sidecar" });
  const aside = sidecar.getByRole("textbox", { name: "Message", exact: true });
  for (const question of ["One?", "Two?", "Three?"]) {
    await aside.fill(question);
    await aside.press("Enter");
    await expect(sidecar.getByRole("article", { name: /^You said/ }).last()).toContainText(question);
    // The question is done at once.
    await expect(sidecar.getByRole("article").last()).toHaveAttribute("data-role", "assistant");
    await expect(sidecar.getByRole("article").last()).toHaveAttribute("data-state", "done");
    await expect(sidecar.getByRole("button", { name: "Stop", exact: true })).toHaveCount(0);
  }
  provider.summary(() => reply("**Aside** so far."));
  await aside.fill("/compact");
  await aside.press("Enter");
  const line = sidecar.getByRole("note", { name: /^Summarised/ });
  await line.getByRole("button", { name: "Open" }).click();
  await expect(sidecar.locator(".summary-inline strong")).toHaveText("Aside");
  await line.getByRole("button", { name: "Open" }).click();
  await expect(sidecar.locator(".summary-inline")).toHaveCount(0);
});

test("compaction: a German window says it in German, one turn as one [CP-7]", async ({ open, provider }) => {
  const chat = await open();
  await talk(chat, provider, "Eins", "Zwei", "Drei");
  await chat.call("settings.change", { path: "appearance.language", value: "de" });
  const log = chat.page.getByRole("log", { name: "Unterhaltung" });
  const composer = chat.page.getByRole("textbox", { name: "Nachricht", exact: true });
  provider.summary(() => [{ gate: "german" }, ...reply("Bisher.")]);
  await composer.fill("/compact");
  await composer.press("Enter");
  await expect(log.getByRole("progressbar", { name: "Zusammenfassung läuft" })).toBeVisible();
  await expect(log).toContainText("Frühere Runden werden zusammengefasst …");
  provider.open("german");
  const note = log.getByRole("note", { name: "1 frühere Runde zusammengefasst", exact: true });
  await expect(note).toContainText(/Token gespart/);
  await expect(note.getByRole("button")).toHaveText([
    "Öffnen",
    "Bearbeiten",
    "Neu mit Schwerpunkt …",
    "Rückgängig",
  ]);
  await note.getByRole("button", { name: "Öffnen" }).click();
  await expect(panel(chat)).toContainText("Zusammengefasste Runden");
  await expect(panel(chat)).toContainText("von Hand");
});
