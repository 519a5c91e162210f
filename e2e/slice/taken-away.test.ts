/** The database under a running app: deleted, replaced, damaged. What is said is true, nothing more is taken, and there is a way on. */
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { damage } from "../fixtures/damage";
import { withDatabase } from "../fixtures/database";
import { reply } from "../fixtures/provider/script";
import { saying } from "../fixtures/saying";
import { removeSlice, restartSlice, type Slice, startSlice } from "./slice";
import { talkIn } from "./talk";
import { onWrite, watchWrites } from "./watch-writes";

let slice: Slice;
beforeAll(watchWrites);
afterEach(() => removeSlice(slice));
afterAll(() => vi.restoreAllMocks());

const { conversation, idAt, texts } = talkIn(() => slice);
const file = () => join(slice.data_dir, "braid.db");
const recovery = () => slice.app.storage.recovery();

async function begin(): Promise<void> {
  slice = await startSlice();
  slice.provider.respond(() => reply("Yes."));
}

test.each([
  ["the file alone", () => rmSync(file())],
  [
    "all of its files",
    () => {
      for (const end of ["", "-wal", "-shm", "-witness"]) rmSync(file() + end, { force: true });
    },
  ],
  ["and another in its place", () => [rmSync(file()), writeFileSync(file(), "another program's")]],
])(
  "[SV-7, SV-8] deleted, %s: no message is taken, it is told, and what was said can be read",
  async (_, take) => {
    await begin();
    const session_id = await conversation(2);
    const before = texts(session_id);
    take();
    expect(() => slice.send({ session_id, text: "lost?" })).toThrow(/was deleted, moved or replaced/);
    expect(() => slice.service.sessions.create({ text: "lost?" })).toThrow(/was deleted, moved or replaced/);
    expect(recovery()).toMatchObject({ ways: ["put-back"], message: saying(file()) });
    expect(recovery()?.hint).toEqual(saying("takes no more messages"));
    expect(texts(session_id)).toEqual(before);
  },
);

test("[SV-7] moved away and back by hand: the next message is taken, and nothing is offered any more", async () => {
  await begin();
  const session_id = await conversation(1);
  renameSync(file(), `${file()}.moved`);
  expect(() => slice.send({ session_id, text: "lost?" })).toThrow(/was deleted, moved or replaced/);
  expect(recovery()).toBeDefined();
  renameSync(`${file()}.moved`, file());
  slice.send({ session_id, text: "on it goes" });
  await slice.rest(session_id);
  expect(recovery()).toBeUndefined();
  expect(texts(session_id)).toHaveLength(4);
});

test("[SV-7] deleted in mid-answer: the run ends, and what was shown is put back with the rest", async () => {
  await begin();
  slice.provider.respond(() => [{ text: "Half an answer" }, { gate: "deleted" }, ...reply(", and more")]);
  const { session_id } = slice.ask("question");
  const watcher = slice.watch(session_id);
  await watcher.until(() => watcher.text === "Half an answer");
  rmSync(file());
  slice.provider.open("deleted");
  await watcher.rest();
  expect(watcher.status).toMatchObject({ state: "error", message: saying("was deleted") });
  expect(texts(session_id)).toEqual(["question", "Half an answer"]);
  expect(recovery()?.ways).toEqual(["put-back"]);
});

/** Damage that the glance at start misses: the first leaf of the parts, with much newer after it. */
async function damaged(): Promise<{ first: SessionId; second: SessionId }> {
  await begin();
  slice.provider.respond(() => reply("Words. ".repeat(2000)));
  const first = await conversation(3);
  const second = await conversation(9);
  await slice.app.close();
  withDatabase(slice.data_dir, (db) => db.pragma("wal_checkpoint(TRUNCATE)"));
  damage(slice.data_dir, "chat_parts");
  slice = await restartSlice(slice);
  return { first, second };
}

test("[SV-8] damage that is met while reading is told with its session, and what helps is offered there and then", async () => {
  const { first, second } = await damaged();
  expect(recovery()).toBeUndefined();
  expect(() => slice.messages(first)).toThrow(/It was met in the session “question 1”/);
  expect(recovery()).toMatchObject({ ways: ["salvage"], otherwise: "later" });
  expect(recovery()?.message).toEqual(saying("question 1"));
  // The others go on.
  expect(texts(second)).toHaveLength(16);
  slice.app.storage.startEmpty();
  expect(recovery()).toBeUndefined();
  expect(() => slice.messages(first)).toThrow(/damaged/);
  expect(recovery(), "put off, it is said where it is met and offered again after a restart").toBeUndefined();
});

test("[BR-2, SV-7] a branch that a full disk refuses is gone as soon as there is room, not at the next start", async () => {
  await begin();
  const session_id = await conversation(3);
  const partial = () =>
    withDatabase(slice.data_dir, (db) => db.prepare("SELECT count(*) FROM partial_sessions").pluck().get());
  let writes = 0;
  // The row of the branch is there before the disk is full.
  const letBe = onWrite(() => {
    writes += 1;
    if (writes > 3) throw new Database.SqliteError("injected", "SQLITE_FULL");
  });
  const branch = slice.service.branches.branch({
    parent_session_id: session_id,
    from_message_id: idAt(session_id, -1),
  });
  await expect(branch).rejects.toThrow(/no space left/);
  expect(partial()).toBe(1);
  letBe();
  await expect.poll(partial).toBe(0);
  expect(slice.service.sessions.list({ limit: 9 }).sessions).toHaveLength(1);
});
