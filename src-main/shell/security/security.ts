/**
 * The policy of every window: its page stays where it is, opens nothing, gets no permission and reaches no network
 * (docs/decisions/a-hostile-page-can-do-what-its-user-can.md). A link leaves the app only as a parsed http(s) or mailto address,
 * in the user's own browser.
 */
import { app, type Session, shell, type WebContents } from "electron";
import { DIAGRAM_URL, PAGE_URL } from "./protocol";

const EXTERNAL_PROTOCOLS = new Set(["http:", "https:"]);

/**
 * The fields that a link may fill in a mail. Programs know more, `attach` among them, which would put a file of its user's into the mail.
 */
const MAIL_FIELDS = ["subject", "body"] as const;

/** Joins lines: a line break would begin another header. */
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

/**
 * The address as the browser will read it; undefined where the app must not hand it on. A mail address keeps recipients, subject and body.
 */
export function externalAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol === "mailto:") return mailAddress(url);
  if (!EXTERNAL_PROTOCOLS.has(url.protocol)) return undefined;
  // `https://bank.example@evil.example` reads as the bank and is not.
  if (url.username !== "" || url.password !== "") return undefined;
  return url.href;
}

/** Hands an address to the system, unless it must not leave the app. */
export function openOutside(text: string): void {
  const address = externalAddress(text);
  // The call fails where no program is registered for the scheme; the system has told the user.
  if (address !== undefined) void shell.openExternal(address).catch(() => undefined);
}

function confine(contents: WebContents): void {
  const stay = (event: { preventDefault(): void }, url: string) => {
    // The page may reload itself. Another file of its origin would run with the bridge at hand.
    if (url === PAGE_URL) return;
    event.preventDefault();
    openOutside(url);
  };
  contents.on("will-navigate", (event) => stay(event, event.url));
  contents.on("will-redirect", (event) => event.preventDefault());
  contents.on("will-frame-navigate", (event) => {
    // A new frame may go to the page of diagrams, and nowhere after that.
    const isNew =
      event.frame === null || event.frame === undefined || /^(?:about:blank)?$/.test(event.frame.url);
    if (!event.isMainFrame && !(isNew && event.url === DIAGRAM_URL)) event.preventDefault();
  });
  // Connections to peers (WebRTC) are no requests: neither the content policy nor the session's filter sees them. Without a proxy they
  // would have only UDP, which this refuses.
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

/** Switches by which another program could read and control the app: keys, conversations, and main itself. */
const DEBUGGING = ["remote-debugging-port", "remote-debugging-address", "remote-allow-origins"];

/** Called before the app is ready. A packed app ignores these switches; a fuse of its binary refuses `--inspect`. */
export function closeDebuggingDoors(): void {
  if (app.isPackaged) for (const name of DEBUGGING) app.commandLine.removeSwitch(name);
}

/** Called before the first window is made. */
export function confineAll(): void {
  app.on("web-contents-created", (_, contents) => confine(contents));
}

/** A proxy at a port where only the system itself could listen. */
const NOWHERE = {
  mode: "fixed_servers",
  proxyRules: "http://127.0.0.1:1",
  proxyBypassRules: "<-loopback>",
} as const;

/**
 * Leads connections of pages to a proxy that is not there. The request filter does not see all of them: `preconnect` and the relays of
 * peers are no requests. Main asks providers in another way. `open` is for Chromium's own downloads alone: dictionaries.
 */
export function closeNetwork(session: Session, open = false): Promise<void> {
  return session.setProxy(open ? { mode: "system" } : NOWHERE);
}

/** Asks what the user has set in the system: the session of the pages would name the proxy that is not there. */
export const systemProxy = (url: string): Promise<string> => app.resolveProxy(url);

/** Refuses windows every permission, device and network request. */
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
