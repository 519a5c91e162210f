import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { blobUrl } from "../../../../src-preload/contract/domain/attachments";
import type { SessionId } from "../../../../src-preload/contract/domain/ids";
import { openDatabase } from "../../database/connection";
import { ask, freshFolder, opened, spoil } from "../../testing/stores";
import { frame, ids, question, tick, wholeTurn } from "../../testing/talk";
import { backupFolder } from "../../upkeep/backup-list";
import { backUp } from "../../upkeep/backups";
import type { JobContext } from "../../upkeep/jobs/jobs";
import { oldBackup } from "../testing/old-backup";
import { bringBack } from "./bring-back";

/** Pages that a database may have; SQLite itself refuses more, as on a full disk. */
const disk = vi.hoisted(() => ({ pages: undefined as number | undefined }));
vi.mock("../../database/connection", async (load) => {
  const whole = await load<typeof import("../../database/connection")>();
  const configure: typeof whole.configure = (db) => {
    whole.configure(db);
    if (disk.pages !== undefined) db.pragma(`max_page_count = ${disk.pages}`);
  };
  return { ...whole, configure };
});
afterEach(() => {
  disk.pages = undefined;
});

const alone: JobContext = {
  isCancelled: () => false,
  onProgress: () => undefined,
  unstoppable: (read) => read(),
};
const WORDS = "word ".repeat(400);
const tables = ["chat_sessions", "partial_sessions", "chat_messages", "chat_parts", "chat_timeline_ops"];
const rowsOf = (file: string) => tables.map((table) => ask(file, `SELECT * FROM ${table} ORDER BY 1`));

async function backedUp(from: ReturnType<typeof opened>) {
  const { name } = await backUp({ file: from.file, now: Date.now(), prune: false });
  return join(backupFolder(from.file), name);
}

/** A library with a session of some turns, and a backup of it. */
async function kept() {
  const library = opened();
  const { store, file } = library;
  const { session_id } = wholeTurn(store, undefined, WORDS);
  for (let n = 0; n < 150; n++) wholeTurn(store, session_id, WORDS);
  return { ...library, session_id, file, backup: await backedUp(library) };
}

const brought = (file: string, backup: string, session_id: SessionId, again = false) =>
  bringBack({ file, backup, session_id, again, now: Date.now() }, alone);

/** The path of a file from the folder that holds the data folder of a library. */
const sibling = (file: string, other: string) => relative(dirname(dirname(file)), other);

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

test("[SV-8k] what was deleted for good comes back from a backup, which stays as it was", async () => {
  const { store, file, session_id, backup } = await kept();
  const before = readFileSync(backup);
  const said = store.visibleMessages(session_id).map(({ parts }) => parts);
  while (!store.removeSome(session_id, 100));
  const came = await brought(file, backup, session_id);
  if (came.is !== "back") throw new Error("it was not brought back");
  const [copy] = came.session_ids;
  expect(store.visibleMessages(copy as SessionId).map(({ parts }) => parts)).toEqual(said);
  expect(readFileSync(backup).equals(before)).toBe(true);
  expect(ask(file, "SELECT * FROM partial_sessions")).toEqual([]);
  // The copy is known by its origin.
  expect(await brought(file, backup, session_id)).toEqual({ is: "there", session_id: copy, trashed: false });
});

test("[SV-8k] one that is there is told, also in the trash, and a second copy overwrites nothing", async () => {
  const { store, file, session_id, backup } = await kept();
  wholeTurn(store, session_id, "Said after the backup.");
  const before = store.visibleMessages(session_id);
  expect(await brought(file, backup, session_id)).toEqual({ is: "there", session_id, trashed: false });
  const came = await brought(file, backup, session_id, true);
  if (came.is !== "back") throw new Error("no second copy");
  expect(came.session_ids).not.toContain(session_id);
  expect(store.visibleMessages(session_id)).toEqual(before);
  expect(store.visibleMessages(came.session_ids[0] as SessionId)).toHaveLength(before.length - 2);
  store.trashSession(session_id, true, tick());
  store.trashSession(came.session_ids[0] as SessionId, true, tick());
  expect(await brought(file, backup, session_id)).toMatchObject({ is: "there", trashed: true });
});

test("[SV-8k] attached files that are still here are kept, and those that are gone are counted", async () => {
  const library = opened();
  const { store, file } = library;
  const { session_id } = wholeTurn(store);
  const put = async (words: string) => {
    const { sha256 } = await store.putBlob(bytesOf(words), tick());
    const part = { type: "file", url: blobUrl(sha256), mediaType: "text/plain", filename: "a.txt" } as const;
    store.addUserMessage(
      { ...question(session_id), parts: [{ id: ids.part(), part }] },
      frame(session_id, ids.message(), [], { start: { metadata: { finish_reason: "stop" } } }),
    );
    return sha256;
  };
  const [here] = [await put("still here"), await put("gone")];
  const backup = await backedUp(library);
  while (!store.removeSome(session_id, 100));
  const gone = ask(file, "SELECT sha256 FROM blobs WHERE sha256 <> ?", here)[0]?.sha256 as string;
  const other = opened();
  await other.store.putBlob(bytesOf("still here"), 1);
  expect(await brought(other.file, backup, session_id)).toMatchObject({ is: "back", missing: 1 });
  // Nothing has used the file for years, so a sweep in that moment would have taken it.
  await other.store.sweepBlobs(Date.now());
  expect(other.store.blob(here)).toBeDefined();
  expect(other.store.blob(gone)).toBeUndefined();
});

test("[SV-8k] a backup whose file has a name that leads out of the folder touches nothing there", async () => {
  const library = opened();
  const { session_id } = wholeTurn(library.store);
  const backup = await backedUp(library);
  const { file } = opened();
  const victim = join(dirname(dirname(file)), `victim-${session_id}`);
  const name = `../victim-${session_id}`;
  writeFileSync(victim, "mine");
  try {
    const db = openDatabase(backup);
    for (const { name } of ask(backup, "SELECT name FROM sqlite_schema WHERE type = 'trigger'"))
      db.exec(`DROP TRIGGER "${name}"`);
    db.prepare("INSERT INTO blobs VALUES (?, 'text/plain', 4, x'', 1)").run(name);
    const part = { type: "file", mediaType: "text/plain", url: `blob:${name}` };
    db.prepare("UPDATE chat_parts SET type = 'file', data_json = ?").run(JSON.stringify(part));
    db.close();
    expect(await brought(file, backup, session_id)).toMatchObject({ is: "back", missing: 1 });
    expect(ask(file, "SELECT * FROM blobs")).toEqual([]);
    // As in a library that was restored from it.
    const other = opened();
    const row = openDatabase(other.file);
    row
      .prepare("INSERT INTO blobs VALUES (?, 'text/plain', 4, x'', 1)")
      .run(`../${sibling(other.file, victim)}`);
    row.close();
    await other.store.sweepBlobs(Date.now());
    expect(ask(other.file, "SELECT * FROM blobs")).toEqual([]);
    expect(readFileSync(victim, "utf8")).toBe("mine");
  } finally {
    rmSync(victim, { force: true });
  }
});

test("[SV-8k] a backup of the first version gives a session, too, and its copy is gone afterwards", async () => {
  const { old, session_id } = oldBackup();
  const before = readFileSync(old);
  const { file, store } = opened();
  const there = readdirSync(dirname(file)).sort();
  const came = await brought(file, old, session_id);
  if (came.is !== "back") throw new Error("it was not brought back");
  expect(store.visibleMessages(came.session_ids[0] as SessionId)).toMatchObject([
    { role: "user", parts: [{ text: "Hello" }] },
  ]);
  expect(readdirSync(dirname(file)).sort()).toEqual(there);
  expect(readFileSync(old).equals(before)).toBe(true);
});

describe("[SV-8k] nothing comes, and nothing is left", () => {
  test.each(["chat_messages", "chat_parts", "chat_parts_message"])(
    "from a backup whose %s is damaged",
    async (tree) => {
      const { session_id, backup } = await kept();
      spoil(backup, tree, "first leaf");
      const { file } = opened();
      const before = rowsOf(file);
      await expect(brought(file, backup, session_id)).rejects.toMatchObject({ code: "DAMAGED_BACKUP" });
      expect(rowsOf(file)).toEqual(before);
    },
  );

  test("from a backup whose index has lost a part, which nobody would miss", async () => {
    const { session_id, backup } = await kept();
    const schema = "SELECT * FROM sqlite_schema WHERE name = 'chat_parts_message'";
    const index = ask(backup, schema)[0] ?? {};
    const forget = openDatabase(backup).unsafeMode();
    forget.pragma("writable_schema = ON");
    forget.exec("DELETE FROM sqlite_schema WHERE name = 'chat_parts_message'");
    forget.close();
    const db = openDatabase(backup).unsafeMode();
    const columns = "message_id, session_id, type, data_json, created_at, updated_at";
    db.exec(`INSERT INTO chat_parts (id, "index", ${columns})
      SELECT '${ids.part()}', 9, ${columns} FROM chat_parts LIMIT 1`);
    db.pragma("writable_schema = ON");
    db.prepare("INSERT INTO sqlite_schema VALUES (@type, @name, @tbl_name, @rootpage, @sql)").run(index);
    db.close();
    await expect(brought(opened().file, backup, session_id)).rejects.toMatchObject({
      code: "DAMAGED_BACKUP",
    });
  });

  test("from another file, a newer backup, or a session that is not in it", async () => {
    const { session_id, backup } = await kept();
    const { file } = opened();
    const text = join(freshFolder(), "text.db");
    writeFileSync(text, "no database");
    await expect(brought(file, text, session_id)).rejects.toMatchObject({ code: "NO_BACKUP" });
    await expect(brought(file, `${backup}.gone`, session_id)).rejects.toMatchObject({ code: "ENOENT" });
    await expect(brought(file, backup, ids.session())).rejects.toMatchObject({ code: "DAMAGED_BACKUP" });
    const db = openDatabase(backup);
    db.pragma("user_version = 9999");
    db.close();
    await expect(brought(file, backup, session_id)).rejects.toMatchObject({ code: "NEWER_BACKUP" });
  });

  test("onto a full disk, or when it is cancelled in its midst", async () => {
    const { session_id, backup } = await kept();
    const { file, store } = opened();
    const before = rowsOf(file);
    const pages = Number(ask(file, "PRAGMA page_count")[0]?.page_count);
    disk.pages = pages + 200;
    await expect(brought(file, backup, session_id)).rejects.toMatchObject({ code: "SQLITE_FULL" });
    disk.pages = undefined;
    expect(rowsOf(file)).toEqual(before);
    let written = 0;
    const isCancelled = () => {
      written = Number(ask(file, "SELECT count(*) AS n FROM chat_messages")[0]?.n);
      return written > 0;
    };
    await expect(
      bringBack({ file, backup, session_id, again: false, now: Date.now() }, { ...alone, isCancelled }),
    ).rejects.toMatchObject({ code: "CANCELLED" });
    expect(written).toBeGreaterThan(0);
    expect(rowsOf(file)).toEqual(before);
    expect(existsSync(join(dirname(file), "unfinished-exports"))).toBe(false);
    expect((await brought(file, backup, session_id)).is).toBe("back");
    expect(store.listSessions({ limit: 10, archived: false }).sessions).toHaveLength(1);
  });
});

test("[SV-8k] a row that is no such row is told in the words of an import", async () => {
  const { session_id, backup } = await kept();
  const db = openDatabase(backup);
  db.exec("UPDATE chat_sessions SET metadata_json = '[1]'");
  db.close();
  await expect(brought(opened().file, backup, session_id)).rejects.toMatchObject({
    code: "BROKEN",
    reason: { params: { table: "chat_sessions", name: "metadata_json" } },
  });
});
