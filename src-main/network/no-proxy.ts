/** Reads NO_PROXY as curl and Go do: hosts that are asked without a proxy. */
import { BlockList, isIP, isIPv6 } from "node:net";

interface Entry {
  host: string;
  port: string;
}

/** `*` is every host. `example.org` and `.example.org` are it and what is below it. Addresses may have a range: `10.0.0.0/8`. */
export function isExempt(list: string, url: URL): boolean {
  const host = bare(url.hostname);
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return list
    .split(/[\s,]+/)
    .filter((text) => text !== "")
    .some((text) => {
      if (text === "*") return true;
      if (text.includes("/")) return isInRange(host, text);
      const entry = entryOf(text.toLowerCase());
      return (entry.port === "" || entry.port === port) && isBelow(host, entry.host);
    });
}

const bare = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");

function entryOf(text: string): Entry {
  if (isIPv6(text)) return { host: text, port: "" };
  const [, host = text, port = ""] = /^(.*?)(?::(\d{1,5}))?$/.exec(text) ?? [];
  return { host: bare(host.replace(/^\*?\./, "")), port };
}

const isBelow = (host: string, name: string): boolean =>
  name !== "" && (host === name || (isIP(host) === 0 && host.endsWith(`.${name}`)));

function isInRange(host: string, text: string): boolean {
  const [address = "", bits = ""] = text.split("/");
  const kind = isIP(address);
  if (kind === 0 || isIP(host) !== kind || !/^\d{1,3}$/.test(bits) || Number(bits) > (kind === 4 ? 32 : 128))
    return false;
  const range = new BlockList();
  const family = kind === 4 ? "ipv4" : "ipv6";
  range.addSubnet(address, Number(bits), family);
  return range.check(host, family);
}
