import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { fillRows } from "../../../e2e/fixtures/many-rows";
import { saying } from "../../../e2e/fixtures/saying";
import { openDatabase } from "../database/connection";
import { codeOf } from "../database/errors";
import { childScript } from "../testing/child-script";
import { ask, cleanup, freshFolder, opened, WORKER_FILE } from "../testing/stores";
import { append, beginTurn, endOf, wholeTurn } from "../testing/talk";
import { goingForRoom } from "./backup-days";
import { backupFolder, listBackups } from "./backup-list";
import { planBackups } from "./backup-plan";
import { backUp, isWorthwhile } from "./backups";

/** A commit that would be held up for longer fails: SQLite counts its own waiting, not what a busy machine adds to it. */
vi.mock("../database/connection", async (load) => {
  const real = await load<typeof import("../database/connection")>();
  const openDatabase: typeof real.openDatabase = (file, options) =>
    real.openDatabase(file, { busy_timeout_ms: 500, ...options });
  return { ...real, openDatabase };
});

const DAY = 24 * 60 * 60 * 1000;
const MORNING = Date.UTC(2026, 10, 21, 6, 51, 12);
const inFolder = (file: string) => readdirSync(backupFolder(file)).sort();
const at = (file: string, now: number) => backUp({ file, now, prune: true });
const run = (command: string, args: string[]) => execFileSync(command, args);
const isRoot = process.getuid?.() === 0;

describe("a backup", () => {
  it("[SV-8, DB-14] is the database as it was at one moment, one file, sound, and for its user alone", async () => {
    const before = process.umask(0);
    cleanup(() => process.umask(before));
    const { file, store } = opened();
    const { session_id } = wholeTurn(store);
    const { name, size } = await at(file, MORNING);
    expect(inFolder(file)).toEqual(["braid-2026-11-21T065112.db"]);
    const copy = join(backupFolder(file), name);
    expect(statSync(copy).size).toBe(size);
    expect([statSync(copy).mode & 0o777, statSync(backupFolder(file)).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(ask(copy, "PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
    expect(ask(copy, "SELECT id FROM chat_sessions")).toEqual([{ id: session_id }]);
    // Looked at, it is still one file.
    expect(inFolder(file)).toHaveLength(1);
  });

  it("[SV-8f] of the last seven days the newest of each is kept; the same day does not push the others out", async () => {
    const { file, store } = opened();
    wholeTurn(store);
    for (let day = 0; day < 9; day++) await at(file, MORNING + day * DAY);
    for (let again = 1; again < 4; again++) await at(file, MORNING + 8 * DAY + again * 60_000);
    expect(listBackups(file).map(({ name }) => name.slice(6, 23))).toEqual([
      "2026-11-29T065412",
      ...["28", "27", "26", "25", "24", "23"].map((day) => `2026-11-${day}T065112`),
    ]);
  });

  it("[SV-8f] of several made within one second the last one is kept", async () => {
    const { file, store } = opened();
    wholeTurn(store);
    for (let again = 0; again < 11; again++) await backUp({ file, now: MORNING, prune: false });
    expect((await at(file, MORNING)).name).toBe("braid-2026-11-21T065112-12.db");
    expect(inFolder(file)).toEqual(["braid-2026-11-21T065112-12.db"]);
  });

  it("[SV-8] none goes while a damaged database waits for them", async () => {
    const { file, store } = opened();
    wholeTurn(store);
    for (let day = 0; day < 9; day++) await backUp({ file, now: MORNING + day * DAY, prune: false });
    expect(listBackups(file)).toHaveLength(9);
  });

  it("is made by itself only where something was said since the last", async () => {
    const { file, store } = opened();
    expect(isWorthwhile(file)).toBe(false);
    wholeTurn(store);
    expect(isWorthwhile(file)).toBe(true);
    await at(file, MORNING);
    expect(isWorthwhile(file)).toBe(false);
    wholeTurn(store);
    expect(isWorthwhile(file)).toBe(true);
    await at(file, MORNING + DAY);
    expect(isWorthwhile(file)).toBe(false);
    // As an import writes: past main's connection, which counts its own commits.
    const db = openDatabase(file);
    fillRows(db, 0, 1, 2);
    db.close();
    expect(isWorthwhile(file)).toBe(true);
  });

  it("is made by itself where the newest one cannot be read", async () => {
    const { file, store } = opened();
    wholeTurn(store);
    const { name } = await backUp({ file, now: MORNING, prune: true });
    expect(isWorthwhile(file)).toBe(false);
    writeFileSync(join(backupFolder(file), name), "no database");
    expect(isWorthwhile(file)).toBe(true);
  });

  it("[SV-8e] made while an answer streams holds it up neither, nor misses what was there when it began", async () => {
    const { file, store, storage, background_errors } = opened(undefined, { worker_file: WORKER_FILE });
    for (let n = 0; n < 12; n++) wholeTurn(store, undefined, "word ".repeat(60_000));
    const turn = beginTurn(store);
    let said = "";
    let over = false;
    const done = storage.backUp().finally(() => {
      over = true;
    });
    for (let seq = 0; !over; seq++) {
      append(store, turn, seq, `${seq} `);
      said += `${seq} `;
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
    const { name } = await done;
    store.endTurn(endOf(turn, said));
    const copy = join(backupFolder(file), name);
    expect(ask(copy, "SELECT count(*) AS n FROM chat_sessions")).toEqual([{ n: 13 }]);
    expect(ask(copy, "PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
    expect(store.visibleMessages(turn.session_id).at(-1)?.parts).toEqual([
      { type: "text", text: said, state: "done" },
    ]);
    expect(background_errors).toEqual([]);
  });

  it("[SV-8] cancelled at any of its steps, leaves the older ones and nothing half-made", async () => {
    const { file, store } = opened();
    wholeTurn(store);
    await at(file, MORNING);
    const older = inFolder(file);
    const cancelledAt = async (step: number) => {
      let steps = 0;
      const isCancelled = () => ++steps >= step;
      return await backUp({ file, now: MORNING + DAY, prune: true, isCancelled }).catch(codeOf);
    };
    let step = 1;
    for (; (await cancelledAt(step)) === "CANCELLED"; step++) expect(inFolder(file)).toEqual(older);
    // The last one had fewer steps than that. One was behind the copying.
    expect(step).toBeGreaterThan(2);
    expect(inFolder(file)).toEqual([...older, "braid-2026-11-22T065112.db"]);
  });

  it("[SV-8] asked for twice at once, is made twice, one behind the other; the waiting one can be cancelled", async () => {
    const { file, store, backups } = opened();
    wholeTurn(store);
    const library = await backups();
    const [one, other, third] = [library.make(), library.make(), library.make()];
    other.cancel();
    await expect(other.result).rejects.toMatchObject({ code: "CANCELLED" });
    const names = [(await one.result).name, (await third.result).name];
    expect(new Set(names).size).toBe(2);
    expect(inFolder(file)).toEqual([names[1]]);
    expect(library.problem()).toBeUndefined();
  });

  it("[SV-8] killed in its midst leaves the older ones, and the next one cleans up", async () => {
    const { file, store, close } = opened();
    for (let n = 0; n < 8; n++) wholeTurn(store, undefined, "word ".repeat(60_000));
    await at(file, MORNING);
    await close();
    const child = spawn(process.execPath, [childScript("backup-child"), file], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exited = once(child, "exit");
    await once(child.stdout, "data");
    child.kill("SIGKILL");
    await exited;
    expect(inFolder(file).filter((name) => name.endsWith(".part"))).toHaveLength(1);
    expect(listBackups(file).map(({ name }) => name)).toEqual(["braid-2026-11-21T065112.db"]);
    await at(file, MORNING + DAY);
    expect(inFolder(file)).toEqual(["braid-2026-11-21T065112.db", "braid-2026-11-22T065112.db"]);
  });
});

describe.runIf(isRoot)("on a full disk", () => {
  it("[SV-8] leaves the older ones untouched, is told on the storage page, and works again with space", async () => {
    const folder = freshFolder();
    run("mount", ["-t", "tmpfs", "-o", "size=24m", "tmpfs", folder]);
    cleanup(() => run("umount", [folder]));
    const { file, store, storage, background_errors } = opened(join(folder, "data", "braid.db"), {
      worker_file: WORKER_FILE,
    });
    for (let n = 0; n < 4; n++) wholeTurn(store, undefined, "word ".repeat(60_000));
    const { name } = await storage.backUp();
    const older = readFileSync(join(backupFolder(file), name));
    for (let n = 0; n < 8; n++) wholeTurn(store, undefined, "word ".repeat(60_000));
    // So little is left that there is no space for it after the log was emptied either, whenever that is.
    writeFileSync(join(folder, "of another program"), Buffer.alloc(8 * 1024 * 1024));
    await expect(storage.backUp()).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: saying("no space left"),
    });
    expect(inFolder(file)).toEqual([name]);
    expect(readFileSync(join(backupFolder(file), name)).equals(older)).toBe(true);
    expect((await storage.report()).backup_problem).toEqual(saying("no space left"));
    expect(background_errors).toEqual([]);
    run("mount", ["-o", "remount,size=80m", folder]);
    await storage.backUp();
    expect((await storage.report()).backup_problem).toBeUndefined();
  });
});

describe("the room for a daily backup", () => {
  const made = (name: string, day: number, more: { kept?: true } = {}) => ({
    ...{ name, made_at: MORNING + day * DAY, size: 10 },
    ...more,
  });
  const backups = [
    made("newest", 3),
    made("same-day", 3),
    made("kept", 2, { kept: true }),
    made("older", 1),
    made("oldest", 0),
  ];
  const going = (missing: number) => goingForRoom(backups, missing)?.map(({ name }) => name);

  it("[SV-8] is made by those that are too many, then by the oldest; the newest stays, and all where it is not enough", () => {
    expect(going(-5)).toEqual([]);
    expect(going(10)).toEqual(["same-day"]);
    expect(going(11)).toEqual(["same-day", "oldest"]);
    expect(going(30)).toEqual(["same-day", "oldest", "older"]);
    expect(going(31)).toBeUndefined();
    expect(goingForRoom([], 1)).toBeUndefined();
  });

  /** A library of some megabytes on a disk of its own. */
  function openedOnDisk(folder: string) {
    run("mount", ["-t", "tmpfs", "-o", "size=200m", "tmpfs", folder]);
    cleanup(() => run("umount", [folder]));
    const on = opened(join(folder, "data", "braid.db"), { worker_file: WORKER_FILE });
    for (let n = 0; n < 8; n++) wholeTurn(on.store, undefined, "word ".repeat(60_000));
    return on;
  }

  /** Makes the disk so small that only so many times a backup's size is free. */
  function leaveFree(folder: string, file: string, times: number): void {
    const db = openDatabase(file);
    db.pragma("wal_checkpoint(TRUNCATE)");
    db.close();
    const { bavail, blocks, bsize } = statfsSync(folder);
    const size = (blocks - bavail) * bsize + statSync(file).size * times;
    run("mount", ["-o", `remount,size=${Math.ceil(size / 1024)}k`, folder]);
  }

  it.runIf(isRoot)(
    "[SV-8] is not the disk's last: older ones go, or none is made and the page says so",
    async () => {
      const folder = freshFolder();
      const { file, store, backups } = openedOnDisk(folder);
      for (let day = 0; day < 3; day++) await at(file, MORNING + day * DAY);
      wholeTurn(store);
      const all = inFolder(file);
      const library = await backups();
      leaveFree(folder, file, 5);
      await library.daily();
      expect(inFolder(file)).toEqual(all);
      expect(library.problem()).toEqual(saying("Too little space is left"));
      leaveFree(folder, file, 9.5);
      await library.daily();
      expect(library.problem()).toBeUndefined();
      expect(inFolder(file)).not.toContain(all[0]);
      expect(inFolder(file)).toContain(all[2]);
      expect(inFolder(file).at(-1)).not.toBe(all[2]);
    },
  );

  it.runIf(isRoot)("[SV-8] takes no older one's place before it is whole itself", async () => {
    const folder = freshFolder();
    const { file, store } = openedOnDisk(folder);
    for (let day = 0; day < 3; day++) await at(file, MORNING + day * DAY);
    wholeTurn(store);
    const all = inFolder(file);
    leaveFree(folder, file, 9.5);
    let steps = 0;
    const isCancelled = () => ++steps > 2;
    const next = { file, now: MORNING + 3 * DAY, prune: true, daily: true };
    await expect(backUp({ ...next, isCancelled })).rejects.toMatchObject({ code: "CANCELLED" });
    expect(inFolder(file)).toEqual(all);
    await backUp(next);
    expect(inFolder(file)).toEqual([...all.slice(1), "braid-2026-11-24T065112.db"]);
  });

  it.runIf(isRoot)("[SV-8] none is made where the disk does not hold it beside all others", async () => {
    const folder = freshFolder();
    const { file } = openedOnDisk(folder);
    for (let day = 0; day < 13; day++) await backUp({ file, now: MORNING + day * DAY, prune: false });
    const all = inFolder(file);
    leaveFree(folder, file, 0.5);
    await expect(backUp({ file, now: MORNING + 13 * DAY, prune: true, daily: true })).rejects.toMatchObject({
      code: "LOW_SPACE",
    });
    expect(inFolder(file)).toEqual(all);
  });

  it.runIf(isRoot)("[SV-8] none goes for it while a damaged database waits for them", async () => {
    const folder = freshFolder();
    const { file } = openedOnDisk(folder);
    for (let day = 0; day < 3; day++) await at(file, MORNING + day * DAY);
    const all = inFolder(file);
    leaveFree(folder, file, 9.5);
    await expect(backUp({ file, now: MORNING + 3 * DAY, prune: false, daily: true })).rejects.toMatchObject({
      code: "LOW_SPACE",
    });
    expect(inFolder(file)).toEqual(all);
    await backUp({ file, now: MORNING + 3 * DAY, prune: false });
  });
});

describe("when", () => {
  const planned = (newest: number | undefined) => {
    vi.useFakeTimers({ now: MORNING });
    cleanup(() => vi.useRealTimers());
    const backUp = vi.fn(async () => undefined);
    let made = newest;
    const plan = planBackups(Date.now, () => made, backUp);
    cleanup(() => plan.close());
    const byHand = () => {
      made = Date.now();
    };
    return Object.assign(backUp, { byHand });
  };

  it("[SV-8f] one is due at the start, some time after it, and then once a day, with one timer", () => {
    const backUp = planned(undefined);
    vi.advanceTimersByTime(10_000);
    expect(backUp).not.toHaveBeenCalled();
    vi.advanceTimersByTime(10_000);
    expect(backUp).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(2 * DAY);
    expect(backUp).toHaveBeenCalledTimes(3);
    expect(vi.getTimerCount()).toBe(1);
  });

  it("one of today is enough until tomorrow, also where the clock was set back", () => {
    const today = planned(MORNING - DAY / 2);
    vi.advanceTimersByTime(DAY / 2 - 1000);
    expect(today).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2000);
    expect(today).toHaveBeenCalledTimes(1);
    const future = planned(MORNING + 40 * DAY);
    vi.advanceTimersByTime(DAY + 1000);
    expect(future).toHaveBeenCalledTimes(1);
  });

  it("[SV-8f] one that was made by hand is enough until tomorrow", () => {
    const backUp = planned(undefined);
    vi.advanceTimersByTime(10_000);
    backUp.byHand();
    vi.advanceTimersByTime(DAY - 1000);
    expect(backUp).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2000);
    expect(backUp).toHaveBeenCalledTimes(1);
  });

  it("[SV-8f] one comes within an hour of waking where the computer has slept over its time", () => {
    const backUp = planned(MORNING - DAY / 2);
    vi.advanceTimersByTime(1000);
    // The clock goes on in a computer that sleeps, its timers do not.
    vi.setSystemTime(MORNING + DAY);
    vi.advanceTimersByTime(60 * 60 * 1000);
    expect(backUp).toHaveBeenCalledTimes(1);
  });
});

it("[SV-10] what takes space is measured, all of it; free pages go back; of the backups the newest stays", async () => {
  const { file, store, storage, backups } = opened();
  const big = wholeTurn(store, undefined, "word ".repeat(80_000));
  wholeTurn(store);
  writeFileSync(`${file}.set-aside-2026-01-01T000000`, "x".repeat(5000));
  // A branch shares the outputs of its origin, and a link of a command leads elsewhere.
  const outputs = join(dirname(file), "tool-outputs");
  for (const session of ["a", "b"]) mkdirSync(join(outputs, session), { recursive: true });
  writeFileSync(join(outputs, "a/whole.txt"), "x".repeat(3000));
  linkSync(join(outputs, "a/whole.txt"), join(outputs, "b/whole.txt"));
  writeFileSync(join(outputs, "b/other.txt"), "x".repeat(70));
  symlinkSync(file, join(outputs, "b/link.txt"));
  const first = await storage.report();
  const size = (report: typeof first, kind: string) => report.space.find((part) => part.kind === kind)?.size;
  const inDatabase = ["transcripts", "deltas", "events", "indexes", "other", "free"];
  const sum = (report: typeof first) =>
    report.space.filter(({ kind }) => inDatabase.includes(kind)).reduce((all, part) => all + part.size, 0);
  const pages = ask(file, "SELECT page_count * page_size AS n FROM pragma_page_count, pragma_page_size")[0]
    ?.n;
  expect(sum(first)).toBe(pages);
  expect(size(first, "set-aside")).toBe(5000);
  expect(size(first, "outputs")).toBe(3070);
  expect(size(first, "transcripts")).toBeGreaterThan(400_000);
  expect(first).toMatchObject({ sessions: 2, messages: 4, backups: [] });
  expect(first.biggest[0]).toMatchObject({ session: { id: big.session_id, title: "A talk" } });
  store.trashSession(big.session_id, true, 1);
  expect((await storage.report()).biggest[0]?.session).toMatchObject({ id: big.session_id, trashed: true });
  expect(size(first, "free")).toBeGreaterThan(0);

  expect(await storage.free()).toBeGreaterThan(0);
  expect(size(await storage.report(), "free")).toBe(0);
  await backUp({ file, now: Date.UTC(2025, 0, 1), prune: false });
  const newest = await storage.backUp();
  expect((await backups()).removeOld()).toBeGreaterThan(0);
  expect((await storage.report()).backups.map(({ name }) => name)).toEqual([newest.name]);
});
