// Every way by which a page could be led elsewhere, to every kind of place: it stays. And what it could ask the system for is refused.
// As an ordinary user, with Chromium's sandbox on.
import { expect, test } from "../fixtures/as-user";
import type { Chat } from "../fixtures/chat";
import { drawnFrame } from "../fixtures/diagram";
import { noteOpened } from "../fixtures/system";

const PLACES = [
  "about:blank",
  "about:srcdoc",
  "about:version",
  "javascript:document.write('gone')",
  "data:text/html,gone",
  "blob:app://braid/00000000-0000-0000-0000-000000000000",
  "filesystem:app://braid/temporary/x",
  "file:///etc/passwd",
  "chrome://gpu",
  "view-source:app://braid/index.html",
  "x-odd:thing",
  "smb://host/share",
  "app://braid/diagram.html",
  "app://braid/nothing",
  "app://other/index.html",
];

const WAYS = ["location", "open", "link", "form", "refresh", "frame", "state"] as const;

/** Tries one way in the page. */
const lead = ([way, place]: [(typeof WAYS)[number], string]): void => {
  const put = <T extends HTMLElement>(made: T, change: (element: T) => void): T => {
    change(made);
    document.body.append(made);
    return made;
  };
  try {
    if (way === "location") location.href = place;
    else if (way === "open") window.open(place, "_self");
    else if (way === "link") put(document.createElement("a"), (link) => (link.href = place)).click();
    else if (way === "form") put(document.createElement("form"), (form) => (form.action = place)).submit();
    else if (way === "refresh")
      put(document.createElement("meta"), (meta) => {
        meta.httpEquiv = "refresh";
        meta.content = `0;url=${place}`;
      });
    else if (way === "frame") put(document.createElement("iframe"), (frame) => (frame.src = place));
    else history.pushState(null, "", place);
  } catch {
    // Refused before it began.
  }
};

/** The words on the page, and a mark which shows that the page was not loaded anew. */
const standing = (chat: Chat) =>
  chat.page.evaluate(() => [
    location.href,
    (window as unknown as { stayed?: boolean }).stayed,
    document.querySelectorAll("main").length,
  ]);

test("the page is led nowhere: by no way, to no kind of place", async ({ chat }) => {
  test.setTimeout(180_000);
  const opened = await noteOpened(chat);
  await chat.page.evaluate(() => Object.assign(window, { stayed: true }));
  for (const way of WAYS) {
    for (const place of PLACES) await chat.page.evaluate(lead, [way, place] as [typeof way, string]);
    // A navigation that was begun would have replaced the page by now, or have been refused by main.
    await chat.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(await standing(chat), way).toEqual(["app://braid/index.html", true, 1]);
  }
  await chat.page.evaluate(() => history.back());
  await chat.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(await standing(chat)).toEqual(["app://braid/index.html", true, 1]);
  expect(await opened()).toEqual([]);
  await chat.send("Still here?");
});

test("a window that was led to a blank page all the same comes back by itself", async ({ chat }) => {
  await chat.braid.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]
      ?.loadURL("about:blank")
      .catch(() => undefined),
  );
  await expect(chat.composer).toBeVisible();
  expect(chat.page.url()).toBe("app://braid/index.html");
});

test("a link in a drawing does not blank it, and opens nothing", async ({ chat, provider, trap }) => {
  const opened = await noteOpened(chat);
  const frame = await drawnFrame(chat, provider);
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
  await chat.page.keyboard.press("Enter");
  await link.click({ button: "middle" });
  await frame.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(frame.url()).toBe("app://braid/diagram.html");
  await expect(frame.locator("svg")).toBeVisible();
  expect(await opened()).toEqual([]);
  expect(chat.braid.app.windows()).toHaveLength(1);
  expect(trap.connections()).toBe(0);
});

test("devices, fonts and sensors are refused before anybody is asked", async ({ chat }) => {
  const asked = await chat.braid.app.evaluate(async ({ BrowserWindow, session }) => {
    const names: string[] = [];
    for (const event of ["select-hid-device", "select-usb-device", "select-serial-port"] as const)
      session.defaultSession.on(event as never, () => names.push(event));
    const answers: Record<string, string> =
      await BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
        `(async () => {
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
      })()`,
        true,
      );
    return { names, answers };
  });
  expect(asked.names).toEqual([]);
  for (const [name, answer] of Object.entries(asked.answers))
    expect(answer, name).toMatch(/^(?:SecurityError|NotAllowedError)$/);
});
