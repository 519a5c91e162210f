/**
 * Any sessions, with branches, rewinds, tries, summaries, tools and sidecars, leave one library as an archive and stand in another one as
 * they stood in the first; and a tree of another program becomes a session that goes on.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { openDatabase } from "../../src-main/store/database/connection";
import { bringBack } from "../../src-main/store/exchange/bring-back/bring-back";
import { exportSessions } from "../../src-main/store/exchange/export";
import { importSessions } from "../../src-main/store/exchange/import/import";
import { isPicture, type ReadablePart, readable } from "../../src-main/store/exchange/readable";
import { sessionReader } from "../../src-main/store/exchange/session-rows";
import { zipEntries } from "../../src-main/store/exchange/testing/zip-entries";
import { placeEmptyDatabase } from "../../src-main/store/testing/empty-database";
import { backUp } from "../../src-main/store/upkeep/backups";
import type { JobContext } from "../../src-main/store/upkeep/jobs/jobs";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { fuzzRuns } from "../fixtures/fuzz-runs";
import { query } from "./database";
import { EVERY_DEED, type Planned, perform, planned, saidIn, startForDeeds } from "./deeds";
import { broken } from "./invariants";
import { removeSlice, type Slice } from "./slice";
import { talkIn } from "./talk";
import { messagesOf } from "./well-formed";

const ALL = { hidden: true, sidecars: true, reasoning: true, tools: true, attachments: true };
const alone: JobContext = {
  isCancelled: () => false,
  onProgress: () => undefined,
  unstoppable: (read) => read(),
};
const folders: string[] = [];
const slices: Slice[] = [];
afterEach(async () => {
  for (const slice of slices.splice(0)) await removeSlice(slice);
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function started(): Promise<Slice> {
  const slice = await startForDeeds();
  slices.push(slice);
  return slice;
}

const fileIn = (slice: Slice) => join(slice.data_dir, "braid.db");
function target(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), "braid-exchange-"));
  folders.push(folder);
  return join(folder, name);
}

/** The archive of everything, or of some sessions with what belongs to them. */
async function archived(
  slice: Slice,
  sessions: readonly SessionId[] | "all" = "all",
): Promise<{ path: string; documents: string[] }> {
  const path = target("all.zip");
  const job = {
    file: fileIn(slice),
    sessions,
    format: "archive",
    include: ALL,
    target: path,
    words: {},
  } as const;
  await exportSessions({ ...job, words: {} as never }, alone);
  const bytes = readFileSync(path);
  if (!bytes.toString("latin1", 0, 2).startsWith("PK")) return { path, documents: [bytes.toString()] };
  const entries = [...(await zipEntries(path))].filter(([name]) => name !== "manifest.json");
  return { path, documents: entries.map(([name, bytes]) => `${withoutIds([name])} ${bytes.toString()}`) };
}

/** Texts with their ids named by the order in which all of them first stand there. */
function withoutIds(documents: readonly string[]): string[] {
  const names = new Map<string, string>();
  const named = (id: string) => {
    names.set(id, names.get(id) ?? `id ${names.size}`);
    return names.get(id) ?? "";
  };
  return documents.map((text) =>
    text
      .replace(/^"origin".*$/m, "")
      .replace(/\b(?:ses|msg|prt|top|que)_[0-9a-f]{14}[0-9A-Za-z]{12}\b/g, named),
  );
}

const deeds = fc.array(planned(["say", "compact", "branch", "ask aside"]), { minLength: 5, maxLength: 10 });

/** @param done gains the names of the deeds that were not refused */
async function lived(taken: readonly Planned[], done = new Set<string>()): Promise<Slice> {
  const slice = await started();
  for (const one of taken) if (await perform(slice, one)) done.add(one.what);
  return slice;
}

async function treeOf(file: string, session_id: SessionId): Promise<string> {
  const path = target("tree.jsonl");
  const what = { file, sessions: [session_id], format: "tree", include: ALL, target: path } as const;
  await exportSessions({ ...what, words: {} as never }, alone);
  return path;
}

/** The lines, without the id of the session and the moments of changes: a message comes in with that of its beginning alone. */
function linesIn(path: string): object[] {
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  return lines.map((text) => {
    const { message, ...entry } = JSON.parse(text);
    if (entry.type === "session") return { ...entry, id: "" };
    if (entry.customType === "braid-leaf") return { ...entry, timestamp: "" };
    return message?.role === "toolResult"
      ? { ...entry, message: { ...message, timestamp: 0 } }
      : { ...entry, message };
  });
}

/** What readers of a session are told, its hidden turns too, as far as the format has a place for it. */
function toldOf(file: string, session_id: SessionId): object[] {
  const db = openDatabase(file, { readonly: true });
  try {
    const rows = sessionReader(db).session(session_id);
    if (rows === undefined) return [];
    return [...readable(rows, ALL).messages].map(({ usage: _, ...message }) => ({
      ...message,
      model: message.role === "user" ? undefined : message.model,
      parts: message.parts.map(inTree),
    }));
  } finally {
    db.close();
  }
}

/** Only pictures go along, with their bytes in the line. */
function inTree(part: ReadablePart): object {
  if (part.is !== "file") return part;
  const { name, media_type } = part;
  return isPicture(part) ? { is: "file", name, media_type } : { is: "text", text: `[${name}]` };
}

const after = (...taken: [what: string, at: number][]): [Planned[]] => [
  taken.map(([what, at]) => ({ what, at, of: 0 })),
];

const LABELLED_BEFORE_LEFT: [Planned[]] = [
  [
    { what: "ask aside", of: 0, at: 2 },
    { what: "edit what waits", of: 0, at: 2 },
    { what: "label", of: 2, at: 0 },
    { what: "rewind", of: 5, at: 6 },
    { what: "say", of: 5, at: 8 },
    { what: "undo", of: 4, at: 5 },
  ],
];

/** The tree of each session tells the same when it comes back, and is the same when it leaves again. */
async function expectSameTrees(slice: Slice): Promise<void> {
  for (const { id } of slice.service.sessions.list({ limit: 50 }).sessions) {
    const first = await treeOf(fileIn(slice), id);
    const file = target("braid.db");
    placeEmptyDatabase(file);
    const { session_ids } = await importSessions({ file, paths: [first], now: Date.now() }, alone);
    const copy = session_ids[0] as SessionId;
    expect(toldOf(file, copy)).toEqual(toldOf(fileIn(slice), id));
    expect(linesIn(await treeOf(file, copy))).toEqual(linesIn(first));
  }
}

test("[SE-6c] [SE-6d] [AG-7] [SE-11a] whatever happened to sessions, export, import and export give the same bytes but for the ids, as an archive and as trees", async () => {
  const done = new Set<string>();
  await fc.assert(
    fc.asyncProperty(deeds, async (taken) => {
      const slice = await lived(taken, done);
      const first = await archived(slice);
      const other = await started();
      await importSessions({ file: fileIn(other), paths: [first.path], now: Date.now() }, alone);
      const second = await archived(other);
      expect(withoutIds(second.documents)).toEqual(withoutIds(first.documents));
      expect(saidIn(other)).toEqual(saidIn(slice));
      expect(broken(other)).toEqual([]);
      await expectSameTrees(slice);
    }),
    {
      numRuns: fuzzRuns(4),
      endOnFailure: true,
      examples: [
        [[...EVERY_DEED]],
        // The branch keeps the name of its parent's summary.
        after(["say", 1], ["rewind", 1], ["compact", 1], ["branch", 1], ["say", 1]),
        // The label stands behind the turns that are hidden.
        LABELLED_BEFORE_LEFT,
      ],
    },
  );
  expect(EVERY_DEED.filter(({ what }) => !done.has(what))).toEqual([]);
});

test("[SV-8k] whatever happened to a session, a backup gives it back whole, with its sidecars", async () => {
  await fc.assert(
    fc.asyncProperty(deeds, async (taken) => {
      const slice = await lived(taken);
      const session_id = slice.service.sessions.list({ limit: 50 }).sessions.at(-1)?.id;
      if (session_id === undefined) return;
      const { documents } = await archived(slice, [session_id]);
      const { name } = await backUp({ file: fileIn(slice), now: Date.now(), prune: false });
      const seen = { backup: join(slice.data_dir, "backups", name), session_id, again: false };
      const other = await started();
      // A backup holds no files: those of the data folder are still there.
      const blobs = join(slice.data_dir, "blobs");
      if (existsSync(blobs)) cpSync(blobs, join(other.data_dir, "blobs"), { recursive: true });
      const came = await bringBack({ ...seen, file: fileIn(other), now: Date.now() }, alone);
      expect(came).toMatchObject({ is: "back", missing: 0 });
      expect(withoutIds((await archived(other)).documents)).toEqual(withoutIds(documents));
      expect(broken(other)).toEqual([]);
    }),
    {
      numRuns: fuzzRuns(2),
      examples: [after(["say", 1], ["rewind", 1], ["ask aside", 1], ["compact", 1], ["send a file", 1])],
    },
  );
});

test("[SE-6d] a tree of another program becomes a session that goes on, with its branches and its summary", async () => {
  const T = "2026-02-16T10:20:30.000Z";
  const entry = (id: string, parentId: string | null, more: object) => ({
    id,
    parentId,
    timestamp: T,
    ...more,
  });
  const said = (role: string, text: string) => ({
    type: "message",
    message: {
      role,
      content: [{ type: "text", text }],
      provider: "acme",
      model: "one",
      usage: { input: 9, output: 3 },
    },
  });
  const lines = [
    { type: "session", version: 3, id: "1f9d", timestamp: T, cwd: "", title: "From elsewhere" },
    entry("a", null, said("user", "first question")),
    entry("b", "a", said("assistant", "first answer")),
    entry("d", "b", said("user", "second question")),
    entry("e", "d", said("assistant", "second answer")),
    entry("c", "e", said("user", "left question")),
    entry("f", "e", {
      type: "compaction",
      summary: "They talked.",
      firstKeptEntryId: "d",
      tokensBefore: 100,
    }),
  ];
  const path = target("elsewhere.jsonl");
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const slice = await started();
  const { session_ids } = await importSessions(
    { file: fileIn(slice), paths: [path], now: Date.now() },
    alone,
  );
  const [session_id] = session_ids;
  if (session_id === undefined) throw new Error("nothing was imported");
  await (await slice.service.imports()).arrived(session_ids);
  expect(broken(slice)).toEqual([]);
  expect(slice.look(session_id).hidden).toMatchObject([{ turns: 1 }]);
  await talkIn(() => slice).say(session_id, "third question");
  const sent = JSON.stringify(messagesOf(slice.provider.requests.at(-1) as never));
  for (const words of ["They talked.", "second question", "second answer", "third question"])
    expect(sent).toContain(words);
  for (const words of ["first question", "left question"]) expect(sent).not.toContain(words);
  expect(query(slice, "SELECT prompt_tokens > 0 AS paid FROM chat_sessions")).toEqual([{ paid: 1 }]);
});
