// Stop: at once, for good, and nothing of what had come is lost.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { waitedForCores } from "../fixtures/own-time";
import type { Closing } from "../fixtures/provider/recorded-request";
import { reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

/** The longest the provider's connection may outlive the click (AB-1). */
const CLOSED_WITHIN_MS = 250;
/** How often this process looks whether it is late. */
const LOOKS_EVERY_MS = 5;

/**
 * From now on the page keeps when a button was clicked or a key went down in it, so that the driver's own time does not count. The function returned says
 * how many milliseconds after the last of them a connection closed. Not counted: what this process, which is the provider, was late in hearing
 * of it, and the time in which the page and main could have gone on, and other processes had the cores.
 */
async function noteStop({ page, braid }: Chat): Promise<(closing: Closing) => Promise<number>> {
  const ofPage = await braid.app.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
  );
  await page.evaluate(() => {
    const note = () => Object.assign(window, { stoppedAt: performance.timeOrigin + performance.now() });
    for (const type of ["click", "keydown"]) window.addEventListener(type, note, { capture: true });
  });
  const late = monitorEventLoopDelay({ resolution: LOOKS_EVERY_MS });
  late.enable();
  const pids = [braid.pid, ofPage];
  const before = waitedForCores(pids);
  return async ({ at }) => {
    const waited = waitedForCores(pids) - before;
    const pressed = await page.evaluate(() => (window as unknown as { stoppedAt: number }).stoppedAt);
    late.disable();
    return at - (pressed - performance.timeOrigin) - Math.max(0, late.max / 1e6 - LOOKS_EVERY_MS) - waited;
  };
}

test("stop: by click and by key, in mid-text and before the first word; what it left is continued [AB-1, AB-2]", async ({
  open,
  provider,
}) => {
  const chat = await open();
  /** Stops what was asked with this number, by that. */
  const stop = async (number: number, press: () => Promise<void>) => {
    const request = await provider.received(number);
    const sinceStop = await noteStop(chat);
    await press();
    const closing = await request.closed;
    expect(closing.by).toBe("client");
    expect(await sinceStop(closing)).toBeLessThan(CLOSED_WITHIN_MS);
    await chat.settled("stopped");
    await expect(chat.answer.getByRole("note")).toContainText("Stopped");
    await expect(chat.status).toHaveText("idle");
  };
  provider.enqueue(
    [{ text: "One, two, " }, { gate: "never" }],
    reply("three."),
    [{ text: "Once upon a time" }, { gate: "never" }],
    [{ gate: "never" }],
    reply("Here."),
  );

  await test.step("by click, in mid-text, and continued", async () => {
    await chat.send("Count.");
    await expect(chat.answer).toContainText("One, two,");
    await stop(0, () => chat.button("Stop").click());
    expect(await chat.text()).toBe("One, two,");
    await chat.button("Continue").click();
    await expect(chat.answer).toContainText("three.");
    await chat.settled();
    await expect(chat.conversation).toContainText("One, two,");
    await expect(chat.button("Continue")).toHaveCount(0);
  });
  await test.step("by Escape", async () => {
    await chat.send("A story, please.");
    await expect(chat.answer).toContainText("Once upon a time");
    await stop(2, () => chat.page.keyboard.press("Escape"));
    expect(await chat.text()).toBe("Once upon a time");
  });
  await test.step("before the first word, after which the next turn works", async () => {
    await chat.send("Hello?");
    await stop(3, () => chat.button("Stop").click());
    await chat.send("Still there?");
    await expect(chat.answer).toContainText("Here.");
    await chat.settled();
    expect(provider.requests).toHaveLength(5);
  });
  await test.step("an end without an answer says so, and is continued", async () => {
    provider.enqueue(reply({ reasoning: "Let me think." }), reply("Now I know."));
    await chat.send("Do you know?");
    await chat.settled();
    await expect(chat.answer.getByRole("note")).toContainText("The model ended without an answer.");
    await chat.button("Continue").click();
    await expect(chat.answer).toContainText("Now I know.");
    await chat.settled();
    await expect(chat.button("Continue")).toHaveCount(0);
  });
});

test("stop: an answer that has reached a limit says so, and is continued [RN-3d]", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.enqueue(reply("One, two, "), reply("three."));
  const chat = await open();
  await chat.send("Count.");
  await chat.settled();
  // No tool is shipped yet with which a turn could take fifty steps: this is what such a turn leaves.
  withDatabase(dataDir, (db) => {
    const guard = "SELECT sql FROM sqlite_master WHERE name = 'chat_messages_append_only'";
    const trigger = db.prepare<[], string>(guard).pluck().get() ?? "";
    db.exec(`DROP TRIGGER chat_messages_append_only;
      UPDATE chat_messages SET metadata_json = json_set(metadata_json, '$.finish_reason', 'tool-limit') WHERE role = 'assistant';
      ${trigger}`);
  });
  await chat.page.reload();
  await expect(chat.answer.getByRole("note")).toContainText("Reached the step limit");
  await chat.button("Continue").click();
  await expect(chat.answer).toContainText("three.");
  await chat.settled();
  await expect(chat.conversation).toContainText("One, two,");
});
