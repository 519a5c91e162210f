// kill -9 of main at any moment: what was painted is there (SV-5), in the session that was open (SE-9), and the work goes on.
import { expect, test } from "../fixtures/chat";
import { lastAnswer } from "../fixtures/database";
import { storedTexts } from "../fixtures/drafts";
import { reply, type Step } from "../fixtures/provider/script";

const answer: Step[] = [
  { reasoning: "Let me think." },
  ...Array.from({ length: 300 }, (_, n): Step[] => [{ text: `word${n} ` }, { delayMs: 5 }]).flat(),
  // However slow the machine: it is never at its end.
  { gate: "never" },
];

for (let moment = 0; moment < 4; moment++) {
  test(`[SV-5c, SE-9] kill -9 in mid-answer keeps every painted word, moment ${moment + 1}`, async ({
    open,
    provider,
  }) => {
    // Some earlier session, so that "the same one" means something.
    provider.respond(({ rawBody }) => (rawBody.includes("Talk on.") ? undefined : reply("Ready.")));
    provider.enqueue(answer, reply("Here is the rest."));
    const before = await open();
    await before.send("Hello?");
    await before.settled();
    await before.button("New session").click();
    await before.send("Talk on.");
    const least = Math.floor(Math.random() * 120);
    await expect(before.answer).toContainText(`word${least} `);
    const painted = await before.text();
    await before.braid.kill();

    const after = await open();
    await expect(after.title).toHaveText("Talk on.");
    await after.settled("interrupted");
    const kept = await after.text();
    expect(kept.startsWith(painted), `painted ${painted.length}, kept ${kept.length} characters`).toBe(true);
    await expect(after.answer.getByRole("note")).toContainText("Interrupted");
    await expect(after.status).toHaveText("idle");
    await after.button("Continue").click();
    await expect(after.answer).toContainText("Here is the rest.");
    await after.settled();
    await expect(after.conversation).toContainText(kept.slice(0, 100));
    const { rawBody } = await provider.received(2);
    expect(rawBody).toContain(kept.trim().slice(-40));
  });
}

test("[SV-5] kill -9 before the first word: the question is there, and can be asked on", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.enqueue([{ gate: "never" }], reply("Here."));
  const before = await open();
  await before.send("Are you there?");
  await provider.received(0);
  await before.braid.kill();
  const after = await open();
  await expect(after.messages.first()).toContainText("Are you there?");
  await after.settled("interrupted");
  await after.button("Continue").click();
  await expect(after.answer).toContainText("Here.");
  await after.settled();
  expect(lastAnswer(dataDir)).toEqual({ text: "Here.", finish_reason: "stop" });
});

test("[QU-2a] a draft that was typed and not sent survives kill -9, each in its session", async ({
  open,
  provider,
}) => {
  provider.enqueue(reply("Yes."));
  const before = await open();
  await before.send("Hello?");
  await before.settled();
  await before.composer.pressSequentially("half a thought");
  await before.button("New session").click();
  await expect(before.composer).toHaveValue("");
  await before.composer.pressSequentially("another one");
  // Saved a moment after the last key: that moment is the promise.
  await expect.poll(() => storedTexts(before)).toEqual({ composer: "another one" });
  await before.braid.kill();

  const after = await open();
  await expect(after.composer).toHaveValue("another one");
  await after.sessions.first().click();
  await expect(after.composer).toHaveValue("half a thought");
  await after.button("New session").click();
  await expect(after.composer).toHaveValue("another one");
});
