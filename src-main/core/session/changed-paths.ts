/** Finds the files that turns changed, and puts all of them back, or forth again (RW-5). Loaded when it is first needed. */
import type {
  ChangeCount,
  ChangedFile,
  ChangedFiles,
  LeftAlone,
  RestoredFiles,
} from "../../../src-preload/contract/domain/file-changes";
import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import { BraidError } from "../braid-error";
import type { FileBefore, FileChange } from "../ports/file-change-store";
import type { AboutToChange } from "../ports/tools";
import { keepFile } from "../run/keep-file";
import type { TurnDeps } from "../run/turn-context";
import { say } from "../say";
import { judge, putBack, type WayBack } from "./put-back";

/** The turns from a message on, hidden ones as well. */
export interface TurnsFrom {
  session_id: SessionId;
  message_id: MessageId;
}

/** The turns of a hidden timeline. */
export interface TurnsHidden {
  session_id: SessionId;
  op_id: OpId;
}

/** All turns of a session. */
export interface AllTurns {
  session_id: SessionId;
}

/** One file of these turns. */
export interface FileOfTurns extends TurnsFrom {
  path: string;
}

/** Some files of these turns, or all. */
export interface FilesOfTurns extends TurnsFrom {
  paths?: readonly string[];
}

export interface RestoreRef {
  session_id: SessionId;
  restore_id: OpId;
}

/** Where the files of a session are put back: its real folder, until the signal aborts. Without a folder everything lies outside. */
export interface Place {
  root: string | undefined;
  signal: AbortSignal;
}

/** Stands before each id. */
const FIRST = "" as MessageId;

type Deps = Pick<TurnDeps, "store" | "ids" | "clock">;

interface ChangedPath extends WayBack {
  /** Something else changed the file between two changes of the turns. */
  others: boolean;
}

/** @throws BraidError `MESSAGE_NOT_FOUND` */
export function count({ store }: Deps, turns: TurnsFrom | TurnsHidden | AllTurns): ChangeCount {
  const { session_id } = turns;
  if (!("op_id" in turns || "message_id" in turns)) {
    const from = store.fileChangesFrom(session_id, FIRST)[0]?.message_id;
    const commands = store.ranCommands({ session_id, from: FIRST });
    // Where all files are back, the last restore may still be undone.
    return from === undefined
      ? { files: 0, commands }
      : { from, files: pathsFrom(store, { session_id, message_id: from }).length, commands };
  }
  if (!("op_id" in turns)) {
    const from = turns.message_id;
    const files = pathsFrom(store, turns).length;
    return { ...(files > 0 ? { from } : {}), files, commands: store.ranCommands({ session_id, from }) };
  }
  const { op_id } = turns;
  if (!store.hiddenTurns(session_id).some((hidden) => hidden.op_id === op_id))
    return { files: 0, commands: false };
  const commands = store.ranCommands({ op_id });
  const theirs = store.hiddenFileChanges(op_id);
  const from = theirs[0]?.message_id;
  if (from === undefined) return { files: 0, commands };
  const paths = new Set(theirs.map(({ path }) => path));
  const still = pathsFrom(store, { session_id, message_id: from }).filter(({ path }) => paths.has(path));
  return { ...(still.length > 0 ? { from } : {}), files: still.length, commands };
}

/** Looks at each file. @throws BraidError `MESSAGE_NOT_FOUND` */
export async function list(
  { store }: Deps,
  root: string | undefined,
  turns: TurnsFrom,
): Promise<ChangedFiles> {
  const { session_id, message_id: from } = turns;
  const files: ChangedFile[] = [];
  for (const way of pathsFrom(store, turns)) files.push(fileOf(way, (await judge(store, root, way)).state));
  const undoable = store.lastRestore(session_id);
  const commands = store.ranCommands({ session_id, from });
  return {
    ...{ files, commands },
    ...(root === undefined ? {} : { folder: root }),
    ...(undoable === undefined ? {} : { undoable }),
  };
}

/** A chosen path that these turns did not change is no file of theirs, and stays out. @throws BraidError `MESSAGE_NOT_FOUND` */
export async function restore(
  deps: Deps,
  { root, signal }: Place,
  { session_id, message_id, paths }: FilesOfTurns,
): Promise<RestoredFiles> {
  const { store, ids } = deps;
  const restore_id = ids.op();
  const outcome: RestoredFiles = { restored: [], left: [] };
  const keep = (change: AboutToChange) => keepFile(deps, { ...change, session_id, message_id, restore_id });
  const chosen = paths && new Set(paths);
  const ways = pathsFrom(store, { session_id, message_id }).reverse();
  for (const way of chosen === undefined ? ways : ways.filter(({ path }) => chosen.has(path)))
    tell(outcome, way.path, signal.aborted ? "stopped" : await putBack(store, root, way, keep));
  return outcome.restored.length > 0 ? { ...outcome, restore_id } : outcome;
}

/** @throws BraidError `INVALID_INPUT` where there is no such restore */
export async function undoRestore(
  { store }: Deps,
  { root, signal }: Place,
  { session_id, restore_id }: RestoreRef,
): Promise<RestoredFiles> {
  const changes = store.restoredChanges(session_id, restore_id);
  if (changes.length === 0) throw new BraidError("INVALID_INPUT", say("undo.nothing"));
  const outcome: RestoredFiles = { restored: [], left: [] };
  for (const last of changes) {
    const { path, before: target } = last;
    const why = signal.aborted ? "stopped" : await putBack(store, root, { path, target, last });
    if (why === undefined || why === "as-before") store.dropFileChange(last.id);
    tell(outcome, path, why);
  }
  return outcome;
}

/** The files that are another content now than before these turns, by what the store knows. @throws BraidError `MESSAGE_NOT_FOUND` */
export function pathsFrom(store: Deps["store"], { session_id, message_id }: TurnsFrom): ChangedPath[] {
  if (store.message(session_id, message_id) === undefined)
    throw new BraidError("MESSAGE_NOT_FOUND", say("timeline.no-message.message"));
  return byPath(store.fileChangesFrom(session_id, message_id)).filter(
    ({ target, last }) => target?.sha256 === null || (target?.sha256 ?? null) !== last.after_sha256,
  );
}

/** The first change of each file has the content to go back to, the last one what the file should be now. */
function byPath(changes: readonly FileChange[]): ChangedPath[] {
  const paths = new Map<string, ChangedPath>();
  for (const change of changes) {
    const { path, before } = change;
    const known = paths.get(path);
    const others = known !== undefined && (known.others || !follows(known.last, before));
    paths.set(path, { path, target: known === undefined ? before : known.target, last: change, others });
  }
  return [...paths.values()];
}

const follows = (last: FileChange, before: FileBefore | null): boolean =>
  (before === null && last.after_sha256 === null) || (before !== null && before.sha256 === last.after_sha256);

function fileOf({ path, target, last, others }: ChangedPath, state: ChangedFile["state"]): ChangedFile {
  const change = target === null ? "created" : last.after_sha256 === null ? "deleted" : "changed";
  return { path, change, state, ...(others ? { others: true } : {}) };
}

function tell(outcome: RestoredFiles, path: string, why: "as-before" | LeftAlone | undefined): void {
  if (why === undefined) outcome.restored.push(path);
  else if (why !== "as-before") outcome.left.push({ path, why });
}
