// How full the context is and what a session cost: the meter of the bar, and what both numbers are made of.
import { expect, test } from "../fixtures/chat";
import { ending, type Script } from "../fixtures/provider/script";
import { resize } from "../fixtures/system";

const answered = (input: number, output: number): Script => [
  { text: "Yes." },
  ...ending("stop", { input, output }),
];
const models = [
  { id: "big", context_limit: 200_000, price: { input: 2, output: 10 } },
  { id: "unpriced", context_limit: 200_000 },
];

test("usage: the meter fills, the cost is computed, no price is no cost; in a narrow window nothing of the bar overlaps [TK-3g, TK-4b, TK-4]", async ({
  open,
  provider,
}) => {
  const settings = { models, run: { max_retries: 2 } };
  const chat = await open({ settings, args: ["--workspace", "/"] });
  const meter = chat.page.getByRole("meter", { name: "Context used" });
  const popover = chat.page.getByRole("dialog", { name: "Context and cost" });
  const button = chat.button("Context and cost");
  const close = async () => {
    await chat.page.keyboard.press("Escape");
    await expect(popover).toHaveCount(0);
  };
  await test.step("the meter says what the last step filled of the window, and marks where summarising begins", async () => {
    provider.enqueue(answered(100_000, 24_000));
    await expect(chat.composer).toBeFocused();
    await expect(meter).toHaveCount(0);
    await chat.send("A rather long first message that becomes the title of its session, word for word");
    await chat.settled();
    await expect(meter).toHaveText("124k of 200k");
    await expect(meter).toHaveAttribute("aria-valuenow", "124000");
    await expect(meter).toHaveAttribute("aria-valuemax", "200000");
    const place = (part: string) =>
      meter.locator(part).evaluate((element) => {
        const bar = element.parentElement?.getBoundingClientRect();
        const own = element.getBoundingClientRect();
        return bar && { from: (own.left - bar.left) / bar.width, to: (own.right - bar.left) / bar.width };
      });
    expect((await place(".context-bar-used"))?.to).toBeCloseTo(0.62, 1);
    expect((await place(".context-bar-mark"))?.from).toBeCloseTo(0.9, 1);
  });
  await test.step("the cost comes from prices where the provider names none, hidden attempts included", async () => {
    await meter.click();
    await expect(popover).toContainText("big from list prices$0.44");
    await expect(popover).toContainText("Total124,000");
    await expect(popover).toContainText(/The model takes200,000/);
    await close();
    await expect(button).toBeFocused();
    provider.enqueue([{ text: "Half" }, { gate: "seen" }, { reset: true }], answered(150_000, 40_000));
    await chat.send("Two?");
    await expect(chat.answer).toContainText("Half");
    provider.open("seen");
    await expect(chat.answer).toContainText("Yes.");
    await chat.settled();
    await expect(meter).toHaveText("190k of 200k");
    await expect(meter.locator(".context-bar")).toHaveAttribute("data-full", "true");
    await button.press("Enter");
    // The attempt that broke off was estimated: so is the sum.
    await expect(popover).toContainText(/big from list prices~\$1\.\d\d/);
    await close();
  });
  await test.step("the title is edited in the bar, and nothing overlaps or leaves it in a narrow window", async () => {
    await chat.title.dblclick();
    const editor = chat.page.getByRole("textbox", { name: "Session title" });
    await editor.fill("Never mind");
    await editor.press("Escape");
    await expect(chat.title).toContainText("A rather long first message");
    await chat.title.dblclick();
    await editor.fill(
      "A title of its own that is long enough to be cut in any window, however wide it may be",
    );
    await editor.press("Enter");
    await expect(chat.title).toContainText("A title of its own");
    await expect(chat.sessions.first()).toContainText("A title of its own");
    await resize(chat, 700, 900);
    const misplaced = () =>
      chat.page.locator(".session-bar").evaluate((bar) => {
        const { left, right } = bar.getBoundingClientRect();
        const all = [...bar.children].map((child) => child.getBoundingClientRect());
        const boxes = all.filter(({ width }) => width > 0);
        return boxes.filter(
          (box, n) =>
            box.left < left - 0.5 ||
            box.right > right + 0.5 ||
            boxes.some((other, m) => m > n && other.left < box.right - 0.5 && box.left < other.right - 0.5),
        );
      });
    await expect.poll(misplaced).toEqual([]);
    await resize(chat, 1280, 800);
  });
  await test.step("a model without a price has no cost, and a provider without numbers an estimate", async () => {
    await chat.page.keyboard.press("Control+N");
    await expect(chat.title).toHaveText("New session");
    await chat.chooseModel("unpriced");
    provider.enqueue([{ text: "Yes." }, ...ending("stop", null)]);
    await chat.send("Three?");
    await chat.settled();
    await expect(meter).toHaveText(/^~\d+ of 200k$/);
    await button.press("Enter");
    await expect(popover).toContainText("no price known");
    await expect(popover).not.toContainText("$");
    await chat.page.reload();
    await expect(meter).toHaveText(/^~\d+ of 200k$/);
  });
});
