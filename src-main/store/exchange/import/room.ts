/** Refuses an import for which the disk has no room, before anything of it is written. */
import { statfsSync } from "node:fs";
import { Broken, because } from "./broken";

const MEGABYTE = 1024 * 1024;

/** @param folder on the disk of the library. @param needed bytes. @throws Broken */
export function assertRoom(folder: string, needed: number): void {
  const { bavail, bsize, blocks } = statfsSync(folder);
  const free = bavail * bsize;
  // Some network disks tell no numbers.
  if (blocks === 0 || needed <= free) return;
  const megabytes = { needed: Math.ceil(needed / MEGABYTE), free: Math.floor(free / MEGABYTE) };
  throw new Broken(because("no-room", megabytes));
}
