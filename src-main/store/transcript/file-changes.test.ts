import { expect, it } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { ask, opened } from "../testing/stores";
import { ids, tick, wholeTurn } from "../testing/talk";

const DAY = 24 * 60 * 60 * 1000;

async function* bytes(text: string) {
  yield Buffer.from(text);
}

/** A turn that changed a file which had this content. */
async function changed(store: ReturnType<typeof opened>["store"], content: string, session?: SessionId) {
  const { session_id } = wholeTurn(store, session);
  const message_id = store.page(session_id, { limit: 1 }).messages[0]?.id ?? expect.fail();
  const { sha256 } = await store.putBlob(bytes(content), tick());
  const change = { session_id, message_id, path: "/w/a.txt", before: { sha256, mode: 0o644 }, now: tick() };
  expect(store.addFileChange({ ...change, after_sha256: "after" })).toBe(true);
  return { ...change, sha256 };
}

it("[RW-5, DB-10] what a file was is kept as long as its session, however old it is", async () => {
  const { store, file } = opened();
  const { session_id, sha256 } = await changed(store, "before");
  await store.sweepBlobs(tick() + 2 * DAY, { files: true });
  expect(String(await store.readBlob(sha256))).toBe("before");
  store.trashSession(session_id, true, tick());
  store.beginRemoval(session_id, tick());
  while (!store.removeSome(session_id, 1));
  // At once: nobody else has it, and its day does not count any more.
  await store.sweepBlobs(tick());
  expect(store.blob(sha256)).toBeUndefined();
  expect(await store.readBlob(sha256)).toBeUndefined();
  expect(ask(file, "SELECT count(*) AS rows FROM file_changes")).toEqual([{ rows: 0 }]);
});

it("[RW-5] a change whose old content is not there is not entered", async () => {
  const { store } = opened();
  const { before: _, sha256: __, ...change } = await changed(store, "before");
  const before = { sha256: "0".repeat(64), mode: 0o644 };
  expect(store.addFileChange({ ...change, before, after_sha256: null })).toBe(false);
  expect(store.addFileChange({ ...change, before: null, after_sha256: null })).toBe(true);
  expect(store.fileChangesFrom(change.session_id, change.message_id)).toHaveLength(2);
});

it("[RW-5] a restore stands between the turns, by its time and not by the message up to which it went", async () => {
  const { store } = opened();
  const first = await changed(store, "one");
  const second = await changed(store, "two", first.session_id);
  const restore_id = ids.op();
  const { sha256: _, ...back } = first;
  store.addFileChange({ ...back, after_sha256: "one", restore_id, now: tick() });
  const since = (from: typeof first) =>
    store
      .fileChangesFrom(from.session_id, from.message_id)
      .map((change) => change.restore_id ?? change.message_id);
  expect(since(first)).toEqual([first.message_id, second.message_id, restore_id]);
  expect(since(second)).toEqual([second.message_id, restore_id]);
  expect(store.lastRestore(first.session_id)).toBe(restore_id);
  // The next change of that answer follows its own last one, not the restore.
  expect(store.fileChange(first.message_id, first.path)?.restore_id).toBeUndefined();
  const [change] = store.restoredChanges(first.session_id, restore_id);
  store.dropFileChange(change?.id ?? expect.fail());
  expect(since(second)).toEqual([second.message_id]);
  expect(store.lastRestore(first.session_id)).toBeUndefined();
});
