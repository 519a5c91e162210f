import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join as pathOf } from "node:path";
import { describe, expect, it } from "vitest";
import { blobUrl } from "../../../../src-preload/contract/domain/attachments";
import type { Draft, DraftPlace } from "../../../../src-preload/contract/domain/drafts";
import type { SessionId } from "../../../../src-preload/contract/domain/ids";
import type { Store } from "../../../core/ports/store";
import { openDatabase } from "../../database/connection";
import { ask, opened, spoil } from "../../testing/stores";
import {
  append,
  beginTurn,
  frame,
  ids,
  MODEL,
  newSession,
  question,
  rewound,
  tick,
  wholeTurn,
} from "../../testing/talk";
import type { JobContext } from "../../upkeep/jobs/jobs";
import { join, restore, salvage } from "./rebuild";

const context: JobContext = {
  isCancelled: () => false,
  onProgress: () => undefined,
  unstoppable: (read) => read(),
};
const TABLES = [
  "chat_sessions",
  "chat_messages",
  "chat_parts",
  "chat_deltas",
  "chat_timeline_ops",
  "chat_timeline_forks",
  "chat_message_hides",
  "chat_prune_marks",
  "supplied_costs",
  "message_labels",
  "removed_prompts",
  "undo_entries",
  "imports",
  "imported_sessions",
  "session_asides",
  "session_tasks",
  "chat_queue",
  "place_drafts",
  "system_prompts",
  "system_prompt_sections",
  "session_marks",
  "agent_calls",
  "permission_rules",
  "permission_decisions",
  "file_changes",
  "workspace_modes",
  "blobs",
];
const rowsOf = (file: string) =>
  Object.fromEntries(TABLES.map((table) => [table, ask(file, `SELECT * FROM ${table} ORDER BY 1, 2`)]));

/** Sessions of every kind of text: short, of many pages, in pieces, not Latin. */
function talk(store: Store): SessionId[] {
  const sessions = Array.from({ length: 12 }, (_, n) => {
    const { session_id } = wholeTurn(store, undefined, "A word. ".repeat(n * n * 20));
    wholeTurn(store, session_id, "Größe und 🧶 und שלום. ".repeat(n * 3));
    return session_id;
  });
  const unsettled = beginTurn(store, sessions[0]);
  for (let seq = 0; seq < 40; seq++) append(store, unsettled, seq, `piece ${seq} `);
  rewound(store, sessions[2]);
  const [, pruned] = store.visibleMessages(sessions[4] as SessionId);
  if (pruned === undefined) throw new Error("no messages");
  const marks = [0, 1].map((index) => ({ message_id: pruned.id, index, level: "middle" as const }));
  store.putPruneMarks({ session_id: pruned.session_id, marks, by_hand: { freed: 3 }, now: tick() });
  store.takeBackPruned({ session_id: pruned.session_id, places: marks.slice(1), gained: 1, now: tick() });
  const paid = { session_id: pruned.session_id, message_id: pruned.id, cost_usd: 0.25, now: tick() };
  store.supplyCost(paid);
  const waits = { session_id: sessions[3] as SessionId, text: "It waits", model: MODEL };
  for (let n = 0; n < 3; n++) store.enqueue({ ...waits, id: ids.queued(), now: tick() });
  const [, session_id = null] = sessions;
  if (session_id === null) throw new Error("no session");
  const draft = (writer: string, place: DraftPlace, draft: Draft) =>
    store.saveDraft({ place, writer }, draft, tick());
  draft("a", { kind: "composer", session_id }, { text: "not sent" });
  draft(
    "b",
    { kind: "message", session_id, id: ids.message() },
    { text: "nor said otherwise", model: MODEL },
  );
  draft("c", { kind: "waiting", session_id, id: ids.queued() }, { text: "nor how it waits", as_of: tick() });
  draft("a", { kind: "composer", session_id: null }, { text: "nor this", model: MODEL });
  store.saveSystemPrompt({ digest: "a".repeat(64), sections: [{ name: "one", text: "Be kind." }] }, tick());
  return sessions;
}

/** Rows that no verb of the store writes yet. */
function beside(file: string): void {
  const db = openDatabase(file);
  const session = db.prepare("SELECT min(id) FROM chat_sessions").pluck().get();
  db.prepare("INSERT INTO session_marks VALUES (?, 1700000000000, NULL)").run(session);
  db.prepare("INSERT INTO agent_calls VALUES (7, ?, 'title', '{}', '{}', 0, 0.5, 1700000000000)").run(
    session,
  );
  db.prepare("INSERT INTO undo_entries VALUES (4, ?, 'archive', NULL, 1700000000000, NULL)").run(session);
  db.prepare("INSERT INTO undo_entries VALUES (5, ?, 'import', NULL, 1700000000000, NULL)").run(session);
  const id = 1 + Math.floor(Math.random() * 2 ** 48);
  const newest = db.prepare("SELECT max(id) FROM chat_messages").pluck().get();
  db.prepare(`INSERT INTO imports VALUES (?, 5, '["talks.json"]', ?)`).run(id, newest);
  db.prepare("INSERT INTO imported_sessions VALUES (?, ?, NULL, 1)").run(session, id);
  db.prepare("INSERT INTO session_asides VALUES (?, ?, NULL)").run(session, session);
  db.prepare("INSERT INTO session_tasks VALUES (?, ?, 'call_1')").run(session, session);
  db.prepare("INSERT INTO permission_rules VALUES (3, NULL, 'run', 'ls *', 'allow', 'user', 5)").run();
  db.prepare(
    `INSERT INTO permission_decisions VALUES
      (5, ?, '/home/ada', 'call_1', 'command', 'ls', 'rule-allow', 'ls *', 'project', 1700000000000)`,
  ).run(session);
  const message = db.prepare("SELECT min(id) FROM chat_messages WHERE session_id = ?").pluck().get(session);
  db.prepare(
    "INSERT INTO file_changes VALUES (2, ?, ?, '/home/ada/a.txt', NULL, ?, NULL, 420, NULL, 1700000000000)",
  ).run(session, message, "c".repeat(64));
  db.prepare("INSERT INTO message_labels VALUES (?, 'decision', 1700000000000)").run(message);
  db.prepare("INSERT INTO removed_prompts VALUES (?, 1700000000000)").run("d".repeat(64));
  db.prepare("INSERT INTO workspace_modes VALUES ('/home/ada', 'strict', 1700000000000)").run();
  db.prepare("INSERT INTO blobs VALUES (?, 'image/png', 3000, ?, 5)").run(
    "b".repeat(64),
    Buffer.alloc(3000, 9),
  );
  db.close();
}

async function closedTalk() {
  const { file, store, close } = opened();
  const sessions = talk(store);
  await close();
  beside(file);
  return { file, sessions, target: `${file}.recovering` };
}

describe("salvage", () => {
  it("[SV-8] of a sound database brings back every row", async () => {
    const { file, target } = await closedTalk();
    const before = rowsOf(file);
    const found = await salvage({ damaged: file, target }, context);
    expect(found).toEqual({ sessions: 12, messages: 52, lost_messages: 0, cut_messages: 0 });
    expect(rowsOf(target)).toEqual(before);
    expect(ask(target, "PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
    expect(ask(target, "PRAGMA foreign_key_check")).toEqual([]);
  });

  it("[SV-8] takes what its log alone holds, up to the last commit that is whole", async () => {
    const { file, store } = opened();
    talk(store);
    const log = `${file}-wal`;
    const [copy, copied] = [`${file}-copy`, `${file}-copy-wal`];
    writeFileSync(copy, readFileSync(file));
    const bytes = readFileSync(log);
    writeFileSync(copied, bytes);
    const before = rowsOf(file);
    await salvage({ damaged: copy, target: `${file}.recovering` }, context);
    expect(rowsOf(`${file}.recovering`)).toEqual(before);

    bytes.fill(0xaa, bytes.length - 3000, bytes.length);
    writeFileSync(copied, bytes);
    const found = await salvage({ damaged: copy, target: `${file}.recovering` }, context);
    expect(found).toMatchObject({ sessions: 12, lost_messages: 0 });
  });

  it("[SV-8] needs neither the schema nor the way to a row", async () => {
    const { file, target } = await closedTalk();
    const before = rowsOf(file);
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 0, 1024);
    writeFileSync(file, bytes);
    for (const table of TABLES) expect(before[table]).not.toEqual([]);
    await salvage({ damaged: file, target }, context);
    expect(rowsOf(target)).toEqual(before);
  });

  it.each([
    ["chat_messages", "first leaf"],
    ["chat_sessions", "first leaf"],
    ["chat_parts", "first leaf"],
    ["chat_parts", "root"],
  ] as const)(
    "[SV-8] keeps what is beside a lost page of %s (%s), and says what is lost",
    async (tree, page) => {
      const { file, target } = await closedTalk();
      const before = rowsOf(file);
      spoil(file, tree, page);
      const found = await salvage({ damaged: file, target }, context);
      const after = rowsOf(target);
      expect(found.sessions).toBe(12);
      expect(ask(target, "PRAGMA foreign_key_check")).toEqual([]);
      const known = new Set(before.chat_messages?.map(({ id }) => id));
      for (const { id } of after.chat_messages ?? []) expect(known).toContain(id);
      expect(found.messages).toBe(after.chat_messages?.length);
      expect(found.messages + found.lost_messages).toBe(52);
      // Not a part is there that was not, and none whose words are others.
      const words = new Map(before.chat_parts?.map(({ id, data_json }) => [id, data_json]));
      for (const { id, data_json } of after.chat_parts ?? []) expect(data_json).toBe(words.get(id));
      // Each message of these has one part: it is lost with it, or cut without it.
      const wordless = (after.chat_messages ?? []).filter(
        ({ id }) => !after.chat_parts?.some(({ message_id }) => message_id === id),
      );
      expect(found.cut_messages).toBe(wordless.length);
    },
  );

  it("[SV-8] of what is no database at all says that there is nothing, and leaves nothing", async () => {
    const { file, target } = await closedTalk();
    writeFileSync(file, "This was a letter. ".repeat(1000));
    await expect(salvage({ damaged: file, target }, context)).rejects.toThrow("nothing of a transcript");
    expect(() => readFileSync(target)).toThrow("ENOENT");
  });

  it("[SV-8] does not take what was deleted for what is there", async () => {
    const { file, sessions, target } = await closedTalk();
    const db = openDatabase(file);
    db.pragma("foreign_keys = ON");
    db.prepare("DELETE FROM chat_sessions WHERE id = ?").run(sessions[5]);
    const left = db.prepare("SELECT count(*) FROM chat_messages").pluck().get();
    db.close();
    const found = await salvage({ damaged: file, target }, context);
    expect(found).toMatchObject({ sessions: 11, messages: left });
  });

  it("[SV-8] [QU-2] has the drafts of an earlier version in their places", async () => {
    const { file, sessions, target } = await closedTalk();
    const db = openDatabase(file);
    db.exec("DELETE FROM place_drafts");
    const edited = JSON.stringify({ message_id: ids.message(), text: "asked better" });
    const row = db.prepare("INSERT INTO window_drafts VALUES (?, ?, ?, NULL, 1700000000000, ?, NULL)");
    row.run("a", sessions[1], `"half a thought"`, edited);
    db.close();
    await salvage({ damaged: file, target }, context);
    expect(ask(target, "SELECT place, writer, text_json FROM place_drafts ORDER BY place")).toEqual([
      { place: "composer", writer: "a", text_json: '"half a thought"' },
      { place: "message", writer: "a", text_json: '"asked better"' },
    ]);
  });

  it("ends where nobody waits for it any more, and leaves nothing", async () => {
    const { file, target } = await closedTalk();
    await expect(
      salvage({ damaged: file, target }, { ...context, isCancelled: () => true }),
    ).rejects.toMatchObject({ code: "CANCELLED" });
    expect(() => readFileSync(target)).toThrow("ENOENT");
  });
});

/** A message, a waiting message, a draft and a change of a file name a file each, and the rows of these files are lost. */
async function withFiles({ store, file }: Pick<ReturnType<typeof opened>, "store" | "file">) {
  const put = async (words: string) => (await store.putBlob(bytesOf(words), tick())).sha256;
  const [said, queued, drafted, changed] = [
    await put("said"),
    await put("queued"),
    await put("drafted"),
    await put("changed"),
  ];
  const session = newSession();
  const { id: session_id } = session;
  const part = { type: "file", mediaType: "image/png", filename: "a.png", url: blobUrl(said) } as const;
  const message = { ...question(session_id), parts: [{ id: ids.part(), part }] };
  store.createSession(session, {
    message,
    answer: frame(session_id, ids.message(), [], { start: { metadata: {} } }),
  });
  const ref = (sha256: string) => ({ sha256, media_type: "text/plain", filename: "a", size: 1 });
  const waiting = { id: ids.queued(), session_id, text: "", model: undefined, now: tick() };
  store.enqueue({ ...waiting, attachments: [ref(queued)] });
  const place = { kind: "composer", session_id } as const;
  store.saveDraft({ place, writer: "a" }, { text: "", attachments: [ref(drafted)] }, tick());
  const db = openDatabase(file);
  db.prepare(
    `INSERT INTO file_changes SELECT NULL, session_id, id, '/home/ada/a.txt', ?, NULL, NULL, 420, NULL, 1700000000000
      FROM chat_messages WHERE session_id = ? LIMIT 1`,
  ).run(changed, session_id);
  db.exec("DELETE FROM blobs");
  db.close();
  return { said, queued, drafted, changed };
}

async function* bytesOf(words: string) {
  yield Buffer.from(words);
}

describe("the rows of attached files", () => {
  it("[SV-8] that are lost are made anew from what names the files, and no sweep takes these", async () => {
    const { file, store, close } = opened();
    const { said, queued, drafted, changed } = await withFiles({ file, store });
    await close();
    const target = `${file}.recovering`;
    await salvage({ damaged: file, target }, context);
    expect(ask(target, "SELECT sha256, media_type, size FROM blobs ORDER BY size, sha256")).toEqual(
      [
        { sha256: said, media_type: "image/png", size: 4 },
        { sha256: queued, media_type: "text/plain", size: 6 },
        { sha256: drafted, media_type: "text/plain", size: 7 },
        { sha256: changed, media_type: null, size: 7 },
      ].sort((one, other) => one.size - other.size || (one.sha256 < other.sha256 ? -1 : 1)),
    );
  });

  it("[SV-8] do not come back for files that are gone", async () => {
    const { file, store, close } = opened();
    await withFiles({ file, store });
    await close();
    rmSync(pathOf(dirname(file), "blobs"), { recursive: true });
    const target = `${file}.recovering`;
    await salvage({ damaged: file, target }, context);
    expect(ask(target, "SELECT * FROM blobs")).toEqual([]);
  });
});

describe("what was said meanwhile", () => {
  it("[SV-8] is added, as often as it changes; of a session in both the longer one stays", async () => {
    const { file: backup, sessions, target } = await closedTalk();
    await restore({ backup, target }, context);
    const present = opened();
    const fresh = wholeTurn(present.store, undefined, "Said after the damage.");
    beside(present.file);
    const place = { kind: "composer", session_id: fresh.session_id } as const;
    present.store.saveDraft({ place, writer: "a" }, { text: "half a thought" }, tick());
    join({ present: present.file, target });
    wholeTurn(present.store, fresh.session_id, "And more.");
    join({ present: present.file, target });
    const all = rowsOf(target);
    expect(all.chat_sessions).toHaveLength(13);
    expect(all.chat_messages?.filter(({ session_id }) => session_id === fresh.session_id)).toHaveLength(4);
    expect(all.place_drafts?.map(({ text_json }) => text_json)).toContain('"half a thought"');
    expect(all.chat_messages?.filter(({ session_id }) => session_id === sessions[3])).toHaveLength(4);
    const count = (file: string) =>
      Number(ask(file, "SELECT value_json AS n FROM app_state WHERE key = 'store.synced_commits'")[0]?.n);
    // Numbered alike in both, and not the same.
    expect(all.agent_calls).toHaveLength(2);
    expect(all.permission_rules).toHaveLength(1);
    // An import can be taken back in each, by its own entry.
    const imports = `SELECT e.session_id FROM undo_entries e JOIN imports m ON m.entry_id = e.id
      JOIN imported_sessions i ON i.import_id = m.id AND i.session_id = e.session_id WHERE e.kind = 'import' ORDER BY 1`;
    expect(ask(target, imports)).toEqual([...ask(backup, imports), { session_id: fresh.session_id }]);
    expect(count(target)).toBeGreaterThanOrEqual(count(present.file));

    // The same session, grown in one and not in the other.
    rmSync(`${target}-2`, { force: true });
    await restore({ backup: target, target: `${target}-2` }, context);
    wholeTurn(present.store, fresh.session_id, "Longer still.");
    join({ present: present.file, target: `${target}-2` });
    const lengthIn = (file: string) =>
      ask(file, "SELECT id FROM chat_messages WHERE session_id = ?", fresh.session_id).length;
    expect(lengthIn(`${target}-2`)).toBe(6);
    join({ present: target, target: `${target}-2` });
    expect(lengthIn(`${target}-2`)).toBe(6);
  });

  it("[SV-8] a backup that is not sound is refused, and nothing is left", async () => {
    const { file, target } = await closedTalk();
    spoil(file, "chat_parts", "first leaf");
    await expect(restore({ backup: file, target }, context)).rejects.toMatchObject({
      code: "SQLITE_CORRUPT",
    });
    expect(() => readFileSync(target)).toThrow("ENOENT");
  });

  it("[SV-8] a backup of a newer Braid is refused before it is copied", async () => {
    const { file, target } = await closedTalk();
    openDatabase(file).pragma("user_version = 9999");
    await expect(restore({ backup: file, target }, context)).rejects.toMatchObject({ code: "NEWER_BACKUP" });
    expect(() => readFileSync(target)).toThrow("ENOENT");
  });
});
