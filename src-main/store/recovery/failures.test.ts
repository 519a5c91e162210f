import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { nativeBindingPath } from "../../../build/native-path.mjs";
import { saying } from "../../../e2e/fixtures/saying";
import { toErrorInfo } from "../../core/braid-error";
import { openStore } from "..";
import { childScript } from "../testing/child-script";
import { ask, cleanup, freshFile, freshFolder, opened, spoil, stranger, watched } from "../testing/stores";
import { append, beginTurn, endOf, frame, ids, question, wholeTurn } from "../testing/talk";

/** A store's patience with other programs: five seconds in the app (DB-6a). */
const PATIENCE_MS = 300;
vi.mock("../database/connection", async (load) => {
  const real = await load<typeof import("../database/connection")>();
  const openDatabase: typeof real.openDatabase = (file, options) =>
    real.openDatabase(file, { busy_timeout_ms: PATIENCE_MS, ...options });
  return { ...real, openDatabase };
});

const run = (command: string, args: string[]) => execFileSync(command, args);
const isRoot = process.getuid?.() === 0;

/** A file system of its own, of the given size; only root may make one. */
function smallDisk(kilobytes: number) {
  const folder = freshFolder();
  run("mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k`, "tmpfs", folder]);
  cleanup(() => run("umount", [folder]));
  const ballast = join(folder, "ballast");
  return {
    file: join(folder, "data", "braid.db"),
    /** Takes all that is left. */
    fill: () => {
      for (let size = 512 * 1024; size >= 1; size = Math.floor(size / 4)) {
        try {
          for (;;) writeFileSync(ballast, Buffer.alloc(size), { flag: "a" });
        } catch {
          // As much of this size as there was room for.
        }
      }
    },
    free: () => rmSync(ballast),
    remount: (mode: "ro" | "rw") => run("mount", ["-o", `remount,${mode}`, folder]),
  };
}

const failureOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return toErrorInfo(error);
  }
  throw new Error("nothing failed");
};

describe.runIf(isRoot)("a disk that is full", () => {
  it("[SV-7d] is told by every write, loses nothing that was saved, and once there is room writing goes on", () => {
    const disk = smallDisk(3000);
    const { file, store } = opened(disk.file);
    const settled = wholeTurn(store);
    const turn = beginTurn(store, settled.session_id);
    let seq = 0;
    const commit = () => append(store, turn, seq, `word ${seq} `.repeat(40));
    for (; seq < 20; seq++) commit();
    disk.fill();
    // The log's last block still has room: it takes a few commits until the disk is felt.
    const failure = failureOf(() => {
      for (; seq < 10_000; seq++) commit();
    });
    expect(failure).toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: saying("no space left"),
      hint: saying(/\w{3}/),
    });
    const expected = Array.from({ length: seq }, (_, n) => `word ${n} `.repeat(40)).join("");
    const saved = () => store.visibleMessages(settled.session_id);
    expect(saved()).toHaveLength(4);
    expect(saved()[3]?.parts).toEqual([{ type: "text", text: expected, state: "streaming" }]);

    const unsaid = question(settled.session_id, "x".repeat(20_000));
    const answer = frame(settled.session_id, ids.message(), [], { start: { metadata: {} } });
    expect(failureOf(() => store.addUserMessage(unsaid, answer)).message).toEqual(saying("no space left"));
    expect(failureOf(() => store.endTurn(endOf(turn, expected))).message).toEqual(saying("no space left"));
    expect(saved()).toHaveLength(4);
    expect(store.unsettledSessions()).toHaveLength(1);

    disk.free();
    commit();
    store.endTurn(endOf(turn, "All of it."));
    store.addUserMessage(unsaid, answer);
    expect(saved()).toHaveLength(6);
    expect(ask(file, "PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
  });

  it("[SV-7] at the start is an error that says so, and the chats are there once there is room", async () => {
    const disk = smallDisk(3000);
    const first = opened(disk.file);
    const { session_id } = wholeTurn(first.store);
    await first.close();
    disk.fill();
    const failure = failureOf(() => openStore({ file: disk.file }));
    expect(failure).toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: saying("no space left"),
    });
    disk.free();
    const { store, notices } = opened(disk.file);
    expect(notices).toEqual([]);
    expect(store.visibleMessages(session_id)).toHaveLength(2);
    wholeTurn(store);
  });

  it("[SV-8] leaves a damaged database in its place, and once there is room its chats are offered", async () => {
    const disk = smallDisk(3000);
    const first = opened(disk.file);
    wholeTurn(first.store);
    await first.close();
    spoil(disk.file, "chat_sessions");
    disk.fill();
    for (let start = 0; start < 2; start++)
      expect(failureOf(() => openStore({ file: disk.file })).message).toEqual(saying("no space left"));
    disk.free();
    const { notices, storage } = opened(disk.file);
    expect(notices).toHaveLength(1);
    expect(storage.recovery()).toMatchObject({ ways: ["salvage"] });
  });

  it("[SV-8] met by a recovery in use costs nothing: the database stays open, and the way back is still offered", async () => {
    const disk = smallDisk(3000);
    const before = opened(disk.file);
    const { session_id } = wholeTurn(before.store, undefined, "the first ".repeat(200));
    for (let n = 0; n < 40; n++) wholeTurn(before.store, undefined, `question ${n} `.repeat(100));
    await before.close();
    spoil(disk.file, "chat_parts", "first leaf");
    const { store, storage, recover } = watched(disk.file);
    const read = () => store.page(session_id, { limit: 9 });
    expect(read).toThrow(/damaged/);
    disk.fill();
    expect(await recover("salvage")).toMatchObject({ is: "failed", message: saying("no space left") });
    expect(read).toThrow(/damaged/);
    expect(storage.recovery()).toMatchObject({ ways: ["salvage"] });
    expect(store.listSessions({ limit: 99, archived: false }).sessions).toHaveLength(41);
    disk.free();
    expect(await recover("salvage")).toMatchObject({ is: "done", report: { sessions: 41 } });
  });

  it("[SV-7] that cannot be written at all is told at the start, and works once it can", async () => {
    const disk = smallDisk(3000);
    await opened(disk.file).close();
    disk.remount("ro");
    const failure = failureOf(() => openStore({ file: disk.file }));
    expect(failure).toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: saying("may not write"),
    });
    disk.remount("rw");
    wholeTurn(opened(disk.file).store);
  });
});

describe("files that may not be written", () => {
  /** Runs the store as an ordinary user: root is let through everywhere. */
  const openAsUser = (file: string) => {
    const script = [process.execPath, childScript("open-child"), file];
    const user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", ...script];
    const [command = "", ...rest] = isRoot ? user : script;
    const env = { ...process.env, HOME: dirname(file), TMPDIR: tmpdir() };
    // The binding's cache is the user's own, and this one's is empty.
    const binding = nativeBindingPath();
    if (isRoot && binding !== undefined) Object.assign(env, { XDG_CACHE_HOME: sharedCache(binding) });
    return JSON.parse(execFileSync(command, rest, { env, encoding: "utf8" }));
  };

  it("[SV-7b] a read-only folder, and a read-only file, are told with what to do; then it works", () => {
    const folder = mkdtempSync(join(tmpdir(), "braid-user-"));
    cleanup(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "data", "braid.db");
    mkdirSync(dirname(file));
    for (const path of [folder, dirname(file)]) if (isRoot) chownSync(path, 65534, 65534);
    const told = {
      error: {
        code: "STORE_UNAVAILABLE",
        message: saying("may not write"),
        hint: saying("writable"),
      },
    };

    chmodSync(dirname(file), 0o500);
    expect(openAsUser(file)).toEqual(told);
    chmodSync(dirname(file), 0o700);
    expect(openAsUser(file)).toEqual({ notices: [] });

    chmodSync(file, 0o400);
    expect(openAsUser(file)).toEqual(told);
    chmodSync(file, 0o600);
    chmodSync(dirname(file), 0o500);
    expect(openAsUser(file)).toEqual(told);
    chmodSync(dirname(file), 0o700);
    expect(openAsUser(file)).toEqual({ notices: [] });
    expect(ask(file, "SELECT count(*) AS n FROM chat_messages")).toEqual([{ n: 4 }]);
  });
});

describe("a failure while the app runs", () => {
  it("[SV-7] a log that cannot be read is told, and the next verb goes on with a new connection", () => {
    const { file, store } = opened();
    const { session_id } = wholeTurn(store);
    const before = store.visibleMessages(session_id);
    // A commit of another program makes the store read the log again; cut off, that is an error of the disk.
    const other = stranger(file, { readonly: false });
    other.exec("INSERT INTO app_state VALUES ('other', '1')");
    other.close();
    const log = readFileSync(`${file}-wal`);
    truncateSync(`${file}-wal`, 0);
    const failure = failureOf(() => store.visibleMessages(session_id));
    expect(failure).toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: saying("disk reported an error"),
    });
    writeFileSync(`${file}-wal`, log);
    expect(store.visibleMessages(session_id)).toEqual(before);
    wholeTurn(store, session_id);
  });

  it("[SV-7] another program that keeps the database locked is told, once it has been waited for", () => {
    const { file, store } = opened();
    const { session_id } = wholeTurn(store);
    const other = stranger(file, { readonly: false });
    other.exec("BEGIN IMMEDIATE");
    const begun = performance.now();
    const failure = failureOf(() => store.renameSession(session_id, "x"));
    expect(performance.now() - begun).toBeGreaterThanOrEqual(PATIENCE_MS * 0.9);
    expect(failure).toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: saying("Another program keeps"),
    });
    other.exec("COMMIT");
    store.renameSession(session_id, "x");
  });

  it("[DB-6] a reader, however long it reads, stops no writer", () => {
    const { file, store } = opened();
    const turn = beginTurn(store);
    const other = stranger(file);
    other.exec("BEGIN");
    other.prepare("SELECT * FROM chat_parts").all();
    append(store, turn, 0, "on and on");
    store.endTurn(endOf(turn, "on and on"));
    other.exec("COMMIT");
  });
});

it("a missing binding is told with the command that makes it", () => {
  const before = process.env.XDG_CACHE_HOME;
  cleanup(() =>
    before === undefined
      ? delete process.env.XDG_CACHE_HOME
      : Object.assign(process.env, { XDG_CACHE_HOME: before }),
  );
  process.env.XDG_CACHE_HOME = freshFolder();
  if (nativeBindingPath() === undefined) return;
  expect(failureOf(() => openStore({ file: freshFile() })).hint).toEqual(saying("node build/native.mjs"));
});

/** A cache with the binding in it that every user may read. */
function sharedCache(binding: string): string {
  const cache = mkdtempSync(join(tmpdir(), "braid-cache-"));
  cleanup(() => rmSync(cache, { recursive: true, force: true }));
  const folder = join(cache, "braid", "native");
  mkdirSync(folder, { recursive: true });
  cpSync(binding, join(folder, binding.slice(dirname(binding).length + 1)));
  for (const path of [cache, join(cache, "braid"), folder]) chmodSync(path, 0o755);
  return cache;
}
