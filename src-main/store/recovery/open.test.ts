import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { saying } from "../../../e2e/fixtures/saying";
import { openStore } from "..";
import { configure, openDatabase } from "../database/connection";
import { childScript } from "../testing/child-script";
import { ask, cleanup, freshFile, opened, spoil } from "../testing/stores";
import { append, beginTurn, type Turn, wholeTurn } from "../testing/talk";

const SET_ASIDE = /^braid\.db\.set-aside-\d{4}-\d\d-\d\dT\d{6}$/;

const asideIn = (file: string): string[] => readdirSync(dirname(file)).filter((name) => SET_ASIDE.test(name));
const mode = (path: string): number => statSync(path).mode & 0o777;

describe("a database as it is opened", () => {
  it("[DB-6a] has a log, gives pages back, keeps its references, waits for others", () => {
    const db = openDatabase(freshFolderFile());
    cleanup(() => db.close());
    configure(db);
    db.exec("CREATE TABLE anything (x)");
    const settings = [
      "journal_mode",
      "synchronous",
      "busy_timeout",
      "foreign_keys",
      "auto_vacuum",
      "wal_autocheckpoint",
    ];
    expect(settings.map((name) => db.pragma(name, { simple: true }))).toEqual(["wal", 1, 5000, 1, 2, 0]);
  });

  it("[DB-6b] runs on SQLite 3.51.3 or newer", () => {
    const { file } = opened();
    const [row] = ask(file, "SELECT sqlite_version() AS version");
    const [major = 0, minor = 0, patch = 0] = String(row?.version).split(".").map(Number);
    expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(3_051_003);
  });

  it("[DB-14] is private: files 0600, its folder 0700, the log and its index too", () => {
    const before = process.umask(0);
    cleanup(() => process.umask(before));
    const { file, store } = opened();
    wholeTurn(store);
    for (const name of readdirSync(dirname(file)))
      expect([name, mode(join(dirname(file), name))]).toEqual([name, 0o600]);
    expect(readdirSync(dirname(file)).sort()).toEqual([
      "braid.db",
      "braid.db-shm",
      "braid.db-wal",
      "braid.db-witness",
    ]);
    expect(mode(dirname(file))).toBe(0o700);
  });

  it("[DB-14] becomes private where it was not", async () => {
    const { file, close } = opened();
    await close();
    chmodSync(file, 0o644);
    chmodSync(dirname(file), 0o755);
    opened(file);
    expect([mode(file), mode(dirname(file))]).toEqual([0o600, 0o700]);
  });
});

describe("a damaged database", () => {
  const expectFreshStart = (file: string) => {
    const { store, notices } = opened(file);
    expect(notices).toHaveLength(1);
    expect(notices[0]?.message).toEqual(saying("damaged"));
    const [aside = "none"] = asideIn(file);
    expect(notices[0]?.hint).toEqual(saying(aside));
    expect(store.listSessions({ limit: 10, archived: false }).sessions).toEqual([]);
    wholeTurn(store);
    return join(dirname(file), aside);
  };

  it("[SV-8] that is no database at all is set aside whole, and the app starts", () => {
    const file = freshFolderFile();
    writeFileSync(file, "This was a letter, not a database. ".repeat(100));
    const bytes = readFileSync(file);
    expect(readFileSync(expectFreshStart(file)).equals(bytes)).toBe(true);
  });

  it("[SV-8] that was cut short is set aside", async () => {
    const { file } = await closedWithTalk();
    truncateSync(file, 20 * 1024);
    expectFreshStart(file);
  });

  it("[SV-8] whose schema is overwritten is set aside", async () => {
    const { file } = await closedWithTalk();
    const bytes = readFileSync(file);
    bytes.fill(0xaa, 100, 2048);
    writeFileSync(file, bytes);
    expect(readFileSync(expectFreshStart(file)).equals(bytes)).toBe(true);
  });

  it.each([
    "chat_sessions",
    "chat_messages",
    "chat_parts",
    "chat_sessions_recent",
    "chat_messages_unsettled",
    "sqlite_autoindex_chat_queue_1",
    "sqlite_autoindex_place_drafts_1",
    "session_marks",
    "event_log",
  ])("[SV-8] whose %s cannot be read is set aside at the start, not met later", async (tree) => {
    const { file } = await closedWithTalk();
    spoil(file, tree);
    expectFreshStart(file);
  });

  it("[SV-8] is set aside next to an earlier one, never over it", () => {
    const clock = { now: () => Date.UTC(2026, 9, 17, 12, 30, 5) };
    const file = freshFolderFile();
    for (const words of ["first", "second"]) {
      writeFileSync(file, words.repeat(500));
      const { store } = openStore({ file, clock });
      store.close();
    }
    const read = (name: string) => readFileSync(join(dirname(file), name), "utf8").slice(0, 5);
    expect(read("braid.db.set-aside-2026-10-17T123005")).toBe("first");
    expect(read("braid.db.set-aside-2026-10-17T123005-2")).toBe("secon");
  });

  it("[SV-8] met while the app runs is an error at once, and looked for closely at the next start", async () => {
    const { file, store, close } = opened();
    const turns = Array.from({ length: 300 }, () => wholeTurn(store));
    await close();
    // In the middle of a tree: a glance at its newest end does not see it.
    spoil(file, "chat_messages", "first leaf");
    const again = opened(file);
    expect(again.notices).toEqual([]);
    const first = turns[0] as Turn;
    expect(() => again.store.visibleMessages(first.session_id)).toThrow(
      expect.objectContaining({ code: "STORE_UNAVAILABLE", message: saying("damaged") }),
    );
    await again.close();
    expectFreshStart(file);
  });
});

describe("a log that has gone missing", () => {
  it("[SV-8b] after a kill is told, what is left is kept and used, and the files as they were are set aside", async () => {
    const { file, session_id } = await killedAfterTalk();
    rmSync(`${file}-wal`);
    const bytes = readFileSync(file);
    const { store, notices } = opened(file);
    expect(notices).toHaveLength(1);
    expect(notices[0]?.message).toEqual(saying("missing"));
    const [aside = "none"] = asideIn(file);
    expect(readFileSync(join(dirname(file), aside)).equals(bytes)).toBe(true);
    // The first turn had been checkpointed, the second had not.
    expect(store.visibleMessages(session_id)).toHaveLength(2);
    wholeTurn(store, session_id);
  });

  it("[SV-8] is told once", async () => {
    const { file } = await killedAfterTalk();
    rmSync(`${file}-wal`);
    await opened(file).close();
    expect(opened(file).notices).toEqual([]);
    expect(asideIn(file)).toHaveLength(1);
  });

  it("[SV-8] is noticed also where it was emptied or replaced, and its bytes are kept", async () => {
    const emptied = await killedAfterTalk();
    truncateSync(`${emptied.file}-wal`, 0);
    expect(opened(emptied.file).notices).toHaveLength(1);

    const replaced = await killedAfterTalk();
    const strange = Buffer.alloc(8192, 7);
    writeFileSync(`${replaced.file}-wal`, strange);
    expect(opened(replaced.file).notices).toHaveLength(1);
    const [aside = "none"] = asideIn(replaced.file);
    expect(readFileSync(join(dirname(replaced.file), `${aside}-wal`)).equals(strange)).toBe(true);
  });

  it("[SV-8] that took the database's soundness with it leads to a fresh start", async () => {
    const { file } = await killedAfterTalk();
    rmSync(`${file}-wal`);
    spoil(file, "chat_messages");
    const { store, notices } = opened(file);
    expect(notices[0]?.message).toEqual(saying("damaged"));
    wholeTurn(store);
  });

  it("[SV-8] is not suspected where another program has moved it into the database", async () => {
    const { file, session_id } = await killedAfterTalk();
    openDatabase(file).close();
    const db = openDatabase(file);
    db.prepare("SELECT count(*) FROM chat_messages").get();
    db.close();
    expect(existsSync(`${file}-wal`)).toBe(false);
    const { store, notices } = opened(file);
    expect(notices).toEqual([]);
    expect(store.visibleMessages(session_id)).toHaveLength(4);
  });

  it("[SV-8] a log without its database is kept, and so is a database that is gone told", async () => {
    const { file } = await killedAfterTalk();
    const log = readFileSync(`${file}-wal`);
    renameSync(file, `${file}-elsewhere`);
    const { notices, close } = opened(file);
    expect(notices[0]?.message).toEqual(saying("gone"));
    const kept = readdirSync(dirname(file)).find((name) => /set-aside.*-wal$/.test(name)) ?? "none";
    expect(readFileSync(join(dirname(file), kept)).equals(log)).toBe(true);
    await close();
  });
});

it("[SV-5, SV-8] a kill alone costs nothing and is no damage", async () => {
  const { file, session_id } = await killedAfterTalk();
  const { store, notices } = opened(file);
  expect(notices).toEqual([]);
  expect(store.visibleMessages(session_id)).toHaveLength(4);
  expect(asideIn(file)).toEqual([]);
});

function freshFolderFile(): string {
  const file = freshFile();
  mkdirSync(dirname(file));
  return file;
}

async function closedWithTalk() {
  const { file, store, close } = opened();
  const { session_id } = wholeTurn(store);
  const unsettled = beginTurn(store, session_id);
  append(store, unsettled, 0, "half an ans");
  await close();
  return { file, session_id };
}

/** A first turn that is in the database, a second that is in its log alone, and then the death of the process. */
async function killedAfterTalk() {
  const file = freshFile();
  const child = spawn(process.execPath, [childScript("talk-child"), file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const [said] = await once(child.stdout, "data");
  child.kill("SIGKILL");
  await exited;
  return { file, session_id: String(said).trim() as Turn["session_id"] };
}
