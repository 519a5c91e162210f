/** A process to kill: exports, imports, brings back or saves a private session, and stops at some of its steps until it is told to go on. */
import { readSync, writeSync } from "node:fs";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { adoptSessions } from "../exchange/adopt";
import { bringBack } from "../exchange/bring-back/bring-back";
import { exportSessions } from "../exchange/export";
import { importSessions } from "../exchange/import/import";
import { openMemoryStore } from "../memory-store";
import type { JobContext } from "../upkeep/jobs/jobs";
import { tick, wholeTurn } from "./talk";

const [what = "", file = "", path = "", stops = "1"] = process.argv.slice(2);
const stopsAt = new Set(stops.split(",").map(Number));
let steps = 0;
const step = (): false => {
  steps += 1;
  if (!stopsAt.has(steps)) return false;
  writeSync(1, "in its midst\n");
  readSync(0, Buffer.alloc(1));
  return false;
};
const context: JobContext = { onProgress: () => undefined, isCancelled: step, unstoppable: (read) => read() };

/** 600 messages and a file. */
async function adopt(): Promise<void> {
  const store = openMemoryStore();
  const { session_id } = wholeTurn(store);
  for (let turn = 0; turn < 299; turn++) wholeTurn(store, session_id, "word ".repeat(50));
  async function* bytes() {
    yield Buffer.from("a private file");
  }
  const note = { ...(await store.putBlob(bytes(), tick())), filename: "note.txt" };
  store.saveDraft(
    { place: { kind: "composer", session_id }, writer: "a window" },
    { text: "See.", attachments: [note] },
    tick(),
  );
  await store.whileHeld([session_id], async (sessions) => {
    await adoptSessions({ ...sessions, file, now: Date.now() }, { onProgress: step });
  });
}

/** The path is that of the backup, with the id of the session behind it. */
async function bringOneBack(): Promise<void> {
  const [backup = "", session_id] = path.split("|");
  const seen = { backup, session_id: session_id as SessionId, again: true };
  await bringBack({ ...seen, file, now: Date.now() }, context);
}

/** Stops once the import is part of the library, and none of it is shown yet. */
const come: JobContext = {
  ...context,
  isCancelled: () => false,
  onProgress: (share) => void (share === 1 && step()),
};

const include = { hidden: true, sidecars: true, reasoning: true, tools: true, attachments: true };
if (what === "export")
  await exportSessions(
    { file, sessions: "all", format: "archive", include, target: path, words: {} as never },
    context,
  );
else if (what === "adopt") await adopt();
else if (what === "bring-back") await bringOneBack();
else
  await importSessions(
    { file, paths: path.split("|"), now: Date.now() },
    what === "import-come" ? come : context,
  );
