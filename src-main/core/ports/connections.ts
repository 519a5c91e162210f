/**
 * The way out of main: every request to another computer goes through here, so that a proxy and a company's certificates count for all of
 * them.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { LookupFunction } from "node:net";
import type { Readable } from "node:stream";

/** The signature alone: the global function goes around the proxy. */
export type Fetch = typeof globalThis.fetch;

/** A proxy, as far as anybody but the connection itself may know it. */
export interface NamedProxy {
  /** Host and port, as a sentence names it: without user and password. */
  readonly name: string;
}

/** The way to an address; without a proxy it is direct. */
export interface Route {
  readonly proxy?: NamedProxy;
}

export interface PageQuestion {
  headers: Record<string, string>;
  signal: AbortSignal;
  /** Looks names up on a direct route. A proxy looks them up itself. */
  lookup: LookupFunction;
}

export interface PageReply {
  status: number;
  headers: IncomingHttpHeaders;
  /** As it was sent: still packed. Whoever reads no further destroys it. */
  body: Readable;
}

export interface Connections {
  /** The global `fetch` by the right way. @throws ProxyError where a proxy fails */
  fetch: Fetch;
  /**
   * Does the work over the way to an address. It is done again over the next way where a proxy does not answer, and once more where the
   * system turns out to trust a certificate that Node does not know: so it must send nothing before it is connected.
   * @throws ProxyError where a proxy fails; what the work throws; the signal's reason at once, whatever the system is asked meanwhile
   */
  over<T>(url: URL, work: (route: Route) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Sends one GET and follows nothing. @throws the network's error, or the signal's reason */
  get(url: URL, route: Route, question: PageQuestion): Promise<PageReply>;
}
