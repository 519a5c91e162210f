/** The way back while the app runs: a file that was taken away is put back from what is still open, a damaged one is rebuilt (SV-8). */

import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { saying } from "../../../e2e/fixtures/saying";
import { openDatabase } from "../database/connection";
import { FileMoved } from "../database/errors";
import { identityOf } from "../database/folder";
import { ask, freshFile, opened, spoil, stranger, watched } from "../testing/stores";
import { wholeTurn } from "../testing/talk";
import { backupFolder, listBackups } from "../upkeep/backup-list";
import { createUpkeep } from "../upkeep/tidying";

const all = (folder: string) => readdirSync(folder).sort();

test.each([
  ["the file alone", (file: string) => rmSync(file)],
  [
    "all of its files",
    (file: string) => {
      for (const end of ["", "-wal", "-shm", "-witness"]) rmSync(file + end, { force: true });
    },
  ],
  [
    "and another in its place",
    (file: string) => {
      rmSync(file);
      writeFileSync(file, "another program's");
    },
  ],
])("[SV-7] [SV-8] deleted, %s: nothing is written any more, and put back it holds all", async (_, take) => {
  const { file, store, storage, recover, close, background_errors } = watched();
  for (const words of ["one", "two"]) wholeTurn(store, undefined, words);
  take(file);
  expect(() => wholeTurn(store, undefined, "lost?")).toThrow(/was deleted, moved or replaced/);
  expect(storage.recovery()).toMatchObject({ ways: ["put-back"] });
  expect(store.listSessions({ limit: 9, archived: false }).sessions).toHaveLength(2);

  expect(await recover("put-back")).toMatchObject({ is: "done", report: { sessions: 2, messages: 4 } });
  storage.startEmpty();
  expect(storage.recovery()).toBeUndefined();
  wholeTurn(store, undefined, "three");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const asides = all(dirname(file)).filter((name) => name.includes("set-aside"));
  const texts = asides.map((name) => readFileSync(`${dirname(file)}/${name}`, "utf8"));
  expect(texts.filter((text) => text === "another program's")).toHaveLength(_.startsWith("and") ? 1 : 0);
  await close();
  expect(ask(file, "SELECT count(*) AS n FROM chat_sessions")).toEqual([{ n: 3 }]);
  expect(ask(file, "PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
  const again = opened(file);
  expect([again.notices, again.storage.recovery(), background_errors]).toEqual([[], undefined, []]);
});

/** Damage that the glance at start misses: an old leaf of the parts, with much newer after it. */
async function damaged(backUp: boolean, tree = "chat_parts") {
  const file = freshFile();
  const before = opened(file);
  const first = wholeTurn(before.store, undefined, "the first ".repeat(200));
  if (backUp) await before.storage.backUp();
  for (let n = 0; n < 40; n++) wholeTurn(before.store, undefined, `question ${n} `.repeat(200));
  await before.close();
  spoil(file, tree, "first leaf");
  return { first, ...watched(file) };
}

test.each([
  ["salvage", false],
  ["backup", true],
] as const)("[SV-8] damage that is met while reading: %s, there and then", async (how, backUp) => {
  const { file, first, store, storage, recover, notices } = await damaged(backUp);
  expect([notices, storage.recovery()]).toEqual([[], undefined]);
  expect(() => store.page(first.session_id, { limit: 9 })).toThrow(/It was met in the session “A talk”/);
  expect(storage.recovery()).toMatchObject({
    ways: backUp ? ["backup", "salvage"] : ["salvage"],
    otherwise: "later",
    message: saying("“A talk”"),
  });
  const done = await recover(how);
  expect(done).toMatchObject({ is: "done", report: { sessions: how === "backup" ? 1 : 41 } });
  if (how === "backup") expect(store.page(first.session_id, { limit: 9 }).messages).toHaveLength(2);
  wholeTurn(store, undefined, "and on");
  expect(all(dirname(file)).some((name) => name.startsWith("braid.db.set-aside-"))).toBe(true);
  storage.startEmpty();
  expect(storage.recovery()).toBeUndefined();
});

test("[SV-8] a newer Braid's backup is told and passed over: the one before it is offered", async () => {
  const { file, first, store, storage, recover } = await damaged(true);
  const name = listBackups(file)[0]?.name ?? "";
  // Made in the same second, after the other.
  const newer = join(backupFolder(file), name.replace(".db", "-2.db"));
  copyFileSync(join(backupFolder(file), name), newer);
  const db = openDatabase(newer);
  db.pragma("user_version = 9999");
  db.close();
  expect(() => store.page(first.session_id, { limit: 9 })).toThrow(/damaged/);
  expect(await recover("backup")).toMatchObject({
    is: "failed",
    message: { key: "backups:refused.newer.message" },
  });
  expect(storage.recovery()?.backup?.name).toBe(name);
  expect(await recover("backup")).toMatchObject({ is: "done", report: { sessions: 1 } });
});

test("[SV-8] damage that work in the background finds first is told with its session as soon as that is met", async () => {
  const { first, store, storage } = await damaged(false);
  await expect(storage.backUp()).rejects.toThrow(/damaged/);
  expect(storage.recovery()?.message).not.toEqual(saying("“A talk”"));
  expect(() => store.page(first.session_id, { limit: 9 })).toThrow(/It was met in the session “A talk”/);
  expect(storage.recovery()).toMatchObject({ ways: ["salvage"], message: saying("“A talk”") });
  await expect(storage.backUp()).rejects.toThrow(/damaged/);
  expect(storage.recovery()?.message).toEqual(saying("“A talk”"));
});

test("[SV-8] put off, damage is told where it is met, and not offered again before the next start", async () => {
  const { first, store, storage } = await damaged(false);
  const read = () => store.page(first.session_id, { limit: 9 });
  expect(read).toThrow(/damaged/);
  storage.startEmpty();
  expect(storage.recovery()).toBeUndefined();
  expect(read).toThrow(/damaged/);
  expect(storage.recovery()).toBeUndefined();
});

test.each([
  ["found", "find"],
  ["copied", "text"],
  ["summed up", "usage"],
] as const)(
  "[SV-8] damage that the reading thread meets is told with its session when something is %s, and what helps is offered",
  async (_, what) => {
    const { first, store, storage } = await damaged(false, what === "usage" ? "chat_messages" : "chat_parts");
    const { session_id } = first;
    const names = { user: "You", assistant: "Assistant" };
    const asked = {
      find: () => store.find({ session_id, needle: "first" }),
      text: () => store.transcriptText({ session_id, names }),
      usage: () => store.usage(session_id),
    };
    await expect(asked[what]()).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: saying("It was met in the session “A talk”"),
    });
    expect(storage.recovery()).toMatchObject({
      ways: ["salvage"],
      otherwise: "later",
      message: saying("“A talk”"),
    });
  },
);

describe("[SV-7] [SV-8] another file in the place of the one that is open", () => {
  const strangers: [string, (file: string) => void][] = [
    ["a text", (file) => writeFileSync(file, "another program's ".repeat(500))],
    [
      "another program's database",
      (file) => void stranger(file, { readonly: false }).exec("CREATE TABLE notes (text); VACUUM"),
    ],
    ["an older copy of the same database", (file) => copyFileSync(`${file}.copy`, file)],
  ];

  async function replaced(put: (file: string) => void) {
    const { file, store, ...rest } = watched();
    const { session_id } = wholeTurn(store, undefined, "one");
    copyFileSync(file, `${file}.copy`);
    for (const words of ["two", "three"]) wholeTurn(store, session_id, words);
    const away = `${file}.away`;
    for (const end of ["", "-wal", "-shm"]) if (existsSync(file + end)) renameSync(file + end, away + end);
    put(file);
    const bytes = readFileSync(file);
    const untouched = () => readFileSync(file).equals(bytes) && !existsSync(join(dirname(file), "backups"));
    return { file, store, session_id, untouched, ...rest };
  }

  test.each(strangers)("%s: it is neither read nor written, and all is put back", async (_, put) => {
    const { file, store, session_id, untouched, storage, recover } = await replaced(put);
    await expect(store.find({ session_id, needle: "one" })).rejects.toThrow(/was deleted, moved or replaced/);
    for (const deed of [storage.report, storage.free, storage.backUp, storage.facts])
      await expect(deed()).rejects.toThrow(/was deleted, moved or replaced/);
    expect(storage.recovery()).toMatchObject({ ways: ["put-back"] });
    expect(store.page(session_id, { limit: 9 }).messages).toHaveLength(6);
    expect(untouched()).toBe(true);
    expect(await recover("put-back")).toMatchObject({ is: "done", report: { sessions: 1, messages: 6 } });
    expect(await store.find({ session_id, needle: "one" })).toMatchObject({ matches: [{ count: 1 }] });
    expect(all(dirname(file)).some((name) => name.startsWith("braid.db.set-aside-"))).toBe(true);
  });

  test.each(strangers)("%s: upkeep leaves it alone", async (_, put) => {
    const file = freshFile();
    const { close } = opened(file);
    await close();
    const identity = identityOf(file);
    renameSync(file, `${file}.away`);
    copyFileSync(`${file}.away`, `${file}.copy`);
    put(file);
    expect(() => createUpkeep(file, identity)).toThrow(FileMoved);
    expect(existsSync(`${file}-wal`)).toBe(false);
  });

  test("what was met before is not rebuilt over it, and what is still open stays so", async () => {
    const { file, first, store, storage } = await damaged(false);
    expect(() => store.page(first.session_id, { limit: 9 })).toThrow(/damaged/);
    renameSync(file, `${file}.away`);
    writeFileSync(file, "another program's");
    storage.recover("salvage");
    await expect.poll(() => storage.recovery()?.ways).toEqual(["put-back"]);
    expect(readFileSync(file, "utf8")).toBe("another program's");
    expect(store.listSessions({ limit: 99, archived: false }).sessions).toHaveLength(41);
  });
});
