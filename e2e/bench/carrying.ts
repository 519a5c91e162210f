/**
 * Measures export and import of a session of 100,000 messages (SE-6): beside the statements that read or write the same rows, and for how
 * long main's thread waits meanwhile, with a write of its own in each of its turns. The same for an import of very many small sessions, and
 * for its undo.
 */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { configure, openDatabase } from "../../src-main/store/database/connection";
import { exportSessions } from "../../src-main/store/exchange/export";
import { importSessions } from "../../src-main/store/exchange/import/import";
import { ALL, WORDS } from "../../src-main/store/exchange/testing/choices";
import { claude } from "../../src-main/store/exchange/testing/foreign";
import { createJobRunner } from "../../src-main/store/upkeep/jobs/run-job";
import { sessionId } from "../fixtures/many-rows";
import { coreTime, ownTime } from "../fixtures/own-time";
import { createCore, type OpenedDatabase, openDatabaseFolder, thread } from "./core";
import { atMost, type Line, milliseconds, never, timeRatio } from "./lines";
import { interleaved, timed, watchThread } from "./measure";

const MESSAGES = 100_000;
/** Sessions of an import, as of somebody's years with another app. */
const SMALL_SESSIONS = 10_000;
const ROUNDS = 5;
/** Rows of one transaction, as the import has them. */
const AT_ONCE = 200;
const TABLES = ["chat_sessions", "chat_messages", "chat_parts"] as const;
/** The rows of a session in the order of its messages, as any reader of one session finds them. */
const ROWS = [
  "SELECT * FROM chat_sessions WHERE id = ?",
  "SELECT * FROM chat_messages WHERE session_id = ? ORDER BY id",
  `SELECT p.* FROM chat_messages m CROSS JOIN chat_parts p ON p.message_id = m.id
    WHERE m.session_id = ? ORDER BY m.id, p."index"`,
];
const alone = { isCancelled: () => false, onProgress: () => undefined };

export async function carrying(): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), "braid-bench-"));
  const source = await openDatabaseFolder({ sessions: 1, messages: MESSAGES });
  const target = join(folder, "out.json");
  const task = { sessions: "all", format: "archive", include: ALL, words: WORDS, target } as const;
  const job = { ...task, file: source.file };
  const out = await interleaved(ROUNDS, {
    ours: () => timed(() => exportSessions(job, alone)),
    floor: () => timed(() => readRows(source.file)),
  });
  const into = await interleaved(ROUNDS, {
    ours: () => inFresh((file) => importSessions({ file, paths: [target], now: Date.now() }, alone)),
    floor: () => inFresh((file) => insertRows(source.file, file)),
  });
  const lines = [
    timeRatio("export of 100,000 messages / reading their bare rows", out.ours, out.floor, 3),
    timeRatio("import of 100,000 messages / inserting their bare rows", into.ours, into.floor, 3),
    await held("an export of 100,000 messages", source, (jobs) => jobs.run("export", job).result),
    await heldByImport(target),
    await memoryOfTree(join(folder, "tree")),
    ...(await heldBySmallSessions(folder)),
  ];
  await source.close();
  rmSync(folder, { recursive: true });
  return lines;
}

function readRows(file: string): void {
  const db = openDatabase(file, { readonly: true });
  for (const sql of ROWS) for (const _ of db.prepare(sql).iterate(sessionId(0)));
  db.close();
}

/** Milliseconds of `work` on a database of its own. */
async function inFresh(work: (file: string) => unknown): Promise<number> {
  const fresh = await openDatabaseFolder();
  const time = await timed(() => work(fresh.file));
  await fresh.close();
  return time;
}

/** The same rows, in the same order and as many a transaction, with the app's own pragmas. */
function insertRows(from: string, file: string): void {
  const [source, db] = [openDatabase(from, { readonly: true }), openDatabase(file)];
  configure(db);
  for (const table of TABLES) {
    const names = (db.pragma(`table_info("${table}")`) as { name: string }[]).map(({ name }) => `"${name}"`);
    const insert = db.prepare(
      `INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => "?").join()})`,
    );
    const some = db.transaction((rows: unknown[][]) => {
      for (const row of rows) insert.run(...row);
    });
    let rows: unknown[][] = [];
    for (const row of source.prepare<[], unknown[]>(`SELECT * FROM ${table}`).raw().iterate()) {
      rows.push(row);
      if (rows.length < AT_ONCE) continue;
      some.immediate(rows);
      rows = [];
    }
    some.immediate(rows);
  }
  source.close();
  db.close();
}

async function heldByImport(path: string): Promise<Line> {
  const database = await openDatabaseFolder({ sessions: 1, messages: 2 });
  const { file } = database;
  const line = await held(
    "an import of 100,000 messages",
    database,
    (jobs) => jobs.run("import", { file, paths: [path], now: Date.now() }).result,
  );
  await database.close();
  return line;
}

/** With what main does when they have come, and when they are taken back. */
async function heldBySmallSessions(folder: string): Promise<Line[]> {
  const path = join(folder, "conversations.json");
  writeFileSync(path, JSON.stringify(Array.from({ length: SMALL_SESSIONS }, (_, n) => smallTalk(n))));
  const database = await openDatabaseFolder({ sessions: 1, messages: 2 });
  const { file } = database;
  const service = createCore(database);
  const imports = await service.imports();
  let entry = 0;
  const come = await held("an import of 10,000 small sessions", database, async (jobs) => {
    const { session_ids, undo_id } = await jobs.run("import", { file, paths: [path], now: Date.now() })
      .result;
    await imports.arrived(session_ids);
    if (session_ids.length !== SMALL_SESSIONS || undo_id === undefined)
      throw new Error(`only ${session_ids.length} sessions have come`);
    entry = undo_id;
  });
  const back = await held("taking back 10,000 sessions", database, () => imports.takeBack(entry));
  await database.close();
  return [come, back];
}

const smallTalk = (n: number) => ({
  ...claude(
    ["human", "assistant"].map((sender) => ({
      ...{ uuid: `${n} ${sender}`, sender, text: `Words of ${n}`, created_at: "2025-03-01T10:00:00Z" },
    })),
  ),
  ...{ uuid: `talk ${n}`, name: `Talk ${n}` },
});

/** Milliseconds of the same writes without the work, told beside it: what the machine itself holds. */
const AT_REST_MS = 3000;

/**
 * Between two looks at its thread, main renames a session. The thread is held by what it computes, and by waits inside of its writes: for
 * the disk, and for the job's transactions. A crowded machine adds waits for helpers of the engine, which no code here can shorten.
 */
async function held(
  what: string,
  { store }: OpenedDatabase,
  work: (jobs: ReturnType<typeof createJobRunner>) => Promise<unknown>,
): Promise<Line> {
  const jobs = createJobRunner(thread("store-job"));
  let writes = 0;
  let longestWrite = 0;
  const write = () => {
    const begun = ownTime();
    store.renameSession(sessionId(0), `Renamed ${++writes}`);
    longestWrite = Math.max(longestWrite, ownTime() - begun);
  };
  write();
  const watched = async (until: () => Promise<unknown>) => {
    const watch = watchThread(coreTime);
    longestWrite = 0;
    const timer = setInterval(write, 20);
    await until();
    clearInterval(timer);
    const { wall, cpu } = watch.stop();
    return { wall, cpu: Math.max(cpu, longestWrite), computed: cpu, write: longestWrite };
  };
  const rest = await watched(() => pause(AT_REST_MS));
  const longest = await watched(() => work(jobs));
  await jobs.close();
  return never(
    `time main's thread is held by ${what}`,
    [longest],
    16,
    `longest computing ${milliseconds(longest.computed)}, longest write ${milliseconds(longest.write)}; at rest: wall ${milliseconds(rest.wall)}, CPU ${milliseconds(rest.cpu)}; ${writes} writes in both`,
  );
}

const TREE = { lines: 100_000, characters: 2100 };
const TREE_CHILD = join(import.meta.dirname, "../../src-main/store/testing/tree-import-child.ts");

/** The most that a process holds of memory while it plans and imports a long tree: ten times as many lines take little more. */
async function memoryOfTree(folder: string): Promise<Line> {
  mkdirSync(folder);
  const args = ["--import", "tsx", TREE_CHILD, folder, String(TREE.lines), String(TREE.characters)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const [before = 0, planned = 0, most = 0]: number[] = JSON.parse(stdout).mib;
  const detail = `${before} MiB before it, ${planned} MiB after the plan`;
  return atMost("memory of an import of a tree of 100,000 lines (230 MB)", most, 300, " MiB", detail);
}
