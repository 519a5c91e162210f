/** A private session is saved (SE-10): all of it, or nothing, and then it is an ordinary one. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import Database from "better-sqlite3";
import { afterEach, expect, test, vi } from "vitest";
import { nativeBindingPath } from "../../build/native-path.mjs";
import type { AdoptJob } from "../../src-main/store/exchange/adopt";
import { childScript } from "../../src-main/store/testing/child-script";
import type { RunJob } from "../../src-main/store/upkeep/jobs/run-job";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import { reply } from "../fixtures/provider/script";
import { openBeside, query, tamper } from "./database";
import { broken } from "./invariants";
import { removeSlice, restartSlice, Slice, textOf } from "./slice";
import { startAnswering, talkIn } from "./talk";

const started = vi.hoisted(() => ({ inputs: [] as unknown[] }));
vi.mock(import("../../src-main/store/upkeep/jobs/run-job"), async (original) => {
  const module = await original();
  return {
    ...module,
    createJobRunner: () => {
      const runner = module.createJobRunner(pathToFileURL(childScript("store-job")));
      const run: RunJob = (name, input, onProgress) => {
        // A slow machine makes its daily backup meanwhile.
        if (name === "adopt") started.inputs.push(input);
        return runner.run(name, input, onProgress);
      };
      return { ...runner, run };
    },
  };
});

let slice: Slice;
let hidden: Slice;
afterEach(() => removeSlice(slice));

const { conversation, say, idAt, texts } = talkIn(() => hidden);

async function begin() {
  started.inputs = [];
  slice = await startAnswering();
  const { service, saving } = await slice.app.privately();
  hidden = new Slice({ ...slice.app, ...service }, slice.provider, slice.data_dir);
  return saving;
}

async function* bytes() {
  yield Buffer.from("a tangerine-sextant");
}

/** A session with a label, hidden turns, a branch, a sidecar, a file and a draft; and another one. */
async function library() {
  const session_id = await conversation(2);
  const { app } = hidden;
  await (await app.labels()).add({ session_id, message_id: idAt(session_id, 1), name: "decision" });
  const note = await app.attachments.add(bytes(), "note.txt");
  app.queue.send({ session_id, text: "question 3", attachments: [note] });
  await hidden.rest(session_id);
  await app.timeline.rewind({ session_id, message_id: idAt(session_id, 4), text: "question 3, otherwise" });
  await hidden.rest(session_id);
  const branch = await app.branches.branch({
    parent_session_id: session_id,
    from_message_id: idAt(session_id, 1),
  });
  await say(branch.id, "another way");
  const sidecar = await app.sidecars.open({ session_id });
  await say(sidecar.id, "by the way");
  app.drafts.save({ place: { kind: "composer", session_id }, text: "not yet said" }, "a window");
  const other = await conversation(1);
  return { session_id, branch: branch.id, sidecar: sidecar.id, other, note };
}

const TABLES = {
  chat_sessions: "id",
  chat_messages: "session_id",
  chat_parts: "session_id",
  chat_timeline_ops: "session_id",
  chat_message_hides: "message_id",
  chat_timeline_forks: "op_id",
  session_asides: "session_id",
  session_turns: "session_id",
  place_drafts: "session_id",
  message_labels: "message_id",
};

/** All rows of these sessions. */
function rowsOf(db: Database.Database, ids: readonly SessionId[]) {
  const own: Record<string, string> = {
    session_id: "SELECT value FROM json_each(@ids)",
    id: "SELECT value FROM json_each(@ids)",
    message_id: "SELECT id FROM chat_messages WHERE session_id IN (SELECT value FROM json_each(@ids))",
    op_id: "SELECT id FROM chat_timeline_ops WHERE session_id IN (SELECT value FROM json_each(@ids))",
  };
  const read = ([table, key]: [string, string]) => [
    table,
    db
      .prepare(`SELECT * FROM ${table} WHERE ${key} IN (${own[key]})`)
      .all({ ids: JSON.stringify(ids) })
      .map((row) => JSON.stringify(row))
      .sort(),
  ];
  return Object.fromEntries(Object.entries(TABLES).map(read)) as Record<string, string[]>;
}

const nothingIn = (table: string) => query(slice, `SELECT * FROM ${table}`);

test("[SE-10b] saved, it is whole in the library, with what descends from it, and gone from memory; others stay private", async () => {
  const saving = await begin();
  const { session_id, branch, sidecar, other, note } = await library();
  expect(saving.plan({ session_id })).toEqual({ branches: 1, sidecars: 1 });
  const before = texts(session_id);
  await saving.save({ session_id });

  const [input] = started.inputs as AdoptJob[];
  const nativeBinding = nativeBindingPath();
  const memory = new Database(
    Buffer.from(input?.image ?? []),
    nativeBinding === undefined ? {} : { nativeBinding },
  );
  const ids = [session_id, branch, sidecar];
  const whole = rowsOf(memory, ids);
  for (const [table, rows] of Object.entries(whole)) expect(rows, table).not.toEqual([]);
  const db = openBeside(slice.data_dir);
  expect(rowsOf(db, ids)).toEqual(whole);
  expect(rowsOf(db, [other]).chat_messages).toEqual([]);
  for (const one of [memory, db]) one.close();
  const kept = join(slice.data_dir, "blobs", note.sha256.slice(0, 2), note.sha256);
  expect(readFileSync(kept, "utf8")).toBe("a tangerine-sextant");

  expect(hidden.app.sessions.list({ limit: 10 }).sessions.map(({ id }) => id)).toEqual([other]);
  expect(() => hidden.app.sessions.read({ session_id })).toThrow();
  expect(hidden.app.trash.list({ limit: 10 }).count).toBe(0);
  expect(await hidden.app.attachments.picture(note.sha256)).toBeUndefined();

  hidden = slice = await restartSlice(slice);
  expect(texts(session_id)).toEqual(before);
  expect(slice.app.drafts.read(session_id, "another window", []).map(({ text }) => text)).toEqual([
    "not yet said",
  ]);
  await say(session_id, "And now?");
  expect(textOf(slice.messages(session_id).at(-1))).toMatch(/^answer/);
  expect(broken(slice)).toEqual([]);
});

test("[SE-10b] while a private answer is written, nothing is saved", async () => {
  const saving = await begin();
  const session_id = await conversation(1);
  slice.provider.respond(() => [{ text: "It " }, { gate: "on" }, ...reply("goes on.")]);
  hidden.send({ session_id, text: "question 2" });
  await expect(saving.save({ session_id })).rejects.toMatchObject({ code: "SESSION_BUSY" });
  slice.provider.open("on");
  await hidden.rest(session_id);
  await saving.save({ session_id });
  expect(slice.messages(session_id).map(textOf).at(-1)).toBe("It goes on.");
});

test("[SE-10b] [SV-7] a disk that takes no more of it leaves it private and whole, and nothing of it among the others", async () => {
  const saving = await begin();
  const { session_id, note } = await library();
  const before = texts(session_id);
  tamper(
    slice,
    "CREATE TRIGGER no_room BEFORE UPDATE OF deleted_at ON chat_sessions BEGIN SELECT RAISE(FAIL, 'no room'); END",
  );
  await expect(saving.save({ session_id })).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
    info: { message: { key: "private:not-saved" } },
  });
  tamper(slice, "DROP TRIGGER no_room");
  expect(texts(session_id)).toEqual(before);
  expect(slice.app.sessions.list({ limit: 10 }).sessions).toEqual([]);
  for (const table of ["chat_sessions", "chat_messages", "blobs"]) expect(nothingIn(table)).toEqual([]);
  expect(() => readFileSync(join(slice.data_dir, "blobs", note.sha256.slice(0, 2), note.sha256))).toThrow();
  await say(session_id, "Still here?");
  await saving.save({ session_id });
  expect(slice.messages(session_id)).toHaveLength(before.length + 2);
});

test("[SE-10b] what is said while it is saved is refused, and kept by nobody", async () => {
  const saving = await begin();
  const session_id = await conversation(1);
  const message_id: MessageId = idAt(session_id, 0);
  const saved = saving.save({ session_id });
  expect(() => hidden.send({ session_id, text: "too late" })).toThrow(
    expect.objectContaining({ code: "SESSION_BUSY" }),
  );
  await expect(saving.save({ session_id })).rejects.toMatchObject({ code: "SESSION_BUSY" });
  await saved;
  expect(slice.messages(session_id).map(textOf)).toHaveLength(2);
  expect(slice.messages(session_id)[0]?.id).toBe(message_id);
});
