/** Where `glob` and `grep` look, and which of the files they find they may show. */
import { stat } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { protectedIn, type ResolvedPath } from "../../permissions/paths";
import type { JudgedPlace } from "../../permissions/protected-paths";
import type { CheckContext, ToolCallContext } from "../../ports/tools";
import type { CheckedCalls } from "../files/checked-calls";
import { withFileErrors } from "../files/file-error";
import { placeToRead } from "../files/read-place";
import { shownName } from "../whole-text";

export interface SearchPlace {
  /** A real path, where ripgrep is started. */
  folder: string;
  /** The one file to search. */
  file?: string;
  /** Returns how the file is shown; undefined where it is protected, or a rule keeps it. `path` is relative to `folder`. */
  shown(path: string): string | undefined;
  /** True for a file that is protected and kept by no rule: it is read if the user allows that. */
  canBeAskedFor(path: string): boolean;
}

type InFolder = CheckContext & Pick<ToolCallContext, "mayUse"> & { workspace_root: string };

/** @throws errors for the model: the path leads elsewhere than when it was checked, or to no folder or file */
export async function placeOfSearch(
  path: string,
  context: InFolder,
  deps: { checked: CheckedCalls; data_dir: string },
): Promise<SearchPlace> {
  const { mayUse = () => true } = context;
  const judged = { workspace_root: context.workspace_root, data_dir: deps.data_dir };
  const resolved = await placeToRead(path, context, deps);
  const found = await withFileErrors(shownName(path), () => stat(resolved.path));
  if (!found.isDirectory() && !found.isFile())
    throw new Error(`${shownName(path)} is no folder and no ordinary file.`);
  const folder = found.isDirectory() ? resolved.path : dirname(resolved.path);
  const mayShow = (below: string) => mayUse("read", join(folder, below));
  return {
    folder,
    ...(found.isDirectory() ? {} : { file: basename(resolved.path) }),
    shown: (below) => (mayShow(below) ? shownPath(join(folder, below), judged, resolved) : undefined),
    canBeAskedFor: (below) =>
      mayShow(below) && shownPath(join(folder, below), judged, resolved) === undefined,
  };
}

/** A protected file is left out, unless the path that its user allowed names such a one itself. */
function shownPath(path: string, place: JudgedPlace, searched: ResolvedPath): string | undefined {
  if (searched.protected !== true && protectedIn(place, path, "read") !== undefined) return undefined;
  const { workspace_root } = place;
  const is_inside = path.startsWith(workspace_root + sep);
  const named = is_inside ? relative(workspace_root, path) : path;
  return shownName(sep === "/" ? named : named.replaceAll(sep, "/"));
}
