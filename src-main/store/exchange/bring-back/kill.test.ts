/** A process is killed while it brings a session back: all or nothing, and the next start leaves no trace of it. */
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { sweepUnfinished } from "../../../files/unfinished";
import { killedAt, killsAt } from "../../testing/exchange-kills";
import { ask, opened } from "../../testing/stores";
import { wholeTurn } from "../../testing/talk";
import { backupFolder } from "../../upkeep/backup-list";
import { backUp } from "../../upkeep/backups";
import { oldBackup } from "../testing/old-backup";
import { bringBack } from "./bring-back";

const KILLS = 20;

test("[SV-8k] killed in its midst, no list shows any of it, and the next start removes it", async () => {
  const from = opened();
  const { session_id } = wholeTurn(from.store, undefined, "word ".repeat(2000));
  for (let turn = 0; turn < 60; turn++) wholeTurn(from.store, session_id, "word ".repeat(100));
  const { name } = await backUp({ file: from.file, now: Date.now(), prune: false });
  const backup = join(backupFolder(from.file), name);
  let steps = 0;
  const isCancelled = () => {
    steps += 1;
    return false;
  };
  const job = { backup, session_id, again: true, now: Date.now() };
  await bringBack(
    { ...job, file: opened().file },
    { isCancelled, onProgress: () => undefined, unstoppable: (read) => read() },
  );
  const { file, close } = opened();
  await close();
  const count = (table: string) => Number(ask(file, `SELECT count(*) AS n FROM ${table}`)[0]?.n);
  let written = 0;
  // The last step stands behind the last message and before the moment at which all of it is there.
  const kills = [steps, ...Array.from({ length: KILLS - 1 }, () => 1 + Math.floor(Math.random() * steps))];
  const work = { what: "bring-back", file, path: `${backup}|${session_id}` } as const;
  for (const { step, putBack } of await killsAt(work, kills, [dirname(file)])) {
    putBack();
    const { store, close } = opened(file);
    written = Math.max(written, count("chat_messages"));
    expect(store.listSessions({ limit: 10, archived: false }).sessions, `killed at step ${step}`).toEqual([]);
    for (const id of store.partialSessions()) while (!store.removeSome(id, 100));
    for (const table of ["chat_sessions", "chat_messages", "chat_parts"])
      expect(count(table), `${table}, killed at step ${step}`).toBe(0);
    await close();
  }
  expect(written).toBeGreaterThan(0);
});

test("[SV-8k] killed while it copies an older backup, the copy is removed", async () => {
  const { old, session_id } = oldBackup();
  const { file } = opened();
  const copies = () => readdirSync(dirname(file)).filter((name) => name.startsWith(".bring-back."));
  await killedAt({ what: "bring-back", file, path: `${old}|${session_id}` }, 2);
  // And SQLite's journal beside it.
  expect(copies()).toHaveLength(2);
  await sweepUnfinished(dirname(file));
  expect(copies()).toEqual([]);
});
