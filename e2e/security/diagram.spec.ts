// The frame of a diagram, which draws a model's words, as if it had been taken over: it has no origin, no bridge and no way out. As an
// ordinary user, with Chromium's sandbox on.
import { expect, test } from "../fixtures/as-user";
import { drawnFrame } from "../fixtures/diagram";
import { noteOpened } from "../fixtures/system";
import { tryEveryWayOut } from "../fixtures/ways-out";

test.use({ sharesApp: true });

test("the frame of a diagram reaches nothing: no page, no storage, no device, no network; and it is led nowhere", async ({
  chat,
  provider,
  trap,
}) => {
  const { page, braid } = chat;
  const opened = await noteOpened(chat);
  const frame = await drawnFrame(chat, provider);

  await test.step("the page around it, the bridge, storage, and what a permission is for", async () => {
    const reached = await frame.evaluate(async (address) => {
      const attempt = (work: () => unknown) =>
        (async () => await work())().then(String, (error: Error) => error.name);
      const image = new Image();
      image.src = `${address}/image.png`;
      return {
        origin: self.origin,
        bridge: "braid" in window,
        parent: await attempt(() => window.parent.document),
        up: await attempt(() => {
          window.parent.location.href = `${address}/up`;
          return "asked";
        }),
        storage: await attempt(() => localStorage.length),
        network: await attempt(() => fetch(`${address}/fetch`)),
        opened: await attempt(() => window.open(`${address}/open`)),
        permissions: [
          await attempt(() => navigator.clipboard.readText()),
          await attempt(() => navigator.clipboard.writeText("x")),
          await attempt(() => navigator.mediaDevices.getUserMedia({ video: true })),
          await attempt(() => document.documentElement.requestFullscreen()),
          await attempt(() => Notification.requestPermission()),
          await attempt(() => caches.open("x")),
        ],
      };
    }, trap.address);
    const { permissions, ...rest } = reached;
    expect(rest).toEqual({
      origin: "null",
      bridge: false,
      parent: "SecurityError",
      up: "SecurityError",
      storage: "SecurityError",
      network: "TypeError",
      opened: "null",
    });
    expect(permissions).toHaveLength(6);
    for (const answer of permissions)
      expect(answer).toMatch(/^(?:NotAllowedError|SecurityError|TypeError|NotFoundError|denied)$/);
    const policy = await braid.app.evaluate(async ({ net }) =>
      (await net.fetch("app://braid/diagram.html")).headers.get("content-security-policy"),
    );
    expect(policy).toMatch(/^default-src 'none'; .*frame-ancestors app:\/\/braid; sandbox allow-scripts$/);
  });

  await test.step("requests, connections made ahead, peers", () => tryEveryWayOut(frame, trap));

  await braid.app.evaluate(({ BrowserWindow }) => {
    const begun: string[] = [];
    Object.assign(globalThis, { begun });
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    contents?.on("did-start-navigation", ({ url }) => void begun.push(`begun ${url}`));
    contents?.on("did-fail-load", (_, _code, why, url) => void begun.push(`${why} ${url}`));
  });
  const begun = () => braid.app.evaluate(() => (globalThis as unknown as { begun: string[] }).begun);
  await test.step("links in the drawing", async () => {
    for (const target of ["", "_blank", "_top", "_parent"])
      await frame.evaluate(
        ([to = "", name = ""]) => {
          const link = document.createElement("a");
          Object.assign(link, { href: to, target: name, textContent: "link" });
          document.querySelector("svg")?.before(link);
          link.click();
        },
        [`${trap.address}/drawn`, target],
      );
    const link = frame.getByText("link").first();
    await link.focus();
    await page.keyboard.press("Enter");
    await link.click({ button: "middle" });
    expect(frame.url()).toBe("app://braid/diagram.html");
    await expect(frame.locator("svg")).toBeVisible();
  });

  await test.step("more than it may ever draw, whatever it is told", async () => {
    const told = await page.evaluate(
      () =>
        new Promise<unknown>((resolve) => {
          addEventListener("message", ({ data }) => data.turn === -1 && resolve(data.type));
          const source = `graph TD\nA-->B\n%% ${"x".repeat(80_000)}`;
          const bounds = { characters: 1e9, edges: 1e9 };
          const frame = document.querySelector("iframe")?.contentWindow;
          frame?.postMessage({ type: "draw", turn: -1, source, colours: {}, bounds }, "*");
        }),
    );
    expect(told).toBe("over");
  });

  await test.step("an address of its own", async () => {
    await frame.evaluate((address) => {
      location.href = address;
    }, `${trap.address}/led`);
    // Main hears of each in the order in which they are asked for: before this one there was none.
    const led = `${trap.address}/led`;
    await expect.poll(begun).toEqual([`begun ${led}`, `ERR_BLOCKED_BY_CSP ${led}`]);
    await expect(chat.answer.locator("iframe")).toBeVisible();
  });
  expect(page.url()).toBe("app://braid/index.html");
  expect(braid.app.windows()).toHaveLength(1);
  expect(await opened()).toEqual([]);
  expect(trap.connections()).toBe(0);
});
