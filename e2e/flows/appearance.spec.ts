// What the window looks like: its letters, its size, its theme.
import { expect, test } from "../fixtures/chat";
import { layoutShifts } from "../fixtures/shifts";

/** The families of which a file has been read, by the browser's own account. */
const loadedFonts = () =>
  [...document.fonts]
    .filter((font) => font.status === "loaded")
    .map((font) => `${font.family} ${font.style}`);

test("the letters are bundled, come with the first paint, and move nothing", async ({ open }) => {
  const chat = await open();
  await expect(chat.composer).toBeFocused();
  await expect.poll(() => chat.page.evaluate(loadedFonts)).toContain("Inter Variable normal");
  expect(await layoutShifts(chat.page)).toBeLessThan(0.01);
});
