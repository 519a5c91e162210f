/** Resolves the paths of tools to where they really lead, and says what they need (PM-4). */
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Need, Unsure } from "../../../src-preload/contract/domain/permissions";
import { isNetworkPath } from "../context/network-path";
import { type JudgedPlace, protectedIn } from "./protected-paths";
import { isSystemPath, isWithin, walkPath } from "./walk-path";

export { protectedBecause, protectedIn } from "./protected-paths";

/** Where a path really leads. */
export interface ResolvedPath {
  /** Absolute, without links; a network path as it was given. */
  path: string;
  /** True for a path in the workspace. */
  inside: boolean;
  exists: boolean;
  /** The file holds a secret, or decides what git or Braid do, or is Braid's own. */
  protected?: true;
  /** Something runs it later without a question: a change of it is protected, reading it is not. */
  runs_later?: true;
  /** The path leads to another computer, so nobody has looked at it. */
  network?: true;
}

/** Characters that the systems allow in a path. */
const PATH_LENGTH = 4096;

/**
 * Resolves a path that a model gave, from `workspace_root`, which is a real path. Links are followed, also those that lead to something that
 * does not exist yet. @throws an Error for the model
 * @param data_dir Braid's own data, a real path; absent where nobody asks what protects the path
 */
export async function resolvePath(
  path: string,
  workspace_root: string,
  data_dir?: string,
): Promise<ResolvedPath> {
  const place = { workspace_root, data_dir };
  if (path === "") throw new Error("The path is empty. Name a file or a folder.");
  if (path.includes("\0")) throw new Error("The path has a NUL character in it. Leave it out.");
  if (path.length > PATH_LENGTH) throw new Error(`The path has more than ${PATH_LENGTH} characters.`);
  if (isNetworkPath(path)) return { path, inside: false, exists: false, network: true };
  const absolute = absolutePath(path, workspace_root);
  if (isSystemPath(join(absolute))) return described({ path: join(absolute), exists: true }, place);
  return described(await walkPath(absolute), place);
}

/** Not `path.resolve`: that takes `..` away before links are followed. */
function absolutePath(path: string, workspace_root: string): string {
  if (/^~([\\/]|$)/.test(path)) return homedir() + path.slice(1);
  return isAbsolute(path) ? path : `${workspace_root}/${path}`;
}

function described(walked: { path: string; exists: boolean }, place: JudgedPlace): ResolvedPath {
  const { path, exists } = walked;
  const network = isNetworkPath(path);
  const inside = !network && isWithin(place.workspace_root, path);
  const reason = protectedIn(place, path);
  return {
    ...{ path, inside, exists },
    ...(reason === "secret" ? { protected: true } : {}),
    ...(reason === "runs-later" ? { runs_later: true } : {}),
    ...(network ? { network: true } : {}),
  };
}

/** Returns what reading or changing the path needs. Reading in the folder is safe where nothing protects the path. */
export function needOfPath(permission: "read" | "edit", resolved: ResolvedPath): Need {
  const unsure = unsureOf(permission, resolved);
  const need: Need = { permission, target: resolved.path };
  if (unsure !== undefined) return { ...need, unsure };
  return permission === "read" ? { ...need, safe: true } : need;
}

/** The gravest reason is the one that is told. */
function unsureOf(permission: "read" | "edit", resolved: ResolvedPath): Unsure | undefined {
  if (resolved.network) return "network-path";
  if (resolved.protected || (permission === "edit" && resolved.runs_later)) return "protected";
  return resolved.inside ? undefined : "outside";
}
