/**
 * Asks a server for a page. The address that a name leads to is checked when the connection is made: an answer that was checked before may
 * be another by then. A proxy looks names up itself; then the certificate of a page tells whose server it is.
 */
import { lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, constants as zlib } from "node:zlib";
import { inEnglish } from "../../english";
import type { Connections, PageReply, Route } from "../../ports/connections";
import { ProxyError } from "../../proxy-error";
import { createBreathing } from "../../time-slice";
import { hostOf, isSamePlace, pageAddress, type Reach, reachOf, reachOfHost } from "./address";
import { checkForProxy, PageRefused, refusal } from "./by-proxy";

export interface Network {
  lookup: LookupFunction;
  reachOf(address: string): Reach;
}

/** The names and addresses, and the way there. */
export interface Web extends Network {
  connections: Connections;
}

export const openNetwork: Network = { lookup: systemLookup as LookupFunction, reachOf };

export interface Page {
  /** After redirects. */
  url: URL;
  status: number;
  /** `text/html; charset=…`, as the server says it; empty where it says nothing. */
  content_type: string;
  body: Buffer;
  /** More came than is read. */
  is_cut: boolean;
}

/** An answer that is not read on. */
export type Unread =
  | { kind: "elsewhere"; url: URL; to: URL }
  | { kind: "not-text"; url: URL; content_type: string; bytes: number | undefined };

export type Fetched = ({ kind: "page" } & Page) | Unread;

const MOST_REDIRECTS = 5;
/** Bytes, of what is sent and of what it is unpacked to. */
export const LARGEST_BODY = 5 * 1024 * 1024;

const HEADERS = {
  "user-agent": "Mozilla/5.0 (compatible; Braid)",
  accept:
    "text/markdown, text/html;q=0.9, text/*;q=0.8, application/json;q=0.8, application/xml;q=0.7, */*;q=0.1",
  "accept-encoding": "gzip, deflate, br",
};

/**
 * @param mayGo returns false for an address to which no redirect may lead
 * @throws the signal's reason; an error for the model where there is no answer, or one from an address that is not allowed
 */
export async function fetchPage(
  first: URL,
  web: Web,
  signal: AbortSignal,
  mayGo: (url: URL) => boolean = () => true,
): Promise<Fetched> {
  let url = first;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const response = await answerOf(url, web, signal);
    const { status, headers } = response;
    const to = status >= 300 && status < 400 ? redirectOf(headers.location, url) : undefined;
    if (to === undefined) return await read(response, url, signal);
    response.body.destroy();
    if (!isSamePlace(url, to) || !mayGo(to)) return { kind: "elsewhere", url, to };
    url = to;
  }
  throw new Error(`${first.href} leads on and on: more than ${MOST_REDIRECTS} redirects.`);
}

/** @throws where it leads to what is no address of a page */
function redirectOf(location: string | undefined, from: URL): URL | undefined {
  if (location === undefined) return undefined;
  if (!URL.canParse(location, from.href))
    throw new Error(`${from.href} leads to something that is no address.`);
  return pageAddress(new URL(location, from).href);
}

async function answerOf(url: URL, web: Web, signal: AbortSignal): Promise<PageReply> {
  // No look-up is made for a host that is an address: its user has allowed exactly that one, if it is private.
  const reach = reachOfHost(url) ?? "public";
  if (reach === "never") throw refusal(hostOf(url));
  try {
    const ask = async (route: Route): Promise<PageReply> => {
      if (route.proxy !== undefined) await checkForProxy(url, web, signal);
      const question = { headers: HEADERS, signal, lookup: guarded(web, reach) };
      return await web.connections.get(url, route, question);
    };
    return await web.connections.over(url, ask, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw failure(url, error);
  }
}

function failure(url: URL, error: unknown): Error {
  if (error instanceof PageRefused) return error;
  if (!(error instanceof Error)) return new Error(String(error));
  if ("code" in error && error.code === REFUSED) return refusal(hostOf(url));
  const hint = error instanceof ProxyError ? ` ${inEnglish(error.info.hint ?? "")}` : "";
  return new Error(`${url.host} could not be reached: ${error.message.slice(0, 300)}${hint}`);
}

const REFUSED = "BRAID_REFUSED";

/** Looks a name up, and answers only if each of its addresses lies where it may. */
function guarded({ lookup, reachOf }: Network, allowed: Reach): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, "", 0);
      const addresses = typeof found === "string" ? [] : found;
      const isAllowed = addresses.every(({ address }) => reachOf(address) === allowed);
      const [first] = addresses;
      if (first === undefined || !isAllowed)
        return callback(Object.assign(new Error("refused"), { code: REFUSED }), "", 0);
      return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

async function read({ status, headers, body }: PageReply, url: URL, signal: AbortSignal): Promise<Fetched> {
  const { "content-type": content_type = "", "content-length": length } = headers;
  try {
    if (!isText(content_type)) {
      const bytes = length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
      return { kind: "not-text", url, content_type, bytes };
    }
    return { kind: "page", url, status, content_type, ...(await bodyOf(body, headers["content-encoding"])) };
  } catch (error) {
    signal.throwIfAborted();
    const said = error instanceof Error ? error.message : String(error);
    throw new Error(`${url.host} did not send the page whole: ${said.slice(0, 300)}`);
  } finally {
    body.destroy();
  }
}

const TEXTS =
  /^(text\/.*|application\/(.*\+)?(json|xml)|application\/(x-)?(javascript|ndjson|yaml|toml|sh))$/;

/** A server that does not say what it sends may send text. */
const isText = (content_type: string): boolean => {
  const [type = ""] = content_type.split(";");
  return type.trim() === "" || TEXTS.test(type.trim().toLowerCase());
};

async function bodyOf(sentBody: Readable, encoding?: string): Promise<{ body: Buffer; is_cut: boolean }> {
  const breathe = createBreathing();
  let sent = 0;
  let size = 0;
  const pieces: Buffer[] = [];
  const counted = (piece: Buffer): boolean => {
    sent += piece.length;
    return sent > LARGEST_BODY;
  };
  const unpacked = unpack(sentBody, encoding);
  // A packed stream may go on for ever and hold nothing.
  if (unpacked !== sentBody)
    sentBody.on("data", (piece: Buffer) => counted(piece) && unpacked.destroy(new Error("too much")));
  for await (const piece of unpacked as AsyncIterable<Buffer>) {
    pieces.push(piece.subarray(0, LARGEST_BODY - size));
    size += piece.length;
    if (size > LARGEST_BODY) return { body: Buffer.concat(pieces), is_cut: true };
    await breathe();
  }
  return { body: Buffer.concat(pieces), is_cut: false };
}

function unpack(sentBody: Readable, named = "identity"): Readable {
  const encoding = named.trim().toLowerCase();
  const options = { finishFlush: zlib.Z_SYNC_FLUSH };
  const unpackers: Record<string, () => NodeJS.ReadWriteStream & Readable> = {
    gzip: () => createGunzip(options),
    "x-gzip": () => createGunzip(options),
    deflate: () => createInflate(options),
    br: () => createBrotliDecompress({ finishFlush: zlib.BROTLI_OPERATION_FLUSH }),
  };
  if (encoding === "identity" || encoding === "") return sentBody;
  const unpacker = Object.hasOwn(unpackers, encoding) ? unpackers[encoding]?.() : undefined;
  if (unpacker === undefined)
    throw new Error(`it is packed as "${encoding.slice(0, 40)}", which Braid cannot unpack`);
  sentBody.on("error", (error) => unpacker.destroy(error));
  return sentBody.pipe(unpacker);
}
