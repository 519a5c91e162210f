// The window as an attacker finds it (docs/decisions/a-hostile-page-can-do-what-its-user-can.md). The app runs as an ordinary user, with
// Chromium's sandbox on.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ask, expect, test } from "../fixtures/as-user";
import { drawnFrame } from "../fixtures/diagram";

test.use({ sharesApp: true });

const SERVED = ["index.html", "diagram.html", "failed-again.html", "diagram.js"];
const NOT_SERVED = [
  "%2e%2e%2fpreload%2findex.cjs",
  "..%2f..%2fpackage.json",
  "../main/index.js",
  "%2e%2e/main/index.js",
  "..%5cmain%5cindex.js",
  "assets/..%2f..%2fmain%2findex.js",
  "/etc/passwd",
  "index.html%00.js",
  "%00index.html",
  "index.html?x=1",
  "settings.json",
  "",
];

test("the page is sandboxed and isolated, under a strict policy; nothing else is served, and nothing permitted", async ({
  chat,
}) => {
  const { page, braid } = chat;
  // The page that says why the app cannot start is as strict.
  await expect(chat.composer).toBeVisible();
  await test.step("the process", async () => {
    const seen = await braid.app.evaluate(({ webContents }) =>
      webContents.getAllWebContents().map((contents) => {
        const preferences = (
          contents as unknown as { getLastWebPreferences(): Record<string, unknown> }
        ).getLastWebPreferences();
        const { sandbox, contextIsolation, nodeIntegration, webviewTag, webSecurity } = preferences;
        return {
          pid: contents.getOSProcessId(),
          preferences: { sandbox, contextIsolation, nodeIntegration, webviewTag, webSecurity },
        };
      }),
    );
    expect(seen.length).toBeGreaterThan(0);
    for (const { pid, preferences } of seen) {
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
    const globals = await page.evaluate(() => ({
      ofNode: [
        "process",
        "require",
        "module",
        "Buffer",
        "global",
        "__dirname",
        "ipcRenderer",
        "electron",
      ].filter((name) => name in window),
      bridge: Object.keys((window as unknown as { braid: object }).braid).sort(),
    }));
    expect(globals).toEqual({ ofNode: [], bridge: ["addFile", "attach", "boot", "call", "onEvent"] });
  });

  await test.step("what is served", async () => {
    const answers = await braid.app.evaluate(
      async ({ net }, addresses) =>
        await Promise.all(
          addresses.map(async (address) => {
            const answer = await net.fetch(address).catch(() => undefined);
            const policy = answer?.headers.get("content-security-policy") ?? "";
            const sniff = answer?.headers.get("x-content-type-options");
            return { address, status: answer?.status, policy, sniff };
          }),
        ),
      [...[...SERVED, ...NOT_SERVED].map((name) => `app://braid/${name}`), "app://other/index.html"],
    );
    const served = answers.filter(({ status }) => status === 200);
    expect(served.map(({ address }) => address)).toEqual(SERVED.map((name) => `app://braid/${name}`));
    for (const { policy, sniff, address } of answers.filter(({ status }) => status !== undefined)) {
      expect(policy, address).toMatch(/^default-src 'none'; /);
      expect(policy, address).toContain("connect-src 'none'");
      expect(policy, address).not.toMatch(/unsafe|https?:|\*/);
      expect(sniff, address).toBe("nosniff");
    }
    const added = await page.evaluate(() => {
      const script = document.createElement("script");
      try {
        script.textContent = "window.pwned = true";
        document.body.append(script);
      } catch (error) {
        return String(error);
      }
      return String((window as unknown as { pwned?: boolean }).pwned);
    });
    expect(added).toMatch(/TrustedScript|undefined/);
    expect(await page.evaluate(() => "pwned" in window)).toBe(false);
  });

  await test.step("devices, fonts, sensors and all else that is asked for", async () => {
    const asked = await braid.app.evaluate(async ({ BrowserWindow, session }) => {
      const names: string[] = [];
      for (const event of ["select-hid-device", "select-usb-device", "select-serial-port"] as const)
        session.defaultSession.on(event as never, () => names.push(event));
      const script = `(async () => {
        const ways = {
          hid: () => navigator.hid.requestDevice({ filters: [] }),
          hidKnown: () => navigator.hid.getDevices(),
          usb: () => navigator.usb.requestDevice({ filters: [] }),
          serial: () => navigator.serial.requestPort(),
          fonts: () => queryLocalFonts(),
          midi: () => navigator.requestMIDIAccess(),
          idle: () => IdleDetector.requestPermission().then((state) => { if (state !== "granted") throw new DOMException("", "NotAllowedError"); }),
          wake: () => navigator.wakeLock.request(),
          screens: () => getScreenDetails(),
          gamepads: async () => navigator.getGamepads(),
          clipboard: () => navigator.clipboard.readText(),
          display: () => navigator.mediaDevices.getDisplayMedia(),
        };
        const answers = {};
        for (const [name, ask] of Object.entries(ways)) answers[name] = await ask().then((value) => "given: " + String(value), (error) => error.name);
        return answers;
      })()`;
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      const answers: Record<string, string> = await contents?.executeJavaScript(script, true);
      return { names, answers };
    });
    expect(asked.names).toEqual([]);
    expect(Object.keys(asked.answers)).toHaveLength(12);
    for (const [name, answer] of Object.entries(asked.answers))
      expect(answer, name).toMatch(/^(?:SecurityError|NotAllowedError)$/);
    const permissions = await page.evaluate(async () => {
      const states: string[] = [];
      for (const name of ["geolocation", "notifications", "microphone", "camera", "clipboard-read", "midi"])
        states.push((await navigator.permissions.query({ name: name as PermissionName })).state);
      return states;
    });
    expect(permissions).toEqual(Array(6).fill("denied"));
    const camera = await page.evaluate(() =>
      navigator.mediaDevices
        .getUserMedia({ video: true, audio: true })
        .then(String, (error: Error) => error.name),
    );
    expect(camera).toMatch(/^(?:NotAllowedError|NotFoundError|NotReadableError)$/);
  });
});

const refused = { ok: false, error: { code: "FORBIDDEN" } };

/** A draft's place. */
const at = (session_id: unknown) => ({ kind: "composer", session_id });

test("a page that was taken over is refused what is not in the contract, too much, and too often; others are refused all", async ({
  chat,
  provider,
  user,
}) => {
  const { braid } = chat;
  await drawnFrame(chat, provider);
  await test.step("calls that are none, and wrong input, with its place", async () => {
    const names = [
      "session.steal",
      "constructor",
      "__proto__",
      "toString",
      "",
      7,
      null,
      { name: "app.info" },
    ];
    const strange = await ask(
      chat,
      names.map((name) => [name]),
    );
    expect(strange).toHaveLength(names.length);
    for (const answer of strange) expect(answer).toMatchObject(refused);
    const wrong: [string, unknown, RegExp][] = [
      ["session.send", { session_id: "ses_1", text: "Hi" }, /\(session_id\)/],
      ["session.list", { limit: 100_000 }, /\(limit\)/],
      ["session.list", { limit: 10, where: "1=1" }, /where/],
      ["session.create", { text: "Hi", model: { provider_id: 1, model_id: "x" } }, /\(model\.provider_id\)/],
      ["session.create", { text: "   " }, /\(text\).*empty/],
      ["draft.save", { place: at("../../etc/passwd"), text: "" }, /\(place\.session_id\)/],
      // The menu's entry would write the clipboard into the page.
      ["app.menu", { command: "paste" }, /\(command\)/],
    ];
    const answers = await ask(
      chat,
      wrong.map(([name, input]) => [name, input]),
    );
    for (const [at, [, , says]] of wrong.entries()) {
      expect(answers[at]).toMatchObject({ ok: false, error: { code: "INVALID_INPUT" } });
      expect(JSON.stringify(answers[at]?.error?.message)).toMatch(says);
    }
  });

  await test.step("too much at once, before main has it", async () => {
    const palette = { enabled: Array(20_000).fill("stop"), checked: [] };
    expect(await ask(chat, [["app.commands", palette]])).toMatchObject([
      { ok: false, error: { code: "INVALID_INPUT" } },
    ]);
    expect(await ask(chat, [["session.list", { limit: 1 }]])).toMatchObject([{ ok: true }]);
  });

  await test.step("a frame, with the bridge in its hands", async () => {
    const answers = await braid.app.evaluate(async ({ BrowserWindow, ipcMain }) => {
      const [own] = BrowserWindow.getAllWindows();
      if (own === undefined) throw new Error("no window");
      const sender = own.webContents;
      const { _invokeHandlers: handlers } = ipcMain as unknown as {
        _invokeHandlers: Map<string, (event: unknown, ...rest: unknown[]) => Promise<unknown>>;
      };
      const call = handlers.get("braid:call");
      const frames = [sender.mainFrame, ...sender.mainFrame.frames, null];
      return await Promise.all(frames.map((senderFrame) => call?.({ sender, senderFrame }, "app.info", {})));
    });
    expect(answers).toMatchObject([{ ok: true }, refused, refused]);
  });

  await test.step("sessions and messages without end", async () => {
    // However slow the machine is: the minute of the limit does not end in the midst of them.
    await braid.app.evaluate(() => {
      const now = Date.now();
      Date.now = () => now;
    });
    const times = <T>(length: number, make: (n: number) => T) => Array.from({ length }, (_, n) => make(n));
    const made = await ask(
      chat,
      times(30, () => ["session.create", {}]),
    );
    expect(made.every(({ ok }) => ok)).toBe(true);
    const said = await ask(
      chat,
      times(80, (n) => ["session.create", { text: `No. ${n}` }]),
    );
    const taken = said.filter(({ ok }) => ok).length;
    expect(taken).toBeGreaterThan(20);
    expect(taken).toBeLessThanOrEqual(30);
    expect(said.at(-1)?.error).toMatchObject({ code: "FORBIDDEN", message: { key: "too-often" } });
    const [first] = made as { value: { session: { id: string } } }[];
    const gone = `ses_${"0".repeat(26)}`;
    const drafts = await ask(chat, [
      ["draft.save", { place: at(first?.value.session.id), text: "kept" }],
      ["draft.save", { place: at(gone), text: "of nothing" }],
      ["session.send", { session_id: first?.value.session.id, text: "one at a time" }],
    ]);
    expect(drafts.map(({ ok, error }) => error?.code ?? ok)).toEqual([true, "SESSION_NOT_FOUND", true]);
  });

  await test.step("a window that is none of ours, and a page of another origin in our own", async () => {
    const preload = join(dirname(user.installed.entry), "../preload/index.cjs");
    const answers = await braid.app.evaluate(
      async ({ BrowserWindow }, [bridge, ask]) => {
        const foreign = new BrowserWindow({
          show: false,
          webPreferences: { preload: bridge, sandbox: true, contextIsolation: true },
        });
        await foreign.loadURL("app://braid/index.html");
        const ofForeign = await foreign.webContents.executeJavaScript(ask);
        foreign.destroy();
        const [own] = BrowserWindow.getAllWindows();
        if (own === undefined) throw new Error("no window");
        const before = await own.webContents.executeJavaScript(ask);
        // Nothing in the page can do this: as if every guard before the last had failed.
        await own.loadURL("data:text/html,<title>foreign</title>");
        return [ofForeign, before, await own.webContents.executeJavaScript(ask)];
      },
      [preload, "window.braid.call('app.info')"] as const,
    );
    expect(answers).toMatchObject([refused, { ok: true }, refused]);
  });
});
