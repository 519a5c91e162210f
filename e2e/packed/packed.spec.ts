// The packed app, as `npm run dist -- --dir` makes it: it refuses what its fuses say, it starts, it chats, and it keeps its data.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
import { type Browser, chromium } from "@playwright/test";
import { expect, PLANTED_KEY, settingsFor, test as testing } from "../fixtures/chat";
import { lastAnswer } from "../fixtures/database";
import { display } from "../fixtures/display";
import { reply } from "../fixtures/provider/script";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A fuse is a digit in the binary. */
const ENABLED = "1".charCodeAt(0);

/** Where electron-builder puts the executable of a plain folder. */
async function executableIn(output: string): Promise<string> {
  const [folder = ""] = (await readdir(output)).filter((name) => /unpacked$|^mac/.test(name));
  const inside: Partial<Record<NodeJS.Platform, string>> = {
    darwin: "Braid.app/Contents/MacOS/Braid",
    win32: "Braid.exe",
  };
  return join(output, folder, inside[process.platform] ?? "braid");
}

/** Packed once for all tests of a worker. */
const test = testing.extend<object, { packed: string }>({
  packed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const output = await mkdtemp(join(tmpdir(), "braid-packed-"));
      const args = ["build/dist.mjs", "--dir", "--allow-fallback", `--config.directories.output=${output}`];
      await promisify(execFile)(process.execPath, args, { cwd: root });
      await use(await executableIn(output));
      await rm(output, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 300_000 },
  ],
});
test.describe.configure({ mode: "serial" });

interface Running {
  child: ChildProcess;
  browser: Browser;
}

/** Without an inspector (its fuse is off), Chromium's own door for debuggers is the way in, and it stands open only where it is asked to. */
async function start(packed: string, dataDir: string): Promise<Running> {
  const switches = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const child = spawn(packed, [...switches, "--remote-debugging-port=0", "--data-dir", dataDir], {
    env: {
      ...process.env,
      DISPLAY: display() ?? "",
      SCRIPTED_KEY: PLANTED_KEY,
      XDG_CACHE_HOME: process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"),
    },
  });
  let output = "";
  const address = await new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the packed app ended with ${code}: ${output}`)));
    child.stderr?.on("data", (chunk) => {
      output += chunk;
      const found = /DevTools listening on (ws:\S+)/.exec(output);
      if (found?.[1] !== undefined) resolve(found[1]);
    });
  });
  await pageIsThere(address);
  return { child, browser: await chromium.connectOverCDP(address) };
}

/** Playwright that takes hold of a page in the moment it is made waits for ever: seen in one start of thirty. */
async function pageIsThere(address: string): Promise<void> {
  const list = `http://${new URL(address).host}/json/list`;
  const urls = async () => ((await (await fetch(list)).json()) as { url: string }[]).map(({ url }) => url);
  await expect.poll(urls, { timeout: 30_000 }).toContainEqual(expect.stringMatching(/^app:/));
}

async function pageOf({ browser }: Running) {
  const [context] = browser.contexts();
  if (context === undefined) throw new Error("the packed app has no window");
  const page = context.pages()[0] ?? (await context.waitForEvent("page"));
  await page.getByRole("textbox", { name: "Message", exact: true }).waitFor();
  return page;
}

async function end({ child, browser }: Running): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  expect((await exit)[0]).toBe(0);
  await browser.close();
}

test("the binary's fuses are as the configuration says", async ({ packed }) => {
  const wire = await getCurrentFuseWire(packed);
  const states = Object.fromEntries(
    Object.entries(FuseV1Options)
      .filter((entry): entry is [string, FuseV1Options] => typeof entry[1] === "number")
      .map(([name, option]) => [name, Number(wire[option]) === ENABLED]),
  );
  expect(states).toMatchObject({
    RunAsNode: false,
    EnableNodeOptionsEnvironmentVariable: false,
    EnableNodeCliInspectArguments: false,
    OnlyLoadAppFromAsar: true,
    EnableEmbeddedAsarIntegrityValidation: true,
    GrantFileProtocolExtraPrivileges: false,
  });
});

test("it starts, chats, and has it all when it is started again", async ({ packed, provider, dataDir }) => {
  test.setTimeout(120_000);
  await writeFile(join(dataDir, "settings.json"), settingsFor(provider.baseUrl));
  provider.enqueue(reply("Packed and well."));
  const first = await start(packed, dataDir);
  const page = await pageOf(first);
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("Are you packed?");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("log")).toContainText("Packed and well.");
  await expect(page.getByRole("article", { name: /^Assistant/ })).toHaveAttribute("data-state", "done");
  await end(first);
  expect(lastAnswer(dataDir)).toEqual({ text: "Packed and well.", finish_reason: "stop" });

  const second = await start(packed, dataDir);
  await expect((await pageOf(second)).getByRole("log")).toContainText("Packed and well.");
  await end(second);
});
