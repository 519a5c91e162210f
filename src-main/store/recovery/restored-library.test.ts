import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { childScript } from "../testing/child-script";
import { ask, freshFolder, opened } from "../testing/stores";
import { wholeTurn } from "../testing/talk";
import { backupFolder, listBackups } from "../upkeep/backup-list";
import { backUp, isWorthwhile } from "../upkeep/backups";
import type { JobContext } from "../upkeep/jobs/jobs";
import { restoringOf } from "./rebuilt-file";
import { putInPlace } from "./restored-library";
import { restore } from "./salvage/rebuild";

const MORNING = Date.UTC(2026, 10, 21, 6, 51, 12);
const alone: JobContext = {
  isCancelled: () => false,
  onProgress: () => undefined,
  unstoppable: (read) => read(),
};
const sessionsIn = (file: string) => ask(file, "SELECT id FROM chat_sessions").length;

/** A closed library of three sessions, and its backup of one. */
async function library() {
  const { file, store, close } = opened();
  wholeTurn(store);
  const { name } = await backUp({ file, now: MORNING, prune: true });
  for (let n = 0; n < 2; n++) wholeTurn(store);
  await close();
  return { file, backup: join(backupFolder(file), name) };
}

/** Stops the child at its nth step, kills it there, and returns the name of that step. */
async function killedAt(file: string, backup: string, step: number): Promise<string> {
  const child = spawn(process.execPath, [childScript("restore-child"), file, backup, String(step)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  child.kill("SIGKILL");
  await exited;
  return said.toString().trim();
}

test("[SV-8i] a restored library says so at its first start; today's is kept, comes back, and no backup pushes it out", async () => {
  const { file, backup } = await library();
  const before = readFileSync(backup);
  await restore({ backup, target: restoringOf(file) }, alone);
  putInPlace(file, { now: MORNING + 5000, made_at: MORNING });
  expect(readFileSync(backup).equals(before)).toBe(true);

  const first = opened(file);
  expect(first.notices).toEqual([
    {
      message: { key: "backups:restored.of", params: { at: MORNING } },
      hint: { key: "backups:restored.hint" },
    },
  ]);
  expect(first.store.listSessions({ limit: 10, archived: false }).sessions).toHaveLength(1);
  expect(isWorthwhile(file)).toBe(true);
  for (let day = 1; day < 10; day++) await backUp({ file, now: MORNING + day * 86_400_000, prune: true });
  const kept = listBackups(file).filter((one) => one.kept);
  expect(kept.map(({ name }) => name)).toEqual(["braid-kept-2026-11-21T065117.db"]);
  expect(listBackups(file)).toHaveLength(8);
  expect((await first.backups()).removeOld()).toBeGreaterThan(0);
  expect(listBackups(file).filter((one) => one.kept)).toEqual(kept);
  await first.close();
  expect(opened(file).notices).toEqual([]);

  const today = join(backupFolder(file), kept[0]?.name ?? "");
  expect(ask(today, "PRAGMA journal_mode")).toEqual([{ journal_mode: "delete" }]);
  const again = join(freshFolder(), "again");
  cpSync(dirname(file), again, { recursive: true });
  const copy = join(again, "braid.db");
  await restore({ backup: today, target: restoringOf(copy) }, alone);
  putInPlace(copy, { now: MORNING + 9000, made_at: 0 });
  expect(sessionsIn(copy)).toBe(3);
});

test("[SV-8i] what was said after the backup was prepared is in the kept library, also where the disk knows no second names", async () => {
  const { file, backup } = await library();
  await restore({ backup, target: restoringOf(file) }, alone);
  const { store, close } = opened(file);
  expect(existsSync(restoringOf(file))).toBe(false);
  await restore({ backup, target: restoringOf(file) }, alone);
  wholeTurn(store);
  await close();
  const link = () => {
    throw Object.assign(new Error("no links"), { code: "EPERM" });
  };
  putInPlace(file, { now: MORNING + 5000, made_at: MORNING }, { link });
  const [kept] = listBackups(file).filter((one) => one.kept);
  expect(sessionsIn(join(backupFolder(file), kept?.name ?? ""))).toBe(4);
  expect(readdirSync(backupFolder(file)).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("[SV-8i] killed at any of its steps, the library is the whole old one or the whole new one, and no backup is lost", async () => {
  const { file: template, backup } = await library();
  const name = backup.slice(backupFolder(template).length + 1);
  const seen = new Set<string>();
  for (let at = 1; !seen.has("done"); at++) {
    const folder = join(freshFolder(), "data");
    cpSync(dirname(template), folder, { recursive: true });
    const file = join(folder, "braid.db");
    const step = await killedAt(file, join(backupFolder(file), name), at);
    seen.add(step);
    const isNew = step === "index" || step === "done";
    const { store, notices, close } = opened(file);
    expect(store.listSessions({ limit: 10, archived: false }).sessions).toHaveLength(isNew ? 1 : 3);
    expect(notices).toHaveLength(isNew ? 1 : 0);
    expect(ask(file, "PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
    expect(readdirSync(folder).filter((one) => one.includes(".restoring"))).toEqual([]);
    wholeTurn(store);
    // A second name of the library in use, left by a kill, is no backup.
    expect(listBackups(file)).toHaveLength(isNew ? 2 : 1);
    await backUp({ file, now: MORNING + 86_400_000, prune: true });
    const there = readdirSync(backupFolder(file)).sort();
    expect(there).toEqual(
      listBackups(file)
        .map((one) => one.name)
        .sort(),
    );
    const kept = listBackups(file).filter((one) => one.kept);
    expect(kept.map((one) => sessionsIn(join(backupFolder(file), one.name)))).toEqual(isNew ? [3] : []);
    await close();
  }
  expect([...seen].sort()).toEqual(
    expect.arrayContaining(["copy", "index", "keep", "note", "prepared", "replace", "settle"]),
  );
});
