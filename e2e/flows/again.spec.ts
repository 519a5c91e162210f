// What was tried again, or continued, can be so once more, however late the window hears that the first was done.
import { expect, test } from "../fixtures/chat";
import { caughtUp, holdAnswers, holdCalls } from "../fixtures/held-calls";
import { reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

test("[RW-2] the new answer is tried again before it is told that the old one was", async ({
  open,
  provider,
}) => {
  provider.enqueue(reply("Version 1."), reply("Version 2."), reply("Version 3."));
  const chat = await open();
  await chat.send("Which?");
  await chat.settled();
  const retries = await holdAnswers(chat, "timeline.retry");
  for (const version of [2, 3]) {
    await chat.answer.getByRole("button", { name: "Try again", exact: true }).click();
    await expect(chat.answer).toContainText(`Version ${version}.`);
    await chat.settled();
  }
  await retries.let();
  await expect(chat.answers).toHaveCount(1);
  await expect(chat.alert).toHaveCount(0);
  expect(provider.requests).toHaveLength(3);
});

test("[AB-2] the answer that goes on is continued before it is told that the one before it was", async ({
  open,
  provider,
}) => {
  provider.enqueue(
    [{ text: "One, " }, { gate: "never" }],
    [{ text: "two, " }, { gate: "never" }],
    reply("three."),
  );
  const chat = await open();
  await chat.send("Count.");
  const resumes = await holdAnswers(chat, "session.resume");
  for (const [number, next] of [
    ["One", "two"],
    ["two", "three"],
  ] as const) {
    await expect(chat.answer).toContainText(number);
    await chat.button("Stop").click();
    await chat.settled("stopped");
    await chat.button("Continue").click();
    await expect(chat.answer).toContainText(next);
  }
  await resumes.let();
  await chat.settled();
  await expect(chat.alert).toHaveCount(0);
  expect(provider.requests).toHaveLength(3);
});

test("[BR-4] a sidecar is promoted once, however often that is asked before main hears of it", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await chat.send("Hello?");
  await chat.settled();
  await chat.page.keyboard.press("Control+J");
  const sidecar = chat.page.getByRole("complementary", { name: "Sidecar" });
  await expect(sidecar.getByRole("textbox", { name: "Message" })).toBeFocused();
  const promotions = await holdCalls(chat, "sidecar.promote");
  await sidecar.getByRole("button", { name: "Promote to branch" }).click();
  await expect.poll(promotions.names).toHaveLength(1);
  await sidecar.getByRole("button", { name: "Promote to branch" }).click();
  await caughtUp(chat);
  expect(await promotions.names()).toHaveLength(1);
  await promotions.let();
  await expect(chat.sessions).toHaveCount(2);
  await expect(sidecar).toHaveCount(0);
  await expect(chat.composer).toBeFocused();
  await expect(chat.alert).toHaveCount(0);
});
