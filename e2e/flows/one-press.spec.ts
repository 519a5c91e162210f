// One press does one thing: a key that is held down, and the second click of two, take nothing else away.
import { expect, test } from "../fixtures/chat";

test.use({ sharesApp: true });

test("[DB-10] what goes for good is asked about first, and goes alone: by a key that is held down, and by two clicks", async ({
  open,
}) => {
  const chat = await open();
  const { page } = chat;
  for (let n = 1; n <= 4; n++) {
    const { session } = await chat.call("session.create", { title: `Session ${n}` });
    await chat.call("trash.put", { session_id: session.id });
  }
  const rows = page.getByRole("list", { name: "Trash" }).getByRole("listitem");
  const inFirst = (name: string) => rows.first().getByRole("button", { name, exact: true });
  const [button, keep, remove] = [inFirst("Delete for good"), inFirst("Keep"), inFirst("Delete")];
  await chat.button("Trash").click();
  await button.focus();
  await page.keyboard.down("Enter");
  await expect(keep).toBeFocused();
  // The key repeats itself.
  for (let n = 0; n < 3; n++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect(rows).toHaveText([/Delete .*n 4.* permanently\?/, /n 3/, /n 2/, /n 1/]);
  await remove.focus();
  await page.keyboard.down("Enter");
  await expect(rows).toHaveText([/n 3/, /n 2/, /n 1/]);
  for (let n = 0; n < 3; n++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  const { x, y } = (await button.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 5, y + 5);
  for (const clickCount of [1, 2]) {
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
  }
  await expect(rows).toHaveText([/n 3/, /n 2/, /n 1/]);
  await expect(remove).toBeVisible();
  await remove.click();
  await expect(rows).toHaveText([/n 2/, /n 1/]);
});
