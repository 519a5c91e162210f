/**
 * Decides whether a page may be asked of a proxy. A proxy looks names up itself, so no address can be checked when the connection is made:
 * the name of a stranger could lead the proxy into its own network. Behind https the certificate tells whose server answers.
 */
import type { LookupFunction } from "node:net";
import { hostOf, type Reach, reachOfHost } from "./address";

/** A refusal that the model reads in these words. */
export class PageRefused extends Error {}

export const refusal = (host: string): PageRefused =>
  new PageRefused(
    `${host} leads to an address of this computer, of its own network, or of none. Braid does not go there.`,
  );

const unsafe = (url: URL): PageRefused =>
  new PageRefused(
    `${url.host} would be asked by way of a proxy, and without https nobody could tell where that leads. Ask for the page with https://.`,
  );

/** Milliseconds. Behind a proxy the names of the open network are often unknown, and asking for one may take long. */
const LOOKUP_MS = 3_000;

/** Names that only a network of one's own has. */
const OWN_NAME = /^[^.]+$|\.(?:local|localhost|lan|internal|intranet|corp|home|home\.arpa|private)$/;

interface Names {
  lookup: LookupFunction;
  reachOf(address: string): Reach;
}

/** @throws PageRefused where a proxy may not be asked for the page */
export async function checkForProxy(url: URL, names: Names, signal: AbortSignal): Promise<void> {
  // An address is what it is: its user has allowed exactly that one, if it is private.
  if (reachOfHost(url) !== undefined) return;
  if (url.protocol !== "https:") throw unsafe(url);
  const host = hostOf(url);
  const found = await addressesOf(host, names.lookup, signal);
  const isOwn =
    found.length === 0 ? OWN_NAME.test(host) : !found.every((at) => names.reachOf(at) === "public");
  if (isOwn) throw refusal(host);
}

/** Resolves to none where the name is not known here. @throws the signal's reason */
function addressesOf(host: string, lookup: LookupFunction, signal: AbortSignal): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    const end = (found: string[]): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      resolve(found);
    };
    const timer = setTimeout(() => end([]), LOOKUP_MS);
    signal.addEventListener("abort", stop);
    lookup(host, { all: true }, (error, found) =>
      end(error !== null || typeof found === "string" ? [] : found.map(({ address }) => address)),
    );
  });
}
