/**
 * Copies the backups to a second folder of the user's choice (SV-8). A copy has its name when it is whole and on the disk (SV-11). Files
 * there that Braid did not put there are never touched: another computer may keep its backups in the same folder.
 */
import { createReadStream, existsSync, rmSync, statfsSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  COPY_PROBLEMS,
  type CopyProblem,
  type Elsewhere,
} from "../../../../src-preload/contract/domain/backups";
import type { Backup } from "../../../../src-preload/contract/domain/storage";
import { kindOf, readDataFile } from "../../../files/data-file";
import { codeOf } from "../../database/errors";
import { save } from "../../exchange/save";
import { surplus } from "../backup-days";
import { backupFolder, backupsIn, listBackups } from "../backup-list";
import { Cancelled } from "../backups";
import type { JobContext } from "../jobs/jobs";

/** Remembers the second folder in a file of its own: a restored library must not bring an old folder back. */
interface Remembered {
  folder: string;
  /** The names of the files that Braid has put there. */
  copied: string[];
  problem?: CopyProblem;
}

const MOST_BYTES = 64 * 1024;
const noteFile = (file: string): string => join(dirname(file), "backups-elsewhere.json");

/** Undefined where no folder was chosen. The file may hold anything. */
export function remembered(file: string): Remembered | undefined {
  const found = readDataFile(noteFile(file), MOST_BYTES);
  if (found.is !== "text") return undefined;
  try {
    const { folder, copied, problem } = JSON.parse(found.text) as Partial<Record<keyof Remembered, unknown>>;
    if (typeof folder !== "string" || folder === "") return undefined;
    const names = Array.isArray(copied) ? copied.filter((name) => typeof name === "string") : [];
    const known = COPY_PROBLEMS.find((one) => one === problem);
    return { folder, copied: names, ...(known === undefined ? {} : { problem: known }) };
  } catch {
    return undefined;
  }
}

/** Chooses the folder, or none. The copies in an earlier folder stay there. */
export async function remember(file: string, folder: string | undefined): Promise<void> {
  if (folder === undefined) await rm(noteFile(file), { force: true });
  else await write(file, { folder, copied: [] });
}

async function write(file: string, known: Remembered): Promise<void> {
  const text = `${JSON.stringify(known, null, 2)}\n`;
  await save(noteFile(file), dirname(file), (handle) => handle.writeFile(text));
}

export type Standing = Omit<Elsewhere, "copying">;

/** The state of the copies; undefined where no folder was chosen. */
export function standing(file: string): Standing | undefined {
  const known = remembered(file);
  if (known === undefined) return undefined;
  const there = isThere(known.folder) ? copiesOf(known) : [];
  const [newest] = wanted(file);
  // The note may be of a time at which the folder was not there.
  const noted = known.problem === "away" ? undefined : known.problem;
  const problem = isThere(known.folder) ? noted : "away";
  return {
    folder: known.folder,
    copies: there.length,
    complete: newest === undefined || there.some(({ name }) => name === newest.name),
    ...(problem === undefined ? {} : { problem }),
  };
}

/** Copies what is missing there, and deletes Braid's own surplus. Fails never: the note tells why a copy was not made. */
export async function copyElsewhere({ file }: { file: string }, context: JobContext): Promise<undefined> {
  const known = remembered(file);
  if (known === undefined) return undefined;
  const { folder } = known;
  let { copied } = known;
  let problem: CopyProblem | undefined;
  try {
    if (!isThere(folder)) throw Object.assign(new Error("the folder is not there"), { code: "ENOENT" });
    const next = missing(file, folder);
    const names = next.map(({ name }) => name);
    // Noted before they are there: a kill must not make a copy of Braid's a stranger, which would stay for ever. A folder that was left and
    // is chosen again has copies of Braid's already.
    copied = [...new Set([...copied, ...sameIn(file, folder), ...names])];
    if (next.length > 0) await write(file, { ...known, copied });
    for (const one of next) {
      for (const { name } of goingFirst(one, copiesOf({ folder, copied }), freeIn(folder)))
        rmSync(join(folder, name), { force: true });
      await copy(file, folder, one.name, context);
    }
    for (const { name } of surplus(copiesOf({ folder, copied }))) rmSync(join(folder, name), { force: true });
  } catch (error) {
    if (codeOf(error) === "CANCELLED") throw error;
    problem = problemOf(error);
  }
  // The user may have chosen another folder meanwhile.
  if (remembered(file)?.folder !== folder) return undefined;
  const still = copied.filter((name) => !isThere(folder) || existsSync(join(folder, name)));
  await write(file, { folder, copied: still, ...(problem === undefined ? {} : { problem }) });
  return undefined;
}

const isThere = (folder: string): boolean => kindOf(folder) === "folder";

/** Braid's own copies in the folder, newest first. */
const copiesOf = ({ folder, copied }: Pick<Remembered, "folder" | "copied">): Backup[] =>
  backupsIn(folder).filter(({ name }) => copied.includes(name));

/** The backups that belong there, newest first: the last seven days. */
function wanted(file: string): Backup[] {
  const counted = listBackups(file).filter(({ kept }) => !kept);
  const tooMany = surplus(counted);
  return counted.filter((one) => !tooMany.includes(one));
}

/** The names of backups of which the folder has a file of the same name and size. */
const sameIn = (file: string, folder: string): string[] =>
  wanted(file)
    .filter(({ name, size }) => statSync(join(folder, name), { throwIfNoEntry: false })?.size === size)
    .map(({ name }) => name);

const missing = (file: string, folder: string): Backup[] =>
  wanted(file).filter(({ name }) => !existsSync(join(folder, name)));

/** Bytes; some network disks tell no numbers. */
function freeIn(folder: string): number {
  const { bavail, bsize, blocks } = statfsSync(folder);
  return blocks > 0 ? bavail * bsize : Number.POSITIVE_INFINITY;
}

/**
 * The copies that the next one makes too many, where the disk has room for it only without them. Pure; both lists are of Braid's own copies,
 * `free` in bytes. @throws ENOSPC where they would not free enough: they stay
 */
export function goingFirst(next: Backup, there: readonly Backup[], free: number): Backup[] {
  if (free >= next.size) return [];
  const all = [next, ...there].sort((one, other) => other.made_at - one.made_at);
  const going = surplus(all).filter((one) => one !== next);
  if (free + going.reduce((sum, { size }) => sum + size, 0) < next.size)
    throw Object.assign(new Error("not enough space for the copy"), { code: "ENOSPC" });
  return going;
}

async function copy(file: string, folder: string, name: string, context: JobContext): Promise<void> {
  const source = join(backupFolder(file), name);
  const { size } = statSync(source);
  let done = 0;
  await save(join(folder, name), dirname(file), async (handle) => {
    for await (const bytes of createReadStream(source, { highWaterMark: 1024 * 1024 })) {
      if (context.isCancelled()) throw new Cancelled("cancelled");
      await handle.writeFile(bytes as Buffer);
      done += (bytes as Buffer).length;
      context.onProgress(done / Math.max(1, size));
    }
  });
}

const PROBLEMS: Readonly<Record<string, CopyProblem>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EFBIG: "too-large",
  EACCES: "denied",
  EPERM: "denied",
  EROFS: "denied",
  ENOENT: "away",
  ENOTDIR: "away",
  ENODEV: "away",
  EHOSTDOWN: "away",
  ESTALE: "away",
};

const problemOf = (error: unknown): CopyProblem => PROBLEMS[codeOf(error)] ?? "other";
