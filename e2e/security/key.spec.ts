// A key, of the environment or entered in the app: all that main says to a window is recorded, and the disk, the diagnostics, the page, every process
// and what a crash leaves are searched for it. As an ordinary user, with Chromium's sandbox on.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ask, expect, test } from "../fixtures/as-user";
import { type Chat, PLANTED_KEY } from "../fixtures/chat";
import { filesWith } from "../fixtures/files-with";
import type { ScriptedProvider } from "../fixtures/provider/provider";
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

/** A provider whose key is a variable repeats it in each way: refused, in its words, and in mid-answer. */
async function repeatPlanted(chat: Chat, provider: ScriptedProvider): Promise<void> {
  const before = provider.requests.length;
  provider.enqueue(
    [{ status: 401, message: `Incorrect API key provided: ${PLANTED_KEY}. Mind your keys.` }],
    reply(`Your key is ${PLANTED_KEY}, is it not?`),
    [{ text: `Again: ${PLANTED_KEY} ` }, { error: 400, message: `Bad key ${PLANTED_KEY}` }],
  );
  await chat.button("New session").click();
  await chat.chooseModel("other");
  for (const [at, state] of (["error", "done", "error"] as const).entries()) {
    await chat.send(`Question ${at}?`);
    await expect(chat.answers).toHaveCount(at + 1);
    await chat.settled(state);
  }
  expect(provider.requests[before]?.headers.authorization).toBe(`Bearer ${PLANTED_KEY}`);
  const answers = await ask(chat, [["app.info"], ["session.list", { limit: 10 }]]);
  sayNoKey([JSON.stringify(answers)], PLANTED_KEY);
}

test("a key, of the environment or entered in the app, for this run and then for good, is in no message to a window, no file, no export, no process and no crash", async ({
  openAsUser,
  provider,
  user,
}) => {
  provider.listModels([{ id: "big" }]);
  const other = {
    id: "other",
    type: "openai-compatible",
    base_url: provider.baseUrl,
    api_key_env: "OTHER_KEY",
    models: [{ id: "other" }],
  };
  const chat = await openAsUser({
    settings: { others: [other] },
    args: ["--password-store=basic"],
    env: { SCRIPTED_KEY: "", OTHER_KEY: PLANTED_KEY },
  });
  const { braid } = chat;
  await record(chat);
  const call = async (name: string, input: unknown = {}) => (await ask(chat, [[name, input]]))[0];
  for (const keep of ["run", "plain"] as const) {
    const key = `${KEY}${keep}`;
    const entered = await call("providers.set_key", { provider_id: "scripted", key, keep });
    expect(entered).toMatchObject({ ok: true });
    expect(await call("providers.refresh_models", { provider_id: "scripted" })).toMatchObject({ ok: true });
    expect(provider.listRequests.map(({ headers }) => headers.authorization)).toContain(`Bearer ${key}`);
    expect((await readdir(braid.dataDir)).includes("secrets.json")).toBe(keep === "plain");
  }
  const key = `${KEY}plain`;
  provider.enqueue(reply("Heard."), [{ status: 401, message: `Incorrect API key: ${key}` }]);
  await chat.send("Do you hear me?");
  await chat.settled();
  expect(provider.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
  await chat.send("And now?");
  await chat.settled("error");
  const shown = await chat.page.content();
  await repeatPlanted(chat, provider);
  for (const known of [key, PLANTED_KEY]) await call("log.error", { message: `It has ${known} in it.` });

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
  const toWindow = [exported, shown, ...said, await chat.page.content()];
  sayNoKey([...toWindow, ...all], KEY);
  // Main has it from its environment; `variables.spec.ts` has that nothing which it starts inherits it.
  sayNoKey(toWindow, PLANTED_KEY);

  await braid.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const back = new Promise<void>((resolve) => contents?.once("did-finish-load", () => resolve()));
    contents?.forcefullyCrashRenderer();
    return back;
  });
  await braid.close();
  // Main may have ended before its last lines are read here.
  await expect.poll(() => braid.output()).toContain("A window's page ended");
  for (const known of [KEY, PLANTED_KEY]) sayNoKey([braid.output()], known);
  expect(await readdir(braid.dataDir)).toContain("braid.db");
  expect(await filesWith(user.home, KEY, PLANTED_KEY)).toEqual([]);
});
