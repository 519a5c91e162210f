// What the window looks like: its letters, its size, its theme.
import { expect, test } from "../fixtures/chat";

/** The families of which a file has been read, by the browser's own account. */
const loadedFonts = () =>
  [...document.fonts]
    .filter((font) => font.status === "loaded")
    .map((font) => `${font.family} ${font.style}`);

test("the letters are bundled, come with the first paint, and move nothing", async ({ open }) => {
  const chat = await open();
  await expect(chat.composer).toBeFocused();
  await expect.poll(() => chat.page.evaluate(loadedFonts)).toContain("Inter Variable normal");
  const shifts = await chat.page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const entries = list.getEntries() as (PerformanceEntry & { value: number })[];
          resolve(entries.reduce((sum, entry) => sum + entry.value, 0));
        }).observe({ type: "layout-shift", buffered: true });
        // Without a single shift the observer is never called.
        requestAnimationFrame(() => setTimeout(() => resolve(0), 0));
      }),
  );
  expect(shifts).toBeLessThan(0.01);
});
