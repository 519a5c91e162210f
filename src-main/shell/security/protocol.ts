/** Serves the built page as `app://braid/`, from one folder, under a policy that lets it load nothing from anywhere else. */
import { readFile } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import { protocol } from "electron";

const SCHEME = "app";
const HOST = "braid";
export const PAGE_ORIGIN = `${SCHEME}://${HOST}`;
export const PAGE_URL = `${PAGE_ORIGIN}/index.html`;
/** The one page that may be a frame inside ours. It draws diagrams from a model's words, in an origin of its own. */
export const DIAGRAM_URL = `${PAGE_ORIGIN}/diagram.html`;

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "worker-src 'self'",
  `frame-src ${DIAGRAM_URL}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The one Trusted Types policy: it admits the addresses of the page's own workers and nothing else.
  "trusted-types braid-workers",
].join("; ");

/** `sandbox` applies even where the page is shown without its frame: no origin, no bridge, no storage, no network. */
const DIAGRAM_POLICY = [
  "default-src 'none'",
  `script-src ${PAGE_ORIGIN}/diagram-library.js ${PAGE_ORIGIN}/diagram.js`,
  `style-src ${PAGE_ORIGIN}/diagram.css`,
  "connect-src 'none'",
  "img-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  `frame-ancestors ${PAGE_ORIGIN}`,
  "sandbox allow-scripts",
].join("; ");

/** Features that no permission handler of main sees: the page's own policy refuses them. */
const NOT_FOR_PAGES = [
  ...[
    "accelerometer",
    "ambient-light-sensor",
    "autoplay",
    "battery",
    "bluetooth",
    "browsing-topics",
    "camera",
  ],
  ...["clipboard-read", "clipboard-write", "compute-pressure", "cross-origin-isolated", "display-capture"],
  ...[
    "encrypted-media",
    "fullscreen",
    "gamepad",
    "geolocation",
    "gyroscope",
    "hid",
    "identity-credentials-get",
  ],
  ...[
    "idle-detection",
    "keyboard-map",
    "local-fonts",
    "magnetometer",
    "microphone",
    "midi",
    "otp-credentials",
  ],
  ...["payment", "picture-in-picture", "publickey-credentials-create", "publickey-credentials-get"],
  ...[
    "screen-wake-lock",
    "serial",
    "storage-access",
    "usb",
    "web-share",
    "window-management",
    "xr-spatial-tracking",
  ],
];

const HEADERS = {
  "Permissions-Policy": NOT_FOR_PAGES.map((name) => `${name}=()`).join(", "),
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
};

const CONTENT_TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

/** Called before `ready`: an unregistered scheme has no origin, and storage and code caching refuse to work. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, codeCache: true } },
  ]);
}

/** The file in `root` that a URL names. Undefined for another host, a way out of the folder, or a type that we never ship. */
export function fileOf(root: string, url: string): string | undefined {
  const { host, pathname, search } = new URL(url);
  if (host !== HOST || search !== "") return undefined;
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  if (path.includes("\0") || path.includes("\\")) return undefined;
  const file = normalize(join(root, path));
  if (!file.startsWith(root + sep)) return undefined;
  return extname(file) in CONTENT_TYPES ? file : undefined;
}

/** A picture of a message (AG-7), under the hash of its bytes. */
export interface Picture {
  media_type: string;
  bytes: Uint8Array;
}

/** The hash in the address of a picture; undefined for any other address. */
export function pictureIn(url: string): string | undefined {
  const { host, pathname, search } = new URL(url);
  return host === HOST && search === "" ? /^\/blob\/([0-9a-f]{64})$/.exec(pathname)?.[1] : undefined;
}

/** Formats that are drawn and nothing else: a page, or a drawing with scripts, is never served from the user's files. */
const PICTURES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** Shown alone, a picture may load nothing and run nothing. No other origin may show it. */
const PICTURE_HEADERS = {
  ...HEADERS,
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** Pages by path, made in memory when they are asked for, in the language of that moment. They take precedence over files. */
export type Pages = ReadonlyMap<string, () => string>;

export function serveApp(
  root: string,
  pages: Pages,
  pictureOf: (sha256: string) => Promise<Picture | undefined>,
): void {
  const headers = { ...HEADERS, "Content-Security-Policy": PAGE_POLICY };
  const notFound = () => new Response("Not found", { status: 404, headers });
  const respond = (body: string | Uint8Array<ArrayBuffer>, extension: string, policy = PAGE_POLICY) =>
    new Response(body, {
      headers: {
        ...HEADERS,
        "Content-Security-Policy": policy,
        "Content-Type": CONTENT_TYPES[extension] ?? "text/plain",
      },
    });

  protocol.handle(SCHEME, async (request) => {
    if (request.method !== "GET") return notFound();
    const sha256 = pictureIn(request.url);
    if (sha256 !== undefined) {
      const picture = await pictureOf(sha256).catch(() => undefined);
      if (picture === undefined || !PICTURES.has(picture.media_type)) return notFound();
      const headers = { ...PICTURE_HEADERS, "Content-Type": picture.media_type };
      return new Response(new Uint8Array(picture.bytes), { headers });
    }
    const page = pages.get(new URL(request.url).pathname);
    if (page !== undefined) return respond(page(), ".html");
    const file = fileOf(root, request.url);
    if (file === undefined) return notFound();
    try {
      const policy = request.url === DIAGRAM_URL ? DIAGRAM_POLICY : PAGE_POLICY;
      return respond(await readFile(file), extname(file), policy);
    } catch {
      return notFound();
    }
  });
}
