// A key, of the environment or entered in the app: all that main says to a window is recorded, and the disk, the diagnostics, the page, every process
// and what a crash leaves are searched for it. As an ordinary user, with Chromium's sandbox on.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ask, expect, test } from "../fixtures/as-user";
import { type Chat, PLANTED_KEY } from "../fixtures/chat";
import { filesWith } from "../fixtures/files-with";
import { reply } from "../fixtures/provider/script";

/** Matches no provider's pattern: only code that knows the key takes it out. */
const KEY = "Entered8c2e6f40d91b";

/** In main: answers to calls, news, and packets of feeds, as they leave. */
const record = (chat: Chat) =>
  chat.braid.app.evaluate(({ ipcMain, BrowserWindow, MessageChannelMain }) => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    const { _invokeHandlers: handlers } = ipcMain as unknown as {
      _invokeHandlers: Map<string, (...args: unknown[]) => unknown>;
    };
    for (const [channel, handler] of handlers)
      handlers.set(channel, async (...args) => {
        const answer = await handler(...args);
        said.push(`answer ${JSON.stringify(answer)}`);
        return answer;
      });
    for (const { webContents } of BrowserWindow.getAllWindows()) {
      const send = webContents.send.bind(webContents);
      webContents.send = (channel, ...args) => {
        said.push(`news ${JSON.stringify(args)}`);
        send(channel, ...args);
      };
    }
    const port = Object.getPrototypeOf(new MessageChannelMain().port1);
    const post = port.postMessage;
    port.postMessage = function (message: unknown, ...rest: unknown[]) {
      said.push(`feed ${JSON.stringify(message)}`);
      return post.call(this, message, ...rest);
    };
  });

const recorded = (chat: Chat) =>
  chat.braid.app.evaluate(() => (globalThis as unknown as { said: string[] }).said);

/** A process that has ended meanwhile has nothing to read any more. */
const ofProcess = (pid: number, name: string): Promise<string> =>
  readFile(`/proc/${pid}/${name}`, "latin1").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ESRCH") return "";
    throw error;
  });

/** Environment and arguments of every process of the app, main's included: the key was never in any. */
async function processes(pid: number): Promise<string[]> {
  const children = (await ofProcess(pid, `task/${pid}/children`)).split(" ").filter(Boolean);
  const below = await Promise.all(children.map((child) => processes(Number(child))));
  const own = ["environ", "cmdline"].map((name) => ofProcess(pid, name));
  return [...(await Promise.all(own)), ...below.flat()];
}

/** Says which text has it. */
const sayNoKey = (texts: string[], key: string) => {
  expect(texts.length).toBeGreaterThan(0);
  for (const text of texts) expect(text).not.toContain(key);
};

test("a key entered in the app, for this run and then for good, is in no message to a window, no file, no export, no process and no crash", async ({
  openAsUser,
  provider,
  user,
}) => {
  provider.listModels([{ id: "big" }]);
  const chat = await openAsUser({ args: ["--password-store=basic"], env: { SCRIPTED_KEY: "" } });
  const { braid } = chat;
  await record(chat);
  const call = async (name: string, input: unknown = {}) => (await ask(chat, [[name, input]]))[0];
  for (const keep of ["run", "plain"] as const) {
    const key = `${KEY}${keep}`;
    const entered = await call("providers.set_key", { provider_id: "scripted", key, keep });
    expect(entered).toMatchObject({ ok: true });
    expect(await call("providers.refresh_models", { provider_id: "scripted" })).toMatchObject({ ok: true });
    expect(provider.listRequests.at(-1)?.headers.authorization).toBe(`Bearer ${key}`);
    expect((await readdir(braid.dataDir)).includes("secrets.json")).toBe(keep === "plain");
  }
  const key = `${KEY}plain`;
  provider.enqueue(reply("Heard."), [{ status: 401, message: `Incorrect API key: ${key}` }]);
  await chat.send("Do you hear me?");
  await chat.settled();
  expect(provider.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
  await chat.send("And now?");
  await chat.settled("error");
  await call("log.error", { message: `It has ${key} in it.` });

  const diagnostics = join(user.home, "diagnostics.json");
  await braid.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, diagnostics);
  expect(await call("storage.export_diagnostics")).toMatchObject({ value: { saved: true } });
  const exported = await readFile(diagnostics, "utf8");
  expect(exported).toContain("[removed]");
  const all = await processes(braid.pid);
  expect(all.filter((text) => /--type=(?:renderer|gpu-process|utility)/.test(text)).length).toBeGreaterThan(
    1,
  );
  const said = await recorded(chat);
  for (const kind of [/^answer .*providers/, /^news .*session-changed/, /^feed .*Heard/])
    expect(
      said.some((text) => kind.test(text)),
      String(kind),
    ).toBe(true);
  sayNoKey([exported, ...all, ...said, await chat.page.content()], KEY);

  await braid.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const back = new Promise<void>((resolve) => contents?.once("did-finish-load", () => resolve()));
    contents?.forcefullyCrashRenderer();
    return back;
  });
  await braid.close();
  // Main may have ended before its last lines are read here.
  await expect.poll(() => braid.output()).toContain("A window's page ended");
  sayNoKey([braid.output()], KEY);
  expect(await filesWith(user.home, KEY)).toEqual([]);
});

test("a key of the environment is in no page, no file, no log and no answer, also when the provider repeats it", async ({
  chat,
  provider,
}) => {
  provider.enqueue(
    [{ status: 401, message: `Incorrect API key provided: ${PLANTED_KEY}. Mind your keys.` }],
    reply(`Your key is ${PLANTED_KEY}, is it not?`),
    [{ text: `Again: ${PLANTED_KEY} ` }, { error: 400, message: `Bad key ${PLANTED_KEY}` }],
  );
  for (const [at, state] of (["error", "done", "error"] as const).entries()) {
    await chat.send(`Question ${at}?`);
    await expect(chat.answers).toHaveCount(at + 1);
    await chat.settled(state);
  }
  expect(provider.requests[0]?.headers.authorization).toBe(`Bearer ${PLANTED_KEY}`);
  const answers = await ask(chat, [["app.info"], ["session.list", { limit: 10 }]]);
  const { braid } = chat;
  sayNoKey([await chat.page.content(), JSON.stringify(answers)], PLANTED_KEY);
  await braid.close();
  sayNoKey([braid.output()], PLANTED_KEY);
  expect(await readdir(braid.dataDir)).toContain("braid.db");
  expect(await filesWith(braid.dataDir, PLANTED_KEY)).toEqual([]);
});
