import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { configure, connect, openDatabase, SYNCED_COMMITS } from "../database/connection";
import { migrate } from "../database/migrate";
import { childScript } from "../testing/child-script";
import { ask, cleanup, freshFile, freshFolder, opened } from "../testing/stores";
import { append, beginTurn, endOf, frame, ids, newSession, question, tick } from "../testing/talk";

const STRACE = "strace";

describe("a commit that must survive a loss of power", () => {
  it("[SV-9, DB-6c] is written with synchronous=FULL, every other with NORMAL, also after one that failed", () => {
    const db = openDatabase(join(freshFolder(), "braid.db"));
    cleanup(() => db.close());
    configure(db);
    migrate(db);
    const told: number[] = [];
    const { write, writeSynced } = connect(db, "braid.db", {
      onCommit: () => {},
      onSynced: (commit) => told.push(commit),
    });
    const synchronous = () => db.pragma("synchronous", { simple: true });
    const NORMAL = 1;
    const FULL = 2;
    expect([write(synchronous), writeSynced(synchronous), write(synchronous)]).toEqual([
      NORMAL,
      FULL,
      NORMAL,
    ]);
    const failing = () => {
      throw new Error("no");
    };
    expect(() => writeSynced(failing)).toThrow("no");
    expect(write(synchronous)).toBe(NORMAL);
    writeSynced(synchronous);
    expect(told).toEqual([1, 2]);
  });

  it("[SV-9a, SV-1] is that of a user's message and of a frame that says so, and no other", () => {
    const { file, store } = opened();
    const synced = () =>
      Number(ask(file, "SELECT value_json FROM app_state WHERE key = ?", SYNCED_COMMITS)[0]?.value_json ?? 0);
    const cost = <T>(work: () => T): [number, T] => {
      const before = synced();
      const result = work();
      return [synced() - before, result];
    };
    const [first, turn] = cost(() => beginTurn(store));
    expect(first).toBe(1);
    expect(cost(() => store.createSession(newSession()))[0]).toBe(0);
    expect(cost(() => append(store, turn, 0, "words"))[0]).toBe(0);
    expect(
      cost(() => store.commitFrame(frame(turn.session_id, turn.message_id, [], { durable: true })))[0],
    ).toBe(1);
    const draft = { place: { kind: "composer", session_id: null }, writer: "a" } as const;
    expect(cost(() => store.saveDraft(draft, { text: "draft" }, tick()))[0]).toBe(0);
    expect(cost(() => store.endTurn(endOf(turn, "words")))[0]).toBe(0);
    const answer = frame(turn.session_id, ids.message(), [], { start: { metadata: {} } });
    expect(cost(() => store.addUserMessage(question(turn.session_id), answer))[0]).toBe(1);
  });

  // Where there is no such tool the two tests above have to do; on Linux it is installed with the rest, and missed loudly.
  const itOnLinux = process.platform === "linux" ? it : () => undefined;
  itOnLinux("[SV-9] has the log on the disk before it returns, as the system's calls show", () => {
    const trace = join(freshFolder(), "trace");
    const command = [process.execPath, childScript("synced-child"), freshFile()];
    execFileSync(STRACE, ["-f", "-y", "-o", trace, "-e", "trace=fsync,fdatasync,write", ...command]);
    const syncs: Record<string, number> = {};
    let verb: string | undefined;
    for (const line of readFileSync(trace, "utf8").split("\n")) {
      const [, edge, name] = /"(begin|end) (\w+)/.exec(line) ?? [];
      if (edge !== undefined) verb = edge === "begin" ? name : undefined;
      if (verb === undefined) continue;
      syncs[verb] ??= 0;
      if (/f(data)?sync\(\d+<[^>]*-wal>/.test(line)) syncs[verb] = (syncs[verb] ?? 0) + 1;
    }
    // The first after the log has begun anew syncs its head as well.
    expect(syncs).toEqual({
      createSession: expect.any(Number),
      append: 0,
      startTool: 1,
      saveDraft: 0,
      endTurn: 0,
      addUserMessage: 1,
    });
    expect(syncs.createSession).toBeGreaterThanOrEqual(1);
  });
});
