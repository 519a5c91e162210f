// Failures: those that pass are waited for in the open and tried again (RN-7, ST-2); what failed for good says what to do.
import type { Locator } from "@playwright/test";
import { expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { refusal, reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (box === null) throw new Error("It is not there.");
  return box;
}

test("errors: a failure that passes is waited for, counted, tried again, and never doubled [ST-2, RN-7, AB-1]", async ({
  open,
  provider,
  dataDir,
}) => {
  const chat = await open({ settings: { run: { max_retries: 3, max_retry_wait_ms: 60_000 } } });
  const notes = chat.conversation.getByRole("note");
  await test.step("the wait has a reason and a countdown, and Stop ends it", async () => {
    provider.enqueue(refusal(429, { "retry-after": "0" }), refusal(429, { "retry-after": "50" }));
    await chat.send("Hello?");
    const countdown = chat.page.locator(".status-countdown");
    await expect(countdown).toHaveText(/^rate limited, retrying in (50|4\d) s$/);
    // One number is seen: the sentence that was said to those who listen does not stand beside it.
    await expect(chat.status).toHaveText("rate limited, retrying in 50 s (attempt 2)");
    await expect(chat.status).toHaveClass("unseen");
    await expect(chat.sessions.first()).toHaveAttribute("data-state", "retrying");
    const shown = await countdown.textContent();
    await expect(countdown).not.toHaveText(shown ?? "");
    // The countdown stands in the thread, in the place of the note on the attempts so far.
    await expect(chat.conversation.locator(".status-countdown")).toHaveCount(1);
    await expect(notes).toHaveCount(0);
    await expect(chat.answer.locator("[data-streaming]")).toHaveCount(0);
    await chat.button("Stop").click();
    await chat.settled("stopped");
    await expect(chat.status).toHaveText("idle");
    await expect(notes.first()).toHaveText("Retried after: rate limited");
    expect(provider.requests).toHaveLength(2);
  });
  await test.step("the text of an attempt that failed goes away, and the new one's comes in its place", async () => {
    await chat.button("New session").click();
    await expect(chat.title).toHaveText("New session");
    provider.enqueue(
      [{ text: "Half an answ" }, { gate: "seen" }, { reset: true }],
      refusal(529, { "retry-after": "0" }),
      reply("The whole answer."),
    );
    await chat.send("And now?");
    await expect(chat.answer).toContainText("Half an answ");
    provider.open("seen");
    await expect(chat.answer).toContainText("The whole answer.");
    await chat.settled();
    for (const look of ["at once", "after a reload"]) {
      await expect(chat.messages, look).toHaveCount(2);
      await expect(chat.conversation).not.toContainText("Half an answ");
      await expect(notes).toHaveText(/^Retried 2 times, last after: /);
      if (look === "at once") await chat.page.reload();
    }
    // Hidden, not deleted.
    const hidden = "SELECT count(*) FROM chat_messages WHERE hidden_at IS NOT NULL";
    expect(withDatabase(dataDir, (db) => db.prepare(hidden).pluck().get())).toBe(1);
  });
  await test.step("a wait of an hour is left to the user", async () => {
    provider.enqueue(refusal(429, { "retry-after": "3600" }), reply("Later."));
    await chat.send("Then?");
    await chat.settled("error");
    await expect(chat.alert).toContainText(
      "The provider asks to wait 1 h. Try again then, or choose another model.",
    );
    expect(provider.requests).toHaveLength(6);
    await chat.alert.getByRole("button", { name: "Try again" }).click();
    await expect(chat.answer).toContainText("Later.");
  });
});

test("errors: a sentence, what to do, and one button that leads there; codes and pages stand apart", async ({
  open,
  provider,
}) => {
  const chat = await open();
  const settings = chat.page.getByRole("dialog", { name: "Settings" });
  const technical = chat.alert.getByRole("button", { name: "Technical details" });
  const raw = chat.alert.getByRole("group", { name: "Technical details" });
  await test.step("a refused key leads to the field for it", async () => {
    provider.enqueue(refusal(401));
    await chat.send("Hello?");
    await chat.settled("error");
    await expect(chat.alert.getByRole("button")).toHaveText(["Enter the key", "Try again"]);
    const parts = [
      chat.alert.locator("strong"),
      chat.alert.locator("p").last(),
      chat.button("Enter the key"),
    ];
    // The conversation may move to its end between two looks.
    await expect(async () => {
      const [note, ...rows] = await Promise.all([chat.alert, ...parts].map(boxOf));
      // A link has two pixels of room around its letters.
      const starts = rows.map(({ x }) => x);
      expect(Math.max(...starts) - Math.min(...starts), `${starts}`).toBeLessThanOrEqual(2);
      for (const [at, { y, height }] of rows.entries())
        expect(rows[at + 1]?.y ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(y + height);
      expect(rows[1]?.width).toBeGreaterThan((note?.width ?? Number.NaN) * 0.9);
    }).toPass();
    await chat.button("Enter the key").press("Enter");
    await expect(settings.getByLabel("API key")).toBeFocused();
    await expect(settings.getByRole("button", { name: /^scripted/ })).toHaveAttribute(
      "aria-expanded",
      "true",
    );
    await chat.page.keyboard.press("Escape");
  });
  await test.step("a long reason is no sentence", async () => {
    provider.enqueue([{ status: 400, message: `${"No such thing. ".repeat(300)}The end.` }]);
    await chat.button("Try again").click();
    await expect(chat.alert).toContainText("The provider refused the request (400).");
    await chat.settled("error");
    await expect(chat.alert.getByRole("button")).toHaveText([
      "Choose another model",
      "Try again",
      "Technical details",
    ]);
    await expect(chat.alert).not.toContainText("The end.");
    await expect(technical).toHaveAttribute("aria-expanded", "false");
    await technical.press("Enter");
    await expect(raw).toContainText("The end.");
    await technical.press("Enter");
    await expect(raw).toHaveCount(0);
    await expect(technical).toBeFocused();
  });
  await test.step("a page of HTML is shown as the text that it is, and leads to the address", async () => {
    provider.enqueue([{ html: 200, page: "<!doctype html><h1>Sign in</h1>" }]);
    await chat.button("Try again").click();
    await expect(chat.alert).toContainText("no part of an answer.");
    await chat.settled("error");
    await expect(chat.alert).not.toContainText("<");
    await technical.click();
    await expect(raw).toHaveText("<!doctype html><h1>Sign in</h1>");
    await chat.button("Change the address").click();
    await expect(settings.getByRole("textbox", { name: "Address" })).toBeFocused();
    await chat.page.keyboard.press("Escape");
  });
  await test.step("where words have come, two buttons say how they differ; the next attempt's note replaces this one's", async () => {
    const half = [{ text: "Half a " }, { reset: true }] as const;
    provider.enqueue(half, half);
    await chat.button("Try again").click();
    await expect(chat.alert.getByRole("button")).toHaveText([
      "Continue",
      "Try again",
      "Choose another model",
      "Technical details",
    ]);
    await expect(chat.alert).not.toContainText(/[A-Z]{5}|fetch/);
    await expect(chat.button("Continue")).toHaveAccessibleDescription(/Keeps what has come/);
    await expect(chat.alert.getByRole("button", { name: "Try again" })).toHaveAccessibleDescription(
      /again.*hidden/,
    );
    await chat.button("Continue").click();
    await expect(chat.answers).toHaveCount(2);
    await chat.settled("error");
    await expect(chat.conversation.locator(".message-error")).toHaveCount(1);
  });
});
