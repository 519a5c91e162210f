// Windows come and go; the run does not notice (LY-3, LY-4).
import type { Page } from "@playwright/test";
import { type Chat, expect, test } from "../fixtures/chat";
import { lastAnswer } from "../fixtures/database";
import { runBraid } from "../fixtures/launch";
import { ending, reply, type Step } from "../fixtures/provider/script";
import { windowAfter } from "../fixtures/system";

/** Some two seconds of words. */
const words = (count: number): Step[] =>
  Array.from({ length: count }, (_, n): Step[] => [{ text: `word${n} ` }, { delayMs: 10 }]).flat();

/** From now on, and after each reload, remembers in every frame how long the newest answer is; shrinking is what must not be seen. */
async function sampleLength(page: Page): Promise<() => Promise<number[]>> {
  const sampler = () => {
    const lengths: number[] = [];
    Object.assign(window, { lengths });
    const look = () => {
      const article = [...document.querySelectorAll("article[data-role=assistant]")].at(-1);
      if (article !== undefined) {
        const text = [...article.querySelectorAll(".text")].map((block) => block.textContent).join("");
        if (lengths.at(-1) !== text.length) lengths.push(text.length);
      }
      requestAnimationFrame(look);
    };
    look();
  };
  await page.addInitScript(sampler);
  await page.evaluate(sampler);
  return () => page.evaluate(() => (window as unknown as { lengths: number[] }).lengths);
}

const isGrowing = (lengths: number[]) => lengths.every((length, at) => length >= (lengths[at - 1] ?? 0));

test("[LY-3b, LY-4] a reload in mid-stream goes on where it was, and nothing collapses", async ({
  open,
  provider,
  dataDir,
}) => {
  const chat = await open();
  provider.enqueue([...words(60), { gate: "reloaded" }, ...words(60), ...ending()]);
  const lengths = await sampleLength(chat.page);
  await chat.send("Talk.");
  await provider.reached("reloaded");
  await expect(chat.answer).toContainText("word59");
  expect(isGrowing(await lengths())).toBe(true);
  await chat.page.reload();
  await expect(chat.answer).toContainText("word59");
  await expect(chat.answer).toHaveAttribute("data-state", "streaming");
  provider.open("reloaded");
  await chat.settled();
  const seen = await lengths();
  expect(isGrowing(seen), seen.join(" ")).toBe(true);
  await expect.poll(() => chat.text()).toBe(lastAnswer(dataDir)?.text.trim());
  expect(provider.requests).toHaveLength(1);
});

test("[LY-3] reloads one after the other while words come", async ({ open, provider, dataDir }) => {
  const chat = await open();
  // Only an answer that is still running shows what a page that came in between was told: one that has ended is read anew.
  provider.enqueue([...words(150), { gate: "reloaded" }, ...ending()]);
  await chat.send("Talk.");
  for (let n = 0; n < 4; n++) {
    await expect(chat.answer).toContainText("word");
    const seen = await chat.text();
    await chat.page.reload();
    await expect.poll(async () => (await chat.text()).startsWith(seen)).toBe(true);
  }
  provider.open("reloaded");
  await chat.settled();
  await expect.poll(() => chat.text()).toBe(lastAnswer(dataDir)?.text.trim());
  expect((await chat.text()).trim().split(" ")).toHaveLength(150);
});

test("[LY-3a] the last window closes in mid-answer: the answer is finished when the app is opened again, and the app ends", async ({
  open,
  provider,
  dataDir,
}) => {
  const chat = await open();
  provider.enqueue([{ text: "Begun, " }, { gate: "closed" }, { text: "and finished." }, ...ending()]);
  await chat.send("Talk.");
  await expect(chat.answer).toContainText("Begun,");
  const process = chat.braid.app.process();
  const exit = new Promise((resolve) => process.once("exit", resolve));
  await chat.braid.closeWindow(chat.page);
  expect(process.exitCode).toBeNull();
  provider.open("closed");
  expect(await exit).toBe(0);
  expect((await (await provider.received(0)).closed).by).toBe("provider");

  const again = await open();
  await again.settled();
  expect(await again.text()).toBe("Begun, and finished.");
  expect(lastAnswer(dataDir)?.finish_reason).toBe("stop");
});

test("[LY-3] [DB-7] a launch while the windowless app still answers opens a window on the running answer", async ({
  open,
  provider,
  dataDir,
}) => {
  const chat = await open();
  provider.enqueue(
    [{ text: "Begun, " }, { gate: "back" }, { text: "and finished." }, ...ending()],
    reply("Yes."),
  );
  await chat.send("Talk.");
  await expect(chat.answer).toContainText("Begun,");
  await chat.braid.closeWindow(chat.page);
  const back = await windowAfter(chat, async () => expect((await runBraid({ dataDir })).code).toBe(0));
  await expect(back.answer).toContainText("Begun,");
  await expect(back.answer).toHaveAttribute("data-state", "streaming");
  provider.open("back");
  await back.settled();
  expect(await back.text()).toBe("Begun, and finished.");
  await back.send("Are you well?");
  await expect(back.answer).toContainText("Yes.");
});

test("[LY-4] two windows on one run show the same at every moment, and at the end what is stored", async ({
  open,
  provider,
  dataDir,
}) => {
  const chat = await open();
  provider.enqueue([...words(40), { gate: "joined" }, ...words(80), ...ending()], reply("And again."));
  await chat.send("Talk.");
  await provider.reached("joined");
  const other = await chat.newWindow();
  await other.sessions.first().click();
  await expect(other.answer).toContainText("word39");
  const lengths = await Promise.all([sampleLength(chat.page), sampleLength(other.page)]);
  provider.open("joined");
  await Promise.all([chat.settled(), other.settled()]);
  for (const read of lengths) expect(isGrowing(await read())).toBe(true);
  const stored = lastAnswer(dataDir)?.text.trim();
  expect(await chat.text()).toBe(stored);
  expect(await other.text()).toBe(stored);
  const ids = (window: Chat) =>
    window.messages.evaluateAll((all) => all.map((one) => one.getAttribute("data-message-id")));
  expect(await ids(other)).toEqual(await ids(chat));

  // What one sends, the other sees.
  await other.send("Once more?");
  await expect(chat.answer).toContainText("And again.");
  await expect(chat.messages).toHaveCount(4);
});
