import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { openStore } from "..";
import { freshFile, opened, spoil, watched } from "../testing/stores";
import { wholeTurn } from "../testing/talk";

/** The rename that fails, counted from one. Nothing that follows it in the same call happens, as after a kill. */
let failing: number | undefined;
vi.mock("node:fs", async (load) => {
  const real = await load<typeof import("node:fs")>();
  const renameSync: typeof real.renameSync = (...names) => {
    if (failing !== undefined && --failing === 0)
      throw Object.assign(new Error("stopped"), { code: "EPERM" });
    real.renameSync(...names);
  };
  return { ...real, renameSync };
});
beforeEach(() => {
  failing = undefined;
});

/** A closed library of some sessions, damaged where the start meets it, or only a reader of the first session. */
async function damaged(tree: string, page: "root" | "first leaf" = "root") {
  const file = freshFile();
  const { store, close } = opened(file);
  const { session_id } = wholeTurn(store, undefined, "the first ".repeat(200));
  for (let n = 0; n < 40; n++) wholeTurn(store, undefined, `question ${n} `.repeat(200));
  await close();
  spoil(file, tree, page);
  return { file, session_id };
}

const LAST = Symbol("all renames were made");

/** Opens the store and stops at the nth rename. */
function stoppedAt(file: string, rename: number): typeof LAST | undefined {
  failing = rename;
  try {
    const { store, maintenance } = openStore({ file });
    void maintenance.close();
    store.close();
    return LAST;
  } catch {
    return undefined;
  } finally {
    failing = undefined;
  }
}

describe("[SV-8] a damaged database is set aside", () => {
  it.each(["damaged", "gone"] as const)(
    "and stopped at any rename, the next start still offers what there was: %s",
    async (why) => {
      const { file: template } = await damaged("chat_sessions");
      writeFileSync(`${template}-wal`, Buffer.alloc(4096, 7));
      if (why === "gone") rmSync(template);
      let stops = 0;
      for (let ended: unknown; ended !== LAST; stops++) {
        const file = freshFile();
        mkdirSync(dirname(file), { recursive: true });
        cpSync(dirname(template), dirname(file), { recursive: true });
        ended = stoppedAt(file, stops + 1);
        const { storage, close } = opened(file);
        const aside = storage.recovery()?.aside ?? "none";
        expect(storage.recovery()?.ways).toEqual(why === "gone" ? [] : ["salvage"]);
        const beside = join(dirname(file), aside);
        if (why === "damaged") expect(readFileSync(beside).equals(readFileSync(template))).toBe(true);
        // SQLite itself takes this log away with a database that it can open.
        else expect(readFileSync(`${beside}-wal`)[0]).toBe(7);
        expect(existsSync(`${beside}-witness`)).toBe(true);
        expect(readdirSync(dirname(file)).filter((name) => name.includes("beginning"))).toEqual([]);
        await close();
      }
      expect(stops).toBeGreaterThan(2);
    },
  );

  it("in use, and stopped at any rename, a second try ends it, and reading goes on", async () => {
    for (let stop = 1; stop <= 3; stop++) {
      const { file, session_id } = await damaged("chat_parts", "first leaf");
      const { store, storage, recover, close } = watched(file);
      expect(() => store.page(session_id, { limit: 9 })).toThrow(/damaged/);
      failing = stop;
      expect(await recover("salvage")).toMatchObject({ is: "failed" });
      failing = undefined;
      expect(storage.recovery()).toMatchObject({ ways: ["salvage"] });
      expect(await recover("salvage")).toMatchObject({ is: "done", report: { sessions: 41 } });
      expect(store.listSessions({ limit: 99, archived: false }).sessions).toHaveLength(41);
      await close();
    }
  });

  it("but a half made empty database is no reason to leave a sound one", async () => {
    const { file, store, close } = opened();
    wholeTurn(store);
    await close();
    writeFileSync(`${file}.beginning`, "half made");
    const again = opened(file);
    expect(again.notices).toEqual([]);
    expect(again.store.listSessions({ limit: 9, archived: false }).sessions).toHaveLength(1);
    expect(existsSync(`${file}.beginning`)).toBe(false);
  });
});
