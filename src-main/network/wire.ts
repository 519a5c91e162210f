/** Sends requests over a way: the only file that knows undici. It is loaded with the first request. */
import { request as httpRequest, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import type { SecureContext } from "node:tls";
import { Agent, type Dispatcher, fetch, Pool, ProxyAgent, request } from "undici";
import type { PageQuestion, PageReply } from "../core/ports/connections";
import type { ProxyAddress } from "./proxy-address";
import type { Way } from "./proxy-rule";

/** Milliseconds for a proxy to open a way. */
const PROXY_MS = 30_000;
/** Answers may take as long as they like: whoever waits for one has limits of their own, which the user may set. */
const WITHOUT_LIMIT = { headersTimeout: 0, bodyTimeout: 0 };

export interface Wire {
  fetch(input: string, init: RequestInit | undefined, way: Way): Promise<Response>;
  get(url: URL, way: Way, question: PageQuestion): Promise<PageReply>;
}

/** @param secureContext the certificates that are trusted; undefined: Node's own */
export function createWire(secureContext: SecureContext | undefined): Wire {
  const trusted = secureContext === undefined ? {} : { secureContext };
  const direct = new Agent({ ...WITHOUT_LIMIT, connect: trusted });
  const proxies = new Map<string, ProxyAgent>();

  function dispatcherFor(way: Way): Dispatcher {
    if (way === undefined) return direct;
    const key = JSON.stringify([way.uri, way.authorization]);
    const made = proxies.get(key) ?? agentOf(way, trusted);
    proxies.set(key, made);
    return made;
  }

  return {
    fetch: async (input, init, way) =>
      // The types of Node's own `fetch` are of another version.
      (await fetch(input, { ...(init as object), dispatcher: dispatcherFor(way) })) as unknown as Response,
    async get(url, way, question) {
      if (way === undefined) return await getDirectly(url, question, trusted);
      const { headers, signal } = question;
      // A copy: undici writes the host into the headers that it is given, and the next page may be of another host.
      const own = { headers: { ...headers }, signal };
      const reply = await request(url, { ...own, dispatcher: dispatcherFor(way) });
      // Whoever ends it early, such as at a redirect, has no use for its error.
      reply.body.on("error", () => undefined);
      return { status: reply.statusCode, headers: reply.headers, body: reply.body };
    },
  };
}

function agentOf(proxy: ProxyAddress, trusted: { secureContext?: SecureContext }): ProxyAgent {
  const { uri, authorization } = proxy;
  return new ProxyAgent({
    ...WITHOUT_LIMIT,
    uri,
    ...(authorization === undefined ? {} : { token: authorization }),
    // Many proxies open a tunnel to the port of https alone: pages of http are asked of the proxy itself.
    proxyTunnel: false,
    requestTls: trusted,
    proxyTls: trusted,
    factory: (origin, options) => new Pool(origin, { ...options, ...WITHOUT_LIMIT }),
    clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: PROXY_MS }),
  });
}

/** Looks the name up as its caller does, and uses no connection twice. */
function getDirectly(
  url: URL,
  { headers, signal, lookup }: PageQuestion,
  trusted: { secureContext?: SecureContext },
): Promise<PageReply> {
  const options: RequestOptions = { agent: false, headers, signal, lookup, ...trusted };
  return new Promise((resolve, reject) => {
    const asked = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, options);
    asked.once("response", (body) => resolve({ status: body.statusCode ?? 0, headers: body.headers, body }));
    // Errors come after the response too, and then belong to whoever reads it.
    asked.on("error", (error) => reject(signal.aborted ? signal.reason : error));
    asked.end();
  });
}
