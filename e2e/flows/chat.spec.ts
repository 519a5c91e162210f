// A conversation as its user sees it: what is typed, what streams in, what stays.
import type { Locator } from "@playwright/test";
import { expect, test } from "../fixtures/chat";
import { listen } from "../fixtures/listen";
import { ending, reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (box === null) throw new Error("Nothing is drawn there.");
  return box;
}

test("an answer is seen while it is written, settles where it stood, and is announced once; the next question goes out with it", async ({
  open,
  provider,
}) => {
  const chat = await open();
  provider.enqueue(
    [{ chunks: { count: 50, text: "word " } }, { gate: "rest" }, { text: "and an end." }, ...ending()],
    reply("Two."),
  );
  await expect(chat.composer).toBeFocused();
  const heard = await listen(chat.page);
  await chat.send("First?");
  await test.step("while it is written", async () => {
    await expect(chat.answer).toContainText("word word");
    await expect(chat.answer).toHaveAttribute("data-state", "streaming");
    await expect(chat.conversation).toHaveAttribute("aria-live", "off");
    await expect(chat.status).toHaveText("busy");
    await expect(chat.status).not.toHaveClass("unseen");
    await expect(chat.button("Stop")).toBeVisible();
    await expect(chat.button("Send")).toBeDisabled();
    expect((await heard()).join(" ")).not.toContain("word");
  });
  const row = await chat.answer.elementHandle();
  provider.open("rest");
  await chat.settled();
  await test.step("at rest", async () => {
    await expect.poll(() => chat.text()).toMatch(/word and an end\.$/);
    await expect(chat.answer).toHaveAccessibleName(/^Assistant said… word word/);
    await expect(chat.status).toHaveText("idle");
    await expect(chat.status).toHaveClass("unseen");
    await expect(chat.button("Stop")).toHaveCount(0);
    expect(await row?.evaluate((element) => element.isConnected), "the row was not built anew").toBe(true);
    await expect(chat.messages.first()).toHaveAttribute("data-state", "done");
    await expect(chat.messages.first()).toHaveAttribute("data-message-id", /^msg_[0-9a-f]{14}\w{12}$/);
    const [words, composer] = [
      await boxOf(chat.messages.first()),
      await boxOf(chat.page.locator(".composer")),
    ];
    expect(composer.x, "the composer is as wide as the words above it").toBeCloseTo(words.x, 0);
    expect(composer.width).toBeCloseTo(words.width, 0);
  });
  const meter = await boxOf(chat.page.getByRole("button", { name: "Context and cost" }));
  await chat.send("Second?");
  await chat.settled();
  await expect(chat.questions).toContainText(["First?", "Second?"]);
  await expect.poll(() => chat.text()).toBe("Two.");
  expect((await provider.received(1)).rawBody).toMatch(/First\?.*word.*Second\?/s);
  await expect
    .poll(async () => (await heard()).filter((words) => words.startsWith("Answer finished")))
    .toEqual([expect.stringMatching(/^Answer finished\.\s+word word/), expect.stringMatching(/\s+Two\./)]);
  const after = await boxOf(chat.page.getByRole("button", { name: "Context and cost" }));
  expect(after.x + after.width, "the meter stays where it was").toBe(meter.x + meter.width);
});

test("thinking is folded, and a tool call that this version cannot run ends in words", async ({
  open,
  provider,
}) => {
  const chat = await open({ settings: { wire: "anthropic" } });
  provider.enqueue(
    [{ reasoning: "Let me think about it." }, { gate: "thought" }, { text: "It is four." }, ...ending()],
    reply({ tool: { id: "call_1", name: "fly", input: { to: "Mars" } } }),
    reply("I cannot fly."),
  );
  await chat.send("What is 2 + 2?");
  await expect(chat.answer.getByText("Thinking…")).toBeVisible();
  provider.open("thought");
  await chat.settled();
  expect(await chat.text()).toBe("It is four.");
  await expect(chat.answer.getByText("Let me think about it.")).toHaveCount(0);
  // After a while it says for how long.
  await chat.answer.getByText(/^Thought( for .+)?$/).click();
  await expect(chat.answer.getByText("Let me think about it.")).toBeVisible();

  await chat.send("Fly to Mars.");
  await expect(chat.answer).toContainText("I cannot fly.");
  await chat.settled();
  await expect(chat.answer.locator(".tool-name")).toHaveText("fly");
  await expect(chat.answer.locator(".tool-error")).toContainText("unavailable tool 'fly'");
  expect((await provider.received(2)).rawBody).toContain("unavailable tool 'fly'");
});
