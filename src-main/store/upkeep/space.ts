/** Measures what takes space in the data folder (SV-10). Reads every page's head once, so it belongs in a worker. */

import { lstatSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Database } from "better-sqlite3";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { SpaceKind, StorageReport } from "../../../src-preload/contract/domain/storage";
import { openDatabase } from "../database/connection";
import { isSetAside, sizeOf } from "../database/folder";
import { foundSessions } from "../search/candidates";
import { searchFile } from "../search/index-file";
import { backupFolder, listBackups } from "./backup-list";

const BIGGEST = 10;
const TRANSCRIPT = new Set(["chat_sessions", "chat_messages", "chat_parts", "blobs"]);

/** Sums the bytes of a session's parts, without their overhead in pages. SQLite knows a text's length without reading it. */
const SIZES = `SELECT session_id, sum(octet_length(data_json)) AS size FROM chat_parts
  WHERE session_id IN (SELECT id FROM chat_sessions) AND session_id NOT IN (SELECT session_id FROM partial_sessions)
  GROUP BY session_id ORDER BY size DESC LIMIT ${BIGGEST}`;

export function measure(file: string): Omit<StorageReport, "backup_problem"> {
  const folder = dirname(file);
  const db = openDatabase(file, { readonly: true });
  try {
    return {
      space: [
        ...Object.entries(pagesByKind(db)).map(([kind, size]) => ({ kind: kind as SpaceKind, size })),
        { kind: "log", size: sizeOf(`${file}-wal`) },
        {
          kind: "search",
          size: ["", "-wal", "-shm"].reduce((sum, end) => sum + sizeOf(searchFile(file) + end), 0),
        },
        { kind: "backups", size: folderSize(backupFolder(file)) },
        { kind: "set-aside", size: setAsideSize(folder) },
        { kind: "files", size: folderSize(join(folder, "blobs")) },
        { kind: "outputs", size: folderSize(join(folder, "tool-outputs")) },
        { kind: "logs", size: folderSize(join(folder, "logs")) },
        { kind: "chromium", size: folderSize(join(folder, "chromium")) },
      ],
      biggest: biggestOf(db),
      sessions: count(db, "chat_sessions"),
      messages: count(db, "chat_messages"),
      backups: listBackups(file),
    };
  } finally {
    db.close();
  }
}

function biggestOf(db: Database): StorageReport["biggest"] {
  const sizes = db.prepare<[], { session_id: SessionId; size: number }>(SIZES).all();
  const sessions = foundSessions(
    db,
    sizes.map(({ session_id }) => session_id),
  );
  return sizes.flatMap(({ session_id, size }) => {
    const session = sessions.get(session_id);
    return session === undefined ? [] : [{ session, size }];
  });
}

/** Every page of the database belongs to one kind: together they are the file's size. */
function pagesByKind(db: Database): Record<string, number> {
  const indexes = new Set(
    db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'index'").pluck().all(),
  );
  const trees = db.prepare<[], { name: string; size: number }>(
    "SELECT name, pgsize AS size FROM dbstat WHERE aggregate = TRUE",
  );
  const sizes = { transcripts: 0, events: 0, deltas: 0, indexes: 0, other: 0, free: 0 };
  let known = 0;
  for (const { name, size } of trees.all()) {
    known += size;
    if (name === "event_log") sizes.events += size;
    else if (name === "chat_deltas") sizes.deltas += size;
    else if (indexes.has(name)) sizes.indexes += size;
    else if (TRANSCRIPT.has(name)) sizes.transcripts += size;
    else sizes.other += size;
  }
  const number = (name: string): number => Number(db.pragma(name, { simple: true }));
  sizes.free = number("freelist_count") * number("page_size");
  // The remaining pages are SQLite's pointer maps.
  sizes.other += Math.max(0, number("page_count") * number("page_size") - known - sizes.free);
  return sizes;
}

function count(db: Database, table: string): number {
  return Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
}

function setAsideSize(folder: string): number {
  return readdirSync(folder)
    .filter(isSetAside)
    .reduce((sum, name) => sum + sizeOf(join(folder, name)), 0);
}

/**
 * Bytes of all files in a folder. A file that several names share counts once: a branch has links to the outputs of its origin. What a
 * symbolic link leads to, and a file that disappears meanwhile, do not count.
 */
function folderSize(folder: string): number {
  let entries: string[];
  try {
    entries = readdirSync(folder, { recursive: true, encoding: "utf8" });
  } catch {
    return 0;
  }
  const sizes = new Map<string, number>();
  for (const name of entries) {
    const found = lstatSync(join(folder, name), { throwIfNoEntry: false });
    if (found?.isFile() !== true) continue;
    // Some disks number no files.
    sizes.set(found.ino === 0 ? name : `${found.dev} ${found.ino}`, found.size);
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}
