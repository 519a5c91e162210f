// A conversation that is too large for another model: seen in the list, summarised first, and the ways out where that is not enough.
import { findings } from "../fixtures/axe";
import { expect, test } from "../fixtures/chat";
import { ending, reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

const WORDS = "with so many words that a small window has no room for all of them. ".repeat(60);
/** Too long for the small model by itself. */
const LONG = `Compare all of this: ${WORDS.repeat(5)}`;

test("[MS-2] [MS-3] [BR-5] the list says whether the conversation fits; a switch waits for a summary, or fails with a branch and a way back", async ({
  open,
  provider,
}) => {
  provider.respond((_request, index) => [
    { text: `Answer ${index + 1} ${WORDS}` },
    ...ending("stop", { input: 6000, output: 900 }),
  ]);
  const models = [
    { id: "big", context_limit: 200_000 },
    { id: "tiny", context_limit: 4000 },
    { id: "nano", context_limit: 1500 },
  ];
  const chat = await open({ settings: { models } });
  const { page } = chat;
  const option = (name: string) => chat.modelOptions.filter({ hasText: name });
  const alert = chat.conversation.getByRole("alert");
  for (const text of ["First question", "Second question", "Third question", "Fourth question"]) {
    await chat.send(text);
    await chat.settled();
  }
  await test.step("the list says what would happen, before a model is chosen", async () => {
    await chat.model.click();
    const summarised = "Earlier turns will be summarised first";
    await expect(option("tiny").getByRole("img", { name: summarised })).toBeVisible();
    await expect(option("nano").getByRole("img", { name: "This conversation does not fit" })).toBeVisible();
    await expect(option("big").getByRole("img")).toHaveCount(0);
    await page.keyboard.type("tiny");
    await expect(chat.modelOptions).toHaveCount(1);
    await expect(page.locator(".model-details")).toContainText(summarised);
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await expect(chat.model).toHaveText(/^tiny/);
  });
  await test.step("the message waits for the summary, then the small model answers", async () => {
    provider.summary(() => [{ gate: "summary" }, ...reply("SUMMARY of the first questions.")]);
    await chat.send("Fifth question");
    await expect(chat.conversation.getByRole("progressbar", { name: "Compacting" })).toBeVisible();
    expect(provider.requests.at(-1)?.body.model).toBe("big");
    provider.open("summary");
    await chat.settled();
    await expect(
      chat.conversation.getByRole("note", { name: /^Summarised \d+ earlier turns$/ }),
    ).toBeVisible();
    expect(provider.requests.at(-1)?.body.model).toBe("tiny");
    expect(provider.requests.at(-1)?.rawBody).toContain("SUMMARY of the first questions.");
  });
  await test.step("a question too long for it: the switch fails, and the session is with its model before", async () => {
    await chat.chooseModel("big");
    await chat.send("Sixth question");
    await chat.settled();
    await chat.chooseModel("tiny");
    await chat.composer.fill(LONG);
    await chat.composer.press("Enter");
    await expect(alert).toContainText("Switching to tiny, whose context window is smaller, would lose");
    await expect(chat.model).toHaveText(/^big/);
    await expect(alert.getByRole("button")).toHaveText(["Branch with tiny", "Back to big", /another model/]);
  });
  await test.step("a branch with it has the question as its draft, for that model", async () => {
    provider.summary(() => reply("SUMMARY for the branch."));
    await alert.getByRole("button", { name: "Branch with tiny" }).click();
    await expect(chat.sessions).toHaveCount(2);
    await expect(chat.composer).toHaveValue(LONG);
    await expect(chat.model).toHaveText(/^tiny/);
    await expect(chat.composer).toBeFocused();
    await expect(chat.status).toHaveText("idle");
    await chat.send("Shorter");
    await chat.settled();
    expect(provider.requests.at(-1)?.body.model).toBe("tiny");
  });
  await test.step("back in the parent, the model before answers the question", async () => {
    await chat.sessions.first().click();
    await alert.getByRole("button", { name: "Back to big" }).click();
    await chat.settled();
    expect(provider.requests.at(-1)?.body.model).toBe("big");
    expect(provider.requests.at(-1)?.rawBody).toContain("Compare all of this");
    await expect(alert).toHaveCount(0);
    await expect(chat.model).toHaveText(/^big/);
  });
});
