/** Opening a session and listing sessions, as the service answers a window: what they cost must not follow what is stored. */

import type { SessionService } from "../../src-main/core/session/session-service";
import { SNAPSHOT_PAGE } from "../../src-main/core/session/snapshot";
import { connect, openDatabase } from "../../src-main/store/database/connection";
import { LIST_FACTS_SQL } from "../../src-main/store/sessions/list-facts";
import { sessionList } from "../../src-main/store/sessions/session-list";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { sessionId } from "../fixtures/many-rows";
import { createCore, type OpenedDatabase, openDatabaseFolder } from "./core";
import { type Line, median, timeRatio } from "./lines";
import { interleaved } from "./measure";

const ROUNDS = 25;
/** Calls in a row of one sample. */
const TIMES = 20;
const PAGE = 50;

export async function opening(): Promise<Line[]> {
  return [await openingLine(), ...(await listingLines())];
}

async function openingLine(): Promise<Line> {
  const [large, small] = [await filled(1, 100_000), await filled(1, 1_000)];
  const found = await interleaved(ROUNDS, {
    large: () => timedMedian(() => open(large.service, sessionId(0))),
    small: () => timedMedian(() => open(small.service, sessionId(0))),
  });
  await Promise.all([large.database.close(), small.database.close()]);
  return timeRatio("last page of a session of 100,000 messages / of 1,000", found.large, found.small, 1.3);
}

async function listingLines(): Promise<Line[]> {
  const [large, small] = [await filled(10_000, 4), await filled(100, 4)];
  const found = await interleaved(ROUNDS, {
    large: () => timedMedian(() => list(large.service)),
    small: () => timedMedian(() => list(small.service)),
  });
  const read = readByList(large.database.file);
  await Promise.all([large.database.close(), small.database.close()]);
  return [
    timeRatio("first 50 of 10,000 sessions / of 100", found.large, found.small, 1.3),
    {
      what: "what listing opens, by the program SQLite runs for it (EXPLAIN)",
      goal: "an index of chat_sessions, and the keys of marks, turns, drafts and sidecars",
      value: read.join(", "),
      met: read.every((opened) =>
        /^(index \w+ of chat_sessions|table (session_marks|session_asides|session_tasks|session_turns|place_drafts) of \w+|index \w+ of place_drafts)$/.test(
          opened,
        ),
      ),
    },
  ];
}

interface Filled {
  database: OpenedDatabase;
  service: SessionService;
}

async function filled(sessions: number, messages: number): Promise<Filled> {
  const database = await openDatabaseFolder({ sessions, messages });
  return { database, service: createCore(database) };
}

/** Milliseconds that `work` takes in the median of `TIMES` runs in a row: a run that lost its core in the middle tells nothing. */
function timedMedian(work: () => unknown): number {
  const each = Array.from({ length: TIMES }, () => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  });
  return median(each);
}

/** Attaches and lets go: the snapshot, page included, is made in between. */
function open(service: SessionService, session_id: SessionId): void {
  let messages = 0;
  const handle = service.sessions.attach(session_id, {
    post: (packet) => {
      if (packet.type === "snapshot") messages = packet.snapshot.page.messages.length;
    },
    closed: () => undefined,
  });
  handle.detach();
  if (messages !== SNAPSHOT_PAGE) throw new Error(`a page of ${messages} messages came`);
}

function list(service: SessionService): void {
  const { sessions } = service.sessions.list({ limit: PAGE });
  if (sessions.length !== PAGE) throw new Error(`a page of ${sessions.length} sessions came`);
}

/** Every table and index that the list's two statements open: each `OpenRead` of its program names a root page. */
function readByList(file: string): string[] {
  const db = openDatabase(file, { readonly: true });
  try {
    const { orm } = connect(db, file, { onCommit: () => undefined, onSynced: () => undefined });
    const { sql, params } = sessionList(orm, { limit: PAGE, archived: false }, PAGE + 1).toSQL();
    const programOf = (statement: string, values: unknown[]) =>
      db.prepare<unknown[], { opcode: string; p2: number }>(`EXPLAIN ${statement}`).all(...values);
    const program = [...programOf(sql, params), ...programOf(LIST_FACTS_SQL.facts, ["[]"])];
    const opened = db.prepare<[number], string>(
      `SELECT type || ' ' || name || ' of ' || tbl_name FROM sqlite_schema WHERE rootpage = ?`,
    );
    const roots = program.filter(({ opcode }) => opcode === "OpenRead").map(({ p2 }) => p2);
    return roots.map((root) => String(opened.pluck().get(root)));
  } finally {
    db.close();
  }
}
