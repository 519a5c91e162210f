/**
 * Any sessions, with branches, rewinds, tries, summaries, tools and sidecars, leave one library as an archive and stand in another one as
 * they stood in the first; and a tree of another program becomes a session that goes on.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import type { Tool } from "../../src-main/core/ports/tools";
import { bringBack } from "../../src-main/store/exchange/bring-back/bring-back";
import { exportSessions } from "../../src-main/store/exchange/export";
import { importSessions } from "../../src-main/store/exchange/import/import";
import { zipEntries } from "../../src-main/store/exchange/testing/zip-entries";
import { backUp } from "../../src-main/store/upkeep/backups";
import type { JobContext } from "../../src-main/store/upkeep/jobs/jobs";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { reply } from "../fixtures/provider/script";
import { query } from "./database";
import { broken } from "./invariants";
import { removeSlice, type Slice, startSlice, textOf } from "./slice";
import { talkIn } from "./talk";
import { messagesOf } from "./well-formed";

const ALL = { hidden: true, sidecars: true, reasoning: true, tools: true, attachments: true };
const alone: JobContext = {
  isCancelled: () => false,
  onProgress: () => undefined,
  unstoppable: (read) => read(),
};
const tool: Tool = {
  name: "bash",
  description: "Runs.",
  input_schema: { type: "object", properties: {} },
  execute: async () => "an output with ``` in it",
};

const folders: string[] = [];
const slices: Slice[] = [];
afterEach(async () => {
  for (const slice of slices.splice(0)) await removeSlice(slice);
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function started(data_dir?: string): Promise<Slice> {
  const slice = await startSlice({ tools: [tool], ...(data_dir === undefined ? {} : { data_dir }) });
  slices.push(slice);
  let asked = 0;
  slice.provider.summary(() => reply("A summary."));
  slice.provider.respond((request) => {
    asked += 1;
    const usesTool = asked % 3 === 0 && messagesOf(request).at(-1)?.role !== "tool";
    return usesTool
      ? [{ tool: { id: `call_${asked}`, name: "bash", input: { asked } } }]
      : reply(`answer ${asked}`);
  });
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
  const entries = [...(await zipEntries(path))].filter(([name]) => name.startsWith("sessions/"));
  return { path, documents: entries.map(([, document]) => document.toString()) };
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

const steps = fc.array(
  fc.record({
    do: fc.constantFrom("send", "send", "rewind", "retry", "compact", "branch", "sidecar", "delete"),
    at: fc.nat({ max: 20 }),
  }),
  { minLength: 4, maxLength: 9 },
);

async function take(slice: Slice, session_id: SessionId, step: { do: string; at: number }): Promise<void> {
  const { say } = talkIn(() => slice);
  const { timeline, compactions, branches, sidecars, trash } = slice.service;
  const asked = slice.messages(session_id).filter(({ role }) => role === "user");
  const message_id = asked[step.at % Math.max(asked.length, 1)]?.id;
  if (step.do === "send" || message_id === undefined)
    return await say(session_id, `question ${step.at} \u2028 "x"`);
  if (step.do === "rewind") timeline.rewind({ session_id, message_id, text: `otherwise ${step.at}` });
  else if (step.do === "retry") timeline.retry({ session_id, message_id });
  else if (step.do === "compact") await slice.rest(session_id).then(() => compactions.start({ session_id }));
  else if (step.do === "branch")
    await branches.branch({ parent_session_id: session_id, from_message_id: message_id });
  else if (step.do === "sidecar") await sidecars.open({ session_id, from_message_id: message_id });
  else {
    const { id } = await branches.branch({ parent_session_id: session_id, from_message_id: message_id });
    trash.put({ session_id: id });
  }
  await slice.rest(session_id);
}

const saidIn = (slice: Slice) =>
  slice.service.sessions
    .list({ limit: 200 })
    .sessions.map(({ id }) => slice.messages(id).map(textOf))
    .sort();

test("[SE-6c] whatever happened to sessions, export, import and export give the same bytes but for the ids", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const slice = await started();
      const { session_id } = slice.ask("question");
      await slice.rest(session_id);
      for (const step of taken) await take(slice, session_id, step).catch(refused);
      const first = await archived(slice);
      const other = await started();
      await importSessions({ file: fileIn(other), paths: [first.path], now: Date.now() }, alone);
      const second = await archived(other);
      expect(withoutIds(second.documents)).toEqual(withoutIds(first.documents));
      expect(saidIn(other)).toEqual(saidIn(slice));
      expect(broken(other)).toEqual([]);
    }),
    {
      numRuns: 6,
      // The branch keeps the name of its parent's summary.
      examples: [[["rewind", "compact", "branch", "send"].map((one) => ({ do: one, at: 20 }))]],
    },
  );
});

test("[SV-8k] whatever happened to a session, a backup gives it back whole, with its sidecars", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const slice = await started();
      const { session_id } = slice.ask("question");
      await slice.rest(session_id);
      for (const step of taken) await take(slice, session_id, step).catch(refused);
      const { documents } = await archived(slice, [session_id]);
      const { name } = await backUp({ file: fileIn(slice), now: Date.now(), prune: false });
      const seen = { backup: join(slice.data_dir, "backups", name), session_id, again: false };
      const other = await started();
      const came = await bringBack({ ...seen, file: fileIn(other), now: Date.now() }, alone);
      expect(came).toMatchObject({ is: "back", missing: 0 });
      expect(withoutIds((await archived(other)).documents)).toEqual(withoutIds(documents));
      expect(broken(other)).toEqual([]);
    }),
    { numRuns: 4, examples: [[["rewind", "sidecar", "compact", "send"].map((one) => ({ do: one, at: 1 }))]] },
  );
});

/** A step that the core refuses in words changes nothing. */
function refused(error: unknown): void {
  if (!(error instanceof Error && "code" in error)) throw error;
}

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
