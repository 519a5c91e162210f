/** Reads the address that a model asks for, and decides where on the network it may lead. */
import ipaddr from "ipaddr.js";

/** Where a network address lies. `never` is one that no page is at: of a cloud's keys, of many computers, of none. */
export type Reach = "public" | "private" | "never";

/** Characters. */
const LONGEST_ADDRESS = 8_000;

/** @throws an error for the model where it is no address of a page */
export function pageAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined)
    throw new Error(`This is no address: it must be whole, as https://example.org/page.`);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new Error(
      `Only http and https can be fetched, not ${url.protocol.slice(0, 40)} Use "read" for files.`,
    );
  if (url.username !== "" || url.password !== "")
    throw new Error("The address holds a user name or password. Leave it out: pages are fetched without.");
  if (url.href.length > LONGEST_ADDRESS)
    throw new Error(`The address is longer than ${LONGEST_ADDRESS} characters.`);
  url.hash = "";
  return url;
}

/** Returns the host as it is compared: without the brackets of IPv6 and without a dot at the end. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");

/** Returns where a host lies if its name alone says so. A name of the network's directory says nothing before it is looked up. */
export function reachOfHost(url: URL): Reach | undefined {
  const host = hostOf(url);
  if (host === "localhost" || host.endsWith(".localhost")) return "private";
  return ipaddr.isValid(host) ? reachOf(host) : undefined;
}

/** Ranges in which a user may have a page of their own. */
const OWN = ["loopback", "private", "uniqueLocal", "carrierGradeNat"];

/** Addresses at which a cloud gives its keys to whoever asks. Others are in ranges that are never allowed. */
const KEYS_OF_CLOUDS = ["100.100.100.200", "fd00:ec2::254", "192.0.0.192"];

/** The only range of IPv6 from which addresses of the open network are given. */
const GLOBAL = ipaddr.IPv6.parseCIDR("2000::/3");

/** Anything that is not surely public is not, IPv4 inside IPv6 among it: it could lead to a private address. */
export function reachOf(address: string): Reach {
  if (!ipaddr.isValid(address)) return "never";
  const parsed = ipaddr.parse(address);
  if (KEYS_OF_CLOUDS.some((keys) => ipaddr.parse(keys).toString() === parsed.toString())) return "never";
  const range = parsed.range();
  if (OWN.includes(range)) return "private";
  if (range !== "unicast") return "never";
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL) ? "public" : "never";
}

/** A redirect is followed only to the same host, with or without `www.`, and never back from https to http. */
export function isSamePlace(from: URL, to: URL): boolean {
  const bare = (url: URL): string => hostOf(url).replace(/^www\./, "");
  if (bare(from) !== bare(to)) return false;
  if (from.protocol === to.protocol) return from.port === to.port;
  return from.protocol === "http:" && from.port === "" && to.port === "";
}
