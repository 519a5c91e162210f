// The doors of the window one by one: what is served, who may call, where a link leads by every hand that can follow it. As an ordinary
// user, with Chromium's sandbox on.
import { ask, expect, test } from "../fixtures/as-user";
import { drawnFrame } from "../fixtures/diagram";
import { reply } from "../fixtures/provider/script";
import { noteOpened } from "../fixtures/system";

test("every page that is served has a policy without unsafe words; what is no page, or lies elsewhere, is not served", async ({
  chat,
}) => {
  const answers = await chat.braid.app.evaluate(
    async ({ net }, names) =>
      await Promise.all(
        names.map(async (name) => {
          const { status, headers } = await net.fetch(`app://braid/${name}`);
          const policy = headers.get("content-security-policy") ?? "";
          return { name, status, policy, sniff: headers.get("x-content-type-options") };
        }),
      ),
    [
      "index.html",
      "diagram.html",
      "failed-again.html",
      "diagram.js",
      "%2e%2e%2fpreload%2findex.cjs",
      "..%2f..%2fpackage.json",
      "assets/..%2f..%2fmain%2findex.js",
      "index.html%00.js",
      "index.html?x=1",
      "settings.json",
      "",
    ],
  );
  const served = answers.filter(({ status }) => status === 200).map(({ name }) => name);
  expect(served).toEqual(["index.html", "diagram.html", "failed-again.html", "diagram.js"]);
  for (const { name, policy, sniff } of answers) {
    expect(policy, name).toMatch(/^default-src 'none'; /);
    expect(policy, name).toContain("connect-src 'none'");
    expect(policy, name).not.toMatch(/unsafe|https?:|\*/);
    expect(sniff, name).toBe("nosniff");
  }
});

test("the page that says why the app cannot start has the same policy", async ({ user, launch }) => {
  const dataDir = `${user.home}/no-store`;
  await user.run(["mkdir", "-p", `${dataDir}/braid.db`]);
  const { executablePath, installed, env } = user;
  const braid = await launch({ executablePath, installed, env, dataDir, sandbox: true });
  await expect(braid.window).toHaveURL("app://braid/cannot-start.html");
  const policy = await braid.app.evaluate(async ({ net }) =>
    (await net.fetch("app://braid/cannot-start.html")).headers.get("content-security-policy"),
  );
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /);
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(await braid.window.evaluate(() => document.scripts.length)).toBe(0);
});

test("a frame that had the bridge in its hands would be refused, and so would a page that was led elsewhere", async ({
  chat,
  provider,
}) => {
  await drawnFrame(chat, provider);
  const answers = await chat.braid.app.evaluate(async ({ BrowserWindow, ipcMain }) => {
    const [own] = BrowserWindow.getAllWindows();
    if (own === undefined) throw new Error("no window");
    const sender = own.webContents;
    const { _invokeHandlers: handlers } = ipcMain as unknown as {
      _invokeHandlers: Map<string, (event: unknown, ...rest: unknown[]) => Promise<unknown>>;
    };
    const { mainFrame } = sender;
    const frames = [mainFrame, ...mainFrame.frames, null];
    const call = handlers.get("braid:call");
    return await Promise.all(frames.map((senderFrame) => call?.({ sender, senderFrame }, "app.info", {})));
  });
  expect(answers).toMatchObject([
    { ok: true },
    { ok: false, error: { code: "FORBIDDEN" } },
    { ok: false, error: { code: "FORBIDDEN" } },
  ]);
});

test("a page that hands over too much is refused before main has it, and the next call is answered", async ({
  chat,
}) => {
  const answers = await chat.braid.window.evaluate(async () => {
    const { braid } = window as unknown as {
      braid: { call(name: string, input: unknown): Promise<unknown> };
    };
    const palette = { enabled: Array(20_000).fill("stop"), checked: [] };
    return [await braid.call("app.commands", palette), await braid.call("session.list", { limit: 1 })];
  });
  expect(answers).toMatchObject([{ ok: false, error: { code: "INVALID_INPUT" } }, { ok: true }]);
});

test("by keyboard and by menu a link goes to the system; a link or a file that is dropped leads nowhere", async ({
  chat,
  provider,
  trap,
}) => {
  const opened = await noteOpened(chat);
  provider.enqueue(reply(`[the bank](${trap.address}/real)`));
  await chat.send("Link.");
  await chat.settled();
  const link = chat.answer.getByRole("link", { name: "the bank" });
  await link.focus();
  await chat.page.keyboard.press("Enter");
  await expect.poll(opened).toEqual([`${trap.address}/real`]);
  await chat.braid.app.evaluate(({ Menu }) => {
    Menu.prototype.popup = function popup() {
      this.items.find(({ label }) => label === "Open link")?.click();
    };
  });
  await link.click({ button: "right" });
  await expect.poll(async () => (await opened()).length).toBe(2);

  const session = await chat.page.context().newCDPSession(chat.page);
  const drop = async (data: { items: object[]; files?: string[] }) => {
    const target = await chat.title.boundingBox();
    const at = { x: (target?.x ?? 0) + 5, y: (target?.y ?? 0) + 5 };
    for (const type of ["dragEnter", "dragOver", "drop"] as const)
      await session.send("Input.dispatchDragEvent", {
        type,
        ...at,
        data: { dragOperationsMask: 19, ...data } as never,
      });
  };
  await drop({ items: [{ mimeType: "text/uri-list", data: `${trap.address}/dropped` }] });
  await drop({ items: [], files: ["/etc/hostname"] });
  await drop({ items: [{ mimeType: "text/html", data: "<img src=x onerror=pwned=1>" }] });
  // The page still answers, from where it was.
  await expect(link).toBeVisible();
  expect(await chat.page.evaluate(() => [location.href, "pwned" in window])).toEqual([
    "app://braid/index.html",
    false,
  ]);
  expect(chat.braid.app.windows()).toHaveLength(1);
  expect(await opened()).toHaveLength(2);
  expect(trap.fetched).toEqual([]);
});

test("folders, models and titles that look like markup load nothing: every request of the window is the app's own", async ({
  openAsUser,
  provider,
  trap,
}) => {
  const markup = (name: string) =>
    `<img src="${trap.address}/${name}.png" onerror="pwned=1">![x](${trap.address}/${name})`;
  const chat = await openAsUser({ settings: { models: [{ id: markup("model") }] } });
  await chat.braid.app.evaluate(({ session }) => {
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    const { webRequest } = session.defaultSession;
    for (const listen of [webRequest.onCompleted, webRequest.onErrorOccurred])
      listen.call(webRequest, ({ url }: { url: string }) => void asked.push(url));
  });
  provider.listModels([{ id: markup("listed"), name: markup("label") }] as never);
  provider.enqueue([{ status: 400, message: markup("error") }]);
  const titled = { workspace_root: `/${markup("folder")}`, title: markup("title") };
  const made = await ask(chat, [
    ["providers.refresh_models", { provider_id: "scripted" }],
    ["session.create", { text: "Hello?", ...titled }],
  ]);
  expect(made).toMatchObject([{ ok: true }, { ok: true }]);
  await chat.page.reload();
  await chat.sessions.first().click();
  await expect(chat.title).toHaveText(markup("title"));
  await chat.model.click();
  await expect(chat.modelOptions.filter({ hasText: `${trap.address}/model.png` }).first()).toBeVisible();
  await chat.page.keyboard.press("Escape");
  await expect(chat.conversation).toContainText(`${trap.address}/error.png`);
  const asked = await chat.braid.app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
  expect(asked.some((url) => url === "app://braid/index.html")).toBe(true);
  expect(asked.filter((url) => !/^app:\/\/braid\/|^data:image\/png/.test(url))).toEqual([]);
  expect(await chat.page.evaluate(() => "pwned" in window)).toBe(false);
  expect(trap.connections()).toBe(0);
});
