import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { blobUrl } from "../../../src-preload/contract/domain/attachments";
import type { ExportedSessions } from "../../../src-preload/contract/domain/exchange";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { BraidPart } from "../../../src-preload/contract/domain/messages";
import { pictureMetadata } from "../../../src-preload/contract/domain/tool-pictures";
import { sweepUnfinished } from "../../files/unfinished";
import { ask, freshFolder, opened, stranger } from "../testing/stores";
import { frame, ids, question, tick, wholeTurn } from "../testing/talk";
import { type ExportJob, exportSessions, planExport } from "./export";
import { ALL, WORDS } from "./testing/choices";
import { zipEntries } from "./testing/zip-entries";
import type { WorkContext } from "./work";

const alone: WorkContext = { isCancelled: () => false, onProgress: () => undefined };

const jobIn = (file: string, sessions: ExportedSessions, more: Partial<ExportJob> = {}): ExportJob => ({
  file,
  sessions,
  format: "archive",
  include: ALL,
  target: join(freshFolder(), "out"),
  words: WORDS,
  ...more,
});

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

test("[SE-6a] [SE-1i] the archive of one session is one document with every row, byte for byte", async () => {
  const { store, file } = opened();
  const { session_id } = wholeTurn(store, undefined, 'Said with \u2028 and "quotes" and \ud83d\ude00.');
  wholeTurn(store, session_id, "More.");
  const job = jobIn(file, [session_id]);
  expect(planExport(job)).toMatchObject({ sessions: 1, messages: 4, attachments: 0, zip: false });
  const shares: number[] = [];
  const outcome = await exportSessions(job, { ...alone, onProgress: (share) => shares.push(share) });
  const text = readFileSync(job.target, "utf8");
  expect(outcome).toEqual({ sessions: 1, size: Buffer.byteLength(text), missing: 0 });
  expect(shares.at(-1)).toBe(1);
  const told = JSON.parse(text);
  expect(told).toMatchObject({ format: "braid-session", version: 1, chat_sessions: [{ id: session_id }] });
  const parts = told.chat_messages.flatMap((message: { chat_parts: object[] }) => message.chat_parts);
  expect(parts).toEqual(ask(file, `SELECT * FROM chat_parts ORDER BY message_id, "index"`));
  expect(told.chat_messages.map(({ chat_parts: _, ...row }: { chat_parts: unknown }) => row)).toEqual(
    ask(file, "SELECT * FROM chat_messages ORDER BY id"),
  );
});

test("[SE-6a] an archive with attachments, or of several sessions, is a zip that has each file once", async () => {
  const { store, file } = opened();
  const { sha256 } = await store.putBlob(bytesOf("the file"), tick());
  const part = {
    type: "file",
    url: blobUrl(sha256),
    mediaType: "text/plain",
    filename: "notes.txt",
  } as const;
  const [one, other] = [wholeTurn(store).session_id, wholeTurn(store).session_id];
  for (const session_id of [one, other])
    store.addUserMessage(
      { ...question(session_id), parts: [{ id: ids.part(), part }] },
      frame(session_id, ids.message(), [], { start: { metadata: {} } }),
    );
  const job = jobIn(file, "all");
  expect(planExport(jobIn(file, [one]))).toMatchObject({ attachments: 1, zip: true });
  expect(await exportSessions(job, alone)).toMatchObject({ sessions: 2, missing: 0 });
  const entries = await zipEntries(job.target);
  expect([...entries.keys()]).toEqual([
    "manifest.json",
    `sessions/${one}.json`,
    `sessions/${other}.json`,
    `blobs/${sha256}`,
  ]);
  expect(entries.get(`blobs/${sha256}`)?.toString()).toBe("the file");
  const markdown = jobIn(file, [one], { format: "markdown" });
  await exportSessions(markdown, alone);
  const beside = await zipEntries(markdown.target);
  const [document = ""] = [...beside.keys()].filter((name) => name.endsWith(".md"));
  const place = `attachments/${sha256.slice(0, 12)}/notes.txt`;
  expect(beside.get(document)?.toString()).toContain(`[notes.txt](<${place}>)`);
  expect(beside.get(place)?.toString()).toBe("the file");
});

test("[SE-6a] any number of sessions is chosen by what they are called, with exceptions", async () => {
  const { store, file } = opened();
  const named = (title: string) => {
    const { session_id } = wholeTurn(store);
    store.renameSession(session_id, title);
    return session_id;
  };
  const [lisbon, porto, code] = [
    named("Postcards from Lisbon"),
    named("Postcards from Porto"),
    named("Code"),
  ];
  store.archiveSession(porto, true, tick());
  store.trashSession(named("Postcards from Rome"), true, tick());
  const plan = (matching: string[], except: SessionId[] = [], also: SessionId[] = []) =>
    planExport(jobIn(file, { matching, except, also }, { format: "markdown" }));
  expect(plan(["postcards"])).toMatchObject({ sessions: 2, chosen: { count: 2, of: 3 } });
  expect(plan(["postcards"], [lisbon])).toMatchObject({ title: "Postcards from Porto" });
  expect(plan(["PORTO card"], [], [code])).toMatchObject({ sessions: 2 });
  expect(plan([""], [code])).toMatchObject({ sessions: 2, chosen: { count: 2, of: 3 } });
  expect(plan([])).toMatchObject({ sessions: 0, chosen: { count: 0, of: 3 } });
  const job = jobIn(file, { matching: ["postcards"], except: [porto], also: [code] });
  await exportSessions(job, alone);
  const manifest = JSON.parse((await zipEntries(job.target)).get("manifest.json")?.toString() ?? "");
  expect(manifest.sessions.map(({ id }: { id: SessionId }) => id)).toEqual([lisbon, code]);
});

test("[SE-6a] the plan counts what is written, in each format and with each choice", async () => {
  const { store, file } = opened();
  const { session_id } = wholeTurn(store, undefined, "Visible.");
  const hidden = wholeTurn(store, session_id, "Left.");
  const db = stranger(file, { readonly: false });
  db.prepare("UPDATE chat_messages SET hidden_at = 1 WHERE id = ?").run(hidden.message_id);
  const blob = async (words: string) => blobUrl((await store.putBlob(bytesOf(words), tick())).sha256);
  const insert = (part: BraidPart, index: number) => ({
    ...({ kind: "insert", id: ids.part(), index, part, settled: true } as const),
  });
  const files: BraidPart[] = [
    { type: "file", url: await blob("picture"), mediaType: "image/png", filename: "a.png" },
    { type: "file", url: await blob("paper"), mediaType: "application/pdf", filename: "b.pdf" },
  ];
  const asked = { ...question(session_id), parts: files.map((part) => ({ id: ids.part(), part })) };
  const read: BraidPart[] = [
    { type: "tool-read", toolCallId: "c", state: "output-available", input: {}, output: { text: "" } },
    {
      ...{ type: "file", url: await blob("chart"), mediaType: "image/png" },
      providerMetadata: pictureMetadata({ tool_call_id: "c", filename: "chart.png" }),
    } as BraidPart,
  ];
  store.addUserMessage(
    asked,
    frame(session_id, ids.message(), read.map(insert), { start: { metadata: {} } }),
  );
  const thought = frame(session_id, ids.message(), [insert({ type: "reasoning", text: "Hm." }, 0)], {
    start: { metadata: {} },
  });
  store.addUserMessage(question(session_id), thought);
  const written = async (more: Partial<ExportJob>) => {
    const job = jobIn(file, [session_id], more);
    const { messages, attachments, zip } = planExport(job);
    await exportSessions(job, alone);
    const entries = zip ? await zipEntries(job.target) : new Map([["one.md", readFileSync(job.target)]]);
    const document = [...entries].find(([name]) => !name.startsWith("attachments/"))?.[1].toString() ?? "";
    const heads = document.match(job.format === "html" ? /<article/g : /^## /gm)?.length;
    const held = document.match(/;base64,|"type":"image"/g)?.length ?? 0;
    if (job.format !== "tree") expect(heads).toBe(messages);
    expect(zip ? entries.size - 1 : held).toBe(attachments);
    for (const [, place = ""] of document.matchAll(/\]\(<(attachments[^>]+)>\)/g))
      expect(entries.has(place)).toBe(true);
    return [messages, attachments];
  };
  const less = { hidden: false, sidecars: false, reasoning: false, tools: false, attachments: true };
  const none = { ...ALL, attachments: false };
  expect(await written({ format: "markdown" })).toEqual([8, 3]);
  expect(await written({ format: "markdown", include: none })).toEqual([8, 0]);
  expect(await written({ format: "markdown", include: { ...ALL, hidden: false } })).toEqual([7, 3]);
  expect(await written({ format: "html" })).toEqual([8, 2]);
  expect(await written({ format: "html", include: none })).toEqual([8, 0]);
  expect(await written({ format: "tree", include: less })).toEqual([8, 2]);
  expect(await written({ format: "tree", include: none })).toEqual([8, 0]);
  expect(await written({ format: "markdown", include: { ...less, reasoning: true } })).toEqual([6, 2]);
});

test("[SE-6a] everything: an archive has the trash and helpers too, formats to read have neither", async () => {
  const { store, file } = opened();
  const [kept, archived, trashed, helper] = [1, 2, 3, 4].map(() => wholeTurn(store).session_id);
  store.archiveSession(archived as SessionId, true, tick());
  store.trashSession(trashed as SessionId, true, tick());
  stranger(file, { readonly: false })
    .prepare("INSERT INTO session_tasks (session_id, parent_id, tool_call_id) VALUES (?, ?, 'call_1')")
    .run(helper, kept);
  expect(planExport(jobIn(file, "all")).sessions).toBe(4);
  expect(planExport(jobIn(file, [kept as SessionId])).sessions).toBe(2);
  for (const format of ["markdown", "html", "tree"] as const) {
    expect(planExport(jobIn(file, "all", { format })).sessions).toBe(2);
    expect(planExport(jobIn(file, [kept as SessionId], { format })).sessions).toBe(1);
  }
});

test("[SE-6a] an export carries no permission and no key", async () => {
  const { store, file } = opened();
  const { session_id } = wholeTurn(store);
  writeFileSync(join(dirname(file), "secrets.json"), "sk-planted-77");
  const db = stranger(file, {});
  db.prepare("UPDATE chat_sessions SET permissions_json = ?").run('[{"permission":"bash","action":"allow"}]');
  const job = jobIn(file, [session_id]);
  await exportSessions(job, alone);
  const text = readFileSync(job.target, "utf8");
  expect(text).not.toContain("sk-planted-77");
  expect(JSON.parse(text).chat_sessions[0].permissions_json).toBe("[]");
});

test("[SV-11d] a cancelled or failed export leaves the old file, and nothing beside it", async () => {
  const { store, file } = opened();
  const { session_id } = wholeTurn(store);
  const job = jobIn(file, [session_id]);
  writeFileSync(job.target, "old");
  await expect(exportSessions(job, { ...alone, isCancelled: () => true })).rejects.toMatchObject({
    code: "CANCELLED",
  });
  const zip = { ...job, sessions: "all" as const, format: "markdown" as const };
  wholeTurn(store);
  await expect(exportSessions(zip, { ...alone, isCancelled: () => true })).rejects.toMatchObject({
    code: "CANCELLED",
  });
  expect(readFileSync(job.target, "utf8")).toBe("old");
  expect(readdirSync(dirname(job.target))).toEqual(["out"]);
  expect(existsSync(join(dirname(file), "unfinished-exports"))).toBe(false);
  const gone = jobIn(file, [session_id], { target: join(freshFolder(), "nowhere", "out") });
  await expect(exportSessions(gone, alone)).rejects.toMatchObject({ code: "ENOENT" });
});

test("[SV-11d] the next start removes what a kill has left, and nothing that a note must not name", async () => {
  const { file } = opened();
  const notes = join(dirname(file), "unfinished-exports");
  const elsewhere = freshFolder();
  const left = join(elsewhere, `.braid.${crypto.randomUUID()}.tmp`);
  // Named by an earlier version.
  const older = join(elsewhere, `.out.json.${crypto.randomUUID()}.tmp`);
  const precious = join(elsewhere, "precious.txt");
  mkdirSync(notes);
  for (const [name, path] of Object.entries({ a: left, b: precious, c: older })) {
    writeFileSync(path, "x");
    writeFileSync(join(notes, name), path);
  }
  await sweepUnfinished(dirname(file));
  expect([left, older, precious].map(existsSync)).toEqual([false, false, true]);
  expect(existsSync(notes)).toBe(false);
});
