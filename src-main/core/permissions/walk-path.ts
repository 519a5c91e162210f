/** Follows a path name by name, as the system does: links that lead nowhere and parents that do not exist included (PM-4). */
import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { lstat, readlink, realpath } from "node:fs/promises";
import { isAbsolute, join, parse, relative, sep } from "node:path";
import { isNetworkPath } from "../context/network-path";

/** A path's entry: a link with its target, something else, or nothing. */
type Seen = { link: string } | "other" | "missing";

interface Walked {
  /** Absolute, without links. */
  path: string;
  exists: boolean;
  /** The part of `path` that exists. */
  existing: string;
}

/** Links that one path may pass, as on Linux. */
const LINKS = 40;
/** Names that one path may have: each costs a look at the disk. */
const NAMES = 300;
/** Folders of the system whose links lead each process to another place. */
const SYSTEM_FOLDERS = ["/proc", "/dev", "/sys"];

const SEPARATORS = process.platform === "win32" ? /[\\/]+/ : /\/+/;
/** Disks that usually find a name in any case: only they know how it is written. */
const FINDS_ANY_CASE = process.platform === "win32" || process.platform === "darwin";

/** Returns true if `path` is `folder` or lies below it. Both are absolute and without links. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Returns true if the path belongs to the system itself: a look there may hang, or differ for each process. */
export const isSystemPath = (path: string): boolean =>
  SYSTEM_FOLDERS.some((folder) => path === folder || path.startsWith(`${folder}/`));

/** Yields each path that it has to see, and takes what stands there. @throws an Error for the model */
function* walk(path: string): Generator<string, Walked, Seen> {
  const { root } = parse(path);
  const names = namesOf(path.slice(root.length));
  let walked: Walked = { path: root, exists: true, existing: root };
  let links = 0;
  let steps = 0;
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    if (name === "" || name === ".") continue;
    if (++steps > NAMES) throw new Error("This path is too long. Use a shorter one.");
    const next = join(walked.path, name);
    const seen: Seen = seenWithoutLook(name, walked) ?? (yield next);
    if (typeof seen === "object") {
      if (++links > LINKS) throw new Error("This path goes through too many links.");
      walked = followed(seen.link, names, walked);
    } else walked = stepTo(next, seen, walked);
    if (isNetworkPath(walked.path)) return walked;
    if (isSystemPath(walked.path)) return { ...walked, path: join(walked.path, ...names.reverse()) };
  }
  return walked;
}

/** A name below something missing is missing too, and the way up has no links. */
function seenWithoutLook(name: string, { exists }: Walked): "other" | "missing" | undefined {
  if (name === "..") return "other";
  return exists ? undefined : "missing";
}

/** Puts the names of a link's target before those that are left. */
function followed(link: string, names: string[], walked: Walked): Walked {
  if (isNetworkPath(link)) return { path: link, exists: false, existing: walked.path };
  const { root } = parse(link);
  names.push(...namesOf(link.slice(root.length)));
  return root === "" ? walked : { path: root, exists: true, existing: root };
}

/** The names of a path, the first one last. */
const namesOf = (path: string): string[] => path.split(SEPARATORS).reverse();

/** `..` leads from something missing back to what exists. */
function stepTo(next: string, seen: "other" | "missing", { existing }: Walked): Walked {
  const exists = seen === "other" && (isWithin(next, existing) || isWithin(existing, next));
  return { path: next, exists, existing: exists ? next : existing };
}

/** A name that cannot be looked at is as good as missing. @throws where the system refuses the name itself */
const seenAfter = (error: unknown): Seen => {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENAMETOOLONG") throw new Error("A name in this path is too long for the disk.");
  return "missing";
};

async function see(path: string): Promise<Seen> {
  try {
    return (await lstat(path)).isSymbolicLink() ? { link: await readlink(path) } : "other";
  } catch (error) {
    return seenAfter(error);
  }
}

function seeNow(path: string): Seen {
  try {
    return lstatSync(path).isSymbolicLink() ? { link: readlinkSync(path) } : "other";
  } catch (error) {
    return seenAfter(error);
  }
}

/** Follows an absolute path to where it leads, also where its end does not exist. @throws an Error for the model */
export async function walkPath(path: string): Promise<{ path: string; exists: boolean }> {
  const way = walk(path);
  let step = way.next();
  while (!step.done) step = way.next(await see(step.value));
  if (!FINDS_ANY_CASE) return step.value;
  const { path: walked, existing, exists } = step.value;
  if (!isWithin(existing, walked)) return step.value;
  const spelled = await realpath(existing).catch(() => existing);
  return { path: join(spelled, relative(existing, walked)), exists };
}

/** As `walkPath`, without giving way to other work: for the few arguments of a command. @throws an Error for the model */
export function walkPathNow(path: string): { path: string; exists: boolean } {
  const way = walk(path);
  let step = way.next();
  while (!step.done) step = way.next(seeNow(step.value));
  if (!FINDS_ANY_CASE) return step.value;
  const { path: walked, existing, exists } = step.value;
  if (!isWithin(existing, walked)) return step.value;
  return { path: join(spelledNow(existing), relative(existing, walked)), exists };
}

function spelledNow(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
