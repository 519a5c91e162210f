/** A process is killed while it brings a session back: all or nothing, and the next start leaves no trace of it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { sweepUnfinished } from "../../../files/unfinished";
import { childScript } from "../../testing/child-script";
import { ask, opened } from "../../testing/stores";
import { wholeTurn } from "../../testing/talk";
import { backupFolder } from "../../upkeep/backup-list";
import { backUp } from "../../upkeep/backups";
import { oldBackup } from "../testing/old-backup";
import { bringBack } from "./bring-back";

/** Each kill starts a process. */
const LONG = 300_000;
const KILLS = 8;

async function killed(file: string, backup: string, session_id: string, steps: number): Promise<void> {
  const args = ["bring-back", file, `${backup}|${session_id}`, String(steps)];
  const child = spawn(process.execPath, [childScript("exchange-child"), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await exited;
}

test(
  "[SV-8k] killed in its midst, no list shows any of it, and the next start removes it",
  async () => {
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
    const { file, store } = opened();
    const count = (table: string) => Number(ask(file, `SELECT count(*) AS n FROM ${table}`)[0]?.n);
    let written = 0;
    // The last step stands behind the last message and before the moment at which all of it is there.
    for (let n = 1; n <= KILLS; n++) {
      await killed(file, backup, session_id, Math.ceil((steps * n) / KILLS));
      written = Math.max(written, count("chat_messages"));
      expect(store.listSessions({ limit: 10, archived: false }).sessions, `kill ${n}`).toEqual([]);
      for (const id of store.partialSessions()) while (!store.removeSome(id, 100));
      for (const table of ["chat_sessions", "chat_messages", "chat_parts"])
        expect(count(table), `${table}, kill ${n}`).toBe(0);
    }
    expect(written).toBeGreaterThan(0);
  },
  LONG,
);

test("[SV-8k] killed while it copies an older backup, the copy is removed", async () => {
  const { old, session_id } = oldBackup();
  const { file } = opened();
  const copies = () => readdirSync(dirname(file)).filter((name) => name.startsWith(".bring-back."));
  await killed(file, old, session_id, 2);
  // And SQLite's journal beside it.
  expect(copies()).toHaveLength(2);
  await sweepUnfinished(dirname(file));
  expect(copies()).toEqual([]);
});
