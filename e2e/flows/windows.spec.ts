// Windows come and go; the run does not notice (LY-3, LY-4).
import type { Page } from "@playwright/test";
import { type Chat, expect, test } from "../fixtures/chat";
import { lastAnswer } from "../fixtures/database";
import { runBraid } from "../fixtures/launch";
import { ending, type Step } from "../fixtures/provider/script";
import { windowAfter } from "../fixtures/system";

/** A hundredth of a second each. */
const words = (from: number, to: number): Step[] =>
  Array.from({ length: to - from }, (_, n): Step[] => [{ text: `word${from + n} ` }, { delayMs: 10 }]).flat();

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

const idsIn = (window: Chat) =>
  window.messages.evaluateAll((all) => all.map((one) => one.getAttribute("data-message-id")));

test("[LY-3a] [LY-3b, LY-4] [DB-7] reloads and a second window in mid-stream show the same, and nothing collapses; the last window closes in mid-answer, which a launch finds running, or which is finished without one", async ({
  open,
  provider,
  dataDir,
}) => {
  const chat = await open();
  // Only an answer that is still running shows what a page that came in between was told: one that has ended is read anew.
  provider.enqueue([...words(0, 90), { gate: "joined" }, ...words(90, 150), { gate: "read" }, ...ending()]);
  await chat.send("Talk.");
  const lengths = await sampleLength(chat.page);
  await test.step("reloads, one after the other, while words come", async () => {
    for (let n = 0; n < 2; n++) {
      await expect(chat.answer).toContainText("word");
      const seen = await chat.text();
      await chat.page.reload();
      await expect.poll(async () => (await chat.text()).startsWith(seen)).toBe(true);
    }
    await provider.reached("joined");
    await expect(chat.answer).toContainText("word89");
    await expect(chat.answer).toHaveAttribute("data-state", "streaming");
    expect(isGrowing(await lengths())).toBe(true);
  });
  const other = await chat.newWindow();
  await test.step("a second window joins", async () => {
    await other.sessions.first().click();
    await expect(other.answer).toContainText("word89");
    const others = await sampleLength(other.page);
    provider.open("joined");
    for (const window of [chat, other]) await expect(window.answer).toContainText("word149");
    expect(await other.text()).toBe(await chat.text());
    provider.open("read");
    await Promise.all([chat.settled(), other.settled()]);
    for (const read of [lengths, others]) {
      const seen = await read();
      expect(isGrowing(seen), seen.join(" ")).toBe(true);
    }
    const stored = lastAnswer(dataDir)?.text.trim();
    expect(stored?.split(" ")).toHaveLength(150);
    for (const window of [chat, other]) await expect.poll(() => window.text()).toBe(stored);
    expect(await idsIn(other)).toEqual(await idsIn(chat));
    expect(provider.requests).toHaveLength(1);
  });
  const [half, end] = [{ text: "Begun, " }, [{ text: "and finished." }, ...ending()]];
  provider.enqueue([half, { gate: "back" }, ...end], [half, { gate: "closed" }, ...end]);
  await test.step("what one sends, the other sees", async () => {
    await other.send("Once more?");
    await expect(chat.answer).toContainText("Begun,");
    await expect(chat.messages).toHaveCount(4);
  });
  const process = chat.braid.app.process();
  for (const window of [chat, other]) await chat.braid.closeWindow(window.page);
  const back = await windowAfter(chat, async () => expect((await runBraid({ dataDir })).code).toBe(0));
  await test.step("all are closed: a launch opens a window on the running answer", async () => {
    await expect(back.answer).toContainText("Begun,");
    await expect(back.answer).toHaveAttribute("data-state", "streaming");
    provider.open("back");
    await back.settled();
    await expect.poll(() => back.text()).toBe("Begun, and finished.");
  });
  await test.step("closed again: the answer is finished, and the app ends by itself", async () => {
    await back.send("And again.");
    await expect(back.answers).toHaveCount(3);
    await expect(back.answer).toContainText("Begun,");
    const exit = new Promise((resolve) => process.once("exit", resolve));
    await chat.braid.closeWindow(back.page);
    expect(process.exitCode).toBeNull();
    provider.open("closed");
    expect(await exit).toBe(0);
    expect((await (await provider.received(2)).closed).by).toBe("provider");
    expect(lastAnswer(dataDir)).toEqual({ text: "Begun, and finished.", finish_reason: "stop" });
  });
});
