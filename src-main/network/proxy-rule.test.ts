import { expect, test } from "vitest";
import { waysTo } from "./proxy-rule";

const named = async (url: string, env: Record<string, string>, system = "DIRECT") =>
  (await waysTo(new URL(url), env, async () => system)).map((way) => way?.uri ?? "direct");

test("each scheme has its variable; small letters come first, an empty one counts as none", async () => {
  const env = { http_proxy: "a:1", HTTP_PROXY: "b:2", HTTPS_PROXY: "https://c:3", ALL_PROXY: "http://d:4" };
  expect(await named("http://x.example/", env)).toEqual(["http://a:1"]);
  expect(await named("https://x.example/", env)).toEqual(["https://c:3"]);
  expect(await named("https://x.example/", { https_proxy: " ", ALL_PROXY: "http://d:4" })).toEqual([
    "http://d:4",
  ]);
  expect(await named("https://x.example/", { HTTP_PROXY: "b:2" })).toEqual(["direct"]);
});

test("the system's ways are tried in its order; kinds that cannot be used are left out where another can", async () => {
  const ways = (system: string) => named("https://x.example/", {}, system);
  expect(await ways("PROXY a:1; HTTPS b:2;DIRECT")).toEqual(["http://a:1", "https://b:2", "direct"]);
  expect(await ways("SOCKS5 a:1; PROXY b:2")).toEqual(["http://b:2"]);
  expect(await ways("")).toEqual(["direct"]);
  await expect(ways("SOCKS5 a:1")).rejects.toThrow("a:1 is of a kind");
});

test("this computer is never asked by a proxy, and NO_PROXY counts for the system's, too", async () => {
  for (const host of ["localhost", "app.localhost", "127.0.0.1", "127.8.8.8", "[::1]", "0.0.0.0", "[::]"])
    expect(await named(`http://${host}:11434/`, { ALL_PROXY: "a:1" }, "PROXY b:2")).toEqual(["direct"]);
  expect(await named("https://x.example/", { NO_PROXY: "*" }, "PROXY b:2")).toEqual(["direct"]);
});
