/** Reads files that somebody wants to import, and says what is in them. Nothing is written. */
import { basename } from "node:path";
import type { Database } from "better-sqlite3";
import type {
  FoundBroken,
  FoundFile,
  FoundSession,
  ImportPlan,
} from "../../../../src-preload/contract/domain/exchange";
import type { ShownBefore } from "../../../core/ports/exchange";
import { openDatabase } from "../../database/connection";
import { Cancelled } from "../../upkeep/backups";
import { isTrashed, type Row } from "../session-rows";
import type { WorkContext } from "../work";
import { Broken, because } from "./broken";
import { type Columns, columnsOf, createChecker } from "./check";
import { type ChosenFile, chosenFiles } from "./chosen-files";
import type { SourceDocument } from "./documents";
import type { Item } from "./items";
import { openSource, type Source } from "./open-file";

/** Names today's library, and the moment. */
export interface ArrivalJob {
  /** The database. The blobs lie beside it. */
  file: string;
  now: number;
}

export interface ImportJob extends ArrivalJob {
  paths: readonly string[];
  /** The plan that the user saw before the import. Absent while that plan is made. */
  shown?: ShownBefore;
}

/** A session of the files that is whole. */
export interface Sound {
  /** The session's id in the file. */
  id: string;
  found: FoundSession;
  /** The session that is there already. */
  there: string | undefined;
  /** Characters of its rows, and bytes of the files that come with them: about what it takes of the disk. */
  size: number;
}

/** The sources of an import, and which of their documents can come in. */
export interface Checked {
  sources: Source[];
  /** By the place of the document: see `placeOf`. */
  sound: Map<string, Sound>;
  /** The blobs of the sources that a session names. */
  named: Set<string>;
}

/** Found in the files that are to be imported. */
export interface Reading extends Checked {
  broken: FoundBroken[];
  files: FoundFile[];
  /** Files of no known kind in a chosen folder. */
  left: string[];
}

/** Names a document by the source and its number there. */
export const placeOf = (source: number, document: number): string => `${source} ${document}`;

const SESSIONS = `SELECT id, deleted_at IS NOT NULL AS trashed, metadata_json ->> '$.imported_from' AS origin FROM chat_sessions
  WHERE json_valid(metadata_json) AND id NOT IN (SELECT session_id FROM partial_sessions) ORDER BY trashed`;

/** The session to which one belongs: that of a sidecar, or of a helper. */
const OWNER = `SELECT o.id, o.deleted_at IS NOT NULL AS trashed FROM chat_sessions o WHERE o.id IN (
  SELECT beside_id FROM session_asides WHERE session_id = @id
  UNION ALL SELECT parent_id FROM session_tasks WHERE session_id = @id)`;
const OWNED: readonly string[] = ["session_asides", "session_tasks"];
/**
 * Asks by the time of the newest message: in its own program a conversation may have gone on since it was imported. A message may have
 * another id here, and keeps its time.
 */
const HOLDS = "SELECT 1 FROM chat_messages WHERE session_id = @id AND created_at = @newest LIMIT 1";
/** More steps than any helper is away from the session that it works for. A file may say that sessions belong to each other. */
const MOST_OWNERS = 20;

/** Names of files that a plan tells; the others are counted. */
const MOST_NAMED = 100;

/** @throws Cancelled; SqliteError */
export async function planImport(job: ImportJob, context: WorkContext): Promise<ImportPlan> {
  const db = openDatabase(job.file, { readonly: true });
  try {
    const { sources, sound, named, broken, files, left } = await readAll(db, job, context);
    const names = [...left, ...sources.flatMap((source) => source.leftAlone(named))];
    for (const source of sources) source.close();
    return {
      ...{ sessions: [...sound.values()].map(({ found }) => found), broken, files },
      left: { names: names.slice(0, MOST_NAMED), count: names.length },
    };
  } finally {
    db.close();
  }
}

/** @throws Cancelled; SqliteError */
export async function readAll(db: Database, job: ImportJob, context: WorkContext): Promise<Reading> {
  const checked: Checked = { sources: [], sound: new Map(), named: new Set() };
  const reading: Reading = { ...checked, broken: [], files: [], left: [] };
  const reader = new Reader(db, job.now, reading, context);
  const chosen = await chosenFiles(job.paths, (error, name) => reading.broken.push(...brokenOf(error, name)));
  for (const [at, file] of chosen.entries())
    await reader.read(file, (own) => context.onProgress((at + own) / chosen.length));
  for (const beside of new Set(chosen.map((file) => file.beside))) reading.left.push(...beside.leftAlone());
  return reading;
}

/** A session of the files, as the import looks for it in the library. */
interface Sought {
  origin: string;
  /** A copy in the trash counts, too. */
  trashed: boolean;
  /** The time of its newest message; undefined where it has none. */
  newest: number | undefined;
}

/** Finds the copy of a session that has all of its messages. `grown`: each copy lacks what was said since. */
export type FindCopy = (sought: Sought) => { id?: string; grown: boolean };

interface Copy {
  id: string;
  trashed: number;
}

/** The sessions by the ids under which an import knows them, their own and that of their origin. No index has the second: all are read once. */
function copiesIn(db: Database): ReadonlyMap<string, Copy[]> {
  const found = new Map<string, Copy[]>();
  for (const { origin, ...copy } of db.prepare<[], Copy & { origin: string | null }>(SESSIONS).iterate())
    for (const name of new Set([copy.id, origin ?? copy.id]))
      found.set(name, [...(found.get(name) ?? []), copy]);
  return found;
}

/** A copy outside of the trash comes first. */
export function sessionsThere(db: Database): FindCopy {
  let copies: ReadonlyMap<string, Copy[]> | undefined;
  const holding = db.prepare<[object], 1>(HOLDS).pluck();
  const ownerOf = db.prepare<[object], Copy>(OWNER);
  /** A sidecar or a helper counts as being in the trash where the session that it belongs to is. */
  const isInTrash = (copy: Copy): boolean => {
    let [at, steps]: [Copy | undefined, number] = [copy, 0];
    for (; at?.trashed === 0 && steps < MOST_OWNERS; steps++) at = ownerOf.get({ id: at.id });
    return at?.trashed === 1;
  };
  return ({ origin, trashed, newest = null }) => {
    copies ??= copiesIn(db);
    const all = copies.get(origin) ?? [];
    const outside = all.filter((copy) => !isInTrash(copy));
    const counted = trashed ? [...outside, ...all] : outside;
    const whole = counted.find(({ id }) => newest === null || holding.get({ id, newest }) !== undefined);
    return { ...(whole && { id: whole.id }), grown: whole === undefined && counted.length > 0 };
  };
}

class Reader {
  private readonly documents: DocumentReader;
  /** The chosen files, by the places of their sources. */
  private readonly fileOf = new Map<number, FoundFile>();

  constructor(
    db: Database,
    now: number,
    private readonly reading: Reading,
    private readonly context: WorkContext,
  ) {
    this.documents = new DocumentReader(columnsOf(db), now, sessionsThere(db), reading, context);
  }

  private count(source: number, { there }: FoundSession, by: 1 | -1): void {
    const file = this.fileOf.get(source);
    if (file !== undefined) file[there ? "there" : "sessions"] += by;
  }

  async read({ path, name, inFolder, beside }: ChosenFile, onShare: (share: number) => void): Promise<void> {
    const { sources, files, broken, left } = this.reading;
    const file: FoundFile = { name, sessions: 0, there: 0, broken: 0 };
    files.push(file);
    const tell = (error: unknown, place: string) => {
      // The user chose the folder, not this file: a file without sessions is left out, and not told as broken.
      if (inFolder && place === basename(path) && holdsNothing(error)) {
        left.push(name);
        files.splice(files.indexOf(file), 1);
        return;
      }
      const told = brokenOf(error, place);
      file.broken += told.length;
      broken.push(...told);
    };
    const source = await openSource(path, this.context.isCancelled, beside).catch((error: unknown) =>
      tell(error, basename(path)),
    );
    if (source === undefined) return;
    const at = sources.push(source) - 1;
    this.fileOf.set(at, file);
    let number = 0;
    for await (const document of source.documents()) {
      try {
        const read = await this.documents.read(at, number, document);
        if (read?.instead !== undefined) this.count(read.instead.source, read.instead.found, -1);
        if (read !== undefined) this.count(at, read.found, 1);
      } catch (error) {
        if (error instanceof Cancelled) throw error;
        tell(error, document.name);
      }
      number += 1;
      onShare(source.share());
    }
    if (number === 0) tell(new Broken(because("empty")), basename(path));
  }
}

interface Seen {
  source: number;
  number: number;
  /** The time of its newest message; 0 where it has none. */
  newest: number;
  found: FoundSession;
}

interface Read {
  found: FoundSession;
  /** The same session of an earlier source, which does not go on as long. */
  instead?: Seen;
}

/** Reads and checks the documents of an import one by one, and notes those that can come in. */
export class DocumentReader {
  /** Where sessions stand, by their ids and origins. */
  private readonly seen = new Map<string, Seen>();
  /** Sessions that are in the trash of the files. */
  private readonly trashed = new Set<unknown>();

  constructor(
    private readonly columns: Columns,
    private readonly now: number,
    private readonly there: FindCopy,
    private readonly checked: Checked,
    private readonly context: Pick<WorkContext, "isCancelled">,
  ) {}

  /** Undefined where an earlier source has the session, and goes on as long. @throws Cancelled, Broken */
  async read(source: number, number: number, document: SourceDocument): Promise<Read | undefined> {
    const { row, origin, owner, messages, newest, size, blobs } = await this.check(source, document);
    // Also those of a session that is there already: a file of it may have been lost since.
    for (const sha256 of blobs) this.checked.named.add(sha256);
    const { id, title, created_at } = row;
    const trashed = isTrashed(row) || this.trashed.has(owner);
    if (trashed) this.trashed.add(id);
    // A library may have deleted copies of one session beside the one that it kept.
    const names = trashed ? [`id ${id}`] : [`id ${id}`, origin];
    const before = names.map((name) => this.seen.get(name)).find((one) => one !== undefined);
    if (before?.source === source) throw new Broken(because("session-twice"));
    // Exports overlap: the same session may stand in several files. The one that has gone on longest counts.
    if (before !== undefined && before.newest >= (newest ?? 0)) return undefined;
    if (before !== undefined) this.checked.sound.delete(placeOf(before.source, before.number));
    const { id: there, grown } = this.there({ origin, trashed, newest });
    const found = {
      title: String(title),
      created_at: Number(created_at),
      messages,
      there: there !== undefined,
      trashed,
      ...(grown ? { grown } : {}),
    };
    for (const name of names) this.seen.set(name, { source, number, newest: newest ?? 0, found });
    this.checked.sound.set(placeOf(source, number), { id: String(id), there, found, size });
    return { found, ...(before === undefined ? {} : { instead: before }) };
  }

  private async check(source: number, document: SourceDocument) {
    const checker = createChecker(this.columns, this.now);
    const there = this.checked.sources[source]?.blobs;
    const blobs = new Set<string>();
    let session: { row: Row; origin: string } | undefined;
    let owner: Row[string] | undefined;
    let messages = 0;
    let newest: number | undefined;
    let size = 0;
    for await (const item of document.items()) {
      if (this.context.isCancelled()) throw new Cancelled();
      checker.check(item);
      if (item.is === "session") {
        if (session !== undefined)
          throw new Broken(because("misplaced", { key: "chat_sessions" }), item.line);
        session = { row: item.row, origin: item.origin };
      }
      if (item.is === "row" && OWNED.includes(item.table)) owner = item.row.beside_id ?? item.row.parent_id;
      if (item.is === "message") {
        messages += 1;
        newest = later(newest, item);
      }
      size += sizeOf(item);
      const sha256 = blobNamedBy(item);
      // The names of files that are not there are not kept: there may be any number of them.
      if (sha256 !== undefined && there?.has(sha256)) blobs.add(sha256);
    }
    if (session === undefined) throw new Broken(because("empty"));
    return { ...session, owner, messages, newest, size, blobs };
  }
}

const later = (newest: number | undefined, { row }: { row: Row }): number =>
  Math.max(newest ?? 0, Number(row.created_at));

function sizeOf(item: Item): number {
  if (item.is === "file") return item.file.size;
  const own = "own" in item ? Object.values(item.own).flat() : [];
  let size = 0;
  for (const row of [item.row, ...own])
    for (const value of Object.values(row)) size += typeof value === "string" ? value.length : 8;
  return size;
}

/** An archive lists the files that its session names. */
const blobNamedBy = (item: Item): string | undefined =>
  item.is === "row" && item.table === "blobs" ? String(item.row.sha256) : undefined;

/** A file of another kind, or an empty list: exports have such files beside the conversations. */
const holdsNothing = (error: unknown): boolean =>
  error instanceof Broken &&
  [because("unknown").key, because("empty").key].some((key) => key === error.reason.key);

function brokenOf(error: unknown, name: string): FoundBroken[] {
  if (!(error instanceof Broken)) return [{ name, reason: because("unreadable") }];
  return [error, ...(error.more ?? [])].map(({ reason, line }) => ({
    name,
    reason,
    ...(line === undefined ? {} : { line }),
  }));
}
