/** Puts one file back to what it was, or says why it stays as it is (RW-5). Every path is judged again when it is used (PM-4). */
import { constants } from "node:fs";
import { access, lstat, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import type { LeftAlone } from "../../../src-preload/contract/domain/file-changes";
import { type ResolvedPath, resolvePath } from "../permissions/paths";
import { isWithin } from "../permissions/walk-path";
import type { FileBefore, FileChange } from "../ports/file-change-store";
import type { Store } from "../ports/store";
import { type AboutToChange, LARGEST_KEPT } from "../ports/tools";
import { isLeftBy, sha256Of } from "../run/keep-file";
import { readBounded } from "../tools/files/file-text";
import { fingerprintAt, MISSING } from "../tools/files/fingerprint";
import { replaceFile } from "../tools/files/replace-file";

/** A file, what it shall be again, and the change that touched it last. */
export interface WayBack {
  path: string;
  /** Null where there shall be no file. */
  target: FileBefore | null;
  last: FileChange;
}

/** A file that can be put back, as it is now. */
interface Ready {
  state: "as-left";
  /** Undefined where there is no file. */
  now: { bytes: Buffer; mode: number } | undefined;
  fingerprint: string;
}

type Judged = Ready | { state: "as-before" | LeftAlone };

const left = (state: "as-before" | LeftAlone): Judged => ({ state });

/** Looks at a file without changing anything, and says whether it can be put back. */
export async function judge(
  store: Pick<Store, "blob">,
  root: string | undefined,
  way: WayBack,
): Promise<Judged> {
  const found = await lookAt(store, root, way);
  if (found.state !== "as-left") return found;
  return (await mayWrite(way.path, found.now !== undefined)) ? found : left("not-writable");
}

/** Looks at a file to read it. `root` is a real path; without one everything lies outside. */
export async function lookAt(
  store: Pick<Store, "blob">,
  root: string | undefined,
  way: WayBack,
): Promise<Judged> {
  const { path, target, last } = way;
  if (root === undefined || !isWithin(root, path) || path === root) return left("outside");
  if (target !== null && (target.sha256 === null || store.blob(target.sha256) === undefined))
    return left("not-kept");
  const resolved = await resolvePath(path, root).catch(() => undefined);
  if (resolved === undefined || resolved.network === true) return left("outside");
  if (resolved.path !== path) return left("link");
  const found = await read(resolved);
  if ("state" in found) return found;
  const { now, fingerprint } = found;
  const sha256 = now === undefined ? null : await sha256Of(now.bytes);
  if (sha256 === (target?.sha256 ?? null)) return left("as-before");
  if (!isLeftBy(last, sha256)) return left(sha256 === null ? "missing" : "changed");
  return { state: "as-left", now, fingerprint };
}

async function read(resolved: ResolvedPath): Promise<Omit<Ready, "state"> | { state: LeftAlone }> {
  if (!resolved.exists) return { now: undefined, fingerprint: MISSING };
  try {
    const { state, mode, bytes } = await readBounded(resolved, LARGEST_KEPT);
    return bytes === undefined ? { state: "too-large" } : { now: { bytes, mode }, fingerprint: state };
  } catch {
    const stats = await lstat(resolved.path).catch(() => undefined);
    return { state: stats?.isFile() === true ? "not-writable" : "changed" };
  }
}

/** The folder has to bear the new file beside the old one. A folder that is missing is made. */
async function mayWrite(path: string, exists: boolean): Promise<boolean> {
  const may = (of: string) =>
    access(of, constants.W_OK).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code === "ENOENT",
    );
  return (await may(dirname(path))) && (!exists || (await may(path)));
}

/**
 * Puts the file back, all or nothing. `keep` keeps what is there now, before anything changes. Returns undefined where that was done, or why
 * the file is as it was.
 */
export async function putBack(
  store: Pick<Store, "blob" | "readBlob">,
  root: string | undefined,
  way: WayBack,
  keep: (change: AboutToChange) => Promise<void> = async () => undefined,
): Promise<"as-before" | LeftAlone | undefined> {
  try {
    const judged = await judge(store, root, way);
    if (judged.state !== "as-left") return judged.state;
    const { path, target } = way;
    const still = () => stillSo(path, judged.fingerprint);
    if (target === null) {
      await keep({ path, before: judged.now });
      await still();
      await unlink(path);
      return undefined;
    }
    const content = await contentOf(store, target);
    if (content === undefined) return "not-kept";
    await keep({ path, before: judged.now, after: content });
    await replaceFile(path, content, still, target.mode);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** The kept content, unless its file was damaged. */
export async function contentOf(
  store: Pick<Store, "readBlob">,
  { sha256 }: FileBefore,
): Promise<Buffer | undefined> {
  if (sha256 === null) return undefined;
  const bytes = await store.readBlob(sha256, LARGEST_KEPT);
  return bytes !== undefined && (await sha256Of(bytes)) === sha256 ? bytes : undefined;
}

class ChangedMeanwhile extends Error {}

/** The last look before the change. @throws ChangedMeanwhile */
async function stillSo(path: string, fingerprint: string): Promise<void> {
  const resolved = await resolvePath(path, dirname(path));
  if (resolved.path !== path || (await fingerprintAt(path)) !== fingerprint) throw new ChangedMeanwhile();
}

const REASONS: Readonly<Record<string, LeftAlone>> = {
  ENOSPC: "disk-full",
  EDQUOT: "disk-full",
  EACCES: "not-writable",
  EPERM: "not-writable",
  EROFS: "not-writable",
};

/** The store tells the system's error as the cause of its own. */
function reasonOf(error: unknown): LeftAlone {
  if (error instanceof ChangedMeanwhile) return "changed";
  if (!(error instanceof Error)) return "failed";
  const reason = "code" in error ? REASONS[String(error.code)] : undefined;
  return reason ?? (error.cause === undefined ? "failed" : reasonOf(error.cause));
}
