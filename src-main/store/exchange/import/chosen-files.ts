/** The files that somebody has chosen, one by one or by their folder: those that may hold sessions, and those beside them. */
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { Broken, because } from "./broken";
import { type FileBeside, FilesBeside } from "./foreign/files";

export interface ChosenFile {
  path: string;
  /** The path in the chosen folder, or the file's own name. */
  name: string;
  inFolder: boolean;
  /** The other files of the folder. */
  beside: FilesBeside;
}

const DOCUMENT = /\.(?:jsonl?|zip)$/i;
const MOST_FILES = 100_000;

/** @param onBroken hears of what cannot be opened, with its name */
export async function chosenFiles(
  paths: readonly string[],
  onBroken: (error: unknown, name: string) => void,
): Promise<ChosenFile[]> {
  const chosen: ChosenFile[] = [];
  for (const path of paths) {
    const name = basename(path);
    try {
      if ((await stat(path)).isDirectory()) chosen.push(...(await filesOf(path)));
      else chosen.push({ path, name, inFolder: false, beside: new FilesBeside([]) });
    } catch (error) {
      onBroken(error, name);
    }
  }
  return chosen;
}

async function filesOf(folder: string): Promise<ChosenFile[]> {
  const { documents, others } = await filesIn(folder);
  if (documents.length === 0) throw new Broken(because("empty-folder"));
  const beside = new FilesBeside(others);
  return documents.map((path) => ({ path, name: relative(folder, path), inFolder: true, beside }));
}

/** Links may lead out of the folder: none is followed. @throws Broken; the file system's errors */
async function filesIn(folder: string): Promise<{ documents: string[]; others: FileBeside[] }> {
  const documents: string[] = [];
  const others: FileBeside[] = [];
  const folders = [""];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    const entries = await readdir(join(folder, at), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      // Hidden files are the system's, or another program's notes.
      if (entry.name.startsWith(".")) continue;
      const path = join(folder, at, entry.name);
      if (entry.isDirectory()) folders.push(join(at, entry.name));
      else if (entry.isFile() && DOCUMENT.test(entry.name)) documents.push(path);
      else if (entry.isFile())
        others.push({ name: join(at, entry.name).replaceAll(sep, "/"), bytes: () => createReadStream(path) });
    }
    if (documents.length + others.length > MOST_FILES) throw new Broken(because("too-many"));
  }
  return { documents: documents.sort(), others };
}
