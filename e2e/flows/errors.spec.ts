// What failed is told in the thread: first what happened, below it what to do, below that the ways there.
import type { Locator } from "@playwright/test";
import { expect, test } from "../fixtures/chat";
import { refusal } from "../fixtures/provider/script";

test.use({ sharesApp: true });

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (box === null) throw new Error("It is not there.");
  return box;
}

test("what failed, what to do and the actions stand below each other; what mends a key stands first", async ({
  open,
  provider,
}) => {
  provider.enqueue(refusal(401));
  const chat = await open();
  await chat.send("Hello?");
  await chat.settled("error");
  const note = await boxOf(chat.alert);
  const rows = await Promise.all(
    [chat.alert.locator("strong"), chat.alert.locator("p").last(), chat.button("Open settings")].map(boxOf),
  );
  // A link has two pixels of room around its letters.
  const starts = rows.map(({ x }) => x);
  expect(Math.max(...starts) - Math.min(...starts), `${starts}`).toBeLessThanOrEqual(2);
  for (const [at, { y, height }] of rows.entries())
    expect(rows[at + 1]?.y ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(y + height);
  expect(rows[1]?.width).toBeGreaterThan(note.width * 0.9);
});

test("a reason as long as a page opens on demand, and its actions are in view", async ({
  open,
  provider,
}) => {
  provider.enqueue([{ status: 400, message: `${"No such thing. ".repeat(300)}The end.` }]);
  const chat = await open();
  await chat.send("Hello?");
  await chat.settled("error");
  await expect(chat.alert).toContainText("The provider refused the request (400): No such thing.");
  await expect(chat.alert).not.toContainText("The end.");
  await expect(chat.button("Continue")).toBeInViewport();
  const all = chat.alert.getByRole("button", { name: "Show all" });
  await expect(all).toHaveAttribute("aria-expanded", "false");
  await all.press("Enter");
  await expect(chat.alert).toContainText("The end.");
  await chat.alert.getByRole("button", { name: "Show less" }).press("Enter");
  await expect(chat.alert).not.toContainText("The end.");
  await expect(all).toBeFocused();
});
