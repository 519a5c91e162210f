/** A process is killed in mid-export, in mid-import and while a private session is saved: all or nothing, and the next start leaves no trace of it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { sweepUnfinished } from "../../../files/unfinished";
import { childScript } from "../../testing/child-script";
import { ask, freshFolder, opened } from "../../testing/stores";
import { wholeTurn } from "../../testing/talk";
import { exportSessions } from "../export";
import { importSessions } from "./import";

const include = { hidden: true, sidecars: true, reasoning: true, tools: true, attachments: true };
const alone = { isCancelled: () => false, onProgress: () => undefined };

/** Stops the child at its nth step, and kills it there. */
async function killed(
  what: "export" | "import" | "adopt",
  file: string,
  path: string,
  steps: number,
): Promise<void> {
  const child = spawn(process.execPath, [childScript("exchange-child"), what, file, path, String(steps)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await exited;
}

async function library() {
  const { file, store, close } = opened();
  for (let n = 0; n < 3; n++) {
    const { session_id } = wholeTurn(store, undefined, "word ".repeat(2000));
    for (let turn = 0; turn < 120; turn++) wholeTurn(store, session_id);
  }
  await close();
  return file;
}

test("[SV-11d] killed in mid-export, the old file stays, and the next start removes the new one", async () => {
  const file = await library();
  const target = join(freshFolder(), "all.zip");
  writeFileSync(target, "old");
  for (const steps of [1, 200, 600]) {
    await killed("export", file, target, steps);
    expect(readFileSync(target, "utf8")).toBe("old");
    expect(readdirSync(dirname(target))).toHaveLength(2);
    await sweepUnfinished(dirname(file));
    expect(readdirSync(dirname(target))).toEqual(["all.zip"]);
  }
});

test("[SE-6e] killed in mid-import, no list shows any of it, and the next start removes it", async () => {
  const source = await library();
  const path = join(freshFolder(), "all.zip");
  await exportSessions(
    { file: source, sessions: "all", format: "archive", include, target: path, words: {} as never },
    alone,
  );
  const { file, store } = opened();
  const messages = () => Number(ask(file, "SELECT count(*) AS n FROM chat_messages")[0]?.n);
  const seen: number[] = [];
  // The first 740 steps read; what comes after them writes.
  for (const steps of [300, 900, 1200, 1400]) {
    await killed("import", file, path, steps);
    seen.push(messages());
    expect(
      ask(file, "SELECT id FROM chat_sessions WHERE id NOT IN (SELECT session_id FROM partial_sessions)"),
    ).toEqual([]);
    expect(store.listSessions({ limit: 10, archived: false }).sessions).toEqual([]);
    for (const session_id of store.partialSessions()) while (!store.removeSome(session_id, 100));
    for (const table of ["chat_sessions", "chat_messages", "chat_parts"])
      expect(ask(file, `SELECT * FROM ${table}`)).toEqual([]);
  }
  expect(seen.some((count) => count > 0)).toBe(true);
  const { session_ids } = await importSessions({ file, paths: [path], now: Date.now() }, alone);
  expect(session_ids).toHaveLength(3);
  expect(messages()).toBe(Number(ask(source, "SELECT count(*) AS n FROM chat_messages")[0]?.n));
});

test("[SE-10b] killed while a private session is saved, no list shows any of it, and the next start removes it with its files", async () => {
  const { file, store } = opened();
  const count = (table: string) => Number(ask(file, `SELECT count(*) AS n FROM ${table}`)[0]?.n);
  const files = () =>
    readdirSync(join(dirname(file), "blobs"), { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
  const seen: number[] = [];
  // The last step stands between the file and the moment at which all of it is there.
  for (const steps of [1, 450, 601]) {
    await killed("adopt", file, "", steps);
    seen.push(count("chat_messages"));
    if (steps === 601) expect(files()).toHaveLength(1);
    expect(store.listSessions({ limit: 10, archived: false }).sessions).toEqual([]);
    for (const session_id of store.partialSessions()) while (!store.removeSome(session_id, 100));
    await store.sweepBlobs(Date.now());
    for (const table of ["chat_sessions", "chat_messages", "place_drafts", "blobs"])
      expect(count(table)).toBe(0);
  }
  expect(seen.at(-1)).toBe(600);
  expect(files()).toEqual([]);
});
