// A window that hangs costs the run nothing and main no memory without bound (architecture decision 7).
import { type Chat, expect, test } from "../fixtures/chat";
import { lastAnswer, withDatabase } from "../fixtures/database";
import { ending } from "../fixtures/provider/script";
import { clipboard } from "../fixtures/system";

const LINES = `${"lorem ipsum ".repeat(8)}\n`.repeat(10);
/** More than the 4 MiB by which a window may be behind before it has to attach anew. */
const TIMES = 5_000;
/** Of what is posted and not acknowledged, at most 256 KiB or two frames; and what was on its way when it froze. */
const MOST_POSTED = 512 * 1024;
/** A step waits for what it is about, however slow the machine is: the limit is that of the whole, for what hangs. */
const NO_LIMIT = { timeout: 0 };

/** Counts from now on what main posts to its windows: while they do not read, main holds it. */
async function notePosted({ braid: { app } }: Chat): Promise<() => Promise<number>> {
  await app.evaluate(({ MessageChannelMain }) => {
    const noted = { characters: 0 };
    Object.assign(globalThis, { posted: noted });
    const port = Object.getPrototypeOf(new MessageChannelMain().port1);
    const { postMessage } = port;
    port.postMessage = function post(message: unknown, ...rest: unknown[]) {
      noted.characters += JSON.stringify(message).length;
      return postMessage.call(this, message, ...rest);
    };
  });
  return () =>
    app.evaluate(() => (globalThis as unknown as { posted: { characters: number } }).posted.characters);
}

const hasEnded = (dataDir: string) =>
  withDatabase(dataDir, (db) =>
    db
      .prepare("SELECT 1 FROM chat_messages WHERE metadata_json ->> '$.finish_reason' = 'stop'")
      .pluck()
      .get(),
  );

test("[LY-3] a frozen window: main stays bounded, the run ends well, and the thawed window catches up", async ({
  open,
  provider,
  dataDir,
}) => {
  test.setTimeout(300_000);
  provider.enqueue([
    { text: "Begun.\n" },
    { gate: "frozen" },
    { chunks: { count: TIMES, text: LINES } },
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
  const posted = await notePosted(chat);
  // As if somebody looked into the page: otherwise one that does not answer is ended.
  await chat.braid.app.evaluate(({ BrowserWindow }) => {
    for (const { webContents } of BrowserWindow.getAllWindows()) webContents.isDevToolsOpened = () => true;
  });
  process.kill(renderer, "SIGSTOP");
  try {
    provider.open("frozen");
    expect((await (await provider.received(0)).closed).by).toBe("provider");
    await expect.poll(() => hasEnded(dataDir), NO_LIMIT).toBe(1);
    const characters = await posted();
    // It was posted to, and no further.
    expect(characters).toBeGreaterThan(LINES.length);
    expect(characters).toBeLessThan(MOST_POSTED);
  } finally {
    process.kill(renderer, "SIGCONT");
  }
  const stored = lastAnswer(dataDir)?.text ?? "";
  expect(stored).toHaveLength("Begun.\n".length + LINES.length * TIMES + "The end.".length);

  await expect(chat.answer).toHaveAttribute("data-state", "done", NO_LIMIT);
  // So much is drawn a portion a frame: its end comes last.
  const end = () =>
    chat.answer.evaluate((article) => [...article.querySelectorAll(".text")].at(-1)?.textContent?.slice(-8));
  await expect.poll(end, NO_LIMIT).toBe("The end.");
  // The window has all of it, though it has built its end alone.
  await chat.answer.getByRole("button", { name: "Copy", exact: true }).click();
  const bare = (text: string) => text.replace(/\s/g, "").length;
  await expect.poll(async () => bare(await clipboard(chat)), NO_LIMIT).toBe(bare(stored));
});
