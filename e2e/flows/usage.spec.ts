// How full the context is and what a session cost: the meter of the bar, and what both numbers are made of.
import { type Chat, expect, test } from "../fixtures/chat";
import { ending, type Script } from "../fixtures/provider/script";
import { resize } from "../fixtures/system";

test.use({ sharesApp: true });

const meter = (chat: Chat) => chat.page.getByRole("meter", { name: "Context used" });
const popover = (chat: Chat) => chat.page.getByRole("dialog", { name: "Context and cost" });
const button = (chat: Chat) => chat.page.getByRole("button", { name: "Context and cost" });

const answered = (input: number, output: number): Script => [
  { text: "Yes." },
  ...ending("stop", { input, output }),
];
const price = { input: 2, output: 10 };

test("[TK-3g] the meter says what the last step filled of the window, and marks where summarising begins", async ({
  open,
  provider,
}) => {
  provider.enqueue(answered(100_000, 24_000), answered(150_000, 40_000), [
    { text: "Yes." },
    ...ending("stop", null),
  ]);
  const chat = await open();
  await expect(chat.composer).toBeFocused();
  await expect(meter(chat)).toHaveCount(0);
  await chat.send("One?");
  await chat.settled();
  await expect(meter(chat)).toHaveText("124k of 200k");
  await expect(meter(chat)).toHaveAttribute("aria-valuenow", "124000");
  await expect(meter(chat)).toHaveAttribute("aria-valuemax", "200000");
  const place = (part: string) =>
    meter(chat)
      .locator(part)
      .evaluate((element) => {
        const bar = element.parentElement?.getBoundingClientRect();
        const own = element.getBoundingClientRect();
        return bar && { from: (own.left - bar.left) / bar.width, to: (own.right - bar.left) / bar.width };
      });
  expect((await place(".context-bar-used"))?.to).toBeCloseTo(0.62, 1);
  expect((await place(".context-bar-mark"))?.from).toBeCloseTo(0.9, 1);
  await chat.send("Two?");
  await chat.settled();
  await expect(meter(chat)).toHaveText("190k of 200k");
  await expect(meter(chat).locator(".context-bar")).toHaveAttribute("data-full", "true");
  await chat.send("Three?");
  await chat.settled();
  await expect(meter(chat)).toHaveText(/^~\d+ of 200k$/);
  await chat.page.reload();
  await expect(meter(chat)).toHaveText(/^~\d+ of 200k$/);
});

test("[TK-4b] the cost is computed from prices where the provider names none, hidden attempts included", async ({
  open,
  provider,
}) => {
  const half: Script = [{ text: "Half" }, { gate: "seen" }, { reset: true }];
  provider.enqueue(answered(1_000_000, 100_000), half, answered(500_000, 0));
  const models = [{ id: "big", context_limit: 2_000_000, price }, { id: "unpriced" }];
  const chat = await open({ settings: { models, run: { max_retries: 2 } } });
  await chat.send("One?");
  await chat.settled();
  await meter(chat).click();
  await expect(popover(chat)).toContainText("big from list prices$3.00");
  await expect(popover(chat)).toContainText("Total1,100,000");
  await expect(popover(chat)).toContainText(/The model takes2,000,000/);
  await chat.page.keyboard.press("Escape");
  await expect(popover(chat)).toHaveCount(0);
  await expect(button(chat)).toBeFocused();
  await chat.send("Two?");
  await expect(chat.answer).toContainText("Half");
  provider.open("seen");
  await expect(chat.answer).toContainText("Yes.");
  await chat.settled();
  await button(chat).press("Enter");
  // The attempt that broke off was estimated: so is the sum.
  await expect(popover(chat)).toContainText(/big from list prices~\$4\.00/);
});

test("[TK-4] a model without a price has no cost, which is not zero", async ({ open, provider }) => {
  provider.enqueue(answered(1000, 100));
  const chat = await open();
  await chat.send("One?");
  await chat.settled();
  await button(chat).press("Enter");
  await expect(popover(chat)).toContainText("no price known");
  await expect(popover(chat)).not.toContainText("$");
  await chat.page.keyboard.press("Escape");
  await expect(popover(chat)).toHaveCount(0);
});

test("the title is edited in the bar, and nothing overlaps or leaves it in a narrow window", async ({
  open,
  provider,
}) => {
  provider.enqueue(answered(100_000, 24_000));
  const chat = await open({ args: ["--workspace", "/"] });
  await chat.send("A rather long first message that becomes the title of its session, word for word");
  await chat.settled();
  await chat.title.dblclick();
  const editor = chat.page.getByRole("textbox", { name: "Session title" });
  await editor.fill("Never mind");
  await editor.press("Escape");
  await expect(chat.title).toContainText("A rather long first message");
  await chat.title.dblclick();
  await editor.fill("A title of its own that is long enough to be cut in any window, however wide it may be");
  await editor.press("Enter");
  await expect(chat.title).toContainText("A title of its own");
  await expect(chat.sessions.first()).toContainText("A title of its own");
  await resize(chat, 700, 900);
  const misplaced = () =>
    chat.page.locator(".session-bar").evaluate((bar) => {
      const { left, right } = bar.getBoundingClientRect();
      const boxes = [...bar.children]
        .map((child) => child.getBoundingClientRect())
        .filter(({ width }) => width > 0);
      return boxes.filter(
        (box, n) =>
          box.left < left - 0.5 ||
          box.right > right + 0.5 ||
          boxes.some((other, m) => m > n && other.left < box.right - 0.5 && box.left < other.right - 0.5),
      );
    });
  await expect.poll(misplaced).toEqual([]);
});
