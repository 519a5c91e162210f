/**
 * The policy every window lives under (architecture decision 14): the page stays where it is, opens nothing, is allowed nothing,
 * and reaches no network. A link leaves the app only as a parsed http(s) or mailto address, in the user's own browser.
 */
import { app, type Session, shell, type WebContents } from "electron";
import { DIAGRAM_URL, PAGE_URL } from "./protocol";

const EXTERNAL_PROTOCOLS = new Set(["http:", "https:"]);

/** What a mail may be begun with. Programs know more names, `attach` among them, which would put a file of its user's into it. */
const MAIL_FIELDS = ["subject", "body"] as const;

/** A line break would begin a header of its own. */
const onOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();

function mailAddress(url: URL): string | undefined {
  let addresses: string;
  try {
    addresses = onOneLine(decodeURIComponent(url.pathname));
  } catch {
    return undefined;
  }
  const to = addresses
    .split(",")
    .map((address) => encodeURIComponent(address.trim()).replace(/%40/g, "@"))
    .join(",");
  const fields = MAIL_FIELDS.flatMap((name) => {
    const value = onOneLine(url.searchParams.get(name) ?? "");
    // Mail programs read a `+` as it stands.
    return value === "" ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return `mailto:${to}${fields.length === 0 ? "" : `?${fields.join("&")}`}`;
}

/** The address as the browser will read it, or undefined where the app must not hand it on. Of a mail: to whom, subject and body. */
export function externalAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol === "mailto:") return mailAddress(url);
  if (!EXTERNAL_PROTOCOLS.has(url.protocol)) return undefined;
  // `https://bank.example@evil.example` reads as the bank and is not.
  if (url.username !== "" || url.password !== "") return undefined;
  return url.href;
}

/** Hands an address to the system, if it is one that may leave the app. */
export function openOutside(text: string): void {
  const address = externalAddress(text);
  // The call fails where no program is registered for the scheme; the system has said so to the user.
  if (address !== undefined) void shell.openExternal(address).catch(() => undefined);
}

function confine(contents: WebContents): void {
  const stay = (event: { preventDefault(): void }, url: string) => {
    // The page may reload itself; another file of its own origin would run with the bridge at hand.
    if (url === PAGE_URL) return;
    event.preventDefault();
    openOutside(url);
  };
  contents.on("will-navigate", (event) => stay(event, event.url));
  contents.on("will-redirect", (event) => event.preventDefault());
  contents.on("will-frame-navigate", (event) => {
    // A frame of ours goes to the page of diagrams when it is made, and nowhere after that.
    const isNew =
      event.frame === null || event.frame === undefined || /^(?:about:blank)?$/.test(event.frame.url);
    if (!event.isMainFrame && !(isNew && event.url === DIAGRAM_URL)) event.preventDefault();
  });
  // Peers are no requests: neither a policy of content nor the session's filter sees them. Without a proxy there is nothing but UDP.
  contents.setWebRTCIPHandlingPolicy("disable_non_proxied_udp");
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.on("select-bluetooth-device", (event, _devices, choose) => {
    event.preventDefault();
    choose("");
  });
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url);
    return { action: "deny" };
  });
}

/** By which whoever starts the app could read and lead it: keys, conversations, and main itself. */
const DEBUGGING = ["remote-debugging-port", "remote-debugging-address", "remote-allow-origins"];

/** Before the app is ready. A packed app has no such door; `--inspect` is refused by a fuse of its binary. */
export function closeDebuggingDoors(): void {
  if (app.isPackaged) for (const name of DEBUGGING) app.commandLine.removeSwitch(name);
}

/** Before the first window is made. */
export function confineAll(): void {
  app.on("web-contents-created", (_, contents) => confine(contents));
}

/** Nobody but the system itself can listen there. */
const NOWHERE = {
  mode: "fixed_servers",
  proxyRules: "http://127.0.0.1:1",
  proxyBypassRules: "<-loopback>",
} as const;

/**
 * Connections that are made ahead (`preconnect`), and those to relays of peers, are no requests either: they lead to a proxy that is not
 * there. What main asks of providers goes another way. `open` only for what Chromium fetches for itself: dictionaries.
 */
export function closeNetwork(session: Session, open = false): Promise<void> {
  return session.setProxy(open ? { mode: "system" } : NOWHERE);
}

/** Whatever asks for a permission, a device or the network from within a window is told no. */
export function lockSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, reply) => reply(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setUSBProtectedClassesHandler(({ protectedClasses }) => protectedClasses);
  session.setBluetoothPairingHandler((_details, reply) => reply({ confirmed: false }));
  session.on("select-hid-device", (event, _details, choose) => {
    event.preventDefault();
    choose(null);
  });
  session.on("select-usb-device", (event, _details, choose) => {
    event.preventDefault();
    choose();
  });
  session.on("select-serial-port", (event, _ports, _contents, choose) => {
    event.preventDefault();
    choose("");
  });
  session.on("will-download", (event) => event.preventDefault());
  void closeNetwork(session);
  session.webRequest.onBeforeRequest((details, reply) => {
    reply({ cancel: !/^(app|devtools|data|blob):/.test(details.url) });
  });
}
