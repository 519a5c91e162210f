import { once } from "node:events";
import { readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { describe, expect, it, vi } from "vitest";
import { saying } from "../../../e2e/fixtures/saying";
import type { Store } from "../../core/ports/store";
import { identityOf } from "../database/folder";
import { ask, cleanup, freshFolder, opened, spoil, stranger, WORKER_FILE } from "../testing/stores";
import { append, beginTurn, endOf, ids, text, wholeTurn } from "../testing/talk";
import { createMaintenance, type MaintenanceOptions, type WorkerData } from "./maintenance";
import { createUpkeep } from "./tidying";

/** A commit that would be held up for longer fails: SQLite counts its own waiting, not what a busy machine adds to it. */
vi.mock("../database/connection", async (load) => {
  const real = await load<typeof import("../database/connection")>();
  const openDatabase: typeof real.openDatabase = (file, options) =>
    real.openDatabase(file, { busy_timeout_ms: 1000, ...options });
  return { ...real, openDatabase };
});

const MB = 1024 * 1024;
/** Two seconds without a commit are a pause. */
const PAUSE_MS = 2000;
const logOf = (file: string): number => statSync(`${file}-wal`).size;
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 30_000, interval: 50 });

/** A store with its worker, in which a pause is over when `paused` is called. */
function withWorker(file?: string, options: Parameters<typeof opened>[1] = {}) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  cleanup(() => vi.useRealTimers());
  const paused = () => vi.advanceTimersByTime(PAUSE_MS);
  return { ...opened(file, { worker_file: WORKER_FILE, ...options }), paused };
}

/** A whole answer in frames of 320 characters, as it streams. */
function streamedTurn(store: Store, words: string, session_id?: Parameters<typeof beginTurn>[1]) {
  const turn = beginTurn(store, session_id);
  for (let at = 0, seq = 0; at < words.length; at += 320, seq++)
    append(store, turn, seq, words.slice(at, at + 320));
  store.endTurn(endOf(turn, words));
  return turn;
}

describe("the worker", () => {
  it("[SV-10] empties the log once the talk has paused, and gives back what the deltas took", async () => {
    const { file, store, background_errors, paused } = withWorker();
    streamedTurn(store, "word ".repeat(200_000));
    expect(logOf(file)).toBeGreaterThan(MB);
    paused();
    // A checkpoint on the way cuts the log as well, for a moment.
    await eventually(() => {
      expect(logOf(file)).toBe(0);
      const [pages] = ask(
        file,
        "SELECT freelist_count AS free, page_count AS pages FROM pragma_freelist_count, pragma_page_count",
      );
      expect(Number(pages?.free)).toBeLessThan(Number(pages?.pages) * 0.1);
      expect(statSync(file).size).toBeLessThan(1.5 * 1_000_000);
    });
    expect(background_errors).toEqual([]);
  });

  it("[SV-10b] keeps the log bounded while a talk goes on without a pause, and no commit waits for long", async () => {
    const { file, store, background_errors, paused } = withWorker();
    // The worker is up: how long it takes to start is not the question.
    streamedTurn(store, "a short answer");
    paused();
    await eventually(() => expect(logOf(file)).toBe(0));
    vi.useRealTimers();
    const turn = beginTurn(store);
    let largest = 0;
    for (let seq = 0; seq < 1200; seq++) {
      append(store, turn, seq, "x".repeat(32_768));
      largest = Math.max(largest, logOf(file));
      // A frame comes at most every few milliseconds; here it leaves the other thread its turn.
      if (seq % 2 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect(ask(file, "SELECT sum(length(delta_json)) AS n FROM chat_deltas")[0]?.n).toBeGreaterThan(37 * MB);
    expect(largest).toBeLessThan(32 * MB);
    expect(background_errors).toEqual([]);
  });

  it("starts with the first need, and is gone when the store is closed", async () => {
    const { file, store, close, paused } = withWorker();
    streamedTurn(store, "a short answer");
    paused();
    await eventually(() => expect(logOf(file)).toBe(0));
    // The worker closes by itself: nobody waits for it in vain.
    await close();
    // The last connection to close takes the log with it: nobody else holds one.
    expect(() => statSync(`${file}-wal`)).toThrow("ENOENT");
  });
});

describe("a log that has been moved", () => {
  /** Counted up each time the log begins anew: the first half of the salt in its header. */
  const begun = (file: string): number => readFileSync(`${file}-wal`).readUInt32BE(16);
  const moved = async (bulkWrites: Int32Array) => {
    const { file, store } = opened();
    streamedTurn(store, "word ".repeat(20_000));
    const [before, size] = [begun(file), statSync(file).size];
    const worker = new Worker(WORKER_FILE, {
      workerData: { file, identity: identityOf(file), bulkWrites } satisfies WorkerData,
    });
    worker.postMessage("checkpoint");
    await eventually(() => expect(statSync(file).size).toBeGreaterThan(size));
    worker.postMessage("close");
    await once(worker, "exit");
    return { store, file, anew: begun(file) - before };
  };

  it("is begun anew by the worker, and cut: no commit of main's waits for that", async () => {
    const { store, file, anew } = await moved(new Int32Array(1));
    expect(anew).toBe(1);
    expect(logOf(file)).toBeLessThan(2500);
    const now = begun(file);
    wholeTurn(store);
    expect(begun(file)).toBe(now);
  });

  it("is left as it is in a bulk write, however long before it the worker was asked", async () => {
    expect((await moved(new Int32Array([1]))).anew).toBe(0);
  });
});

describe("damage nobody has met", () => {
  it("[SV-8] is found by the worker, and the next start sets the database aside", async () => {
    const { file, store, background_errors, close } = opened(undefined, { worker_file: WORKER_FILE });
    const { session_id } = wholeTurn(store);
    for (let n = 0; n < 60; n++) wholeTurn(store, session_id);
    await close();
    spoil(file, "chat_parts", "first leaf");
    let onBackgroundError = (_error: unknown): void => {};
    const backgroundError = new Promise((resolve) => {
      onBackgroundError = resolve;
    });
    const again = withWorker(file, { onBackgroundError });
    expect(again.notices).toEqual([]);
    wholeTurn(again.store);
    again.paused();
    expect(await backgroundError).toMatchObject({ message: saying(/damaged|malformed/) });
    await again.close();
    expect(opened(file).notices).toHaveLength(1);
    expect(background_errors).toEqual([]);
  });

  it("is looked for once a day", async () => {
    const { file, store } = opened();
    wholeTurn(store);
    const upkeep = createUpkeep(file);
    cleanup(() => upkeep.close());
    const looked = () =>
      ask(file, "SELECT value_json FROM app_state WHERE key = 'store.checked_at'")[0]?.value_json;
    await upkeep.tidy();
    const first = looked();
    expect(Number(first)).toBeGreaterThan(Date.now() - 60_000);
    await upkeep.tidy();
    expect(looked()).toBe(first);
    stranger(file, { readonly: false }).exec(
      `UPDATE app_state SET value_json = '${Date.now() - 25 * 3_600_000}' WHERE key = 'store.checked_at'`,
    );
    await upkeep.tidy();
    expect(Number(looked())).toBeGreaterThanOrEqual(Number(first));
    // The clock was wrong at an earlier start.
    stranger(file, { readonly: false }).exec(
      `UPDATE app_state SET value_json = '${Date.now() + 1000 * 3_600_000}' WHERE key = 'store.checked_at'`,
    );
    await upkeep.tidy();
    expect(Number(looked())).toBeLessThanOrEqual(Date.now());
  });

  it("keeps no writer waiting for a long reader, and begins a long log anew once that has ended", () => {
    const { file, store } = opened();
    const reader = stranger(file);
    reader.exec("BEGIN");
    reader.prepare("SELECT count(*) FROM chat_parts").get();
    const writer = stranger(file, { readonly: false });
    writer.exec("PRAGMA wal_autocheckpoint = 0; CREATE TABLE long (x)");
    writer.prepare("INSERT INTO long VALUES (zeroblob(?))").run(17 * MB);
    const upkeep = createUpkeep(file);
    cleanup(() => upkeep.close());
    const asked = vi.spyOn(Object.getPrototypeOf(reader), "pragma");
    cleanup(() => asked.mockRestore());
    upkeep.checkpoint();
    expect(asked.mock.calls.flat()).not.toContain("wal_checkpoint(RESTART)");
    expect(logOf(file)).toBeGreaterThan(17 * MB);
    reader.exec("COMMIT");
    upkeep.checkpoint();
    expect(logOf(file)).toBeLessThan(MB);
    wholeTurn(store);
  });
});

describe("without a worker", () => {
  it("[SV-10] main keeps the log bounded, and why is told once", async () => {
    const { file, store, background_errors } = opened(undefined, {
      worker_file: pathToFileURL("/nowhere/worker.js"),
    });
    const turn = beginTurn(store);
    let largest = 0;
    for (let seq = 0; seq < 1000; seq++) {
      append(store, turn, seq, "x".repeat(32_768));
      largest = Math.max(largest, logOf(file));
      if (seq % 4 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(largest).toBeLessThan(24 * MB);
    expect(background_errors).toHaveLength(1);
  });

  it("goes on when the worker dies", async () => {
    const dying = join(freshFolder(), "worker.mjs");
    writeFileSync(dying, "throw new Error('dead')");
    const { store, background_errors, paused } = withWorker(undefined, { worker_file: pathToFileURL(dying) });
    const { session_id } = streamedTurn(store, "an answer");
    paused();
    await eventually(() => expect(background_errors).toEqual([expect.objectContaining({ message: "dead" })]));
    streamedTurn(store, "another", session_id);
    expect(store.visibleMessages(session_id)).toHaveLength(4);
  });
});

describe("when", () => {
  const watched = () => {
    const asked: string[] = [];
    const here: string[] = [];
    const file = join(freshFolder(), "braid.db");
    const all: MaintenanceOptions = {
      ...{ file, worker_file: WORKER_FILE, identity: () => "" },
      ...{ onBackgroundError: () => {}, onDamage: () => {} },
      checkpointHere: () => here.push("checkpoint"),
    };
    const maintenance = createMaintenance({
      ...all,
      helper: {
        ask: (request) => asked.push(request) > 0,
        rest: () => Promise.resolve(),
        isResting: () => false,
        close: () => Promise.resolve(),
      },
    });
    return { file, maintenance, asked, here, all };
  };

  it("leaves a file alone at which the system lets nobody look", () => {
    const { all } = watched();
    vi.useFakeTimers();
    cleanup(() => vi.useRealTimers());
    const folder = join(freshFolder(), "nowhere");
    symlinkSync(folder, folder);
    const maintenance = createMaintenance({ ...all, file: join(folder, "braid.db") });
    maintenance.settled();
    vi.advanceTimersByTime(PAUSE_MS);
    expect(maintenance.isResting()).toBe(true);
  });

  it("tidies once writing has paused, and has no timer otherwise", () => {
    vi.useFakeTimers();
    cleanup(() => vi.useRealTimers());
    const { maintenance, asked } = watched();
    maintenance.wrote();
    expect(vi.getTimerCount()).toBe(0);
    maintenance.settled();
    for (let n = 0; n < 5; n++) {
      vi.advanceTimersByTime(1500);
      maintenance.wrote();
    }
    expect(asked).toEqual([]);
    vi.advanceTimersByTime(4000);
    expect(asked).toEqual(["tidy"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("[SV-10] asks the worker from 4 MB of log, and where it does not come to it, from 64 MB, main sees to it", () => {
    const { file, maintenance, asked, here } = watched();
    const looksAt = (megabytes: number) => {
      writeFileSync(`${file}-wal`, "");
      truncateSync(`${file}-wal`, megabytes * MB);
      for (let n = 0; n < 64; n++) maintenance.wrote();
      return [asked.splice(0), here.splice(0)];
    };
    expect(looksAt(3)).toEqual([[], []]);
    expect(looksAt(5)).toEqual([["checkpoint"], []]);
    expect(looksAt(63)).toEqual([["checkpoint"], []]);
    expect(looksAt(65)).toEqual([["checkpoint"], ["checkpoint"]]);
  });
});

describe("the disk", () => {
  const lengths: [string, (n: number) => number][] = [
    ["all of 2 KB", () => 2000],
    ["from nothing to 4 KB", (n) => (n * 911) % 4000],
    ["many short, few long", (n) => (n % 4 === 0 ? 6800 : 400)],
    ["most of 1 KB, some of 5", (n) => (n % 4 === 0 ? 5000 : 1000)],
  ];

  it.each(lengths)(
    "[SV-10a] holds at most half more than the transcript's JSON: parts %s",
    async (_name, length) => {
      const { file, store, close } = opened();
      const { session_id } = wholeTurn(store);
      for (let n = 0; n < 110; n++)
        manyParts(
          store,
          session_id,
          Array.from({ length: 5 }, (_, part) => length(n * 5 + part)),
        );
      const json = JSON.stringify(store.visibleMessages(session_id)).length;
      expect(json).toBeGreaterThan(MB);
      const upkeep = createUpkeep(file);
      await upkeep.tidy();
      upkeep.close();
      await close();
      expect(statSync(file).size / json).toBeLessThan(1.5);
    },
  );
});

/** An answer of several parts, each streamed and settled before the next. */
function manyParts(store: Store, session_id: Parameters<typeof beginTurn>[1], lengths: number[]): void {
  const turn = beginTurn(store, session_id);
  const { message_id } = turn;
  const where = { session_id: turn.session_id, message_id, durable: false, now: 1 };
  for (const [n, length] of lengths.entries()) {
    const id = ids.part();
    const words = "x".repeat(length);
    const index = n + 1;
    store.commitFrame({
      ...where,
      parts: [{ kind: "insert", id, index, part: text("", "streaming"), settled: false }],
    });
    for (let at = 0, seq = 0; at < length; at += 640, seq++) {
      store.commitFrame({ ...where, parts: [{ kind: "append", id, seq, delta: words.slice(at, at + 640) }] });
    }
    store.commitFrame({
      ...where,
      parts: [{ kind: "update", id, part: text(words, "done"), settled: true }],
    });
  }
  store.endTurn(endOf(turn, ""));
}
