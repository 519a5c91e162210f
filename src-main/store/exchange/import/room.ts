/** Refuses an import for which the disk has no room, before anything of it is written. */
import { statfsSync } from "node:fs";
import { Broken, because } from "./broken";

const MEGABYTE = 1024 * 1024;

/** @param folder on the disk of the library. @param needed bytes. @throws Broken */
export function assertRoom(folder: string, needed: number): void {
  const free = freeIn(folder);
  if (free === undefined || needed <= free) return;
  const megabytes = { needed: Math.ceil(needed / MEGABYTE), free: Math.floor(free / MEGABYTE) };
  throw new Broken(because("no-room", megabytes));
}

/** Bytes; undefined for a disk that tells no numbers, as some in a network. */
function freeIn(folder: string): number | undefined {
  try {
    const { bavail, bsize, blocks } = statfsSync(folder);
    return blocks === 0 ? undefined : bavail * bsize;
  } catch {
    return undefined;
  }
}
