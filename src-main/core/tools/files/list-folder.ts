/** Lists a folder for a model. */
import type { Dirent } from "node:fs";
import { opendir } from "node:fs/promises";
import { createBreathing } from "../../time-slice";
import { counted, shownName } from "../whole-text";

const MOST_SHOWN = 500;
/** Entries after which nobody counts on: a folder may hold millions. */
const MOST_COUNTED = 20_000;

/** Returns one entry a line, folders with a slash, sorted by name. @throws the file system's errors */
export async function listFolder(path: string): Promise<string> {
  const breathe = createBreathing();
  const entries: Dirent[] = [];
  // Leaving the loop closes the folder.
  for await (const entry of await opendir(path, { bufferSize: 256 })) {
    entries.push(entry);
    if (entries.length > MOST_COUNTED) break;
    await breathe();
  }
  if (entries.length === 0) return "It is empty.";
  const names = entries.sort((one, other) => (one.name < other.name ? -1 : 1)).map(entryLine);
  if (names.length <= MOST_SHOWN) return names.join("\n");
  const left_out = counted(Math.min(names.length, MOST_COUNTED) - MOST_SHOWN, "more entry", "more entries");
  const more = names.length > MOST_COUNTED ? "at least " : "";
  return [...names.slice(0, MOST_SHOWN), `(and ${more}${left_out}; find them with glob)`].join("\n");
}

function entryLine(entry: Dirent): string {
  const name = shownName(entry.name);
  if (entry.isDirectory()) return `${name}/`;
  if (entry.isSymbolicLink()) return `${name} (link)`;
  return entry.isFile() ? name : `${name} (no ordinary file)`;
}
