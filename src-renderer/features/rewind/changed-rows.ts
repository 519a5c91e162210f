/** The rows of the list of changed files: what would happen to each file, or what the last press did with it (RW-5). Pure. */
import type {
  ChangedFile,
  LeftAlone,
  RestoredFiles,
} from "../../../src-preload/contract/domain/file-changes";

/** The outcome of the last press. */
export interface Outcome extends RestoredFiles {
  kind: "restored" | "undone";
}

export interface FileRow {
  path: string;
  /** Absent where the file is as it was before the turns. */
  file?: ChangedFile;
  /** The last press did it, or says why it did not. */
  done?: Outcome["kind"] | { why: LeftAlone };
}

/** Returns the paths of a list, and those of the files and of the outcome that are new in it at its end: no row moves, and none goes. */
export function pathsWith(
  shown: readonly string[],
  files: readonly ChangedFile[],
  outcome: Outcome | undefined,
): string[] {
  const found = [...files, ...(outcome?.left ?? [])].map(({ path }) => path);
  return [...new Set([...shown, ...found, ...(outcome?.restored ?? [])])];
}

export function rowsOf(
  shown: readonly string[],
  files: readonly ChangedFile[],
  outcome: Outcome | undefined,
): FileRow[] {
  const known = new Map(files.map((file) => [file.path, file]));
  const restored = new Set(outcome?.restored);
  const left = new Map(outcome?.left.map(({ path, why }) => [path, why]));
  return shown.map((path) => {
    const file = known.get(path);
    const why = left.get(path);
    const done = outcome !== undefined && restored.has(path) ? outcome.kind : why && { why };
    return { path, ...(file === undefined ? {} : { file }), ...(done === undefined ? {} : { done }) };
  });
}
