/** The names of a folder's files, for somebody who types one: listed by ripgrep under its ignore rules, and kept for some seconds. */
import { recordsEndingWith } from "../core/tools/search/records";
import { runRipgrep } from "../core/tools/search/ripgrep";

/** Names that one folder is listed with: to compare them all takes about two milliseconds. */
const MOST_NAMES = 20_000;
const MOST_FOUND = 50;
/** Bytes of a name. */
const LONGEST_NAME = 4_096;
/** Milliseconds. */
const KEPT_MS = 5_000;
const LONGEST_MS = 3_000;
const MOST_FOLDERS = 4;

/** Returns the names with `typed` in them, those whose last part begins with it first, then the short ones. Pure. */
export function namesWith(names: readonly string[], typed: string, most = MOST_FOUND): string[] {
  const wanted = typed.toLowerCase();
  const found: { name: string; rank: number }[] = [];
  for (const name of names) {
    const folded = name.toLowerCase();
    const at = folded.lastIndexOf(wanted);
    if (at < 0) continue;
    const last = folded.lastIndexOf("/") + 1;
    found.push({ name, rank: folded.startsWith(wanted, last) ? 0 : at >= last ? 1 : 2 });
  }
  found.sort((a, b) => a.rank - b.rank || a.name.length - b.name.length || (a.name < b.name ? -1 : 1));
  return found.slice(0, most).map(({ name }) => name);
}

type List = (folder: string, signal: AbortSignal) => Promise<string[]>;

/** Lists a folder by ripgrep. A folder that takes too long is known as far as it was read. */
export async function listNames(folder: string, signal: AbortSignal): Promise<string[]> {
  const names: string[] = [];
  const take = (record: Buffer | undefined): boolean => {
    const name = record?.toString("utf8");
    if (name !== undefined) names.push(process.platform === "win32" ? name.replaceAll("\\", "/") : name);
    return names.length >= MOST_NAMES;
  };
  await runRipgrep({
    arguments: ["--files", "--null"],
    folder,
    signal,
    take: recordsEndingWith(0, LONGEST_NAME, take),
    longest_ms: LONGEST_MS,
  });
  return names;
}

interface Listing {
  names: Promise<string[]>;
  at: number;
  stop: AbortController;
}

/** Returns the function that finds names in a folder. Whoever types asks often: a folder is listed once in some seconds. */
export function createWorkspaceNames(list: List = listNames, now: () => number = Date.now) {
  const listings = new Map<string, Listing>();
  const begin = (folder: string): Listing => {
    const stop = new AbortController();
    const listing = { names: list(folder, stop.signal), at: now(), stop };
    listing.names.catch(() => listings.get(folder) === listing && listings.delete(folder));
    listings.delete(folder);
    listings.set(folder, listing);
    const [oldest] = listings;
    if (listings.size > MOST_FOLDERS && oldest !== undefined) {
      listings.delete(oldest[0]);
      oldest[1].stop.abort();
    }
    return listing;
  };
  return async (folder: string, typed: string): Promise<string[]> => {
    const known = listings.get(folder);
    const listing = known !== undefined && now() - known.at < KEPT_MS ? known : begin(folder);
    return namesWith(await listing.names, typed);
  };
}
