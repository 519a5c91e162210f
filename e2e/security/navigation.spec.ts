// Where a page could be led, by itself and by its user: it stays, and a link goes to the system. As an ordinary user, with Chromium's
// sandbox on.
import { expect, test } from "../fixtures/as-user";
import type { Chat } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";
import { noteOpened } from "../fixtures/system";

test.use({ sharesApp: true });

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

/** Tries one way in the page, and waits for the next frame: what was put off until then has begun. */
const lead = async ([way, place]: [(typeof WAYS)[number], string]): Promise<void> => {
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
  await new Promise((resolve) => requestAnimationFrame(resolve));
};

/** The words on the page, and a mark which shows that the page was not loaded anew. */
const standing = (chat: Chat) =>
  chat.page.evaluate(() => [
    location.href,
    (window as unknown as { stayed?: boolean }).stayed,
    document.querySelectorAll("main").length,
  ]);
const STANDING = ["app://braid/index.html", true, 1];

test("a link goes to the system by each hand that can follow it, to the address it shows; what is dropped leads nowhere", async ({
  chat,
  provider,
  trap,
}) => {
  const { page, answer, braid } = chat;
  const opened = await noteOpened(chat);
  provider.enqueue(
    reply(
      `[the bank](${trap.address}/real), [mail](mailto:a@b.example), [no](javascript:alert(1)), [file](file:///etc/passwd)`,
    ),
  );
  await chat.send("Link.");
  await chat.settled();
  const link = answer.getByRole("link", { name: "the bank" });
  await expect(link).toHaveAttribute("title", `${trap.address}/real`);
  await expect(answer.getByRole("link")).toHaveCount(2);

  await test.step("by pointer, by key and by its menu", async () => {
    await braid.app.evaluate(({ Menu }) => {
      Menu.prototype.popup = function popup() {
        this.items.find(({ label }) => label === "Open link")?.click();
      };
    });
    const hands = [
      () => link.click(),
      () => link.click({ button: "middle" }),
      () => link.click({ modifiers: ["Control"] }),
      () => link.press("Enter"),
      () => link.click({ button: "right" }),
    ];
    for (const [at, follow] of hands.entries()) {
      await follow();
      await expect.poll(opened).toEqual(Array(at + 1).fill(`${trap.address}/real`));
    }
    await answer.getByRole("link", { name: "mail" }).click();
    await expect.poll(async () => (await opened()).slice(hands.length)).toEqual(["mailto:a@b.example"]);
  });

  await test.step("dragged away, or dropped here with files and markup", async () => {
    // A drag that is not called off would carry the address to wherever it is dropped.
    await page.evaluate(() => {
      const dragged: string[] = [];
      Object.assign(window, { dragged });
      window.addEventListener("dragstart", (event) => {
        if (!event.defaultPrevented) dragged.push(String(event.target));
      });
    });
    const from = await link.boundingBox();
    if (from === null) throw new Error("The link is not there.");
    await page.mouse.move(from.x + 4, from.y + 4);
    await page.mouse.down();
    await page.mouse.move(from.x + 200, from.y + 200, { steps: 8 });
    await page.mouse.up();
    expect(await page.evaluate(() => (window as unknown as { dragged: string[] }).dragged)).toEqual([]);

    const session = await page.context().newCDPSession(page);
    const target = await chat.title.boundingBox();
    const at = { x: (target?.x ?? 0) + 5, y: (target?.y ?? 0) + 5 };
    for (const data of [
      { items: [{ mimeType: "text/uri-list", data: `${trap.address}/dropped` }] },
      { items: [], files: ["/etc/hostname"] },
      { items: [{ mimeType: "text/html", data: "<img src=x onerror=pwned=1>" }] },
    ])
      for (const type of ["dragEnter", "dragOver", "drop"] as const)
        await session.send("Input.dispatchDragEvent", {
          type,
          ...at,
          data: { dragOperationsMask: 19, ...data } as never,
        });
  });
  // The page still answers, from where it was.
  await expect(link).toBeVisible();
  expect(await page.evaluate(() => [location.href, "pwned" in window])).toEqual([
    "app://braid/index.html",
    false,
  ]);
  expect(braid.app.windows()).toHaveLength(1);
  expect(await opened()).toHaveLength(6);
  expect(trap.fetched).toEqual([]);
});

// The last step leaves no page behind.
test("the page is led nowhere: by no way, to no kind of place, and by no redirect", async ({
  chat,
  trap,
}) => {
  const { page, braid } = chat;
  const opened = await noteOpened(chat);
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  const expected: string[] = [];
  /** Main decides in the order in which it is asked: once it has this last wish, it has refused all that were before it. */
  const decided = async (address: string) => {
    expected.push(address);
    await page.evaluate(lead, ["location", address] as ["location", string]);
    await expect.poll(opened).toEqual(expected);
    expect(await standing(chat), address).toEqual(STANDING);
  };
  for (const way of WAYS)
    await test.step(way, async () => {
      for (const place of PLACES) await page.evaluate(lead, [way, place] as [typeof way, string]);
      await decided(`https://example.org/after-${way}`);
    });
  await test.step("back", async () => {
    await page.evaluate(() => history.back());
    await decided("https://example.org/after-back");
  });

  await test.step("a further window, a webview, a frame of another origin", async () => {
    const windows = await page.evaluate(() =>
      [
        "https://example.org/seen",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "app://braid/index.html",
        "smb://host/share",
        "https://bank.example@evil.example/",
      ].map((address) => window.open(address) === null),
    );
    expect(windows).toEqual(Array(6).fill(true));
    expected.push("https://example.org/seen");
    await page.evaluate((address) => {
      document.body.append(document.createElement("webview"));
      const frame = document.createElement("iframe");
      frame.src = `${address}/framed`;
      document.body.append(frame);
    }, trap.address);
    await decided("https://example.org/after-windows");
    expect(braid.app.windows()).toHaveLength(1);
  });

  await test.step("a blank page all the same: the window comes back by itself", async () => {
    await braid.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]
        ?.loadURL("about:blank")
        .catch(() => undefined),
    );
    await expect(chat.composer).toBeVisible();
    expect(page.url()).toBe("app://braid/index.html");
    await chat.send("Still here?");
  });

  await test.step("a redirect, as if the guard of what is served had failed", async () => {
    const loaded = await braid.app.evaluate(async ({ BrowserWindow, protocol }, address) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      if (contents === undefined) throw new Error("no window");
      const load = (url: string) =>
        contents.loadURL(url).then(
          () => "loaded",
          () => "refused",
        );
      const over = [await load(`${address}/by-http`)];
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
    expect(loaded).toEqual(Array(4).fill("refused"));
  });
  expect(trap.connections()).toBe(0);
});
