// Failures that pass: waited for in the open, tried again, never doubled (RN-7, ST-2).
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { refusal, reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

const run = { max_retries: 3, max_retry_wait_ms: 60_000 };

/** What a wait looks like at one moment. */
interface Wait {
  counted: string | undefined;
  said: string;
  saidAs: string;
  row: string | undefined;
}

/** From now on all that a wait shows is kept: each number stands for a second, the whole for three, and a look now and then may miss one. */
async function noteWait(page: Page): Promise<() => Promise<Wait[]>> {
  await page.evaluate(() => {
    const waits: Wait[] = [];
    Object.assign(window, { waits });
    new MutationObserver(() => {
      const status = document.querySelector("[role=status]");
      if (status?.getAttribute("data-state") !== "retrying") return;
      waits.push({
        counted: document.querySelector(".status-countdown")?.textContent ?? undefined,
        said: status.textContent,
        saidAs: status.className,
        row: document.querySelector<HTMLElement>("[role=treeitem]")?.dataset.state,
      });
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  return () => page.evaluate(() => (window as unknown as { waits: Wait[] }).waits);
}

test("[ST-2] a wait is shown with its reason and a countdown, and then the answer comes", async ({
  open,
  provider,
}) => {
  provider.enqueue(refusal(429, { "retry-after": "3" }), reply("Now."));
  const chat = await open({ settings: { run } });
  const waits = await noteWait(chat.page);
  await chat.send("Hello?");
  await expect(chat.answer).toContainText("Now.");
  await chat.settled();
  const seen = await waits();
  // One number is seen: the sentence that was said to those who listen does not stand beside it.
  expect(new Set(seen.map(({ said, saidAs }) => `${said}, ${saidAs}`))).toEqual(
    new Set(["rate limited, retrying in 3 s, unseen"]),
  );
  expect(seen.map(({ row }) => row)).toContain("retrying");
  expect(seen.map(({ counted }) => counted)).toEqual(
    expect.arrayContaining([2, 1].map((left) => `rate limited, retrying in ${left} s`)),
  );
  await expect(chat.messages).toHaveCount(2);
  expect(await chat.text()).toBe("Now.");
});

test("[ST-2] while the next try is waited for, those that were made are counted, and nothing seems to be written", async ({
  open,
  provider,
}) => {
  provider.enqueue(refusal(429, { "retry-after": "1" }), refusal(429, { "retry-after": "50" }));
  const chat = await open({ settings: { run } });
  await chat.send("Hello?");
  await expect(chat.status).toHaveText(/retrying in (50|4\d) s/);
  await expect(chat.conversation.getByRole("note")).toHaveText("Retried after: rate limited");
  await expect(chat.answer.locator("[data-streaming]")).toHaveCount(0);
  await chat.button("Stop").click();
  await chat.settled("stopped");
  await expect(chat.conversation.getByRole("note").first()).toHaveText("Retried after: rate limited");
});

test("[RN-7] the text of an attempt that failed goes away, and the new one's comes in its place", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.enqueue([{ text: "Half an answ" }, { gate: "seen" }, { reset: true }], reply("The whole answer."));
  const chat = await open({ settings: { run } });
  await chat.send("Hello?");
  await expect(chat.answer).toContainText("Half an answ");
  provider.open("seen");
  await expect(chat.answer).toContainText("The whole answer.");
  await chat.settled();
  await expect(chat.messages).toHaveCount(2);
  await expect(chat.conversation).not.toContainText("Half an answ");
  // Hidden, not deleted.
  const hidden = withDatabase(dataDir, (db) =>
    db.prepare("SELECT count(*) FROM chat_messages WHERE hidden_at IS NOT NULL").pluck().get(),
  );
  expect(hidden).toBe(1);
  await chat.page.reload();
  await expect(chat.messages).toHaveCount(2);
});

test("[RN-7] a Retry-After of an hour is left to the user", async ({ open, provider }) => {
  provider.enqueue(refusal(429, { "retry-after": "3600" }), reply("Later."));
  const chat = await open({ settings: { run } });
  await chat.send("Hello?");
  await chat.settled("error");
  await expect(chat.alert).toContainText(
    "The provider asks to wait 1 h. Continue then, or choose another model.",
  );
  expect(provider.requests).toHaveLength(1);
  await chat.button("Continue").click();
  await expect(chat.answer).toContainText("Later.");
});
