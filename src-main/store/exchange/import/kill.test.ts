/** A process is killed in mid-export, in mid-import and while a private session is saved: all or nothing, and the next start leaves no trace of it. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { sweepUnfinished } from "../../../files/unfinished";
import { killedAt, killsAt } from "../../testing/exchange-kills";
import { ask, freshFolder, opened } from "../../testing/stores";
import { wholeTurn } from "../../testing/talk";
import { exportSessions } from "../export";
import { PNG, wholeTalk, zipOf } from "../testing/foreign";
import type { WorkContext } from "../work";
import { importSessions } from "./import";

const include = { hidden: true, sidecars: true, reasoning: true, tools: true, attachments: true };
const A_DAY_MS = 24 * 60 * 60 * 1000;
const alone: WorkContext = { isCancelled: () => false, onProgress: () => undefined };

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((one) =>
        one.isFile() ? [one.name] : [],
      )
    : [];

async function library() {
  const { file, store, close } = opened();
  for (let n = 0; n < 3; n++) {
    const { session_id } = wholeTurn(store, undefined, "word ".repeat(2000));
    for (let turn = 0; turn < 20; turn++) wholeTurn(store, session_id);
  }
  await close();
  return file;
}

const KILLS = 8;

/** Steps at which to kill: one in each part of the work, wherever in it. */
async function moments(work: (context: WorkContext) => Promise<unknown>): Promise<number[]> {
  let steps = 0;
  const isCancelled = () => {
    steps += 1;
    return false;
  };
  await work({ ...alone, isCancelled });
  return Array.from({ length: KILLS }, (_, part) => 1 + Math.floor(((part + Math.random()) * steps) / KILLS));
}

const exported = (file: string, target: string, context: WorkContext) =>
  exportSessions({ file, sessions: "all", format: "archive", include, target, words: {} as never }, context);

test("[SV-11d] killed in mid-export, the old file stays, and the next start removes the new one", async () => {
  const file = await library();
  const target = join(freshFolder(), "all.zip");
  const steps = await moments((context) => exported(file, target, context));
  writeFileSync(target, "old");
  const folders = [dirname(file), dirname(target)];
  for (const { step, putBack } of await killsAt({ what: "export", file, path: target }, steps, folders)) {
    putBack();
    expect(readFileSync(target, "utf8"), `killed at step ${step}`).toBe("old");
    await sweepUnfinished(dirname(file));
    expect(readdirSync(dirname(target)), `killed at step ${step}`).toEqual(["all.zip"]);
  }
});

test("[SE-6e] [SE-6f] killed in mid-import, no list shows any of it, and the next start removes it", async () => {
  const source = await library();
  const folder = freshFolder();
  const paths = [join(folder, "all.zip"), join(folder, "chatgpt.zip")] as const;
  await exported(source, paths[0], alone);
  const talks = Array.from({ length: 12 }, (_, n) => wholeTalk({ conversation_id: `talk ${n}` }));
  await zipOf(paths[1], { "conversations.json": JSON.stringify(talks), "file-Abc123.png": PNG });
  const measured = opened();
  const steps = await moments((context) =>
    importSessions({ file: measured.file, paths, now: Date.now() }, context),
  );
  const { file, close } = opened();
  await close();
  const count = (table: string) => Number(ask(file, `SELECT count(*) AS n FROM ${table}`)[0]?.n);
  let written = 0;
  const work = { what: "import", file, path: paths.join("|") } as const;
  for (const { step, putBack } of await killsAt(work, steps, [dirname(file)])) {
    putBack();
    const { store, close } = opened(file);
    written = Math.max(written, count("chat_messages"));
    const whole = "SELECT id FROM chat_sessions WHERE id NOT IN (SELECT session_id FROM partial_sessions)";
    expect(ask(file, whole), `killed at step ${step}`).toEqual([]);
    expect(store.listSessions({ limit: 10, archived: false }).sessions).toEqual([]);
    for (const session_id of store.partialSessions()) while (!store.removeSome(session_id, 100));
    await store.sweepBlobs(Date.now() + 2 * A_DAY_MS, { files: true });
    const messages = ["chat_messages", "chat_parts", "chat_timeline_ops"];
    for (const table of ["chat_sessions", ...messages, "blobs", "imports", "imported_sessions"])
      expect(count(table), `${table}, killed at step ${step}`).toBe(0);
    expect(filesIn(join(dirname(file), "blobs")), `killed at step ${step}`).toEqual([]);
    await close();
  }
  expect(written).toBeGreaterThan(0);
  const { session_ids } = await importSessions({ file, paths, now: Date.now() }, alone);
  expect(session_ids).toHaveLength(15);
  for (const table of ["chat_messages", "chat_parts", "blobs"])
    expect(count(table), table).toBe(Number(ask(measured.file, `SELECT count(*) AS n FROM ${table}`)[0]?.n));
});

test("[SE-6f] [RW-7] killed when an import has come and is not shown, the next start shows it, and takes it back", async () => {
  const { file: source, store: old, close: closeSource } = opened();
  for (let n = 0; n < 3; n++) wholeTurn(old);
  const trashed = wholeTurn(old).session_id;
  old.trashSession(trashed, true, Date.now());
  await closeSource();
  const path = join(freshFolder(), "all.zip");
  await exported(source, path, alone);
  const { file, close } = opened();
  await close();
  await killedAt({ what: "import-come", file, path }, 1);
  const { store } = opened(file);
  const listed = () => store.listSessions({ limit: 10, archived: false }).sessions;
  expect([listed(), store.partialSessions(), store.undoStep()]).toEqual([[], [], undefined]);
  expect(store.showImported(10)).toBe(4);
  expect([listed().length, store.trashCount()]).toEqual([3, 1]);
  const entry = store.undoStep();
  expect(entry).toMatchObject({ kind: "import", title: "all.zip", imported: { count: 4, is_left: true } });
  // The rest can be taken back after a kill in its midst.
  const some = store.takeBackImported({ entry: entry?.id ?? 0, most: 2, now: Date.now() });
  expect(store.undoStep()).toEqual(entry);
  const rest = store.takeBackImported({ entry: entry?.id ?? 0, after: some.last, most: 9, now: Date.now() });
  expect([rest.last, listed(), store.undoStep(), store.trashCount()]).toEqual([undefined, [], undefined, 4]);
  // What is removed for good leaves the entry to the others.
  for (const { id } of store.trash({ limit: 3 })) {
    store.beginRemoval(id, Date.now());
    while (!store.removeSome(id, 100));
  }
  expect(store.undoEntries(9)).toMatchObject([{ id: entry?.id, imported: { count: 1, is_left: false } }]);
});

test("[SE-10b] killed while a private session is saved, no list shows any of it, and the next start removes it with its files", async () => {
  const { file, close } = opened();
  await close();
  const count = (table: string) => Number(ask(file, `SELECT count(*) AS n FROM ${table}`)[0]?.n);
  const files = () => filesIn(join(dirname(file), "blobs"));
  const seen: number[] = [];
  // The last step stands between the file and the moment at which all of it is there.
  for (const { step, putBack } of await killsAt({ what: "adopt", file }, [1, 450, 601], [dirname(file)])) {
    putBack();
    const { store, close } = opened(file);
    seen.push(count("chat_messages"));
    if (step === 601) expect(files()).toHaveLength(1);
    expect(store.listSessions({ limit: 10, archived: false }).sessions).toEqual([]);
    for (const session_id of store.partialSessions()) while (!store.removeSome(session_id, 100));
    await store.sweepBlobs(Date.now());
    for (const table of ["chat_sessions", "chat_messages", "place_drafts", "blobs"])
      expect(count(table)).toBe(0);
    await close();
  }
  expect(seen.at(-1)).toBe(600);
  expect(files()).toEqual([]);
});
