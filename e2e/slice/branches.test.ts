/** Branches, sidecars and the trash (BR-1, BR-2, BR-4, DB-10), through the composed core and a real database. */
import { afterEach, describe, expect, test } from "vitest";
import { usageOfSession } from "../../src-main/store/reader/usage-of-session";
import { compactionOf } from "../../src-preload/contract/domain/compaction";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import type { AppEvent } from "../../src-preload/contract/window/bridge";
import { fillRows, sessionId } from "../fixtures/many-rows";
import { refusal, reply } from "../fixtures/provider/script";
import { openBeside, query, tamper } from "./database";
import { broken } from "./invariants";
import { removeSlice, restartSlice, type Slice, type SliceOptions } from "./slice";
import { startAnswering, talkIn } from "./talk";

let slice: Slice;
afterEach(() => removeSlice(slice));

const { conversation, say, texts, idAt } = talkIn(() => slice);

async function started(options?: SliceOptions): Promise<void> {
  slice = await startAnswering(options, (asked) => reply({ reasoning: "thought" }, `answer ${asked}`));
}

const branch = (parent_session_id: SessionId, from_message_id: MessageId, settled?: boolean) =>
  slice.service.branches.branch({
    parent_session_id,
    from_message_id,
    ...(settled === undefined ? {} : { settled }),
  });

const busy = expect.objectContaining({ code: "SESSION_BUSY" });
const notFound = expect.objectContaining({ code: "MESSAGE_NOT_FOUND" });
const partsOf = (session_id: SessionId, most: number) =>
  query(
    slice,
    `SELECT p."index", p.type, p.data_json, p.tool_call_id, p.tool_state FROM chat_parts p
     WHERE p.session_id = ? ORDER BY p.message_id, p."index" LIMIT ?`,
    session_id,
    most,
  );

const hiddenBy = (session_id: SessionId, op_id: string | undefined) =>
  query<{ text: string }>(
    slice,
    `SELECT p.data_json ->> '$.text' AS text FROM chat_message_hides h JOIN chat_messages m ON m.id = h.message_id
     JOIN chat_parts p ON p.message_id = m.id WHERE m.session_id = ? AND h.op_id = ? AND p.type = 'text' ORDER BY m.id`,
    session_id,
    op_id,
  ).map(({ text }) => text);

async function compact(session_id: SessionId): Promise<void> {
  slice.provider.summary(() => reply("S"));
  slice.service.compactions.start({ session_id });
  await slice.watch(session_id).rest();
}

describe("a branch", () => {
  test("[BR-1a, TK-2d] has the visible messages up to its point, verbatim parts, ids of its own, agent, model and sums", async () => {
    await started();
    const parent = await conversation(3);
    const { id, parent_id, title } = await branch(parent, idAt(parent, 3));
    expect(texts(id)).toEqual(["question 1", "answer 1", "question 2", "answer 2"]);
    expect({ parent_id, title }).toEqual({ parent_id: parent, title: "question 1 (2)" });
    const parts = partsOf(id, 99);
    expect(parts).toEqual(partsOf(parent, parts.length));
    const ids = [...slice.messages(id), ...slice.messages(parent)].map((message) => message.id);
    expect(new Set(ids).size).toBe(10);
    expect(slice.messages(id).map(({ id: _, session_id: __, ...rest }) => rest)).toEqual(
      slice
        .messages(parent)
        .slice(0, 4)
        .map(({ id: _, session_id: __, ...rest }) => rest),
    );
    const [one, other] = [id, parent].map(
      (session_id) => slice.service.sessions.read({ session_id }).session,
    );
    expect([one?.agent, one?.model]).toEqual([other?.agent, other?.model]);
    expect(query(slice, "SELECT parent_message_id FROM chat_sessions WHERE id = ?", id)).toEqual([
      { parent_message_id: idAt(parent, 3) },
    ]);
    expect(broken(slice)).toEqual([]);

    await say(id, "another course");
    expect(texts(id)).toHaveLength(6);
    expect(texts(parent)).toHaveLength(6);
    slice = await restartSlice(slice);
    expect(texts(id).at(-1)).toBe("answer 4");
    expect(broken(slice)).toEqual([]);
  });

  test("[BR-1d] leaves out what a rewind hid; from a message that one hid it has the timeline in which that stood", async () => {
    await started();
    const parent = await conversation(3);
    const hiddenAnswer = idAt(parent, 3);
    slice.service.timeline.rewind({ session_id: parent, message_id: idAt(parent, 2), text: "question two" });
    await slice.rest(parent);
    const visible = await branch(parent, idAt(parent, 3));
    expect(texts(visible.id)).toEqual(["question 1", "answer 1", "question two", "answer 4"]);
    const hidden = await branch(parent, hiddenAnswer);
    expect(texts(hidden.id)).toEqual(["question 1", "answer 1", "question 2", "answer 2"]);
    // The other way round: what is seen now came before the message that is hidden, and parted from its timeline.
    const later = idAt(parent, 3);
    const [other] = slice.look(parent).hidden;
    if (other === undefined) throw new Error("nothing is hidden");
    slice.service.timeline.unrewind({ session_id: parent, op_id: other.op_id });
    expect(texts(parent)).toContain("answer 3");
    const restored = await branch(parent, later);
    expect(texts(restored.id)).toEqual(["question 1", "answer 1", "question two", "answer 4"]);
    for (const { id } of [visible, hidden, restored]) expect(slice.look(id).hidden).toEqual([]);
    expect(broken(slice)).toEqual([]);
  });

  test("[BR-1] from a message whose timeline parted inside of one that is hidden too has that one up to there", async () => {
    await started();
    const parent = await conversation(2);
    const goBackTo = async (index: number, text: string) => {
      slice.service.timeline.rewind({ session_id: parent, message_id: idAt(parent, index), text });
      await slice.rest(parent);
    };
    const restore = (index: number) => {
      const op = slice.look(parent).hidden[index]?.op_id;
      if (op === undefined) throw new Error("nothing is hidden");
      slice.service.timeline.unrewind({ session_id: parent, op_id: op });
    };
    // The visible end was said in between: after the outer timeline began, before the inner one did.
    await goBackTo(2, "question two");
    restore(0);
    await say(parent, "question 3");
    await say(parent, "question 4");
    const inner = idAt(parent, 7);
    const words = texts(parent);
    await goBackTo(6, "question four");
    restore(0);
    expect(texts(parent)).toEqual(["question 1", "answer 1", "question two", "answer 3"]);
    expect(texts((await branch(parent, inner)).id)).toEqual(words);
    expect(broken(slice)).toEqual([]);
  });

  test("[BR-2] of a settled answer is made while a summary is made by hand", async () => {
    await started();
    const parent = await conversation(2);
    slice.provider.summary(() => [{ text: "Half" }, { gate: "summed" }]);
    slice.service.compactions.start({ session_id: parent });
    const { id } = await branch(parent, idAt(parent, 3), true);
    expect(texts(id)).toEqual(["question 1", "answer 1", "question 2", "answer 2"]);
    slice.provider.open("summed");
    await slice.watch(parent).rest();
    expect(broken(slice)).toEqual([]);
  });

  test("[BR-1e, BR-1f, DB-3] takes what a compaction hid as hidden by it; from a message that it hid, the turns as they stood before it", async () => {
    await started();
    const parent = await conversation(4);
    const before = idAt(parent, 1);
    await compact(parent);
    const { id } = await branch(parent, idAt(parent, 4));
    expect(texts(id)).toEqual(["", "question 3", "answer 3", "question 4", "answer 4"]);
    const [summary, first] = slice.messages(id);
    const compaction = summary && compactionOf(summary);
    expect(compaction).toMatchObject({ summary: "S", tail_start_id: first?.id });
    expect(hiddenBy(id, compaction?.op_id)).toEqual(["question 1", "answer 1", "question 2", "answer 2"]);
    // The branch undoes its own copy: the parent's summary stays.
    slice.service.compactions.undo({ session_id: id, message_id: idAt(id, 0) });
    expect(texts(id)).toHaveLength(8);
    expect(texts(parent)).toHaveLength(5);
    const earlier = await branch(parent, before);
    expect(texts(earlier.id)).toEqual(["question 1", "answer 1"]);
    expect(broken(slice)).toEqual([]);
  });

  test("[BR-1e, RW-4, DB-3] from a timeline that was left at a summarised turn has the summary, though its turns are back", async () => {
    await started();
    const parent = await conversation(4);
    const [first, second] = [idAt(parent, 0), idAt(parent, 2)];
    await compact(parent);
    const left = idAt(parent, 4);
    slice.service.timeline.retry({ session_id: parent, message_id: second });
    await slice.rest(parent);
    expect(texts(parent)).toEqual(["question 1", "answer 1", "question 2", "answer 5"]);
    const { id } = await branch(parent, left);
    expect(texts(id)).toEqual(["", "question 3", "answer 3", "question 4", "answer 4"]);
    expect(broken(slice)).toEqual([]);
    slice.service.compactions.undo({ session_id: id, message_id: idAt(id, 0) });
    expect(texts(id)).toHaveLength(8);
    expect(slice.messages(parent)[0]?.id).toBe(first);
    expect(broken(slice)).toEqual([]);
  });

  test("[BR-2a] is refused while its parent runs, but for settled turns on request; and from a message that is not in it", async () => {
    await started();
    const parent = await conversation(2);
    const foreign = idAt(await conversation(1), 0);
    await expect(branch(parent, foreign)).rejects.toEqual(notFound);
    const settled = idAt(parent, 3);
    slice.provider.respond(() => [{ text: "Half" }, { gate: "later" }, { text: " of it" }]);
    const { id: question } = slice.send({ session_id: parent, text: "question 3" });
    const watcher = slice.watch(parent);
    await watcher.until(() => watcher.text === "Half");
    await expect(branch(parent, settled)).rejects.toEqual(busy);
    await expect(branch(parent, question, true)).rejects.toEqual(busy);
    const { id } = await branch(parent, settled, true);
    expect(texts(id)).toEqual(["question 1", "answer 1", "question 2", "answer 2"]);
    slice.provider.open("later");
    await slice.rest(parent);
    expect(texts(parent)).toHaveLength(6);
    expect(query(slice, "SELECT * FROM partial_sessions")).toEqual([]);
    expect(broken(slice)).toEqual([]);
  });

  test("[BR-1b] has its parent's folder and metadata, with what the call says over it; no permission, and not what makes a sidecar", async () => {
    await started();
    const { session } = slice.service.sessions.create({ text: "question 1", workspace_root: slice.data_dir });
    await slice.rest(session.id);
    tamper(
      slice,
      `UPDATE chat_sessions SET permissions_json = '[{"permission": "bash", "pattern": "*", "action": "allow"}]',
        metadata_json = json_set(metadata_json, '$.colour', 'green', '$.shape', 'round')`,
    );
    const { id } = await slice.service.branches.branch({
      parent_session_id: session.id,
      from_message_id: idAt(session.id, 1),
      metadata: { shape: "square", label: "a try", ephemeral: true },
    });
    const [row] = query<{ workspace_root: string; permissions_json: string; metadata_json: string }>(
      slice,
      "SELECT workspace_root, permissions_json, metadata_json FROM chat_sessions WHERE id = ?",
      id,
    );
    expect(row?.workspace_root).toBe(slice.data_dir);
    expect(JSON.parse(row?.permissions_json ?? "")).toEqual([]);
    expect(JSON.parse(row?.metadata_json ?? "")).toMatchObject({
      colour: "green",
      shape: "square",
      label: "a try",
    });
    expect(JSON.parse(row?.metadata_json ?? "")).not.toHaveProperty("ephemeral");
    expect(slice.service.sessions.list({ limit: 9 }).sessions.map((each) => each.id)).toContain(id);
  });

  test("[BR-2c] is made of a session whose last turn has failed", async () => {
    await started();
    const parent = await conversation(1);
    slice.provider.respond(() => refusal(400));
    await say(parent, "question 2");
    expect(slice.service.sessions.status({ session_id: parent }).state).toBe("error");
    const { id } = await branch(parent, idAt(parent, 2));
    expect(texts(id)).toEqual(["question 1", "answer 1", "question 2"]);
    expect(broken(slice)).toEqual([]);
  });

  test("[BR-2b] that fails half-way leaves nothing, and twice at once makes two", async () => {
    await started();
    const parent = await conversation(2);
    tamper(
      slice,
      `CREATE TRIGGER fails BEFORE INSERT ON chat_parts WHEN new.session_id <> '${parent}' BEGIN SELECT raise(ABORT, 'no'); END`,
    );
    await expect(branch(parent, idAt(parent, 3))).rejects.toThrow();
    tamper(slice, "DROP TRIGGER fails");
    expect(query(slice, "SELECT id FROM chat_sessions")).toHaveLength(1);
    const made = await Promise.all([branch(parent, idAt(parent, 3)), branch(parent, idAt(parent, 1))]);
    expect(made.map(({ id }) => texts(id).length)).toEqual([4, 2]);
    expect(broken(slice)).toEqual([]);
  });

  test("[BR-2] that a crash cut is gone after the next start, before anything shows it", async () => {
    await started();
    const parent = await conversation(2);
    const { id } = await branch(parent, idAt(parent, 3));
    tamper(
      slice,
      `INSERT INTO partial_sessions VALUES ('${id}', 1); UPDATE chat_sessions SET deleted_at = 1 WHERE id = '${id}'`,
    );
    expect(slice.service.trash.list({ limit: 9 }).sessions).toEqual([]);
    slice = await restartSlice(slice);
    expect(slice.service.sessions.list({ limit: 9 }).sessions.map((session) => session.id)).toEqual([parent]);
    await expect.poll(() => query(slice, "SELECT id FROM chat_sessions")).toHaveLength(1);
    expect(query(slice, "SELECT id FROM chat_messages WHERE session_id = ?", id)).toEqual([]);
  });

  test("[BR-1, TK-3] has what fills its window from the last answer that knows, wherever that was copied", async () => {
    await started();
    const database = openBeside(slice.data_dir, { readonly: false });
    fillRows(database, 1, 1, 300);
    database.close();
    const long = sessionId(1);
    const rows = query<{ id: MessageId }>(
      slice,
      "SELECT id FROM chat_messages WHERE session_id = ? ORDER BY id",
      long,
    ).map(({ id }) => id);
    // The rows that were filled in know nothing; one that does follows after a row.
    const following = (at: number) => rows[at]?.replace("AAAAAAAAAAAA", "BBBBBBBBBBBB");
    const knows = (at: number, metadata: object) =>
      tamper(
        slice,
        `INSERT INTO chat_messages (id, session_id, role, metadata_json, hidden_at, created_at, updated_at) SELECT '${following(at)}', session_id, 'assistant',
          '${JSON.stringify({ finish_reason: "stop", ...metadata })}', NULL, created_at, updated_at
        FROM chat_messages WHERE id = '${rows[at]}'`,
      );
    knows(9, { context_tokens: 70, estimated: true });
    knows(131, { context_tokens: 800 });
    const windowAfter = async (count: number) => {
      const { id } = await branch(long, rows[count - 1] ?? ("" as MessageId));
      return query(slice, "SELECT context_tokens, context_estimated FROM chat_sessions WHERE id = ?", id)[0];
    };
    expect(await windowAfter(8)).toEqual({ context_tokens: null, context_estimated: 0 });
    expect(await windowAfter(130)).toEqual({ context_tokens: 70, context_estimated: 1 });
    expect(await windowAfter(300)).toEqual({ context_tokens: 800, context_estimated: 0 });
  });

  test("[TK-4d] does not pay again for what it copied", async () => {
    await started();
    const parent = await conversation(2);
    const { id } = await branch(parent, idAt(parent, 3));
    const database = openBeside(slice.data_dir);
    expect(usageOfSession(database, id)).toEqual([]);
    await say(id, "more");
    const answers = usageOfSession(database, id).filter(({ purpose }) => purpose === "answers");
    expect(answers).toMatchObject([{ calls: 1 }]);
    database.close();
  });

  test("[BR-3] is named after its parent and knows its family, also of parents that are gone", async () => {
    await started();
    const parent = await conversation(2);
    const one = await branch(parent, idAt(parent, 1));
    const two = await branch(one.id, idAt(one.id, 1));
    const three = await branch(parent, idAt(parent, 3));
    expect([one, two, three].map(({ title }) => title)).toEqual([
      "question 1 (2)",
      "question 1 (3)",
      "question 1 (4)",
    ]);
    const family = () => slice.service.branches.family({ session_id: two.id }).map(({ id }) => id);
    expect(family()).toEqual([parent, one.id, two.id, three.id]);
    slice.service.trash.put({ session_id: parent });
    await slice.service.trash.remove({ session_id: parent });
    expect(family()).toEqual([one.id, two.id]);
    expect(slice.service.sessions.read({ session_id: one.id }).session.parent_id).toBe(parent);
    expect(texts(one.id)).toEqual(["question 1", "answer 1"]);
    expect(broken(slice)).toEqual([]);
  });

  test("[BR-3] has a title of its own also where others of its family are made in the same instant", async () => {
    await started();
    const parent = await conversation(2);
    const at = idAt(parent, 1);
    const made = await Promise.all([branch(parent, at), branch(parent, idAt(parent, 3)), branch(parent, at)]);
    const titles = made.map(({ title }) => title).sort();
    expect(titles).toEqual(["question 1 (2)", "question 1 (3)", "question 1 (4)"]);
  });
});

test("[BR-3] parent and branch lead to each other, also by way of the trash; a sidecar is no way until it is promoted", async () => {
  await started();
  const parent = await conversation(2);
  const links = (session_id: SessionId) => slice.service.compare.links({ session_id });
  const at = idAt(parent, 1);
  expect(links(parent)).toEqual({ forks: [] });
  const one = await branch(parent, at);
  const sidecar = await slice.service.sidecars.open({ session_id: parent });
  const forks = [{ session_id: one.id, message_id: at, title: one.title }];
  expect(links(parent)).toEqual({ forks });
  const origin = { session_id: parent, message_id: at, title: "question 1" };
  expect(links(one.id)).toEqual({ origin, forks: [] });
  slice.service.sidecars.promote({ session_id: sidecar.id });
  expect(links(parent).forks).toHaveLength(2);
  slice.service.trash.put({ session_id: parent });
  expect(links(one.id).origin).toEqual({ ...origin, trashed: true });
  slice.service.trash.restore({ session_id: parent });
  slice.service.trash.put({ session_id: sidecar.id });
  expect(links(parent)).toEqual({ forks });
  slice.service.trash.put({ session_id: parent });
  await slice.service.trash.remove({ session_id: parent });
  expect(links(one.id).origin).toEqual({ session_id: parent, message_id: at });
  expect(() => links(parent)).toThrow(expect.objectContaining({ code: "SESSION_NOT_FOUND" }));
});

test("[BR-3] a branch is told to the list together with what it was branched from", async () => {
  await started();
  const parent = await conversation(1);
  const told: AppEvent[] = [];
  // Not that of the parent itself: its turn has only just ended.
  slice.service.sessions.events.on(
    (event) => "session" in event && event.session.id !== parent && told.push(event),
  );
  const one = await branch(parent, idAt(parent, 1));
  const two = await branch(one.id, idAt(one.id, 1));
  expect(told).toMatchObject([
    { type: "session-changed", session: { id: one.id }, above: [{ id: parent, status: { state: "idle" } }] },
    { type: "session-changed", session: { id: two.id }, above: [{ id: one.id }, { id: parent }] },
  ]);
});

test("[BR-3, SE-1] lists and the family know a branch's model and its turns, also those that a summary stands for, not those that were hidden", async () => {
  await started();
  const parent = await conversation(3);
  const one = await branch(parent, idAt(parent, 3));
  const known = () => {
    const listed = slice.service.sessions.list({ limit: 9 }).sessions;
    const family = slice.service.branches.family({ session_id: one.id });
    const turns = [parent, one.id].map((id) => listed.find((session) => session.id === id)?.turns);
    expect(family.map((member) => member.turns)).toEqual(turns);
    expect(slice.service.sessions.read({ session_id: one.id }).session.turns).toBe(turns[1]);
    return turns;
  };
  expect(known()).toEqual([3, 2]);
  expect(slice.service.branches.family({ session_id: one.id })[1]?.model).toEqual(one.model);
  await say(one.id, "another course");
  expect(known()).toEqual([3, 3]);
  slice.service.timeline.rewind({ session_id: parent, message_id: idAt(parent, 2), text: "otherwise" });
  await slice.rest(parent);
  expect(known()).toEqual([2, 3]);
  await say(one.id, "and on");
  await compact(one.id);
  expect(known()).toEqual([2, 4]);
  const two = await branch(one.id, slice.messages(one.id).at(-1)?.id ?? idAt(one.id, 0));
  expect(two.turns).toBe(4);
  expect(broken(slice)).toEqual([]);
});

test("[QU-2, SE-1] the list tells which session has a draft: once when it begins, once when it is emptied, and when it is sent or waits", async () => {
  await started();
  const session_id = await conversation(1);
  const place = { kind: "composer" as const, session_id };
  const told: (true | undefined)[] = [];
  slice.service.sessions.events.on(
    (event) => event.type === "session-changed" && told.push(event.session.draft),
  );
  const write = (text: string) => slice.service.drafts.save({ place, text }, "one");
  const listed = () => slice.service.sessions.list({ limit: 9 }).sessions[0]?.draft;
  for (const text of ["h", "ha", "half"]) write(text);
  expect([told, listed()]).toEqual([[true], true]);
  slice = await restartSlice(slice);
  expect(listed()).toBe(true);
  slice.service.sessions.events.on(
    (event) => event.type === "session-changed" && told.push(event.session.draft),
  );
  write("");
  expect([told, listed()]).toEqual([[true, undefined], undefined]);
  write("to be sent");
  slice.provider.respond(() => [{ text: "Half" }, { gate: "later" }]);
  slice.service.queue.send({ session_id, text: "to be sent", draft: place }, "one");
  expect([told.at(-1), listed()]).toEqual([undefined, undefined]);
  write("to wait");
  expect(listed()).toBe(true);
  slice.service.queue.send({ session_id, text: "to wait", draft: place }, "one");
  expect([told.at(-1), listed()]).toEqual([undefined, undefined]);
  slice.provider.open("later");
  await slice.rest(session_id);
});

describe("a sidecar", () => {
  test("[BR-4c, BR-2] is asked while the main thread runs, is in no list but its own, outlives a restart, and can be promoted", async () => {
    await started();
    const main = await conversation(1);
    slice.provider.respond((request) =>
      request.rawBody.includes("zeppelin")
        ? [{ text: "Half" }, { gate: "later" }, { text: " of it" }]
        : reply("Sidecar."),
    );
    slice.send({ session_id: main, text: "zeppelin" });
    const told: string[] = [];
    slice.service.sessions.events.on((event) => "session" in event && told.push(event.session.id));
    const sidecar = await slice.service.sidecars.open({ session_id: main });
    expect(sidecar).toMatchObject({ ephemeral: true, parent_id: main });
    expect(texts(sidecar.id)).toEqual(["question 1", "answer 1"]);
    await say(sidecar.id, "by the way?");
    expect(slice.service.sessions.status({ session_id: main }).state).toBe("busy");
    slice.provider.open("later");
    await slice.rest(main);
    expect(told).not.toContain(sidecar.id);
    slice.service.sidecars.close({ session_id: sidecar.id });

    slice = await restartSlice(slice);
    const listed = () => slice.service.sessions.list({ limit: 9 }).sessions.map(({ id }) => id);
    expect(listed()).toEqual([main]);
    expect(slice.service.sidecars.list({ session_id: main })).toMatchObject([
      { session: { id: sidecar.id }, closed_at: expect.any(Number) },
    ]);
    slice.service.sidecars.show({ session_id: sidecar.id });
    expect(slice.service.sidecars.list({ session_id: main })[0]).not.toHaveProperty("closed_at");
    expect(slice.service.branches.family({ session_id: main })).toHaveLength(1);
    expect(slice.service.sidecars.promote({ session_id: sidecar.id })).not.toHaveProperty("ephemeral");
    expect(listed().sort()).toEqual([main, sidecar.id].sort());
    expect(slice.service.sidecars.list({ session_id: main })).toEqual([]);
    expect(slice.service.branches.family({ session_id: main })).toHaveLength(2);
    expect(texts(sidecar.id).at(-1)).toBe("Sidecar.");
    expect(broken(slice)).toEqual([]);
  });

  test("[BR-4, BR-1c] of a sidecar stands beside the same session; a branch of one is no sidecar, and comes from where the sidecar does", async () => {
    await started();
    const main = await conversation(1);
    const first = await slice.service.sidecars.open({ session_id: main });
    const second = await slice.service.sidecars.open({ session_id: first.id });
    expect(slice.service.sidecars.list({ session_id: main }).map(({ session }) => session.id)).toEqual([
      first.id,
      second.id,
    ]);
    await say(first.id, "by the way?");
    const made = await branch(first.id, idAt(first.id, 3));
    expect(made).not.toHaveProperty("ephemeral");
    expect(made).toMatchObject({ title: "question 1 (2)", parent_id: main });
    expect(texts(made.id)).toEqual(texts(first.id));
    expect(slice.service.compare.links({ session_id: made.id }).origin).toMatchObject({
      session_id: main,
      message_id: idAt(main, 1),
      title: "question 1",
    });
    expect(slice.service.branches.family({ session_id: made.id }).map(({ id }) => id)).toEqual([
      main,
      made.id,
    ]);
    expect(
      query(slice, "SELECT metadata_json ->> '$.ephemeral' AS e FROM chat_sessions WHERE id = ?", made.id),
    ).toEqual([{ e: null }]);
  });
});

describe("the trash", () => {
  test("[DB-10a, RW-7b] takes a session out of every list, gives it back, and lets it be undone", async () => {
    await started();
    const session_id = await conversation(1);
    const events: string[] = [];
    slice.service.sessions.events.on((event) => events.push(event.type));
    slice.service.trash.put({ session_id });
    expect(events).toContain("sessions-removed");
    expect(slice.service.sessions.list({ limit: 9 }).sessions).toEqual([]);
    expect(() => slice.service.sessions.read({ session_id })).toThrow(
      expect.objectContaining({ code: "SESSION_NOT_FOUND" }),
    );
    slice = await restartSlice(slice);
    expect(slice.service.trash.list({ limit: 9 }).sessions).toMatchObject([
      { id: session_id, title: "question 1" },
    ]);
    expect(slice.service.trash.restore({ session_id }).id).toBe(session_id);
    expect(texts(session_id)).toEqual(["question 1", "answer 1"]);
    slice.service.trash.put({ session_id });
    expect(slice.service.undo.last({})).toMatchObject({ kind: "delete", session_id });
    expect(slice.service.sessions.list({ limit: 9 }).sessions).toHaveLength(1);
    expect(slice.service.trash.list({ limit: 9 }).sessions).toEqual([]);
  });

  test("[DB-10b] emptied removes every row of what is in it, and of nothing else", async () => {
    await started();
    const [kept, gone] = [await conversation(2), await conversation(2)];
    slice.service.timeline.rewind({ session_id: gone, message_id: idAt(gone, 2), text: "otherwise" });
    await slice.rest(gone);
    await expect(slice.service.trash.remove({ session_id: kept })).rejects.toEqual(
      expect.objectContaining({ code: "SESSION_NOT_FOUND" }),
    );
    slice.service.trash.put({ session_id: gone });
    await slice.service.trash.empty();
    expect(slice.service.trash.list({ limit: 9 }).sessions).toEqual([]);
    for (const table of ["chat_messages", "chat_parts", "chat_timeline_ops", "undo_entries"])
      expect(query(slice, `SELECT * FROM ${table} WHERE session_id = ?`, gone)).toEqual([]);
    for (const table of ["chat_message_hides", "chat_timeline_forks", "partial_sessions"])
      expect(query(slice, `SELECT * FROM ${table}`)).toEqual([]);
    expect(texts(kept)).toHaveLength(4);
    expect(broken(slice)).toEqual([]);
  });

  test("[DB-10] removed for good while what ran in it ends, or from two windows at once, is gone and troubles nobody", async () => {
    await started();
    const two = await conversation(2);
    slice.provider.respond(() => [{ text: "Half" }, { gate: "never" }]);
    const { session_id: one } = slice.ask();
    const watcher = slice.watch(one);
    await watcher.until(() => watcher.text === "Half");
    const events: string[] = [];
    slice.service.sessions.events.on((event) => events.push(event.type));
    for (const session_id of [one, two]) slice.service.trash.put({ session_id });
    await Promise.all([slice.service.trash.empty(), slice.service.trash.empty()]);
    expect(query(slice, "SELECT id FROM chat_messages UNION SELECT id FROM chat_sessions")).toEqual([]);
    expect(events).not.toContain("background-error");
  });

  test("[DB-10, AB-2] of a session that runs stops it, keeps what had come, and says nothing of trouble", async () => {
    await started();
    slice.provider.respond(() => [{ text: "Half" }, { gate: "never" }]);
    const { session_id } = slice.ask();
    const watcher = slice.watch(session_id);
    await watcher.until(() => watcher.text === "Half");
    const events: string[] = [];
    slice.service.sessions.events.on((event) => events.push(event.type));
    slice.service.trash.put({ session_id });
    await watcher.rest();
    slice.service.trash.restore({ session_id });
    expect(texts(session_id)).toEqual(["Hello?", "Half"]);
    expect(slice.messages(session_id)[1]?.metadata.finish_reason).toBe("aborted");
    expect(events).not.toContain("background-error");
  });
});
