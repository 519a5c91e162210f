/** Refuses an import for which the disk has no room, before anything of it is written. */
import { freeIn } from "../../database/folder";
import { Broken, because } from "./broken";

const MEGABYTE = 1024 * 1024;

/** @param folder on the disk of the library. @param needed bytes. @throws Broken */
export function assertRoom(folder: string, needed: number): void {
  const free = freeIn(folder);
  if (free === undefined || needed <= free) return;
  const megabytes = { needed: Math.ceil(needed / MEGABYTE), free: Math.floor(free / MEGABYTE) };
  throw new Broken(because("no-room", megabytes));
}
