// The packed app, as `npm run dist -- --dir` makes it: it refuses what its fuses say, it starts, it chats, and it keeps its data.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
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
  /** Asks the page of the window; empty while it is not there. */
  ask(script: string): Promise<string>;
  output(): string;
}

/**
 * The packed app opens no port for debuggers, and its inspector is off by a fuse. What is left is Chromium's pipe: it is its starter's alone,
 * who holds both of its ends.
 */
async function start(packed: string, dataDir: string): Promise<Running> {
  const switches = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const doors = ["--remote-debugging-pipe", "--remote-debugging-port=0", "--inspect=0"];
  const child = spawn(packed, [...switches, ...doors, "--data-dir", dataDir], {
    env: {
      ...process.env,
      DISPLAY: display() ?? "",
      SCRIPTED_KEY: PLANTED_KEY,
      XDG_CACHE_HOME: process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"),
    },
    stdio: ["ignore", "pipe", "pipe", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  const send = speakOver(child);
  const ask = async (script: string) => {
    const { targetInfos = [] } = (await send("Target.getTargets")) as { targetInfos?: Target[] };
    const page = targetInfos.find(({ url }) => url.startsWith("app:"));
    if (page === undefined) return "";
    const { sessionId } = await send("Target.attachToTarget", { targetId: page.targetId, flatten: true });
    const said = await send(
      "Runtime.evaluate",
      { expression: script, returnByValue: true },
      String(sessionId),
    );
    return String((said.result as { value?: unknown } | undefined)?.value ?? "");
  };
  return { child, ask, output: () => output };
}

interface Target {
  targetId: string;
  url: string;
}

/** Chromium's pipe: messages in JSON, each ended by a NUL. */
function speakOver({ stdio }: ChildProcess) {
  const [, , , to, from] = stdio as unknown as [unknown, unknown, unknown, Writable, Readable];
  const waiting = new Map<number, (result: Record<string, unknown>) => void>();
  let rest = "";
  let last = 0;
  from.on("data", (chunk) => {
    const messages = `${rest}${chunk}`.split("\0");
    rest = messages.pop() ?? "";
    for (const message of messages) {
      const { id, result = {} } = JSON.parse(message);
      waiting.get(id)?.(result);
    }
  });
  return (method: string, params: object = {}, sessionId?: string) =>
    new Promise<Record<string, unknown>>((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      to.write(`${JSON.stringify({ id: last, method, params, ...(sessionId && { sessionId }) })}\0`);
    });
}

const words = ({ ask }: Running) => ask("document.querySelector('[role=log]')?.innerText");

async function end({ child }: Running): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  expect((await exit)[0]).toBe(0);
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

/** As a form that is typed into takes it: React hears of it. */
const SAY = `(() => {
  const field = document.querySelector("textarea[aria-label=Message]");
  if (field === null) return false;
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").set.call(field, "Are you packed?");
  field.dispatchEvent(new Event("input", { bubbles: true }));
  return true;
})()`;
const PRESS_SEND = `(() => {
  const button = [...document.querySelectorAll("button")].find((one) => one.getAttribute("aria-label") === "Send" || one.innerText === "Send");
  button?.click();
  return button !== undefined;
})()`;

test("it starts, chats, and has it all when it is started again; it opens no port for debuggers", async ({
  packed,
  provider,
  dataDir,
}) => {
  await writeFile(join(dataDir, "settings.json"), settingsFor(provider.baseUrl));
  provider.enqueue(reply("Packed and well."));
  const first = await start(packed, dataDir);
  await expect.poll(() => first.ask(SAY), { timeout: 30_000 }).toBe("true");
  await expect.poll(() => first.ask(PRESS_SEND)).toBe("true");
  await expect.poll(() => words(first), { timeout: 30_000 }).toContain("Packed and well.");
  await expect
    .poll(() => first.ask("document.querySelector('article[data-role=assistant]')?.dataset.state"))
    .toBe("done");
  await end(first);
  expect(first.output()).not.toMatch(/listening on ws/i);
  expect(lastAnswer(dataDir)).toEqual({ text: "Packed and well.", finish_reason: "stop" });

  const second = await start(packed, dataDir);
  await expect.poll(() => words(second), { timeout: 30_000 }).toContain("Packed and well.");
  await end(second);
});
