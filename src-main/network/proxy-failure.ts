/** Finds out whether it was the proxy that failed. Its answers reach us as words of the library that asked it. */
import { chainOf } from "../core/plain-words";
import { ProxyError } from "../core/proxy-error";
import type { ProxyAddress } from "./proxy-address";

/** Codes of a connection that never came about: behind a proxy it is the one to the proxy. */
const UNCONNECTED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN",
  "EADDRNOTAVAIL",
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
]);

/**
 * What the system was asked to do. The same codes come where a connection in use breaks off: by then a question may have been sent, and
 * another way would send it, and have it paid for, a second time.
 */
const CONNECTING: readonly unknown[] = ["connect", "getaddrinfo", undefined];

/** Returns the error of the proxy, or the given one where the proxy did its part. */
export function proxyFailure(error: unknown, url: URL, proxy: ProxyAddress): unknown {
  const facts = { proxy: proxy.name, host: url.host, cause: error };
  for (const cause of chainOf(error)) {
    const status = /^Proxy response \((\d{3})\) !== 200|^Proxy Authentication Required \((407)\)/.exec(
      cause.message,
    );
    if (status !== null) return ofStatus(Number(status[1] ?? status[2]), facts, proxy);
    if (isUnconnected(cause)) return new ProxyError("unreachable", facts);
  }
  return error;
}

const isUnconnected = (error: Error & { code?: unknown; syscall?: unknown }): boolean =>
  UNCONNECTED.has(String(error.code)) && CONNECTING.includes(error.syscall);

function ofStatus(
  status: number,
  facts: { proxy: string; host: string; cause: unknown },
  { authorization }: ProxyAddress,
): ProxyError {
  if (status === 407) return new ProxyError(authorization === undefined ? "login" : "wrong-login", facts);
  return new ProxyError(status >= 500 ? "failed" : "refused", { ...facts, status });
}
