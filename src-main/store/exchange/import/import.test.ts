import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { blobUrl } from "../../../../src-preload/contract/domain/attachments";
import type { SessionId } from "../../../../src-preload/contract/domain/ids";
import { openDatabase } from "../../database/connection";
import { ask, freshFolder, opened } from "../../testing/stores";
import { frame, ids, question, tick, wholeTurn } from "../../testing/talk";
import { exportSessions } from "../export";
import { zipOf } from "../testing/foreign";
import { many, rawZip, ZEROS } from "../testing/raw-zip";
import { zipEntries } from "../testing/zip-entries";
import type { WorkContext } from "../work";
import { importSessions } from "./import";
import { planImport } from "./reading";
import { assertRoom } from "./room";

const ALL = { hidden: true, sidecars: true, reasoning: true, tools: true, attachments: true };
const alone: WorkContext = { isCancelled: () => false, onProgress: () => undefined };
const NOW = Date.now();

async function exported(
  file: string,
  sessions: readonly SessionId[] | "all",
  ending = "json",
): Promise<string> {
  const target = join(freshFolder(), `out.${ending}`);
  await exportSessions(
    { file, sessions, format: "archive", include: ALL, target, words: {} as never },
    alone,
  );
  return target;
}
const imported = (file: string, ...paths: string[]) => importSessions({ file, paths, now: NOW }, alone);
const planned = (file: string, ...paths: string[]) => planImport({ file, paths, now: NOW }, alone);

/** A text with its ids named in the order in which they first stand in it. */
function withoutIds(text: string): string {
  const names = new Map<string, string>();
  return text
    .replace(/^"origin".*$/m, "")
    .replace(/\b(ses|msg|prt|top|que)_[0-9a-f]{14}[0-9A-Za-z]{12}\b/g, (id, kind: string) => {
      names.set(id, names.get(id) ?? `${kind} ${names.size}`);
      return names.get(id) ?? "";
    });
}

const written = (name: string, text: string | Uint8Array): string => {
  const file = join(freshFolder(), name);
  writeFileSync(file, text);
  return file;
};

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

test("[SE-6c] [SE-1j] export, import, export: the same bytes but for the ids, and in the order of the first", async () => {
  const { store, file } = opened();
  const { session_id } = wholeTurn(store, undefined, "One.");
  wholeTurn(store, session_id, 'Two with \u2028 and "quotes".');
  const first = await exported(file, [session_id]);
  const other = opened();
  const { session_ids } = await imported(other.file, first);
  expect(session_ids).toHaveLength(1);
  expect(session_ids[0]).not.toBe(session_id);
  const again = await exported(other.file, session_ids);
  expect(withoutIds(readFileSync(again, "utf8"))).toBe(withoutIds(readFileSync(first, "utf8")));
  expect(ask(other.file, "SELECT * FROM partial_sessions")).toEqual([]);
});

test("[SE-6c] asked twice it is not doubled; what was deleted comes back", async () => {
  const { store, file } = opened();
  const { session_id } = wholeTurn(store);
  const path = await exported(file, [session_id]);
  expect((await planned(file, path)).sessions).toMatchObject([{ there: true, messages: 2 }]);
  expect((await imported(file, path)).session_ids).toEqual([]);
  store.trashSession(session_id, true, tick());
  expect((await planned(file, path)).sessions).toMatchObject([{ there: false }]);
  const [copy] = (await imported(file, path)).session_ids;
  expect((await imported(file, path)).session_ids).toEqual([]);
  // Known by its origin, from whichever copy.
  expect((await planned(file, await exported(file, [copy as SessionId]))).sessions).toMatchObject([
    { there: true },
  ]);
});

test("[SE-6c] a session that went on elsewhere comes in again with all of it, and then no more", async () => {
  const { store, file } = opened();
  const { session_id } = wholeTurn(store, undefined, "One.");
  const first = await exported(file, [session_id]);
  const other = opened();
  const [early] = (await imported(other.file, first)).session_ids;
  wholeTurn(other.store, early, "Said here.");
  wholeTurn(store, session_id, "Two.");
  const second = await exported(file, [session_id]);
  expect((await planned(other.file, first)).sessions).toMatchObject([{ there: true }]);
  expect((await planned(other.file, second)).sessions).toMatchObject([
    { there: false, grown: true, messages: 4 },
  ]);
  const [late] = (await imported(other.file, second)).session_ids;
  const words = (id?: SessionId) =>
    other.store
      .visibleMessages(id as SessionId)
      .map(({ parts: [part] }) => (part?.type === "text" ? part.text : ""));
  expect([words(early), words(late)]).toEqual([
    ["Hello?", "One.", "Hello?", "Said here."],
    ["Hello?", "One.", "Hello?", "Two."],
  ]);
  for (const path of [first, second]) expect((await imported(other.file, path)).session_ids).toEqual([]);
});

test.each([true, false])(
  "[SE-6c] of two files with one session the one that goes on longer counts (%s)",
  async (isFirst) => {
    const { store, file } = opened();
    const { session_id } = wholeTurn(store);
    const early = await exported(file, [session_id]);
    wholeTurn(store, session_id);
    const late = await exported(file, [session_id]);
    const other = opened();
    const job = { file: other.file, paths: isFirst ? [early, late] : [late, early], now: tick() };
    const plan = await planImport(job, alone);
    expect(plan.sessions).toMatchObject([{ messages: 4 }]);
    expect(plan.files.map(({ sessions }) => sessions)).toEqual(isFirst ? [0, 1] : [1, 0]);
    const [copy, ...more] = (await importSessions(job, alone)).session_ids;
    expect(more).toEqual([]);
    expect(other.store.visibleMessages(copy as SessionId)).toHaveLength(4);
  },
);

test("[SE-6c] what lies in the trash of a file comes into the trash, once; taken back, the rest comes again", async () => {
  const { store, file } = opened();
  wholeTurn(store);
  store.trashSession(wholeTurn(store).session_id, true, tick());
  const path = await exported(file, "all", "zip");
  expect((await planned(file, path)).sessions).toMatchObject([{ there: true }, { there: true }]);
  const other = opened();
  expect((await planned(other.file, path)).sessions).toMatchObject([
    { there: false, trashed: false },
    { there: false, trashed: true },
  ]);
  const first = await imported(other.file, path);
  expect(first).toMatchObject({ session_ids: [expect.any(String)], trashed: 1 });
  expect(other.store.trashCount()).toBe(1);
  expect((await imported(other.file, path)).undo_id).toBeUndefined();
  const entry = first.undo_id ?? 0;
  expect(other.store.takeBackImported({ entry, most: 9, now: tick() }).session_ids).toEqual(
    first.session_ids,
  );
  const again = await planned(other.file, path);
  expect(again.sessions.map(({ there }) => there)).toEqual([false, true]);
  expect(await imported(other.file, path)).toMatchObject({ session_ids: [expect.any(String)], trashed: 0 });
  expect(other.store.trashCount()).toBe(2);
  // The copies in the trash do not keep the one outside of it from going along.
  const third = opened();
  const all = await exported(other.file, "all", "zip");
  expect(await planned(third.file, all)).toMatchObject({ broken: [] });
  expect(await imported(third.file, all)).toMatchObject({ session_ids: [expect.any(String)], trashed: 2 });
  expect((await imported(third.file, all)).undo_id).toBeUndefined();
});

/** Imports so that nothing of it can be shown. */
async function importedUnseen(file: string, path: string) {
  const refuse = (how: string) => {
    const db = openDatabase(file);
    db.exec(how);
    db.close();
  };
  const onProgress = (share: number) => {
    const trigger =
      "CREATE TRIGGER refused BEFORE UPDATE ON imported_sessions BEGIN SELECT RAISE(ABORT, 'no'); END";
    if (share === 1) refuse(trigger);
  };
  const outcome = await importSessions({ file, paths: [path], now: NOW }, { ...alone, onProgress });
  refuse("DROP TRIGGER refused");
  return { entry: outcome.undo_id ?? 0, count: outcome.session_ids.length };
}

/** Four sessions in a file. */
async function fourSessions(): Promise<string> {
  const { store, file } = opened();
  for (let n = 0; n < 4; n++) wholeTurn(store);
  return await exported(file, "all", "zip");
}

test("[SE-6f] [RW-7] an import that has come and cannot be shown has not failed; taken back half shown, it does not come undone", async () => {
  const { store, file } = opened();
  const { entry, count } = await importedUnseen(file, await fourSessions());
  expect([count, store.partialSessions(), store.trashCount()]).toEqual([4, [], 0]);
  store.showImported(2);
  expect(store.takeBackImported({ entry, most: 9, now: tick() }).session_ids).toHaveLength(2);
  expect(store.showImported(9)).toBe(2);
  expect([store.listSessions({ limit: 9, archived: false }).sessions, store.trashCount()]).toEqual([[], 4]);
});

test("[SE-6f] [DB-10] the sessions of an import that are not shown yet outlive those that are removed for good", async () => {
  const { store, file } = opened();
  const { entry } = await importedUnseen(file, await fourSessions());
  store.showImported(2);
  for (const { id } of store.listSessions({ limit: 9, archived: false }).sessions) {
    store.trashSession(id, true, tick());
    store.beginRemoval(id, tick());
    while (!store.removeSome(id, 100));
  }
  expect([store.partialSessions(), store.showImported(9)]).toEqual([[], 2]);
  expect(store.undoStep()).toMatchObject({ id: entry, imported: { count: 2, is_left: true } });
});

test("[SE-6c] [DB-10] a sidecar is in the trash with its session, in the file as in the library", async () => {
  const { store, file } = opened();
  const main = wholeTurn(store).session_id;
  const sidecar = wholeTurn(store).session_id;
  const db = openDatabase(file);
  db.exec(`INSERT INTO session_asides (session_id, beside_id) VALUES ('${sidecar}', '${main}')`);
  db.close();
  const path = await exported(file, "all", "zip");
  store.trashSession(main, true, tick());
  const trashed = await exported(file, "all", "zip");
  const inTrash = { there: true, trashed: true };
  expect((await planned(file, trashed)).sessions).toMatchObject([inTrash, inTrash]);
  // Deleted, it comes back with its sidecar.
  expect((await imported(file, path)).session_ids).toHaveLength(2);
  expect(ask(file, "SELECT count(*) AS n FROM session_asides")).toEqual([{ n: 2 }]);
});

/** A library with a session that has a file, and the hash of that. */
async function withFile() {
  const { store, file } = opened();
  const { sha256 } = await store.putBlob(bytesOf("the file"), tick());
  const { session_id } = wholeTurn(store);
  const part = {
    type: "file",
    url: blobUrl(sha256),
    mediaType: "text/plain",
    filename: "notes.txt",
  } as const;
  store.addUserMessage(
    { ...question(session_id), parts: [{ id: ids.part(), part }] },
    frame(session_id, ids.message(), [], { start: { metadata: { finish_reason: "stop" } } }),
  );
  return { file, sha256 };
}

test("[SE-6c] [DB-9] attachments come along, each once", async () => {
  const { file, sha256 } = await withFile();
  const other = opened();
  const { session_ids } = await imported(other.file, await exported(file, "all", "zip"));
  expect(session_ids).toHaveLength(1);
  const [one] = ask(other.file, "SELECT sha256, size FROM blobs");
  expect(one).toEqual({ sha256, size: 8 });
  expect(existsSync(join(dirname(other.file), "blobs", sha256.slice(0, 2), sha256))).toBe(true);
});

test("[SE-6e] [DB-9] of the files in an archive only those come along that a session names; the others are told", async () => {
  const { file, sha256 } = await withFile();
  const entries = Object.fromEntries(await zipEntries(await exported(file, "all", "zip")));
  const stray = `blobs/${"5".repeat(64)}`;
  const path = await zipOf(join(freshFolder(), "more.zip"), { ...entries, [stray]: "no session's" });
  const other = opened();
  const plan = await planned(other.file, path);
  expect(plan).toMatchObject({ broken: [], left: { names: [stray], count: 1 } });
  expect((await imported(other.file, path)).session_ids).toHaveLength(1);
  expect(ask(other.file, "SELECT sha256 FROM blobs")).toEqual([{ sha256 }]);
  const kept = join(dirname(other.file), "blobs", sha256.slice(0, 2), sha256);
  rmSync(kept);
  // A file that was lost since comes back, although its session is there.
  expect((await imported(other.file, path)).session_ids).toEqual([]);
  expect(readFileSync(kept, "utf8")).toBe("the file");
});

test("[SE-6e] what the disk has no room for is refused in a sentence with both numbers", () => {
  const folder = freshFolder();
  expect(() => assertRoom(folder, 1)).not.toThrow();
  const reason = { key: "exchange:broken.no-room", params: { needed: 2 ** 33, free: expect.any(Number) } };
  expect(() => assertRoom(folder, 2 ** 53)).toThrow(expect.objectContaining({ reason }));
});

test("[SE-6e] a cancelled import leaves nothing", async () => {
  const { store, file } = opened();
  const { session_id } = wholeTurn(store);
  for (let n = 0; n < 150; n++) wholeTurn(store, session_id);
  const path = await exported(file, [session_id]);
  const other = opened();
  const before = ask(other.file, "SELECT count(*) FROM chat_messages");
  let written = 0;
  const isCancelled = () => {
    written = Number(ask(other.file, "SELECT count(*) AS n FROM chat_messages")[0]?.n);
    return written > 0;
  };
  await expect(
    importSessions({ file: other.file, paths: [path], now: NOW }, { ...alone, isCancelled }),
  ).rejects.toMatchObject({
    code: "CANCELLED",
  });
  expect(written).toBeGreaterThan(0);
  expect(ask(other.file, "SELECT count(*) FROM chat_messages")).toEqual(before);
  for (const table of ["chat_sessions", "partial_sessions"])
    expect(ask(other.file, `SELECT * FROM ${table}`)).toEqual([]);
});

describe("[SE-6e] a hostile file is told in a sentence, with its line, and nothing of it is written", () => {
  const [A, B] = [`ses_00${"0".repeat(12)}${"a".repeat(12)}`, `ses_00${"0".repeat(12)}${"b".repeat(12)}`];
  const msg = (n: number) => `msg_00${String(n).padStart(12, "0")}${"a".repeat(12)}`;
  const session = (more = {}) => ({
    id: A,
    agent: "chat",
    title: "T",
    created_at: 1,
    updated_at: 1,
    metadata_json: "{}",
    ...more,
  });
  const message = (n: number, more = {}) => ({
    ...{ id: msg(n), session_id: A, role: "user", metadata_json: "{}", created_at: 1, updated_at: 1 },
    ...more,
  });
  const part = (more = {}) => ({
    ...{
      id: `prt_00${"0".repeat(12)}${"a".repeat(12)}`,
      message_id: msg(1),
      session_id: A,
      index: 0,
      type: "text",
    },
    ...{ data_json: "{}", created_at: 1, updated_at: 1 },
    ...more,
  });
  const file = (messages: object[], more: object = {}, one: object = session()) =>
    `{"format":"braid-session","version":1,\n"chat_sessions":[${JSON.stringify(one)}],\n${JSON.stringify(more).slice(1, -1)}${
      Object.keys(more).length > 0 ? "," : ""
    }"chat_messages":[\n${messages.map((m) => JSON.stringify(m)).join(",\n")}\n]}`;
  const deep = `${'{"a":'.repeat(2000)}1${"}".repeat(2000)}`;

  test.each<[string, string | Uint8Array, string, number?]>([
    ["nothing", "", "cut", 1],
    ["no JSON", "hello", "no-json", 1],
    ["another JSON", '{"a":1}', "unknown"],
    ["cut in the middle", file([message(1)]).slice(0, -20), "cut"],
    ["from a newer Braid", '{"format":"braid-session","version":2,"chat_sessions":[]}', "too-new"],
    [
      "messages before the session",
      '{"format":"braid-session","version":1,"chat_messages":[{}]}',
      "misplaced",
      1,
    ],
    ["two sessions", file([], { chat_sessions: [session()] }), "misplaced", 3],
    ["a message twice", file([message(1), message(1)]), "twice", 5],
    ["out of order", file([message(2), message(1)]), "twice", 5],
    ["an id that is none", file([message(1, { id: "1; DROP TABLE" })]), "no-id", 4],
    [
      "an id from the future",
      file([message(1, { id: `msg_${"f".repeat(14)}${"a".repeat(12)}` })]),
      "future",
      4,
    ],
    ["a row of another session", file([message(1, { session_id: B })]), "strange-session", 4],
    [
      "a part of another message",
      file([message(1, { chat_parts: [part({ message_id: msg(2) })] })]),
      "strange-parent",
      4,
    ],
    [
      "hidden by nothing",
      file([message(1, { chat_message_hides: [{ message_id: msg(1), op_id: "x" }] })]),
      "no-op",
      4,
    ],
    ["a strange role", file([message(1, { role: "root" })]), "role", 4],
    ["a text where a number has to be", file([message(1, { created_at: "x" })]), "value", 4],
    ["a date that is none", file([message(1, { created_at: 1e300 })]), "value", 4],
    ["metadata that are no object", file([message(1, { metadata_json: "[1]" })]), "value", 4],
    ["deep nesting", file([message(1, { chat_parts: [part({ data_json: deep })] })]), "value", 4],
    ["a list where a row has to be", file([[] as never]), "no-row", 4],
    [
      "a text under another's hash",
      file([], { system_prompt_sections: [{ digest: "x", text_json: '"evil"' }] }),
      "hash",
      3,
    ],
    ["UTF-16", Buffer.from(file([message(1)]), "utf16le"), "encoding"],
    ["a zip that is none", "PK\u0003\u0004nothing", "no-zip"],
    [
      "a zip with a path that leads out",
      rawZip([{ name: "../../evil.json", packed: Buffer.from("{}"), size: 2 }]),
      "leads-out",
    ],
    ["a zip bomb", rawZip([{ ...ZEROS, size: 1024 ** 3 }]), "bomb"],
    ["a zip bomb of entries that are none alone", rawZip(many(20, ZEROS)), "bomb"],
    ["a zip bomb of entries that share their bytes", rawZip(many(2000, ZEROS), { shared: true }), "bomb"],
    ["an entry that unpacks to more than it says", rawZip([{ ...ZEROS, size: 10 }]), "no-zip"],
  ])("%s", async (_, text, reason, line) => {
    const { file: database } = opened();
    const path = written("strange.json", text);
    const plan = await planned(database, path);
    expect(plan.sessions).toEqual([]);
    expect(plan.broken).toMatchObject([
      { reason: { key: `exchange:broken.${reason}` }, ...(line === undefined ? {} : { line }) },
    ]);
    expect((await imported(database, path)).session_ids).toEqual([]);
    expect(ask(database, "SELECT * FROM chat_sessions")).toEqual([]);
    expect(readFileSync(path).equals(Buffer.from(text))).toBe(true);
  });

  test("`__proto__` and unknown columns are nothing; NUL and lone halves are kept", async () => {
    const { file: database } = opened();
    const data_json = JSON.stringify({ type: "text", text: "a\0b\ud800" });
    const strange = JSON.stringify(message(1, { chat_parts: [part({ data_json })], evil: 1 })).replace(
      "{",
      '{"__proto__":{"role":"system"},',
    );
    const path = written("strange.json", file([]).replace("[\n\n]", `[${strange}]`));
    expect((await imported(database, path)).session_ids).toHaveLength(1);
    expect(ask(database, "SELECT role FROM chat_messages")).toEqual([{ role: "user" }]);
    expect(ask(database, "SELECT data_json FROM chat_parts")).toEqual([{ data_json }]);
    expect(({} as Record<string, unknown>).role).toBeUndefined();
  });

  test("an archive allows itself nothing", async () => {
    const { file: database } = opened();
    const rules = JSON.stringify([{ permission: "bash", pattern: "*", action: "allow", source: "session" }]);
    await imported(database, written("a.json", file([], {}, session({ permissions_json: rules }))));
    expect(ask(database, "SELECT permissions_json FROM chat_sessions")).toEqual([{ permissions_json: "[]" }]);
  });
});

test("[SE-6e] what was shown and is gone, or cannot be read any more, is told, and nothing comes in", async () => {
  const { store, file } = opened();
  const sessions = ["One.", "Two."].map((words) => wholeTurn(store, undefined, words).session_id);
  const paths = await Promise.all(sessions.map((id) => exported(file, [id])));
  const other = opened();
  const plan = await planned(other.file, ...paths);
  const shown = { sessions: plan.sessions.length, broken: plan.broken.length };
  expect(shown).toEqual({ sessions: 2, broken: 0 });
  const job = { file: other.file, paths, shown, now: NOW };
  rmSync(paths[0] as string);
  await expect(importSessions(job, alone)).rejects.toThrow("exchange:broken.not-as-shown");
  writeFileSync(paths[0] as string, "no session any more");
  await expect(importSessions(job, alone)).rejects.toThrow("exchange:broken.not-as-shown");
  expect(ask(other.file, "SELECT count(*) AS sessions FROM chat_sessions")).toEqual([{ sessions: 0 }]);
});
