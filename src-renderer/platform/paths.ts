/** Paths of files as people read them. */

/** Returns the path as seen from `folder`, where it is inside. Both are absolute. */
export function relativeTo(folder: string | undefined, path: string): string {
  if (folder === undefined || folder === "") return path;
  const root = folder.replace(/[\\/]$/, "");
  if (path === root) return ".";
  const isInside = path.startsWith(root) && /[\\/]/.test(path[root.length] ?? "");
  return isInside ? path.slice(root.length + 1) : path;
}

/**
 * Names folders by the last part of their path; those of one name by as many parts as tell them apart, as `web/app` and `shop/app`. The
 * empty path stays empty.
 */
export function distinctNames(paths: Iterable<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  let open = [...new Set(paths)].map((path) => ({ path, parts: path.split(/[\\/]+/).filter(Boolean) }));
  for (let count = 1; open.length > 0; count++) {
    const short = ({ parts }: { parts: string[] }) => parts.slice(-count).join("/");
    const alike = new Map<string, number>();
    for (const one of open) alike.set(short(one), (alike.get(short(one)) ?? 0) + 1);
    for (const one of open) names.set(one.path, short(one));
    open = open.filter((one) => one.parts.length > count && (alike.get(short(one)) ?? 0) > 1);
  }
  return names;
}

export { nameOfFolder } from "../../src-preload/contract/domain/fold-title";
