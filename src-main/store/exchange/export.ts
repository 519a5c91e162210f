/** Exports sessions into one file, in a thread of its own: a document of its format, or a zip of documents with the attachments beside. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Database } from "better-sqlite3";
import { sha256In } from "../../../src-preload/contract/domain/attachments";
import type { ExportPlan } from "../../../src-preload/contract/domain/exchange";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { ExportOutcome, ExportRequest, ExportTask } from "../../core/ports/exchange";
import { attachmentPlace, fileNames } from "../../files/file-names";
import { BLOB_PART } from "../database/blob-uses";
import { openDatabase } from "../database/connection";
import { Cancelled } from "../upkeep/backups";
import { chosenIn, LISTED_SESSIONS } from "./chosen";
import { archivePieces, VERSION } from "./formats/archive";
import { HTML_END, htmlBeginning, htmlPieces } from "./formats/html";
import { type FilePlace, markdownPieces } from "./formats/markdown";
import { isImage, treePieces } from "./formats/tree";
import { fieldsOf, fileOf, isPicture, READ_MESSAGES, type ReadableFile, readable, SILENT } from "./readable";
import { type Entry, save, writeText, writeZip } from "./save";
import { type SessionRows, sessionReader, type Whole } from "./session-rows";
import type { WorkContext } from "./work";

/** `file`: the database. The blobs lie beside it. */
export type ExportJob = ExportTask & { file: string };
export type PlanJob = ExportRequest & { file: string };

/** A session to export, and the sidecars that stand in its document. */
interface Document {
  id: SessionId;
  title: string;
  with: SessionId[];
}

/** The chosen sessions with their sidecars and helpers, which nobody would find without them. */
const CHOSEN = `WITH RECURSIVE chosen (id) AS (
    SELECT value FROM json_each(@ids)
    UNION SELECT a.session_id FROM session_asides a JOIN chosen c ON a.beside_id = c.id
    UNION SELECT t.session_id FROM session_tasks t JOIN chosen c ON t.parent_id = c.id)
  SELECT s.id, s.title FROM chosen c JOIN chat_sessions s ON s.id = c.id
    WHERE s.id NOT IN (SELECT session_id FROM partial_sessions) ORDER BY s.id`;
const ALL = `SELECT id, title FROM chat_sessions WHERE id NOT IN (SELECT session_id FROM partial_sessions) ORDER BY id`;
/** For readers: what the lists show, and no helpers. */
const LISTED = `SELECT id, title FROM ${LISTED_SESSIONS} ORDER BY id`;
const SIDECARS = `SELECT a.session_id FROM session_asides a JOIN chat_sessions s ON s.id = a.session_id
  WHERE a.beside_id = ? AND s.deleted_at IS NULL ORDER BY a.session_id`;

/** The sessions in the order in which they were made, their sidecars and helpers included. */
export const withFollowers = (db: Database, sessions: readonly SessionId[]) => titled(db, CHOSEN, sessions);

const titled = (db: Database, sql: string, ids?: readonly SessionId[]) =>
  db
    .prepare<unknown[], { id: SessionId; title: string }>(sql)
    .all(...(ids === undefined ? [] : [{ ids: JSON.stringify(ids) }]));

function documentsOf(db: Database, { sessions: wanted, format, include }: ExportRequest): Document[] {
  const sessions = wanted === "all" || !("matching" in wanted) ? wanted : chosenIn(db, wanted).ids;
  if (format === "archive") {
    const found = sessions === "all" ? titled(db, ALL) : withFollowers(db, sessions);
    return found.map((one) => ({ ...one, with: [] }));
  }
  const listed =
    sessions === "all"
      ? titled(db, LISTED)
      : titled(
          db,
          "SELECT id, title FROM chat_sessions WHERE id IN (SELECT value FROM json_each(@ids)) ORDER BY id",
          sessions,
        );
  const sidecars = db.prepare<[string], SessionId>(SIDECARS).pluck();
  // A tree holds one session.
  const takesSidecars = include.sidecars && format !== "tree";
  return listed.map((one) => ({ ...one, with: takesSidecars ? sidecars.all(one.id) : [] }));
}

/** Counts what an export would write, and says whether it takes a zip. @throws SqliteError */
export function planExport(job: PlanJob): ExportPlan & { zip: boolean } {
  const db = openDatabase(job.file, { readonly: true });
  try {
    const documents = documentsOf(db, job);
    const ids = idsIn(documents);
    const beside = filesBeside(db, job, ids).length;
    const [first] = documents;
    return {
      ...chosenOf(db, job),
      sessions: documents.length,
      ...(documents.length === 1 && first !== undefined ? { title: first.title } : {}),
      messages: messageCount(db, job, ids),
      attachments: beside + picturesWithin(db, job, ids),
      zip: documents.length !== 1 || beside > 0,
    };
  } finally {
    db.close();
  }
}

function chosenOf(db: Database, { sessions }: PlanJob): Pick<ExportPlan, "chosen"> {
  if (sessions === "all" || !("matching" in sessions)) return {};
  const { ids, of } = chosenIn(db, sessions);
  return { chosen: { count: ids.length, of } };
}

function messageCount(db: Database, { format, include }: ExportRequest, ids: readonly SessionId[]): number {
  if (format === "archive" || format === "tree") {
    const reader = sessionReader(db);
    return ids.reduce((sum, id) => sum + reader.messageCount(id), 0);
  }
  const flags = {
    hidden: Number(include.hidden),
    reasoning: Number(include.reasoning),
    tools: Number(include.tools),
  };
  const count = db.prepare<[object], number>(READ_MESSAGES).pluck();
  return count.get({ ...flags, ids: JSON.stringify(ids), silent: JSON.stringify(SILENT) }) ?? 0;
}

/** @throws Cancelled; SqliteError; the file system's errors */
export async function exportSessions(job: ExportJob, context: WorkContext): Promise<ExportOutcome> {
  const db = openDatabase(job.file, { readonly: true });
  try {
    const documents = documentsOf(db, job);
    const ids = idsIn(documents);
    const fileOf = blobFile(job.file);
    const files = filesBeside(db, job, ids);
    const there = files.filter(({ sha256 }) => existsSync(fileOf(sha256)));
    const write = writerOf(job, counted(db, ids, context), parentReader(db), fileOf, await drawerFor(job));
    const [first] = documents;
    const size = await save(job.target, dirname(job.file), (handle) =>
      documents.length === 1 && first !== undefined && files.length === 0
        ? writeText(handle, write(first))
        : writeZip(handle, [
            ...entriesOf(job, documents, write),
            ...there.map(({ place, sha256 }) => ({ name: place, file: fileOf(sha256) })),
          ]),
    );
    return { sessions: documents.length, size, missing: files.length - there.length };
  } finally {
    db.close();
  }
}

const idsIn = (documents: readonly Document[]): SessionId[] =>
  documents.flatMap(({ id, with: others }) => [id, ...others]);

const FILES = `SELECT DISTINCT data_json FROM chat_parts p JOIN chat_messages m ON m.id = p.message_id
  WHERE m.session_id IN (SELECT value FROM json_each(@ids)) AND ${BLOB_PART} AND (@hidden OR m.hidden_at IS NULL)`;

/** The files in the messages that go along. A tree has all messages. */
function filesIn(
  db: Database,
  { format, include }: ExportRequest,
  ids: readonly SessionId[],
): (ReadableFile & { sha256: string })[] {
  if (!include.attachments) return [];
  const isTree = format === "tree";
  const hidden = isTree || include.hidden ? 1 : 0;
  return db
    .prepare<[object], string>(FILES)
    .pluck()
    .all({ ids: JSON.stringify(ids), hidden })
    .map((data_json) => fileOf(fieldsOf(data_json)))
    .filter((file) => isTree || include.tools || !file.of_tool)
    .flatMap((file) => (file.sha256 === undefined ? [] : [{ ...file, sha256: file.sha256 }]));
}

interface BesideFile {
  sha256: string;
  /** The path in the zip. */
  place: string;
}

/** The attachments whose bytes stand beside the documents, each once. */
function filesBeside(db: Database, request: ExportRequest, ids: readonly SessionId[]): BesideFile[] {
  if (request.format === "archive") {
    const hashes = sessionReader(db)
      .blobs(ids)
      .map((row) => String(row.sha256));
    return hashes.map((sha256) => ({ sha256, place: `blobs/${sha256}` }));
  }
  if (request.format !== "markdown") return [];
  const places = filesIn(db, request, ids).map(
    ({ sha256, name }) => [attachmentPlace(sha256, name), sha256] as const,
  );
  return [...new Map(places)].map(([place, sha256]) => ({ place, sha256 }));
}

/** The number of pictures whose bytes stand in the documents themselves. */
function picturesWithin(db: Database, request: ExportRequest, ids: readonly SessionId[]): number {
  const { format } = request;
  if (format !== "html" && format !== "tree") return 0;
  const isHeld = format === "html" ? isPicture : isImage;
  return new Set(
    filesIn(db, request, ids)
      .filter(isHeld)
      .map(({ sha256 }) => sha256),
  ).size;
}

const blobFile =
  (file: string) =>
  (sha256: string): string =>
    join(dirname(file), "blobs", sha256.slice(0, 2), sha256);

/** Reads a session in one transaction, and counts its messages for the progress. */
function counted(db: Database, ids: readonly SessionId[], { isCancelled, onProgress }: WorkContext) {
  const reader = sessionReader(db);
  const total = ids.reduce((sum, id) => sum + reader.messageCount(id), 0);
  let done = 0;
  function* messages(all: Iterable<Whole>): Iterable<Whole> {
    for (const one of all) {
      if (isCancelled()) throw new Cancelled();
      yield one;
      done += 1;
      onProgress(done / Math.max(total, 1));
    }
  }
  return function* (id: SessionId, pieces: (rows: SessionRows) => Iterable<string>): Iterable<string> {
    if (isCancelled()) throw new Cancelled();
    db.exec("BEGIN");
    try {
      const rows = reader.session(id);
      if (rows !== undefined) yield* pieces({ ...rows, messages: messages(rows.messages) });
    } finally {
      db.exec("COMMIT");
    }
  };
}

/** Finds the title of the session that was branched from. */
function parentReader(db: Database): (rows: SessionRows) => string | undefined {
  const title = db.prepare<[unknown], string>("SELECT title FROM chat_sessions WHERE id = ?").pluck();
  return ({ row, own }) => (own.session_asides === undefined ? title.get(row.parent_id) : undefined);
}

/** The base64 in an address that holds its own bytes, as that of a picture from another program may do. */
const OWN_BYTES = /^data:[\w.+/-]+;base64,([A-Za-z0-9+/=]+)$/;

type Read = ReturnType<typeof counted>;
type Write = (document: Document) => Iterable<string>;

/** Only a page draws Markdown, and no other job waits for the code that does. */
async function drawerFor({ format }: ExportJob): Promise<(markdown: string) => string> {
  return format === "html" ? (await import("./formats/drawn/draw")).createDrawer() : (words) => words;
}

function writerOf(
  { format, include, words, forPrint }: ExportJob,
  read: Read,
  parentOf: (rows: SessionRows) => string | undefined,
  fileOf: (sha256: string) => string,
  draw: (markdown: string) => string,
): Write {
  const bytes = (url: string): string | undefined => {
    if (!include.attachments) return undefined;
    const sha256 = sha256In(url);
    if (sha256 === undefined) return OWN_BYTES.exec(url)?.[1];
    return existsSync(fileOf(sha256)) ? readFileSync(fileOf(sha256)).toString("base64") : undefined;
  };
  const place: FilePlace = ({ sha256, name }) =>
    include.attachments && sha256 !== undefined ? attachmentPlace(sha256, name) : undefined;
  const each = function* (document: Document, pieces: (rows: SessionRows) => Iterable<string>) {
    for (const id of [document.id, ...document.with]) yield* read(id, pieces);
  };
  const told = (rows: SessionRows) => readable(rows, include, parentOf(rows));
  switch (format) {
    case "archive":
      return ({ id }) => read(id, archivePieces);
    case "tree":
      return ({ id }) => read(id, (rows) => treePieces(rows, bytes));
    case "markdown":
      return (document) => each(document, (rows) => markdownPieces(told(rows), words, place));
    case "html":
      return function* (document) {
        yield htmlBeginning(document.title, words);
        yield* each(document, (rows) => htmlPieces(told(rows), { say: words, bytes, draw, forPrint }));
        yield HTML_END;
      };
  }
}

const ENDINGS = { archive: "json", markdown: "md", html: "html", tree: "jsonl" } as const;

/** The documents of a zip, each under a name of its own. */
function entriesOf({ format }: ExportJob, documents: readonly Document[], write: Write): Entry[] {
  if (format === "archive") {
    const sessions = documents.map(({ id, title }) => ({ id, title, file: `sessions/${id}.json` }));
    const manifest = () => [
      `${JSON.stringify({ format: "braid-archive", version: VERSION, sessions }, null, 1)}\n`,
    ];
    const entries = documents.map((one) => ({ name: `sessions/${one.id}.json`, pieces: () => write(one) }));
    return [{ name: "manifest.json", pieces: manifest }, ...entries];
  }
  const names = fileNames(documents.map(({ title }) => title));
  return documents.map((one, at) => ({ name: `${names[at]}.${ENDINGS[format]}`, pieces: () => write(one) }));
}
