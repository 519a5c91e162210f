// The app opens a usable window on a database of its own: what everything else stands on.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "../fixtures/launch";

test("a window opens on a new database, and a message can be sent", async ({ launch }) => {
  const { window, dataDir } = await launch();
  await window.getByRole("textbox", { name: "Message" }).fill("Hello");
  await window.getByRole("button", { name: "Send" }).click();
  await expect(window.getByRole("article", { name: /^You said/ })).toContainText("Hello");
  expect(existsSync(join(dataDir, "braid.db"))).toBe(true);
});

test("closing the app ends its process", async ({ launch }) => {
  const { close, pid } = await launch();
  await close();
  expect(() => process.kill(pid, 0)).toThrow();
});
