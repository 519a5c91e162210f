/** Bytes that this process, its threads included, has handed to the kernel so far: exact, and blind to what other processes do. */
import { readFile } from "node:fs/promises";

/** Counts every `write` to anything, so nothing else may be written while a side runs. @throws Error where the system does not count */
export async function written(): Promise<number> {
  const found = /^wchar: (\d+)$/m.exec(await readFile("/proc/self/io", "utf8"))?.[1];
  if (found === undefined) throw new Error("/proc/self/io has no wchar");
  return Number(found);
}
