// A window that hangs costs the run nothing and main no memory without bound (architecture decision 7).
import { readFileSync } from "node:fs";
import { expect, test } from "../fixtures/chat";
import { lastAnswer } from "../fixtures/database";
import { ending } from "../fixtures/provider/script";

const LINE = `${"lorem ipsum ".repeat(8)}\n`;
const LINES = 220_000;
/** What main may grow by while 21 MB of text stream past a window that does not read. */
const GROWTH = 320 * 1024 * 1024;

const residentBytes = (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;

test("[LY-3] a frozen window: main stays bounded, the run ends well, and the thawed window catches up", async ({
  open,
  provider,
  dataDir,
}) => {
  test.setTimeout(120_000);
  provider.enqueue([
    { text: "Begun.\n" },
    { gate: "frozen" },
    { chunks: { count: LINES, text: LINE } },
    { text: "The end." },
    ...ending(),
  ]);
  const chat = await open();
  await chat.send("Talk for long.");
  await expect(chat.answer).toContainText("Begun.");
  const renderer = await chat.braid.app.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
  );
  expect(renderer).toBeGreaterThan(1);
  const before = residentBytes(chat.braid.pid);
  process.kill(renderer, "SIGSTOP");
  provider.open("frozen");
  let most = before;
  try {
    await expect
      .poll(
        () => {
          most = Math.max(most, residentBytes(chat.braid.pid));
          return lastAnswer(dataDir)?.finish_reason;
        },
        { timeout: 60_000, intervals: [100] },
      )
      .toBe("stop");
  } finally {
    process.kill(renderer, "SIGCONT");
  }
  expect((await (await provider.received(0)).closed).by).toBe("provider");
  expect(most - before).toBeLessThan(GROWTH);
  const stored = lastAnswer(dataDir)?.text ?? "";
  expect(stored).toHaveLength("Begun.\n".length + LINE.length * LINES + "The end.".length);

  await expect(chat.answer).toHaveAttribute("data-state", "done", { timeout: 60_000 });
  // So much is drawn a portion a frame: its end comes last.
  const end = () =>
    chat.answer.evaluate((article) => article.querySelector(".text:last-of-type")?.textContent?.slice(-8));
  await expect.poll(end, { timeout: 60_000 }).toBe("The end.");
  const shown = await chat.answer.evaluate((article) => {
    const text = [...article.querySelectorAll(".text")].map((block) => block.textContent).join("");
    // Between paragraphs there is room, not a newline.
    return text.replace(/\s/g, "").length;
  });
  expect(shown).toBe(stored.replace(/\s/g, "").length);
});
