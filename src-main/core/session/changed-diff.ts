/** Compares a file with what it was before turns (RW-5). Loaded when it is first needed. */
import { stat } from "node:fs/promises";
import type { ChangeDiff, LeftAlone, NoDiff } from "../../../src-preload/contract/domain/file-changes";
import type { Store } from "../ports/store";
import { type CompareOptions, compareInThread } from "../tools/files/compare-thread";
import { type FileOfTurns, pathsFrom } from "./changed-paths";
import { contentOf, lookAt } from "./put-back";

/** The reason for a missing diff, by the state of a file that is not as the turns left it. */
const REASONS: Partial<Record<"as-before" | LeftAlone, NoDiff>> = {
  "as-before": "same",
  changed: "changed",
  missing: "missing",
  link: "link",
  outside: "outside",
  "too-large": "too-large",
  "not-kept": "not-kept",
  "not-writable": "unreadable",
};

/**
 * Reads only what Restore would change: a path that these turns have recorded, judged anew as Restore judges it (PM-4).
 * @throws BraidError `MESSAGE_NOT_FOUND`
 */
export async function diffOfFile(
  { store, ...options }: { store: Store } & CompareOptions,
  root: string | undefined,
  { path, ...turns }: FileOfTurns,
): Promise<ChangeDiff> {
  const way = pathsFrom(store, turns).find((changed) => changed.path === path);
  if (way === undefined) return { none: "same" };
  if (root !== undefined && !(await isFolder(root))) return { none: "no-folder" };
  const found = await lookAt(store, root, way);
  if (found.state !== "as-left") return { none: REASONS[found.state] ?? "failed" };
  const { target } = way;
  const before = target === null ? undefined : await contentOf(store, target);
  if (target !== null && before === undefined) return { none: "not-kept" };
  return await compareInThread({ path, before, after: found.now?.bytes }, options);
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
