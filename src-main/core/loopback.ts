/** Knows the addresses of this computer by their spelling alone. */
import { BlockList, isIPv4, isIPv6 } from "node:net";

const own = new BlockList();
own.addSubnet("127.0.0.0", 8);
own.addAddress("::1", "ipv6");
// Servers of models print the address at which they listen, and people paste it: whoever connects to it connects to this computer.
own.addAddress("0.0.0.0");
own.addAddress("::", "ipv6");

/** Returns true for an address on this machine. */
export function isLoopback(address: string | URL): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, "");
  if (isIPv4(host)) return own.check(host);
  if (isIPv6(host)) return own.check(host, "ipv6");
  return /(?:^|\.)localhost$/.test(host);
}
