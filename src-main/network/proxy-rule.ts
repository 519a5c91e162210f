/** Decides by which proxy an address is asked: the environment's, else the system's. This computer is never asked by one. */
import { isLoopback } from "../core/loopback";
import { ProxyError } from "../core/proxy-error";
import { isExempt } from "./no-proxy";
import { type ProxyAddress, readProxy } from "./proxy-address";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Answers as a script for proxies does (`PROXY proxy.example:8080; DIRECT`), from what the user has set in the system.
 */
export type SystemProxy = (url: string) => Promise<string>;

/** A way to an address; undefined: without a proxy. */
export type Way = ProxyAddress | undefined;

/** In the order in which they count. */
const VARIABLES: Record<string, string[]> = {
  "https:": ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"],
  "http:": ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"],
};

/** Every variable that may name a proxy. */
export const PROXY_VARIABLES = [...new Set(Object.values(VARIABLES).flat())];

/**
 * Returns the ways to an address, at least one, in the order in which they are tried.
 * @throws ProxyError where a proxy is named that cannot be used: nothing goes around it
 */
export async function waysTo(url: URL, env: Environment, system: SystemProxy): Promise<Way[]> {
  if (isLoopback(url) || isExempt(env.no_proxy || env.NO_PROXY || "", url)) return [undefined];
  const variable = VARIABLES[url.protocol]?.find((name) => (env[name]?.trim() ?? "") !== "");
  if (variable === undefined) return fromSystem(await system(url.href));
  const proxy = readProxy(env[variable]?.trim() ?? "");
  if (proxy === undefined) throw new ProxyError("unreadable", { proxy: variable });
  return [usable(proxy)];
}

function usable(proxy: ProxyAddress): ProxyAddress {
  if (proxy.protocol !== "http:" && proxy.protocol !== "https:")
    throw new ProxyError("other-kind", { proxy: proxy.name });
  return proxy;
}

const SCHEMES: Record<string, string> = { PROXY: "http", HTTP: "http", HTTPS: "https" };

/** Leaves out ways of other kinds where there is one that can be used. */
function fromSystem(answer: string): Way[] {
  const entries = answer
    .split(";")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  const ways = entries.flatMap((entry): Way[] => {
    if (/^direct$/i.test(entry)) return [undefined];
    const [kind = "", host = ""] = entry.split(/\s+/);
    const scheme = SCHEMES[kind.toUpperCase()];
    const proxy = scheme === undefined ? undefined : readProxy(`${scheme}://${host}`);
    return proxy === undefined ? [] : [proxy];
  });
  const [first] = entries;
  if (ways.length > 0 || first === undefined) return ways.length > 0 ? ways : [undefined];
  throw new ProxyError("other-kind", { proxy: first.split(/\s+/).at(-1) ?? first });
}
