/** Shared by the store's tests: databases in folders of their own, opened as the app does, looked at as another program would. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Database } from "better-sqlite3";
import { afterEach } from "vitest";
import type { Recovery } from "../../../src-preload/contract/domain/storage";
import { openStore, type StoreOptions } from "..";
import { openDatabase } from "../database/connection";
import { childScript } from "./child-script";
import { dataRoot } from "./data-root";
import { placeEmptyDatabase } from "./empty-database";

export const WORKER_FILE = pathToFileURL(childScript("store-worker"));
export const READER_FILE = pathToFileURL(childScript("store-reader"));
export const SEARCH_FILE = pathToFileURL(childScript("store-search"));
const JOB_FILE = pathToFileURL(childScript("store-job"));

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** Runs after the test, last registered first. */
export function cleanup(work: () => unknown): void {
  cleanups.push(work);
}

export function freshFolder(): string {
  const folder = mkdtempSync(join(dataRoot(), "braid-store-"));
  cleanup(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const freshFile = (): string => join(freshFolder(), "data", "braid.db");

/** The path of a database that is empty, where a test is not about its making. */
function emptyFile(): string {
  const file = freshFile();
  placeEmptyDatabase(file);
  return file;
}

/** An opened store, with all it reported; closed after the test. */
export function opened(file = emptyFile(), options: Partial<StoreOptions> = {}) {
  const background_errors: unknown[] = [];
  const { store, notices, storage, backups, maintenance } = openStore({
    file,
    job_file: JOB_FILE,
    onBackgroundError: (error) => background_errors.push(error),
    ...options,
  });
  let open = true;
  const close = async (): Promise<void> => {
    if (!open) return;
    open = false;
    await maintenance.close();
    store.close();
  };
  cleanup(close);
  return { file, store, notices, storage, backups, background_errors, close };
}

/** A store whose recoveries can be waited for. */
export function watched(file = freshFile()) {
  type State = Recovery["state"];
  let tell: (state: State) => void = () => undefined;
  const store = opened(file, {
    worker_file: WORKER_FILE,
    reader_file: READER_FILE,
    recovery: {
      isIdle: () => true,
      whenIdle: () => Promise.resolve(),
      onChange: (recovery) => recovery !== undefined && tell(recovery.state),
      onReplaced: () => undefined,
    },
  });
  const recover = (how: Parameters<typeof store.storage.recover>[0]) =>
    new Promise<State>((resolve) => {
      tell = (state) => (state.is === "done" || state.is === "failed") && resolve(state);
      store.storage.recover(how);
    });
  return { ...store, recover };
}

/** Another program's connection. */
export function stranger(file: string, options: { readonly?: boolean } = { readonly: true }): Database {
  const db = openDatabase(file, options);
  cleanup(() => db.close());
  return db;
}

/** Every row of a query, by another program. */
export function ask(file: string, sql: string, ...values: unknown[]): Record<string, unknown>[] {
  const db = openDatabase(file, { readonly: true });
  try {
    return db.prepare<unknown[], Record<string, unknown>>(sql).all(...values);
  } finally {
    db.close();
  }
}

/** Overwrites a page of a table or an index. */
export function spoil(file: string, tree: string, page: "root" | "first leaf" = "root"): void {
  const db = stranger(file);
  const size = Number(db.pragma("page_size", { simple: true }));
  const number = Number(
    page === "root"
      ? db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").pluck().get(tree)
      : db
          .prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path LIMIT 1")
          .pluck()
          .get(tree),
  );
  db.close();
  const bytes = readFileSync(file);
  bytes.fill(0xaa, (number - 1) * size, number * size);
  writeFileSync(file, bytes);
}
