// What the frame of a diagram may ask for, and where a redirect leads: as an ordinary user, with Chromium's sandbox on.
import { expect, test } from "../fixtures/as-user";
import { drawnFrame } from "../fixtures/diagram";

test("the frame of a diagram is denied every permission, and redirects lead nowhere", async ({
  chat,
  provider,
  trap,
}) => {
  const frame = await drawnFrame(chat, provider);
  const asked = await frame.evaluate(async () => {
    const attempt = (work: () => Promise<unknown>) =>
      (async () => await work())().then(String, (error: Error) => error.name);
    return [
      await attempt(() => navigator.clipboard.readText()),
      await attempt(() => navigator.clipboard.writeText("x")),
      await attempt(() => navigator.mediaDevices.getUserMedia({ video: true })),
      await attempt(() => document.documentElement.requestFullscreen()),
      await attempt(() => Notification.requestPermission()),
      await attempt(() => caches.open("x")),
    ];
  });
  expect(asked).toHaveLength(6);
  for (const answer of asked)
    expect(answer).toMatch(/^(?:NotAllowedError|SecurityError|TypeError|NotFoundError|denied)$/);

  const failures = await chat.braid.app.evaluate(async ({ BrowserWindow, protocol }, address) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (contents === undefined) throw new Error("no window");
    const load = (url: string) =>
      contents.loadURL(url).then(
        () => "loaded",
        () => "refused",
      );
    const over = [await load(`${address}/by-http`)];
    // As if the guard of what is served had failed.
    protocol.unhandle("app");
    for (const location of [`${address}/by-app`, "app://braid/failed-again.html", "file:///etc/hostname"]) {
      protocol.handle("app", ({ url }) =>
        url.endsWith("index.html")
          ? new Response(null, { status: 302, headers: { location } })
          : new Response("<h1>elsewhere</h1>", { headers: { "content-type": "text/html" } }),
      );
      over.push(await load("app://braid/index.html"));
      protocol.unhandle("app");
    }
    return over;
  }, trap.address);
  expect(failures).toEqual(["refused", "refused", "refused", "refused"]);
  expect(trap.fetched).toEqual([]);
  expect(trap.connections()).toBe(0);
});
