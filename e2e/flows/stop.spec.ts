// Stop: at once, for good, and nothing of what had come is lost.
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import type { Closing } from "../fixtures/provider/recorded-request";
import { reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

/** The longest the provider's connection may outlive the click (AB-1). */
const CLOSED_WITHIN_MS = 250;
/** How often this process looks whether it is late. */
const LOOKS_EVERY_MS = 5;

/**
 * From now on the page keeps when a button or key went down in it, so that the driver's own time does not count. The function returned says
 * how many milliseconds after the last of them a connection closed; what this process, which is the provider, was late in hearing of it does
 * not count either.
 */
async function noteStop(page: Page): Promise<(closing: Closing) => Promise<number>> {
  await page.evaluate(() => {
    const note = () => Object.assign(window, { stoppedAt: performance.timeOrigin + performance.now() });
    for (const type of ["pointerdown", "keydown"]) window.addEventListener(type, note, { capture: true });
  });
  const late = monitorEventLoopDelay({ resolution: LOOKS_EVERY_MS });
  late.enable();
  return async ({ at }) => {
    const pressed = await page.evaluate(() => (window as unknown as { stoppedAt: number }).stoppedAt);
    late.disable();
    return at - (pressed - performance.timeOrigin) - Math.max(0, late.max / 1e6 - LOOKS_EVERY_MS);
  };
}

for (const by of ["click", "Escape"] as const) {
  test(`[AB-1] [AB-2] Stop by ${by} in mid-text closes the connection, keeps what came, and the next turn works`, async ({
    open,
    provider,
  }) => {
    const chat = await open();
    provider.enqueue([{ text: "Once upon a time" }, { gate: "never" }], reply("Of course."));
    await chat.send("A story, please.");
    await expect(chat.answer).toContainText("Once upon a time");
    const request = await provider.received(0);
    const sinceStop = await noteStop(chat.page);
    if (by === "click") await chat.button("Stop").click();
    else await chat.page.keyboard.press("Escape");
    const closing = await request.closed;
    expect(closing.by).toBe("client");
    expect(await sinceStop(closing)).toBeLessThan(CLOSED_WITHIN_MS);

    await chat.settled("stopped");
    expect(await chat.text()).toBe("Once upon a time");
    await expect(chat.answer.getByRole("note")).toContainText("Stopped");
    await expect(chat.status).toHaveText("idle");
    await chat.send("Go on then.");
    await expect(chat.answers).toHaveCount(2);
    await chat.settled();
    expect(await chat.text()).toBe("Of course.");
    expect(provider.requests).toHaveLength(2);
  });
}

test("[AB-1] [AB-2] Stop before the first word", async ({ open, provider }) => {
  const chat = await open();
  provider.enqueue([{ gate: "never" }], reply("Here."));
  await chat.send("Hello?");
  const request = await provider.received(0);
  const sinceStop = await noteStop(chat.page);
  await chat.button("Stop").click();
  const closing = await request.closed;
  expect(closing.by).toBe("client");
  expect(await sinceStop(closing)).toBeLessThan(CLOSED_WITHIN_MS);
  await chat.settled("stopped");
  await expect(chat.answer.getByRole("note")).toContainText("Stopped");
  await chat.send("Still there?");
  await expect(chat.answer).toContainText("Here.");
  expect(provider.requests).toHaveLength(2);
});

test("[AB-2] what Stop left can be continued", async ({ open, provider }) => {
  const chat = await open();
  provider.enqueue([{ text: "One, two, " }, { gate: "never" }], reply("three."));
  await chat.send("Count.");
  await expect(chat.answer).toContainText("One, two,");
  await chat.button("Stop").click();
  await chat.settled("stopped");
  await chat.button("Continue").click();
  await expect(chat.answer).toContainText("three.");
  await chat.settled();
  await expect(chat.conversation).toContainText("One, two,");
  await expect(chat.button("Continue")).toHaveCount(0);
});

test("[RN-3d] an answer that has reached a limit says so, and is continued", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.enqueue(reply("One, two, "), reply("three."));
  const chat = await open();
  await chat.send("Count.");
  await chat.settled();
  await chat.braid.kill();
  // No tool is shipped yet with which a turn could take fifty steps: this is what such a turn leaves.
  withDatabase(dataDir, (db) => {
    const guard = "SELECT sql FROM sqlite_master WHERE name = 'chat_messages_append_only'";
    const trigger = db.prepare<[], string>(guard).pluck().get() ?? "";
    db.exec(`DROP TRIGGER chat_messages_append_only;
      UPDATE chat_messages SET metadata_json = json_set(metadata_json, '$.finish_reason', 'tool-limit') WHERE role = 'assistant';
      ${trigger}`);
  });
  const again = await open();
  await expect(again.answer.getByRole("note")).toContainText("Reached the step limit");
  await again.button("Continue").click();
  await expect(again.answer).toContainText("three.");
  await again.settled();
  await expect(again.conversation).toContainText("One, two,");
});

test("[AB-1] Stop ends the wait for a retry at once", async ({ open, provider }) => {
  const chat = await open({ settings: { run: { max_retries: 3 } } });
  provider.enqueue([{ status: 429, headers: { "retry-after": "50" } }]);
  await chat.send("Hello?");
  await expect(chat.status).toHaveText(/retrying/);
  await chat.button("Stop").click();
  await chat.settled("stopped");
  await expect(chat.status).toHaveText("idle");
  expect(provider.requests).toHaveLength(1);
});
