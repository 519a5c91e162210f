/** Paths of files as people read them. */

/** Returns the path as seen from `folder`, where it is inside. Both are absolute. */
export function relativeTo(folder: string | undefined, path: string): string {
  if (folder === undefined || folder === "") return path;
  const root = folder.replace(/[\\/]$/, "");
  if (path === root) return ".";
  const isInside = path.startsWith(root) && /[\\/]/.test(path[root.length] ?? "");
  return isInside ? path.slice(root.length + 1) : path;
}

export { nameOfFolder } from "../../src-preload/contract/domain/fold-title";
