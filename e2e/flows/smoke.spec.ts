// The app opens a usable window: what everything else stands on.
import { expect, test } from "../fixtures/launch";

test("a window opens, its database answers, a button can be clicked", async ({ launch }) => {
  const { window } = await launch();
  await expect(window.getByText(/SQLite 3\.\d+/)).toBeVisible();
  await window.getByRole("button", { name: "New session" }).click();
  await expect(window.getByText("clicked 1")).toBeVisible();
});

test("closing the app ends its process", async ({ launch }) => {
  const { close, pid } = await launch();
  await close();
  expect(() => process.kill(pid, 0)).toThrow();
});
