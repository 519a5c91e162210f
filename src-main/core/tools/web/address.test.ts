import { expect, test } from "vitest";
import { isSamePlace, pageAddress, reachOf, reachOfHost } from "./address";

const NEVER = [
  ["0.0.0.0", "0.1.2.3", "255.255.255.255", "224.0.0.1", "240.0.0.1", "192.0.2.1", "198.18.0.1", "192.0.0.1"],
  ["169.254.169.254", "169.254.1.1", "100.100.100.200", "192.0.0.192", "fd00:ec2::254"],
  ["::", "fe80::1", "fec0::1", "ff02::1", "100::1", "2001:db8::1", "2001::1", "2002:7f00:1::", "4000::1"],
  [
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "::ffff:0:127.0.0.1",
  ],
  ["nothing", ""],
].flat();
const PRIVATE = [
  "127.0.0.1",
  "127.9.9.9",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.1.1",
  "100.64.0.1",
  "::1",
  "fc00::1",
];
const PUBLIC = ["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"];

test("[AG-1] only addresses that are surely public are public", () => {
  expect(NEVER.filter((address) => reachOf(address) !== "never")).toEqual([]);
  expect(PRIVATE.filter((address) => reachOf(address) !== "private")).toEqual([]);
  expect(PUBLIC.filter((address) => reachOf(address) !== "public")).toEqual([]);
});

const SPELLED: [url: string, host: string, reach: string | undefined][] = [
  ["http://2130706433/", "127.0.0.1", "private"],
  ["http://0x7f000001/", "127.0.0.1", "private"],
  ["http://0177.0.0.1/", "127.0.0.1", "private"],
  ["http://127.1/", "127.0.0.1", "private"],
  ["http://127.0.0.1./", "127.0.0.1", "private"],
  ["http://①②⑦.0.0.1/", "127.0.0.1", "private"],
  ["http://LocalHost./", "localhost.", "private"],
  ["http://a.localhost/", "a.localhost", "private"],
  ["http://[::1]/", "[::1]", "private"],
  ["http://[::ffff:7f00:1]/", "[::ffff:7f00:1]", "never"],
  ["http://[0:0:0:0:0:ffff:127.0.0.1]/", "[::ffff:7f00:1]", "never"],
  ["http://169.254.169.254/latest", "169.254.169.254", "never"],
  ["http://0/", "0.0.0.0", "never"],
  ["http://8.8.8.8/", "8.8.8.8", "public"],
  ["http://example.org/", "example.org", undefined],
  ["http://127.0.0.1.example.org/", "127.0.0.1.example.org", undefined],
];

test.each(SPELLED)("[AG-1] a host is known however it is spelled: %s", (url, host, reach) => {
  const address = pageAddress(url);
  expect(address.hostname).toBe(host);
  expect(reachOfHost(address)).toBe(reach);
});

test("[AG-1] an address is normalised, and what is none is refused", () => {
  expect(pageAddress("HTTPS://Example.ORG:443/a/../b?c#d").href).toBe("https://example.org/b?c");
  const bad: [string, string][] = [
    ["example.org", "must be whole"],
    ["file:///etc/passwd", "Only http and https"],
    ["javascript:alert(1)", "Only http and https"],
    ["https://user:secret@example.org/", "user name or password"],
    ["https://user@example.org/", "user name or password"],
    [`https://example.org/${"x".repeat(9_000)}`, "longer than"],
    ["http://[::1", "must be whole"],
    ["http://1.2.3.4.5.999999/", "must be whole"],
  ];
  for (const [address, words] of bad) expect(() => pageAddress(address)).toThrow(words);
});

test("[AG-1] a redirect is followed to the same host only", () => {
  const isSame = (from: string, to: string) => isSamePlace(new URL(from), new URL(to));
  expect(isSame("http://a.org/x", "http://a.org/y")).toBe(true);
  expect(isSame("http://a.org/", "https://www.a.org/")).toBe(true);
  expect(isSame("https://www.a.org/", "https://a.org/")).toBe(true);
  expect(isSame("https://a.org/", "http://a.org/")).toBe(false);
  expect(isSame("https://a.org/", "https://b.org/")).toBe(false);
  expect(isSame("https://a.org/", "https://evil.a.org/")).toBe(false);
  expect(isSame("https://a.org/", "https://a.org.evil.org/")).toBe(false);
  expect(isSame("http://a.org/", "http://a.org:22/")).toBe(false);
  expect(isSame("http://a.org:8080/", "https://a.org/")).toBe(false);
  expect(isSame("http://127.0.0.1:80/", "http://127.0.0.1:6379/")).toBe(false);
});
