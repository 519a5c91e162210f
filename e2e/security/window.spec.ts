// The window as an attacker finds it (architecture decision 14): the app runs as an ordinary user, with Chromium's sandbox on.
import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ask, expect, test } from "../fixtures/as-user";
import { PLANTED_KEY } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";
import { noteOpened } from "../fixtures/system";

/** A draft's place. */
const at = (session_id: unknown) => ({ kind: "composer", session_id });

test("the page runs sandboxed and isolated, with nothing of Node in it", async ({ chat }) => {
  const seen = await chat.braid.app.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((contents) => {
      const preferences = (
        contents as unknown as { getLastWebPreferences(): Record<string, unknown> }
      ).getLastWebPreferences();
      const { sandbox, contextIsolation, nodeIntegration, webviewTag, webSecurity } = preferences;
      return {
        pid: contents.getOSProcessId(),
        sandbox,
        contextIsolation,
        nodeIntegration,
        webviewTag,
        webSecurity,
      };
    }),
  );
  expect(seen.length).toBeGreaterThan(0);
  for (const { pid, ...preferences } of seen) {
    expect(preferences).toEqual({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      webSecurity: true,
    });
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    expect(status).toMatch(/^Seccomp:\s+2$/m);
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
  }
  const globals = await chat.page.evaluate(() =>
    ["process", "require", "module", "Buffer", "global", "__dirname", "ipcRenderer", "electron"].filter(
      (name) => name in window,
    ),
  );
  expect(globals).toEqual([]);
  expect(
    await chat.page.evaluate(() => Object.keys((window as unknown as { braid: object }).braid).sort()),
  ).toEqual(["attach", "boot", "call", "onEvent"]);
});

test("the page is served under a strict policy, and nothing else is served", async ({ chat }) => {
  const fetched = await chat.braid.app.evaluate(async ({ net }) => {
    const paths = [
      "app://braid/index.html",
      "app://braid/../main/index.js",
      "app://braid/%2e%2e/main/index.js",
      "app://braid/..%2fmain%2findex.js",
      "app://braid/..%5cmain%5cindex.js",
      "app://braid//etc/passwd",
      "app://braid/%00index.html",
      "app://other/index.html",
    ];
    return await Promise.all(
      paths.map(async (path) => {
        const answer = await net
          .fetch(path)
          .catch((error: Error) => ({ status: error.message, headers: new Headers() }));
        return { path, status: answer.status, policy: answer.headers.get("content-security-policy") ?? "" };
      }),
    );
  });
  const [page, ...others] = fetched;
  expect(page?.status).toBe(200);
  expect(page?.policy).toContain("default-src 'none'");
  expect(page?.policy).toContain("script-src 'self'");
  expect(page?.policy).not.toMatch(/unsafe|https?:|\*/);
  for (const { path, status } of others) expect(status, path).not.toBe(200);
  const refused = await chat.page.evaluate(() => {
    const script = document.createElement("script");
    try {
      script.textContent = "window.pwned = true";
      document.body.append(script);
    } catch (error) {
      return String(error);
    }
    return String((window as unknown as { pwned?: boolean }).pwned);
  });
  expect(refused).toMatch(/TrustedScript|undefined/);
  expect(await chat.page.evaluate(() => "pwned" in window)).toBe(false);
});

test("the page stays where it is: navigation, windows, webviews and permissions are refused", async ({
  chat,
  trap,
}) => {
  const opened = await noteOpened(chat);
  const url = chat.page.url();
  const windows = await chat.page.evaluate(() =>
    [
      "https://example.org/seen",
      "file:///etc/passwd",
      "javascript:alert(1)",
      "app://braid/index.html",
      "smb://host/share",
      "https://bank.example@evil.example/",
    ].map((address) => window.open(address) === null),
  );
  expect(windows).toEqual([true, true, true, true, true, true]);
  await chat.page.evaluate(() => {
    location.href = "https://example.org/navigated";
  });
  await expect.poll(opened).toEqual(["https://example.org/seen", "https://example.org/navigated"]);
  await chat.page.evaluate((address) => {
    document.body.append(document.createElement("webview"));
    const frame = document.createElement("iframe");
    frame.src = `${address}/framed`;
    document.body.append(frame);
  }, trap.address);
  expect(chat.page.url()).toBe(url);
  expect(chat.braid.app.windows()).toHaveLength(1);
  const permissions = await chat.page.evaluate(async () => {
    const states: string[] = [];
    for (const name of ["geolocation", "notifications", "microphone", "camera", "clipboard-read", "midi"])
      states.push((await navigator.permissions.query({ name: name as PermissionName })).state);
    const camera = await navigator.mediaDevices
      .getUserMedia({ video: true, audio: true })
      .then(String, (error: Error) => error.name);
    return [...states, camera];
  });
  expect(permissions.slice(0, 6)).toEqual(Array(6).fill("denied"));
  expect(permissions[6]).toMatch(/NotAllowedError|NotFoundError|NotReadableError/);
  const reached = await chat.page.evaluate(
    (address) => fetch(address, { mode: "no-cors" }).then(String, (error: Error) => error.name),
    trap.address,
  );
  expect(reached).toBe("TypeError");
  expect(trap.connections()).toBe(0);
});

test("calls that are none of the contract's are FORBIDDEN, wrong input is INVALID_INPUT with its place", async ({
  chat,
}) => {
  const names = ["session.steal", "constructor", "__proto__", "toString", "", 7, null, { name: "app.info" }];
  for (const answer of await ask(
    chat,
    names.map((name) => [name]),
  )) {
    expect(answer).toMatchObject({ ok: false, error: { code: "FORBIDDEN" } });
  }
  const wrong: [string, unknown, RegExp][] = [
    ["session.send", { session_id: "ses_1", text: "Hi" }, /at session_id/],
    ["session.list", { limit: 100_000 }, /at limit/],
    ["session.list", { limit: 10, where: "1=1" }, /where/],
    ["session.create", { text: "Hi", model: { provider_id: 1, model_id: "x" } }, /at model\.provider_id/],
    ["session.create", { text: "   " }, /at text: the message is empty/],
    ["draft.save", { place: at("../../etc/passwd"), text: "" }, /at place\.session_id/],
  ];
  const answers = await ask(
    chat,
    wrong.map(([name, input]) => [name, input]),
  );
  for (const [at, [, , says]] of wrong.entries()) {
    expect(answers[at]).toMatchObject({ ok: false, error: { code: "INVALID_INPUT" } });
    expect(answers[at]?.error?.message).toMatch(says);
  }
});

test("a page that was taken over makes neither providers nor sessions nor messages without end, and is told so", async ({
  chat,
}) => {
  const counts = (answers: { ok: boolean; error?: { code: string } }[]) => ({
    taken: answers.filter(({ ok }) => ok).length,
    codes: [...new Set(answers.flatMap(({ error }) => error?.code ?? []))],
  });
  const times = <T>(length: number, make: (n: number) => T) => Array.from({ length }, (_, n) => make(n));
  const made = await ask(
    chat,
    times(30, () => ["session.create", {}]),
  );
  expect(counts(made)).toEqual({ taken: 30, codes: [] });
  const [first] = made as { value: { session: { id: string } } }[];
  const said = await ask(
    chat,
    times(80, (n) => ["session.create", { text: `No. ${n}` }]),
  );
  expect(counts(said)).toEqual({ taken: 30, codes: ["FORBIDDEN"] });
  expect(said.at(-1)?.error?.message).toEqual({ key: "too-often" });
  const gone = `ses_${"0".repeat(26)}`;
  const drafts = await ask(chat, [
    ["draft.save", { place: at(first?.value.session.id), text: "kept" }],
    ["draft.save", { place: at(gone), text: "of nothing" }],
    ["session.send", { session_id: first?.value.session.id, text: "one at a time" }],
  ]);
  expect(drafts.map(({ ok, error }) => error?.code ?? ok)).toEqual([true, "SESSION_NOT_FOUND", true]);
});

const askInfo = "window.braid.call('app.info')";

test("a window that is none of ours is refused, even with the bridge in its hands", async ({
  chat,
  user,
}) => {
  const preload = join(dirname(user.installed.entry), "../preload/index.cjs");
  const answer = await chat.braid.app.evaluate(
    async ({ BrowserWindow }, [bridge, ask]) => {
      const foreign = new BrowserWindow({
        show: false,
        webPreferences: { preload: bridge, sandbox: true, contextIsolation: true },
      });
      await foreign.loadURL("app://braid/index.html");
      const result = await foreign.webContents.executeJavaScript(ask);
      foreign.destroy();
      return result;
    },
    [preload, askInfo] as const,
  );
  expect(answer).toMatchObject({ ok: false, error: { code: "FORBIDDEN" } });
});

test("a page of another origin is refused, even in our own window", async ({ chat }) => {
  const answer = await chat.braid.app.evaluate(async ({ BrowserWindow }, ask) => {
    const [own] = BrowserWindow.getAllWindows();
    if (own === undefined) throw new Error("no window");
    const before = await own.webContents.executeJavaScript(ask);
    // Nothing in the page can do this: as if every guard before the last had failed.
    await own.loadURL("data:text/html,<title>foreign</title>");
    return [before, await own.webContents.executeJavaScript(ask)];
  }, askInfo);
  expect(answer).toMatchObject([{ ok: true }, { ok: false, error: { code: "FORBIDDEN" } }]);
});

/** Every file of a folder and below. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

test("the provider's key is in no page, no file, no log and no answer, also when the provider repeats it", async ({
  chat,
  provider,
}) => {
  provider.enqueue(
    [{ status: 401, message: `Incorrect API key provided: ${PLANTED_KEY}. Mind your keys.` }],
    reply(`Your key is ${PLANTED_KEY}, is it not?`),
    [{ text: `Again: ${PLANTED_KEY} ` }, { error: 400, message: `Bad key ${PLANTED_KEY}` }],
  );
  for (const text of ["Hello?", "And now?", "Still?"]) {
    await chat.send(text);
    await expect(chat.answers).toHaveCount(1 + ["Hello?", "And now?", "Still?"].indexOf(text));
    await expect(chat.answer).not.toHaveAttribute("data-state", "streaming");
    await expect(chat.status).not.toHaveAttribute("data-state", /busy|retrying/);
  }
  expect(provider.requests[0]?.headers.authorization).toBe(`Bearer ${PLANTED_KEY}`);
  expect(await chat.page.content()).not.toContain(PLANTED_KEY);
  const [info, list] = await ask(chat, [["app.info"], ["session.list", { limit: 10 }]]);
  expect(JSON.stringify([info, list])).not.toContain(PLANTED_KEY);
  const { braid } = chat;
  await braid.close();
  expect(braid.output()).not.toContain(PLANTED_KEY);
  const files = await filesIn(braid.dataDir);
  expect(files.some((file) => file.endsWith("braid.db"))).toBe(true);
  for (const file of files) expect((await readFile(file)).includes(PLANTED_KEY), file).toBe(false);
});
