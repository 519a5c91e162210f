// Launching opens what was open (SE-9); one process to a data folder (DB-7); quitting leaves nothing behind.
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { runBraid } from "../fixtures/launch";
import { reply } from "../fixtures/provider/script";

interface Remembered {
  session_id: string | null;
  bounds?: { width: number; height: number };
}

const remembered = (dataDir: string): Remembered[] =>
  withDatabase(dataDir, (db) =>
    JSON.parse(String(db.prepare("SELECT value_json FROM app_state WHERE key = 'windows'").pluck().get())),
  );

/** By main's own account: a window that has just been made may not be known to the test yet. */
const windowCount = ({ braid }: Chat) =>
  braid.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

for (const end of ["close", "kill"] as const) {
  test(`[SE-9] after ${end === "close" ? "a quit" : "kill -9"} each window shows its session again, at its size`, async ({
    open,
    provider,
    dataDir,
  }) => {
    provider.respond(() => reply("Yes."));
    const first = await open();
    await first.send("The first matter");
    await first.settled();
    const second = await first.newWindow();
    await second.send("The second matter");
    await second.settled();
    await first.braid.app.evaluate(({ BrowserWindow }) => {
      for (const [index, window] of BrowserWindow.getAllWindows()
        .sort((a, b) => a.id - b.id)
        .entries())
        window.setBounds({ x: 40 * index, y: 30, width: 900 + 100 * index, height: 640 });
    });
    await expect.poll(() => remembered(dataDir).map(({ bounds }) => bounds?.width)).toEqual([900, 1000]);
    await first.braid[end]();

    const again = await open();
    await expect.poll(() => again.braid.app.windows().length).toBe(2);
    const shown = () =>
      Promise.all(
        again.braid.app.windows().map(async (page) => {
          const chat = new Chat(page, again.braid);
          return `${await chat.title.textContent()} ${await page.evaluate(() => window.outerWidth)}`;
        }),
      );
    await expect
      .poll(async () => (await shown()).sort())
      .toEqual(["The first matter 900", "The second matter 1000"]);
  });
}

test("[SE-9] a window that was closed while another stayed is not opened again", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("Yes."));
  const first = await open();
  await first.send("The one that stays");
  await first.settled();
  const second = await first.newWindow();
  await expect.poll(() => remembered(dataDir).length).toBe(2);
  await second.braid.closeWindow(second.page);
  await expect.poll(() => remembered(dataDir).length).toBe(1);
  await first.braid.close();
  const again = await open();
  await expect(again.title).toHaveText("The one that stays");
  expect(await windowCount(again)).toBe(1);
});

test("[DB-7] a second launch on the same folder focuses the first and exits with 0", async ({
  open,
  dataDir,
}) => {
  const chat = await open();
  await chat.braid.app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) throw new Error("no window");
    Object.assign(globalThis, { focused: 0 });
    window.focus = () => {
      (globalThis as unknown as { focused: number }).focused += 1;
    };
  });
  const { code } = await runBraid({ dataDir });
  expect(code).toBe(0);
  await expect
    .poll(() => chat.braid.app.evaluate(() => (globalThis as unknown as { focused: number }).focused))
    .toBe(1);
  expect(await windowCount(chat)).toBe(1);
});

test("[DB-7] a second launch with --workspace opens a new session on that folder in the first", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("Yes."));
  const workspace = await mkdtemp(join(tmpdir(), "braid-workspace-"));
  const chat = await open();
  await chat.send("Somewhere else");
  await chat.settled();
  const { code } = await runBraid({ dataDir, args: ["--workspace", workspace] });
  expect(code).toBe(0);
  await expect(chat.title).toHaveText("New session");
  await expect(chat.page.getByRole("main")).toContainText(workspace);
  await chat.send("What is here?");
  await chat.settled();
  expect(
    withDatabase(dataDir, (db) =>
      db.prepare("SELECT workspace_root FROM chat_sessions WHERE title = 'What is here?'").pluck().get(),
    ),
  ).toBe(workspace);
  await rm(workspace, { recursive: true });
});

test("[DB-7] another data folder runs beside it", async ({ open, provider }) => {
  provider.respond(() => reply("Yes."));
  const other = await mkdtemp(join(tmpdir(), "braid-beside-"));
  const [one, two] = [await open(), await open({ dataDir: other })];
  await one.send("In the one");
  await two.send("In the other");
  await one.settled();
  await two.settled();
  await expect(one.sessions).toHaveCount(1);
  await expect(two.sessions).toHaveCount(1);
  await two.braid.close();
  await rm(other, { recursive: true });
});

/** A process and all below it. */
function processTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // It ended while we looked.
    }
  }
  const tree = [root];
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  return tree;
}

/** Neither running nor a corpse that waits for us. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

const endings = {
  SIGTERM: (chat: Chat) => void chat.braid.app.process().kill("SIGTERM"),
  "closing the window": (chat: Chat) => chat.braid.closeWindow(chat.page),
  "the menu": (chat: Chat) => chat.braid.app.evaluate(({ app }) => app.quit()).catch(() => undefined),
};

for (const [name, end] of Object.entries(endings)) {
  test(`quitting by ${name} exits with 0 and leaves no process behind`, async ({ open, provider }) => {
    provider.respond(() => reply("Yes."));
    const chat = await open();
    await chat.send("Hello?");
    await chat.settled();
    const main = chat.braid.app.process();
    const tree = processTree(chat.braid.pid);
    expect(tree.length).toBeGreaterThan(2);
    const exit = new Promise((resolve) => main.once("exit", (code, signal) => resolve(signal ?? code)));
    await end(chat);
    expect(await exit).toBe(0);
    await expect.poll(() => tree.filter(isAlive)).toEqual([]);
  });
}

test("SIGTERM in mid-answer closes the provider's connection, keeps the words, exits with 0", async ({
  open,
  provider,
}) => {
  provider.enqueue([{ text: "Half a " }, { gate: "never" }]);
  const chat = await open();
  await chat.send("Talk.");
  await expect(chat.answer).toContainText("Half a");
  const main = chat.braid.app.process();
  const exit = new Promise((resolve) => main.once("exit", resolve));
  main.kill("SIGTERM");
  expect(await exit).toBe(0);
  expect((await (await provider.received(0)).closed).by).toBe("client");
  const again = await open();
  await again.settled("interrupted");
  expect(await again.text()).toBe("Half a");
});
