// Nothing that one looks at moves by itself where branches come into it: looked at in every frame.
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { fillRows } from "../fixtures/many-rows";
import { reply } from "../fixtures/provider/script";

/**
 * Does `first`, and notes what `look` (both expressions of the page) says in each frame from then on, once it says anything, until the
 * returned function is called.
 */
async function eachFrame(page: Page, look: string, first = "undefined"): Promise<() => Promise<string[]>> {
  await page.evaluate(
    `${first}; window.seen = new Set(); (function frame() { const now = ${look}; if (now) window.seen.add(now); window.frame = requestAnimationFrame(frame); })()`,
  );
  // The page of that moment has been looked at as well.
  return () =>
    page.evaluate<string[]>(
      "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done((cancelAnimationFrame(window.frame), [...window.seen])))))",
    );
}

test("[BR-3] a page of the list that brings more of a family above moves nothing that is read", async ({
  open: start,
  provider,
  dataDir,
}) => {
  const chat = await start();
  const { page } = chat;
  provider.enqueue(reply("Yes."));
  await chat.send("question");
  await chat.settled();
  withDatabase(dataDir, (db) => {
    fillRows(db, 0, 260, 1);
    // The newest stands under the oldest, and so do ten that come with a later page.
    const ids = db
      .prepare<[], string>("SELECT id FROM chat_sessions WHERE title LIKE 'Session number%' ORDER BY id")
      .pluck()
      .all();
    const place = db.prepare("UPDATE chat_sessions SET parent_id = @parent WHERE id = @id");
    for (const at of [259, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110])
      place.run({ parent: ids[0], id: ids[at] });
  });
  await page.reload();
  await expect(page.getByRole("treeitem", { name: "Session number 258" })).toBeVisible();
  const scroller = page.locator(".picker-tree");
  // Short of where the next page is asked for, then over that line.
  await scroller.evaluate((box) => {
    box.scrollTop = 30 * 32;
  });
  await expect(page.getByRole("treeitem", { name: "Session number 220" })).toBeVisible();
  const rows = await page.getByRole("tree", { name: "Sessions" }).evaluate((tree) => tree.clientHeight);
  const stop = await eachFrame(
    page,
    `(() => { const row = [...document.querySelectorAll(".session-item")].find((one) => one.getAttribute("aria-label") === "Session number 190"); return row && \`\${Math.round(row.getBoundingClientRect().top)}\`; })()`,
    `(() => { const box = document.querySelector(".picker-tree"); box.scrollTop = box.scrollHeight - box.clientHeight - 20 * 32; })()`,
  );
  await expect
    .poll(() => page.getByRole("tree", { name: "Sessions" }).evaluate((tree) => tree.clientHeight))
    .toBeGreaterThan(rows + 50 * 30);
  expect(await stop()).toHaveLength(1);
  await expect(page.getByRole("treeitem", { name: "Session number 190", exact: true })).toBeInViewport();
});
