/** The way back while the app runs: a file that was taken away is put back from what is still open, a damaged one is rebuilt (SV-8). */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import type { Recovery } from "../../src-preload/contract/calls/storage";
import { ask, freshFile, opened, spoil, WORKER_FILE } from "./testing/stores";
import { wholeTurn } from "./testing/talk";

type State = Recovery["state"];

/** A store that tells how a recovery goes. */
function watched(file = freshFile()) {
  let tell: (state: State) => void = () => undefined;
  const store = opened(file, {
    worker_file: WORKER_FILE,
    recovery: {
      isQuiet: () => true,
      whenQuiet: () => Promise.resolve(),
      onChange: (recovery) => recovery !== undefined && tell(recovery.state),
      onReplaced: () => undefined,
    },
  });
  const recover = (how: Parameters<typeof store.storage.recover>[0]) =>
    new Promise<State>((resolve) => {
      tell = (state) => (state.is === "done" || state.is === "failed") && resolve(state);
      store.storage.recover(how);
    });
  return { ...store, recover };
}

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
  const { file, store, storage, recover, close, troubles } = watched();
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
  expect([again.notices, again.storage.recovery(), troubles]).toEqual([[], undefined, []]);
});

/** Damage that the glance at start misses: an old leaf of the parts, with much newer after it. */
async function damaged(backUp: boolean) {
  const file = freshFile();
  const before = opened(file);
  const first = wholeTurn(before.store, undefined, "the first ".repeat(200));
  if (backUp) await before.storage.backUp();
  for (let n = 0; n < 40; n++) wholeTurn(before.store, undefined, `question ${n} `.repeat(200));
  await before.close();
  spoil(file, "chat_parts", "first leaf");
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
    message: expect.stringContaining("“A talk”"),
  });
  const done = await recover(how);
  expect(done).toMatchObject({ is: "done", report: { sessions: how === "backup" ? 1 : 41 } });
  if (how === "backup") expect(store.page(first.session_id, { limit: 9 }).messages).toHaveLength(2);
  wholeTurn(store, undefined, "and on");
  expect(all(dirname(file)).some((name) => name.startsWith("braid.db.set-aside-"))).toBe(true);
  storage.startEmpty();
  expect(storage.recovery()).toBeUndefined();
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
