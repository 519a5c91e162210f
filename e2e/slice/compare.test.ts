/** Turns read side by side: two sessions from where they part (BR-3), and a hidden timeline beside the one that is shown (RW-3). */
import { afterEach, describe, expect, test } from "vitest";
import { sharedBeginning } from "../../src-main/store/reader/shared-beginning";
import type { MessageId, OpId, SessionId } from "../../src-preload/contract/domain/ids";
import { reply } from "../fixtures/provider/script";
import { worked } from "./clock";
import { openBeside, tamper } from "./database";
import { removeSlice, restartSlice, type Slice, textOf } from "./slice";
import { startAnswering, talkIn } from "./talk";

let slice: Slice;
afterEach(() => removeSlice(slice));

const { conversation, say, idAt } = talkIn(() => slice);

async function started(): Promise<void> {
  slice = await startAnswering();
}

async function branch(parent_session_id: SessionId, index: number): Promise<SessionId> {
  const from_message_id = idAt(parent_session_id, index);
  return (await slice.service.branches.branch({ parent_session_id, from_message_id })).id;
}

async function rewind(session_id: SessionId, index: number, text: string): Promise<void> {
  slice.service.timeline.rewind({ session_id, message_id: idAt(session_id, index), text });
  await slice.rest(session_id);
}

/** As the reader's thread answers it. */
function shared(a: SessionId, b: SessionId) {
  const database = openBeside(slice.data_dir);
  try {
    return sharedBeginning(database, a, b);
  } finally {
    database.close();
  }
}

const inCommon = (a: SessionId, b: SessionId, count: number) => ({
  count,
  a_message_id: idAt(a, count - 1),
  b_message_id: idAt(b, count - 1),
});

describe("what two sessions have in common", () => {
  test("[BR-3] of parent and branch, both ways round, is what was copied, however each goes on, also after a restart", async () => {
    await started();
    const parent = await conversation(3);
    const child = await branch(parent, 3);
    expect(shared(parent, child)).toEqual(inCommon(parent, child, 4));
    await say(child, "another course");
    await say(parent, "question 4");
    slice = await restartSlice(slice);
    expect(shared(parent, child)).toEqual(inCommon(parent, child, 4));
    expect(shared(child, parent)).toEqual(inCommon(child, parent, 4));
    expect(shared(child, child).count).toBe(6);
  });

  test("[BR-3, DB-10c] of a branch's branch and of siblings is as much as all of them came by, also of a parent that is gone", async () => {
    await started();
    const parent = await conversation(3);
    const early = await branch(parent, 1);
    const late = await branch(parent, 5);
    await say(early, "another course");
    const nested = await branch(early, 3);
    expect(shared(parent, nested)).toEqual(inCommon(parent, nested, 2));
    expect(shared(early, nested)).toEqual(inCommon(early, nested, 4));
    expect(shared(late, nested)).toEqual(inCommon(late, nested, 2));
    slice.service.trash.put({ session_id: parent });
    await slice.service.trash.remove({ session_id: parent });
    expect(shared(early, late)).toEqual(inCommon(early, late, 2));
  });

  test("[BR-3] shrinks where one is rewound before the fork, and is whole again when that is restored", async () => {
    await started();
    const parent = await conversation(3);
    const child = await branch(parent, 3);
    await rewind(parent, 2, "question two");
    expect(shared(parent, child)).toEqual(inCommon(parent, child, 2));
    await rewind(child, 0, "question one");
    expect(shared(parent, child)).toEqual({ count: 0 });
    slice.service.undo.last({});
    slice.service.undo.last({});
    expect(shared(parent, child)).toEqual(inCommon(parent, child, 4));
  });

  test("[BR-3] is nothing between strangers, and nothing that was said apart, even in the same instant", async () => {
    await started();
    const parent = await conversation(2);
    const child = await branch(parent, 1);
    await say(child, "another course");
    const stranger = await conversation(1);
    tamper(
      slice,
      "DROP TRIGGER IF EXISTS chat_messages_append_only; UPDATE chat_messages SET created_at = 1",
    );
    expect(shared(parent, stranger)).toEqual({ count: 0 });
    expect(shared(parent, child)).toEqual(inCommon(parent, child, 2));
  });

  test("[BR-3] of 10,000 messages is found at once", async () => {
    await started();
    const parent = await conversation(1);
    tamper(
      slice,
      `INSERT INTO chat_messages (id, session_id, role, metadata_json, created_at, updated_at)
       WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 9998)
       SELECT 'msg_f' || printf('%013x', n) || 'AAAAAAAAAAAA', '${parent}', iif(n % 2, 'user', 'assistant'),
         '{"finish_reason":"stop"}', 1000 + n, 1000 + n FROM n`,
    );
    const child = await branch(parent, -1);
    const before = worked();
    expect(shared(parent, child)).toEqual({
      count: 10_000,
      a_message_id: idAt(parent, -1),
      b_message_id: idAt(child, -1),
    });
    expect(worked() - before).toBeLessThan(2000);
  });
});

describe("a hidden timeline", () => {
  /** The newest. */
  const marker = (session_id: SessionId): OpId => {
    const turns = slice.look(session_id).hidden.at(-1);
    if (turns === undefined) throw new Error("no turns are hidden");
    return turns.op_id;
  };
  const read = (session_id: SessionId, op_id: OpId, limit = 200, before?: MessageId) =>
    slice.service.compare.hidden({ session_id, op_id, limit, before });
  const gone = expect.objectContaining({ code: "INVALID_INPUT" });

  test("[RW-3b] is read from where it parted, in pages, as it would stand if it were restored", async () => {
    await started();
    const session_id = await conversation(3);
    await rewind(session_id, 2, "question two");
    const op_id = marker(session_id);
    const all = read(session_id, op_id);
    expect(all.messages.map(textOf)).toEqual(["question 2", "answer 2", "question 3", "answer 3"]);
    expect(all.more).toBe(false);
    const last = read(session_id, op_id, 3);
    expect(last).toEqual({ messages: all.messages.slice(1), more: true });
    expect(read(session_id, op_id, 3, last.messages[0]?.id)).toEqual({
      messages: all.messages.slice(0, 1),
      more: false,
    });
    slice.service.timeline.unrewind({ session_id, op_id });
    expect(read(session_id, marker(session_id)).messages.map(textOf)).toEqual(["question two", "answer 4"]);
  });

  test("[RW-3] in which another is hidden is read without that one", async () => {
    await started();
    const session_id = await conversation(2);
    await rewind(session_id, 2, "question two");
    const inner = marker(session_id);
    await rewind(session_id, 0, "question one");
    expect(read(session_id, marker(session_id)).messages.map(textOf)).toEqual([
      "question 1",
      "answer 1",
      "question two",
      "answer 3",
    ]);
    // No visible marker leads to the inner one. A search does.
    expect(read(session_id, inner).messages.map(textOf)).toEqual(["question 2", "answer 2"]);

    // Both courses of the inner fork have been hidden with the outer one by then.
    const outer = marker(session_id);
    slice.service.timeline.unrewind({ session_id, op_id: outer });
    const other = marker(session_id);
    slice.service.timeline.unrewind({ session_id, op_id: inner });
    slice.service.timeline.unrewind({ session_id, op_id: other });
    expect(read(session_id, outer).messages.map(textOf)).toEqual([
      "question 1",
      "answer 1",
      "question 2",
      "answer 2",
    ]);
  });

  test("[SE-5a] is the place of its messages: by a marker, without one, behind a summary, in the trash with the session beside which it stands", async () => {
    await started();
    const session_id = await conversation(2);
    const place = (message_id: MessageId, of = session_id) =>
      slice.service.compare.place({ session_id: of, message_id });
    const [first, second] = [idAt(session_id, 0), idAt(session_id, 2)];
    expect(place(second)).toEqual({});
    await rewind(session_id, 2, "question two");
    const inner = marker(session_id);
    expect(place(second)).toEqual({ hidden: { is: "turns", op_id: inner } });
    await rewind(session_id, 0, "question one");
    expect(place(second)).toEqual({ hidden: { is: "unmarked", op_id: inner, cause: "rewind" } });
    expect(place(first)).toEqual({ hidden: { is: "turns", op_id: marker(session_id) } });

    const shown = idAt(session_id, 0);
    for (const text of ["more", "and more", "and more of it"]) await say(session_id, text);
    slice.provider.summary(() => reply("SUMMARY"));
    slice.service.compactions.start({ session_id });
    await slice.rest(session_id);
    const summary = slice.messages(session_id)[0];
    expect(place(shown).hidden).toMatchObject({ is: "summarised", summary: { id: summary?.id } });
    expect(place(summary?.id as MessageId)).toEqual({ summary });

    const sidecar = await slice.service.sidecars.open({ session_id });
    const copied = idAt(sidecar.id, -1);
    expect(place(copied, sidecar.id)).toEqual({ sidecar_of: session_id });
    expect(() => place(copied)).toThrow(expect.objectContaining({ code: "MESSAGE_NOT_FOUND" }));
    slice.service.trash.put({ session_id });
    expect(place(copied, sidecar.id)).toEqual({ in_trash: session_id });
    expect(place(shown)).toEqual({ in_trash: session_id });
  });

  test("[RW-3] that is shown, unknown or another session's is refused, and so is a session that is not there", async () => {
    await started();
    const session_id = await conversation(2);
    await rewind(session_id, 2, "question two");
    const op_id = marker(session_id);
    const other = await conversation(1);
    expect(() => read(other, op_id)).toThrow(gone);
    expect(() => read(session_id, `top_${"0".repeat(26)}` as OpId)).toThrow(gone);
    slice.service.timeline.unrewind({ session_id, op_id });
    expect(() => read(session_id, op_id)).toThrow(gone);
    slice.service.trash.put({ session_id });
    expect(() => read(session_id, op_id)).toThrow(expect.objectContaining({ code: "SESSION_NOT_FOUND" }));
  });
});
