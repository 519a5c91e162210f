/**
 * Asks a server for a page. The address that a name leads to is checked when the connection is made: an answer that was checked before may
 * be another by then.
 */
import { lookup as systemLookup } from "node:dns";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, constants as zlib } from "node:zlib";
import { createBreathing } from "../../time-slice";
import { hostOf, isSamePlace, pageAddress, type Reach, reachOf, reachOfHost } from "./address";

export interface Network {
  lookup: LookupFunction;
  reachOf(address: string): Reach;
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
  network: Network,
  signal: AbortSignal,
  mayGo: (url: URL) => boolean = () => true,
): Promise<Fetched> {
  let url = first;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const response = await answerOf(url, network, signal);
    const { statusCode: status = 0, headers } = response;
    const to = status >= 300 && status < 400 ? redirectOf(headers.location, url) : undefined;
    if (to === undefined) return await read(response, url, status, signal);
    response.destroy();
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

function answerOf(url: URL, network: Network, signal: AbortSignal): Promise<IncomingMessage> {
  // No look-up is made for a host that is an address: its user has allowed exactly that one, if it is private.
  const reach = reachOfHost(url) ?? "public";
  if (reach === "never") return Promise.reject(refusal(hostOf(url)));
  return new Promise((resolve, reject) => {
    const ask = url.protocol === "https:" ? httpsRequest : httpRequest;
    const asked: ClientRequest = ask(url, {
      agent: false,
      headers: HEADERS,
      signal,
      lookup: guarded(network, reach),
    });
    asked.once("response", resolve);
    // Errors come after the response too, and then belong to whoever reads it.
    asked.on("error", (error) => reject(signal.aborted ? signal.reason : failure(url, error)));
    asked.end();
  });
}

const refusal = (host: string): Error =>
  new Error(
    `${host} leads to an address of this computer, of its own network, or of none. Braid does not go there.`,
  );

const failure = (url: URL, error: NodeJS.ErrnoException): Error =>
  error.code === REFUSED
    ? refusal(hostOf(url))
    : new Error(`${url.host} could not be reached: ${error.message.slice(0, 300)}`);

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

async function read(
  response: IncomingMessage,
  url: URL,
  status: number,
  signal: AbortSignal,
): Promise<Fetched> {
  const { "content-type": content_type = "", "content-length": length } = response.headers;
  try {
    if (!isText(content_type)) {
      const bytes = length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
      return { kind: "not-text", url, content_type, bytes };
    }
    return { kind: "page", url, status, content_type, ...(await bodyOf(response)) };
  } catch (error) {
    signal.throwIfAborted();
    const said = error instanceof Error ? error.message : String(error);
    throw new Error(`${url.host} did not send the page whole: ${said.slice(0, 300)}`);
  } finally {
    response.destroy();
  }
}

const TEXTS =
  /^(text\/.*|application\/(.*\+)?(json|xml)|application\/(x-)?(javascript|ndjson|yaml|toml|sh))$/;

/** A server that does not say what it sends may send text. */
const isText = (content_type: string): boolean => {
  const [type = ""] = content_type.split(";");
  return type.trim() === "" || TEXTS.test(type.trim().toLowerCase());
};

async function bodyOf(response: IncomingMessage): Promise<{ body: Buffer; is_cut: boolean }> {
  const breathe = createBreathing();
  let sent = 0;
  let size = 0;
  const pieces: Buffer[] = [];
  const counted = (piece: Buffer): boolean => {
    sent += piece.length;
    return sent > LARGEST_BODY;
  };
  const unpacked = unpack(response);
  // A packed stream may go on for ever and hold nothing.
  if (unpacked !== response)
    response.on("data", (piece: Buffer) => counted(piece) && unpacked.destroy(new Error("too much")));
  for await (const piece of unpacked as AsyncIterable<Buffer>) {
    pieces.push(piece.subarray(0, LARGEST_BODY - size));
    size += piece.length;
    if (size > LARGEST_BODY) return { body: Buffer.concat(pieces), is_cut: true };
    await breathe();
  }
  return { body: Buffer.concat(pieces), is_cut: false };
}

function unpack(response: IncomingMessage): Readable {
  const encoding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  const options = { finishFlush: zlib.Z_SYNC_FLUSH };
  const unpackers: Record<string, () => NodeJS.ReadWriteStream & Readable> = {
    gzip: () => createGunzip(options),
    "x-gzip": () => createGunzip(options),
    deflate: () => createInflate(options),
    br: () => createBrotliDecompress({ finishFlush: zlib.BROTLI_OPERATION_FLUSH }),
  };
  if (encoding === "identity" || encoding === "") return response;
  const unpacker = Object.hasOwn(unpackers, encoding) ? unpackers[encoding]?.() : undefined;
  if (unpacker === undefined)
    throw new Error(`it is packed as "${encoding.slice(0, 40)}", which Braid cannot unpack`);
  response.on("error", (error) => unpacker.destroy(error));
  return response.pipe(unpacker);
}
