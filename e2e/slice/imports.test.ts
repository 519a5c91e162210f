/** An import is one change of the history: taken back at once, after another session was opened, and after a restart (SE-6, RW-7). */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { importSessions } from "../../src-main/store/exchange/import/import";
import { claude } from "../../src-main/store/exchange/testing/foreign";
import type { AppEvent } from "../../src-preload/contract/window/bridge";
import { saying } from "../fixtures/saying";
import { query, tamper } from "./database";
import { removeSlice, restartSlice, type Slice } from "./slice";
import { startAnswering, talkIn } from "./talk";

let slice: Slice;
const folders: string[] = [];
afterEach(async () => {
  await removeSlice(slice);
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const said = (sender: string, text: string) => ({
  uuid: sender,
  sender,
  text,
  created_at: "2025-03-01T10:00:00Z",
});

/** Writes an import of so many conversations as the thread does; main does not know of it yet. */
async function written(count: number, onProgress: (share: number) => void = () => undefined) {
  const talks = Array.from({ length: count }, (_, n) => ({
    ...claude([said("human", `Question ${n}?`), said("assistant", "Green.")]),
    uuid: `talk ${n}`,
  }));
  const folder = mkdtempSync(join(tmpdir(), "braid-imports-"));
  folders.push(folder);
  const path = join(folder, "talks.json");
  writeFileSync(path, JSON.stringify(talks));
  const alone = { isCancelled: () => false, onProgress };
  const file = join(slice.data_dir, "braid.db");
  return await importSessions({ file, paths: [path], now: Date.now() }, alone);
}

/** An import as the app makes it. */
async function imported(count: number) {
  const come = await written(count);
  await (await slice.service.imports()).arrived(come.session_ids, come.trashed);
  return come;
}

const listed = () => slice.service.sessions.list({ limit: 200 }).sessions.map(({ id }) => id);

test("[SE-6f] [RW-7] an import is taken back by one undo, at once and after a restart, with what was added to it", async () => {
  slice = await startAnswering();
  const { session_id: other } = slice.ask("mine");
  await slice.rest(other);
  const events: AppEvent[] = [];
  slice.service.sessions.events.on((event) => events.push(event));
  const { session_ids } = await imported(60);
  expect(listed()).toHaveLength(61);
  // Windows hear once of many.
  const told = events.filter((event) => !("session" in event && event.session.id === other));
  expect(told).toEqual([{ type: "sessions-arrived" }]);
  const [first] = session_ids;
  if (first === undefined) throw new Error("nothing was imported");
  await talkIn(() => slice).say(first, "and which tea?");
  slice = await restartSlice(slice);
  const [entry] = slice.service.undo.list({ limit: 9 });
  expect(entry).toMatchObject({
    kind: "import",
    title: "talks.json",
    imported: { count: 60, is_left: true },
  });
  const again: AppEvent[] = [];
  slice.service.sessions.events.on((event) => again.push(event));
  // Somebody has gone on with it: no key alone takes it away.
  await expect(slice.service.undo.lastWhole({})).rejects.toMatchObject({ message: saying("talks.json") });
  expect(listed()).toHaveLength(61);
  const { id } = entry ?? {};
  const [undone] = await Promise.all([
    slice.service.undo.lastWhole({ id }),
    slice.service.undo.lastWhole({ id }),
  ]);
  expect(undone).toMatchObject({ id: entry?.id, kind: "import", imported: { count: 60 } });
  expect(listed()).toEqual([other]);
  expect(again).toEqual([{ type: "sessions-removed", session_ids: [...session_ids].sort() }]);
  expect(slice.service.trash.list({ limit: 1 }).count).toBe(60);
  await expect(slice.service.undo.lastWhole({})).rejects.toMatchObject({ code: "INVALID_INPUT" });
  // Nothing that was said since is lost.
  slice.service.trash.restore({ session_id: first });
  expect(talkIn(() => slice).texts(first)).toContain("and which tea?");
  expect((await imported(60)).session_ids).toHaveLength(59);
});

test("[RW-7] an import that somebody has gone on with stays, also where the clock was set back since", async () => {
  let now = Date.now();
  slice = await startAnswering({ compose: { clock: { now: () => now } } });
  const { session_ids } = await imported(2);
  const [first] = session_ids;
  if (first === undefined) throw new Error("nothing was imported");
  now -= 86_400_000;
  await talkIn(() => slice).say(first, "and which tea?");
  await expect(slice.service.undo.lastWhole({})).rejects.toMatchObject({ message: saying("talks.json") });
});

test("[RW-7] newer changes of an import that was taken back stand in nobody's way", async () => {
  slice = await startAnswering();
  const { session_id: other } = slice.ask("mine");
  await slice.rest(other);
  slice.service.sessions.archive({ session_id: other });
  const { session_ids, undo_id } = await imported(2);
  const [one] = session_ids;
  if (one === undefined) throw new Error("nothing was imported");
  slice.service.sessions.archive({ session_id: one });
  await slice.service.undo.lastWhole({ id: undo_id });
  const [archived] = slice.service.undo.list({ limit: 9 });
  expect(archived).toMatchObject({ kind: "archive", session_id: one, trashed: true });
  expect(await slice.service.undo.lastWhole({})).toMatchObject({ kind: "archive", session_id: other });
});

test("[RW-7] an import comes in its turn: what was changed after it is undone before it", async () => {
  slice = await startAnswering();
  const { session_ids } = await imported(3);
  const [one] = session_ids;
  if (one === undefined) throw new Error("nothing was imported");
  slice.service.trash.put({ session_id: one });
  expect((await slice.service.undo.lastWhole({})).kind).toBe("delete");
  expect((await slice.service.undo.lastWhole({})).kind).toBe("import");
  expect(listed()).toEqual([]);
  // An import of which each session was deleted by hand has nothing to take back.
  const come = await imported(2);
  for (const session_id of come.session_ids) slice.service.trash.put({ session_id });
  const [, , entry] = slice.service.undo.list({ limit: 9 });
  expect(entry).toMatchObject({ kind: "import", imported: { count: 2, is_left: false } });
});

test("[SE-6f] what fails once an import has come does not fail it: the rest is shown, settled and told", async () => {
  slice = await startAnswering();
  const isRefused = "BEGIN SELECT RAISE(ABORT, 'refused'); END";
  const refuseShowing = `CREATE TRIGGER unseen BEFORE UPDATE ON imported_sessions ${isRefused}`;
  const { session_ids } = await written(60, (share) => void (share === 1 && tamper(slice, refuseShowing)));
  expect(listed()).toEqual([]);
  const [stuck, open] = session_ids;
  tamper(
    slice,
    `DROP TRIGGER unseen;
     DROP TRIGGER chat_messages_append_only;
     UPDATE chat_messages SET metadata_json = '{}' WHERE role = 'assistant' AND session_id IN ('${stuck}', '${open}');
     CREATE TRIGGER stuck BEFORE UPDATE ON chat_messages WHEN old.session_id = '${stuck}' ${isRefused}`,
  );
  const events: AppEvent[] = [];
  slice.service.sessions.events.on((event) => events.push(event));
  await (await slice.service.imports()).arrived(session_ids);
  expect(listed()).toHaveLength(60);
  expect(events.map(({ type }) => type)).toEqual(["background-error", "sessions-arrived"]);
  const unsettled = `SELECT session_id FROM chat_messages WHERE role = 'assistant' AND metadata_json ->> '$.finish_reason' IS NULL`;
  expect(query(slice, unsettled)).toEqual([{ session_id: stuck }]);
  tamper(slice, "DROP TRIGGER stuck");
});

test("[SE-6c] [DB-10] an import that comes into the trash is told, too", async () => {
  slice = await startAnswering();
  const events: AppEvent[] = [];
  slice.service.sessions.events.on((event) => events.push(event));
  const arrivals = await slice.service.imports();
  const { session_ids } = await imported(1);
  await arrivals.arrived([], 1);
  await arrivals.arrived(session_ids, 1);
  expect(events.map(({ type }) => type)).toEqual(["session-changed", "sessions-arrived", "sessions-arrived"]);
});
