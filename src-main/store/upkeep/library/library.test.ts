import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SessionId } from "../../../../src-preload/contract/domain/ids";
import { openDatabase } from "../../database/connection";
import { migrate } from "../../database/migrate";
import { migrations } from "../../database/migrations";
import { freshFolder, opened } from "../../testing/stores";
import { wholeTurn } from "../../testing/talk";
import { backupFolder, listBackups } from "../backup-list";
import { backUp } from "../backups";
import type { JobContext } from "../jobs/jobs";
import { copyElsewhere, goingFirst, remember, remembered, standing } from "./elsewhere";
import { countSessions, lookInto, readSession } from "./look";

const DAY = 24 * 60 * 60 * 1000;
const MORNING = Date.UTC(2026, 10, 21, 6, 51, 12);
const alone: JobContext = {
  isCancelled: () => false,
  onProgress: () => undefined,
  unstoppable: (read) => read(),
};
const sha = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");

/** A library with a backup, and an empty second folder that was chosen. */
async function copying() {
  const { file, store, backups } = opened();
  wholeTurn(store);
  await backUp({ file, now: MORNING, prune: true });
  const folder = join(freshFolder(), "second");
  mkdirSync(folder);
  await remember(file, folder);
  return { file, folder, backups };
}

describe("copies in a second folder", () => {
  test("[SV-8j] each backup is there, the last seven days; what Braid did not put there stays", async () => {
    const { file, folder } = await copying();
    writeFileSync(join(folder, "braid-2020-01-01T000000.db"), "of another computer");
    for (let day = 0; day < 9; day++) {
      await backUp({ file, now: MORNING + day * DAY, prune: true });
      await copyElsewhere({ file }, alone);
    }
    const own = listBackups(file).map(({ name }) => name);
    expect(own).toHaveLength(7);
    expect(readdirSync(folder).sort()).toEqual(["braid-2020-01-01T000000.db", ...own].sort());
    for (const name of own) expect(sha(join(folder, name))).toBe(sha(join(backupFolder(file), name)));
    expect(standing(file)).toEqual({ folder, copies: 7, complete: true });
    expect(existsSync(join(dirname(file), "unfinished-exports"))).toBe(false);
  });

  test("a folder that is away is told calmly, and gets what it has missed", async () => {
    const { file, folder } = await copying();
    rmSync(folder, { recursive: true });
    await copyElsewhere({ file }, alone);
    expect(standing(file)).toEqual({ folder, copies: 0, complete: false, problem: "away" });
    expect(existsSync(folder)).toBe(false);
    await backUp({ file, now: MORNING + DAY, prune: true });
    mkdirSync(folder);
    // The folder is back. The next copying brings what it has missed.
    expect(standing(file)).toEqual({ folder, copies: 0, complete: false });
    await copyElsewhere({ file }, alone);
    expect(standing(file)).toEqual({ folder, copies: 2, complete: true });
  });

  const copy = (day: number, size: number) => ({ name: `day-${day}`, made_at: MORNING + day * DAY, size });
  const WEEK = [6, 5, 4, 3, 2, 1, 0].map((day) => copy(day, 10));

  test.each([
    { is: "enough room for eight", free: 11, next: copy(7, 11), going: [] },
    { is: "room without the oldest", free: 1, next: copy(7, 11), going: ["day-0"] },
    { is: "room without the earlier one of the same day", free: 1, next: copy(6.1, 11), going: ["day-6"] },
    { is: "no room although one goes", free: 0, next: copy(7, 11), going: undefined },
  ])("[SV-8j] a disk that has $is", ({ free, next, going }) => {
    const names = () => goingFirst(next, WEEK, free).map(({ name }) => name);
    if (going === undefined) expect(names).toThrow(expect.objectContaining({ code: "ENOSPC" }));
    else expect(names()).toEqual(going);
  });

  test("[SV-8j] a folder that is back gets what it has missed when the page is opened", async () => {
    const { file, folder, backups } = await copying();
    rmSync(folder, { recursive: true });
    await copyElsewhere({ file }, alone);
    const library = await backups();
    expect((await library.list()).elsewhere).toEqual({
      folder,
      copies: 0,
      complete: false,
      copying: false,
      problem: "away",
    });
    mkdirSync(folder);
    expect((await library.list()).elsewhere).toMatchObject({ complete: false, copying: true });
    await library.copied();
    expect((await library.list()).elsewhere).toMatchObject({ complete: true, copying: false });
    expect(readdirSync(folder)).toEqual(listBackups(file).map(({ name }) => name));
  });

  test("a folder that is chosen again has its copies, and only what is too many goes", async () => {
    const { file, folder } = await copying();
    for (let day = 0; day < 7; day++) {
      await backUp({ file, now: MORNING + day * DAY, prune: true });
      await copyElsewhere({ file }, alone);
    }
    await remember(file, undefined);
    await remember(file, folder);
    await copyElsewhere({ file }, alone);
    expect(standing(file)).toEqual({ folder, copies: 7, complete: true });
    await backUp({ file, now: MORNING + 7 * DAY, prune: true });
    await copyElsewhere({ file }, alone);
    expect(readdirSync(folder).sort()).toEqual(
      listBackups(file)
        .map(({ name }) => name)
        .sort(),
    );
  });

  test("a cancelled copy leaves nothing there, and another folder begins with all", async () => {
    const { file, folder } = await copying();
    await expect(copyElsewhere({ file }, { ...alone, isCancelled: () => true })).rejects.toMatchObject({
      code: "CANCELLED",
    });
    expect(readdirSync(folder)).toEqual([]);
    const other = freshFolder();
    await remember(file, other);
    await copyElsewhere({ file }, alone);
    expect(readdirSync(other)).toEqual(["braid-2026-11-21T065112.db"]);
    await remember(file, undefined);
    expect(standing(file)).toBeUndefined();
    await copyElsewhere({ file }, alone);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each(["", "null", "[]", '{"folder":7}', '{"folder":""}', "{", '"x"'])(
    "a note that holds %j chooses no folder",
    (text) => {
      const { file } = opened();
      writeFileSync(join(dirname(file), "backups-elsewhere.json"), text);
      expect(remembered(file)).toBeUndefined();
    },
  );

  test("not into the data folder itself", async () => {
    const { file, backups } = await copying();
    for (const folder of [dirname(file), backupFolder(file)])
      await expect((await backups()).copyTo(folder)).rejects.toMatchObject({
        info: { message: { key: "backups:refused.own-folder.message" } },
      });
  });
});

test("[SV-8i] a store that could not be closed keeps today's library, and its user hears of it", async () => {
  const { file, store, backups } = opened();
  wholeTurn(store);
  await backUp({ file, now: MORNING, prune: true });
  const library = await backups();
  const [backup] = (await library.list()).backups;
  await library.prepare(backup?.id ?? "", () => undefined).result;
  const before = sha(file);
  expect(() => library.putInPlace(false)).toThrow(expect.objectContaining({ code: "STORE_UNAVAILABLE" }));
  expect(sha(file)).toBe(before);
  expect(existsSync(`${file}.restoring`)).toBe(false);
});

test("[SV-8i] a listed backup of a newer Braid is not restored: the next start could not read it", async () => {
  const { file, store, backups } = opened();
  wholeTurn(store);
  const { name } = await backUp({ file, now: MORNING, prune: true });
  const newer = openDatabase(join(backupFolder(file), name));
  newer.pragma("user_version = 9999");
  newer.close();
  const library = await backups();
  await expect(library.prepare(name, () => undefined).result).rejects.toMatchObject({
    info: { message: { key: "backups:refused.newer.message" } },
  });
  library.putInPlace(true);
  expect(existsSync(`${file}.restoring`)).toBe(false);
});

describe("a look into a backup", () => {
  test("[SV-8h] its sessions are found by title and read page by page, and not a byte is written", async () => {
    const { file, store, backups } = opened();
    const { session_id } = wholeTurn(store, undefined, "An answer. ");
    for (let n = 0; n < 60; n++) wholeTurn(store, session_id, `${n} `);
    const other = wholeTurn(store).session_id;
    const { name } = await backUp({ file, now: MORNING, prune: true });
    const backup = join(backupFolder(file), name);
    const before = sha(backup);
    const library = await backups();
    expect((await library.list()).backups).toMatchObject([{ id: name, sessions: 2 }]);
    const { sessions, total } = await library.look(name, "");
    expect(total).toBe(2);
    expect(sessions.map((one) => one.session_id).sort()).toEqual([session_id, other].sort());
    expect((await library.look(name, "no such words")).total).toBe(0);
    const first = await library.read(name, session_id, undefined);
    expect(first.turns).toHaveLength(100);
    expect(first.turns[1]?.parts).toEqual([{ is: "text", text: "An answer. " }]);
    const rest = await library.read(name, session_id, first.next);
    expect(rest.turns).toHaveLength(22);
    expect(rest.next).toBeUndefined();
    expect(sha(backup)).toBe(before);
    expect(readdirSync(backupFolder(file))).toEqual([name]);
    expect(() => library.remove(name)).toThrow();
  });

  test("[SV-8h] its messages are searched by the word rule of the search, with progress, and cancelled", async () => {
    const { file, store, backups } = opened();
    const one = wholeTurn(store, undefined, "The *red* getToken of an old house.");
    wholeTurn(store, one.session_id, "Réd things, the newer ones.");
    const two = wholeTurn(store, undefined, "A red car, from:nowhere.");
    wholeTurn(store, undefined, "Nothing.");
    const { name } = await backUp({ file, now: MORNING, prune: true });
    const library = await backups();
    const shares: number[] = [];
    const search = (words: string) => library.search(name, words, (share) => shares.push(share));
    const found = async (words: string) => {
      const { sessions, more } = await search(words).result;
      expect(more).toBe(false);
      return sessions.map(({ session_id, snippet }) => [session_id, snippet.text]);
    };
    const newest = [one.session_id, "Réd things, the newer ones."];
    expect(await found("red")).toEqual([[two.session_id, "A red car, from:nowhere."], newest]);
    expect(shares.at(-1)).toBeGreaterThan(0);
    expect(await found("red -car thin")).toEqual([newest]);
    expect(await found('"old house" token')).toEqual([
      [one.session_id, "The *red* getToken of an old house."],
    ]);
    expect(await found("from:nowhere")).toEqual([[two.session_id, "A red car, from:nowhere."]]);
    expect(await found("blue")).toEqual([]);
    expect(await found(" -red ")).toEqual([]);
    const left = search("red");
    left.cancel();
    await expect(left.result).rejects.toMatchObject({ code: "CANCELLED" });
  });

  test("what the list of sessions does not show is left out: half made ones, sidecars and helpers", async () => {
    const { file, store } = opened();
    const listed = wholeTurn(store).session_id;
    const [half, aside, helper] = [1, 2, 3].map(() => wholeTurn(store).session_id);
    const db = openDatabase(file);
    db.prepare("INSERT INTO partial_sessions (session_id, since) VALUES (?, 1)").run(half);
    db.prepare("INSERT INTO session_asides (session_id, beside_id) VALUES (?, ?)").run(aside, listed);
    db.prepare("INSERT INTO session_tasks (session_id, parent_id, tool_call_id) VALUES (?, ?, 'call_1')").run(
      helper,
      listed,
    );
    db.close();
    const { name } = await backUp({ file, now: MORNING, prune: true });
    const backup = join(backupFolder(file), name);
    expect(lookInto({ backup, words: "" })).toMatchObject({ sessions: [{ session_id: listed }], total: 1 });
    expect(countSessions(backup)).toBe(1);
  });

  test("a backup of the first version is read, too", () => {
    const file = join(freshFolder(), "old.db");
    const db = openDatabase(file);
    migrate(db, migrations.slice(0, 1));
    db.exec(
      "INSERT INTO chat_sessions (id, agent, title, created_at, updated_at) VALUES ('ses_1', 'chat', 'Old', 1, 1)",
    );
    db.exec("INSERT INTO chat_messages VALUES ('msg_1', 'ses_1', 'user', '{}', NULL, 1, 1)");
    db.exec(
      `INSERT INTO chat_parts (id, message_id, session_id, "index", type, data_json, created_at, updated_at)
       VALUES ('prt_1', 'msg_1', 'ses_1', 0, 'text', '{"text":"Hello"}', 1, 1)`,
    );
    db.close();
    expect(lookInto({ backup: file, words: "old" }).sessions).toMatchObject([{ title: "Old", messages: 1 }]);
    const page = readSession({ backup: file, session_id: "ses_1" as SessionId, after: undefined });
    expect(page.turns).toMatchObject([{ role: "user", parts: [{ is: "text", text: "Hello" }] }]);
  });

  test("other files are refused in words, before anything is written beside them", async () => {
    const { file, store, backups } = opened();
    wholeTurn(store);
    const folder = freshFolder();
    const at = (name: string) => join(folder, name);
    writeFileSync(at("text.db"), "no database");
    writeFileSync(at("empty.db"), "");
    const another = openDatabase(at("another.db"));
    another.exec("CREATE TABLE recipes (name)");
    another.close();
    copyFileSync(file, at("in-use.db"));
    const newer = openDatabase(at("newer.db"));
    migrate(newer);
    newer.pragma("user_version = 9999");
    newer.close();
    const there = readdirSync(folder).sort();
    const library = await backups();
    for (const [name, why] of [
      ["text.db", "no-backup"],
      ["empty.db", "no-backup"],
      ["another.db", "no-backup"],
      ["in-use.db", "no-backup"],
      ["newer.db", "newer"],
      ["missing.db", "gone"],
    ] as const)
      await expect(library.add(at(name)), name).rejects.toMatchObject({
        info: { message: { key: `backups:refused.${why}.message` } },
      });
    expect(readdirSync(folder).sort()).toEqual(there);
    for (const id of ["../braid.db", file, "braid-2026-11-21T065112.db"])
      expect(() => library.look(id, "")).toThrow();
  });
});
