import { expect, test } from "vitest";
import { ProxyError } from "../core/proxy-error";
import { ProxyAddress } from "./proxy-address";
import { proxyFailure } from "./proxy-failure";

const PROXY = new ProxyAddress(new URL("http://proxy.example:8080"));

const told = (cause: Error): { error: Error; said: unknown } => {
  const error = new TypeError("fetch failed", { cause });
  return { error, said: proxyFailure(error, new URL("https://models.example/"), PROXY) };
};

const failed = (code: string, syscall?: string): Error =>
  Object.assign(new Error(code), { code, ...(syscall === undefined ? {} : { syscall }) });

test.each([
  failed("ECONNREFUSED", "connect"),
  failed("ETIMEDOUT", "connect"),
  failed("EAI_AGAIN", "getaddrinfo"),
  failed("UND_ERR_CONNECT_TIMEOUT"),
  new AggregateError([failed("EHOSTUNREACH", "connect"), failed("ENETUNREACH", "connect")]),
])("%o: the proxy was not reached", (cause) => {
  const { said } = told(cause);
  expect(said).toBeInstanceOf(ProxyError);
  expect(said).toMatchObject({ fault: "unreachable" });
});

test.each(["read", "write"])("a connection in use that breaks off (%s) is no silent proxy", (syscall) => {
  for (const code of ["ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "ENETDOWN"]) {
    const { error, said } = told(failed(code, syscall));
    expect(said).toBe(error);
  }
});
