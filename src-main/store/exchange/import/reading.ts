/** Reads files that somebody wants to import, and says what is in them. Nothing is written. */
import { basename } from "node:path";
import type { Database } from "better-sqlite3";
import type {
  FoundBroken,
  FoundFile,
  FoundSession,
  ImportPlan,
} from "../../../../src-preload/contract/domain/exchange";
import { openDatabase } from "../../database/connection";
import { Cancelled } from "../../upkeep/backups";
import type { Row } from "../session-rows";
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

const THERE = `SELECT id FROM chat_sessions WHERE (id = @origin OR metadata_json ->> '$.imported_from' = @origin)
  AND deleted_at IS NULL AND json_valid(metadata_json) LIMIT 1`;

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

/** Finds the session that has come from the same origin, outside of the trash. */
export function sessionsThere(db: Database): (origin: string) => string | undefined {
  const statement = db.prepare<[object], string>(THERE).pluck();
  return (origin) => statement.get({ origin });
}

class Reader {
  private readonly documents: DocumentReader;

  constructor(
    db: Database,
    now: number,
    private readonly reading: Reading,
    private readonly context: WorkContext,
  ) {
    this.documents = new DocumentReader(columnsOf(db), now, sessionsThere(db), reading, context);
  }

  async read({ path, name, inFolder, beside }: ChosenFile, onShare: (share: number) => void): Promise<void> {
    const { sources, files, broken, left } = this.reading;
    const file: FoundFile = { name, sessions: 0, there: 0, broken: 0 };
    files.push(file);
    const tell = (error: unknown, place: string) => {
      // Nobody has chosen this very file of the folder.
      if (inFolder && place === basename(path) && isUnknown(error)) {
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
    sources.push(source);
    let number = 0;
    for await (const document of source.documents()) {
      try {
        const found = await this.documents.read(sources.length - 1, number, document);
        if (found !== undefined) file[found.there ? "there" : "sessions"] += 1;
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

/** Reads and checks the documents of an import one by one, and notes those that can come in. */
export class DocumentReader {
  /** The sources in which sessions stand, by their origins. */
  private readonly seen = new Map<string, number>();

  constructor(
    private readonly columns: Columns,
    private readonly now: number,
    private readonly there: (origin: string) => string | undefined,
    private readonly checked: Checked,
    private readonly context: Pick<WorkContext, "isCancelled">,
  ) {}

  /** Undefined where an earlier source has the session. @throws Cancelled, Broken */
  async read(source: number, number: number, document: SourceDocument): Promise<FoundSession | undefined> {
    const { row, origin, messages, size, blobs } = await this.check(source, document);
    // Also those of a session that is there already: a file of it may have been lost since.
    for (const sha256 of blobs) this.checked.named.add(sha256);
    const before = this.seen.get(origin);
    if (before === source) throw new Broken(because("session-twice"));
    // Exports overlap: the same session may stand in several files.
    if (before !== undefined) return undefined;
    this.seen.set(origin, source);
    const there = this.there(origin);
    const { title, created_at } = row;
    const found = {
      title: String(title),
      created_at: Number(created_at),
      messages,
      there: there !== undefined,
    };
    this.checked.sound.set(placeOf(source, number), { id: String(row.id), there, found, size });
    return found;
  }

  private async check(source: number, document: SourceDocument) {
    const checker = createChecker(this.columns, this.now);
    const there = this.checked.sources[source]?.blobs;
    const blobs = new Set<string>();
    let session: { row: Row; origin: string } | undefined;
    let messages = 0;
    let size = 0;
    for await (const item of document.items()) {
      if (this.context.isCancelled()) throw new Cancelled();
      checker.check(item);
      if (item.is === "session") {
        if (session !== undefined)
          throw new Broken(because("misplaced", { key: "chat_sessions" }), item.line);
        session = { row: item.row, origin: item.origin };
      }
      if (item.is === "message") messages += 1;
      size += sizeOf(item);
      const sha256 = blobNamedBy(item);
      // The names of files that are not there are not kept: there may be any number of them.
      if (sha256 !== undefined && there?.has(sha256)) blobs.add(sha256);
    }
    if (session === undefined) throw new Broken(because("empty"));
    return { ...session, messages, size, blobs };
  }
}

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

const isUnknown = (error: unknown): boolean =>
  error instanceof Broken && error.reason.key === because("unknown").key;

function brokenOf(error: unknown, name: string): FoundBroken[] {
  if (!(error instanceof Broken)) return [{ name, reason: because("unreadable") }];
  return [error, ...(error.more ?? [])].map(({ reason, line }) => ({
    name,
    reason,
    ...(line === undefined ? {} : { line }),
  }));
}
