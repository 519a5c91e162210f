/** A proxy as the environment or the system names it. */
import type { NamedProxy } from "../core/ports/connections";

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Keeps user and password in a private field, which no log prints. */
export class ProxyAddress implements NamedProxy {
  readonly name: string;
  /** Without user and password. */
  readonly uri: string;
  readonly protocol: string;
  readonly #login: string | undefined;

  constructor(url: URL) {
    this.name = url.host;
    this.uri = `${url.protocol}//${url.host}`;
    this.protocol = url.protocol;
    const { username, password } = url;
    this.#login = username === "" && password === "" ? undefined : `${plain(username)}:${plain(password)}`;
  }

  /** The value of `Proxy-Authorization`; undefined without user and password. */
  get authorization(): string | undefined {
    return this.#login === undefined ? undefined : `Basic ${Buffer.from(this.#login).toString("base64")}`;
  }
}

/** A `%` that stands for itself is no reason to fail. */
function plain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reads `http://user:password@proxy.example:8080`. Without a scheme it is an HTTP proxy, as for other programs. Undefined: no address. */
export function readProxy(text: string): ProxyAddress | undefined {
  const address = SCHEME.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.hostname === "" ? undefined : new ProxyAddress(url);
}

/** The secrets in such a text, in each spelling in which a log could have them. */
export function secretsOf(text: string): string[] {
  const address = SCHEME.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) return [];
  const url = new URL(address);
  const [, sent = ""] = new ProxyAddress(url).authorization?.split(" ") ?? [];
  return [url.password, plain(url.password), sent].filter((secret) => secret !== "");
}
