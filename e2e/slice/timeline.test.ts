/** Going back in a conversation (RW-1…3, RW-6, RW-7): through the composed core, a real database and real requests. */

import { afterEach, describe, expect, test } from "vitest";
import { compactionOf } from "../../src-preload/contract/domain/compaction";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../src-preload/contract/domain/messages";
import type { HiddenTurns } from "../../src-preload/contract/domain/timeline";
import { reply } from "../fixtures/provider/script";
import { query } from "./database";
import { broken } from "./invariants";
import { removeSlice, restartSlice, type Slice, type SliceOptions, textOf } from "./slice";
import { startAnswering, talkIn } from "./talk";
import { stored, Window } from "./window";

let slice: Slice;
afterEach(() => removeSlice(slice));

const { conversation, say, texts } = talkIn(() => slice);

async function started(options?: SliceOptions): Promise<void> {
  slice = await startAnswering(options);
}

const hidden = (session_id: SessionId): HiddenTurns[] => slice.look(session_id).hidden;

function messageSaying(session_id: SessionId, text: string): StoredMessage {
  const message = slice.messages(session_id).find((candidate) => textOf(candidate) === text);
  if (message === undefined) throw new Error(`nobody said “${text}”`);
  return message;
}

async function rewind(session_id: SessionId, to: string, text?: string): Promise<void> {
  const message_id = messageSaying(session_id, to).id;
  slice.service.timeline.rewind({ session_id, message_id, ...(text === undefined ? {} : { text }) });
  await slice.rest(session_id);
}

function marker(session_id: SessionId, index = 0): HiddenTurns {
  const found = hidden(session_id)[index];
  if (found === undefined) throw new Error("no turns are hidden");
  return found;
}

const lastBody = () => slice.provider.requests.at(-1)?.rawBody;

describe("rewind", () => {
  test("[RW-2a, TK-2b] hides what came after and the message that changed; the next prompt is that of a session in which they never were", async () => {
    await started();
    const session_id = await conversation(3);
    await rewind(session_id, "question 2", "question two");
    expect(texts(session_id)).toEqual(["question 1", "answer 1", "question two", "answer 4"]);
    const body = lastBody();
    expect(hidden(session_id)).toMatchObject([{ turns: 2, after: messageSaying(session_id, "answer 1").id }]);
    expect(broken(slice)).toEqual([]);

    slice.provider.respond(() => reply("answer 1"));
    const other = await conversation(1);
    await say(other, "question two");
    expect(lastBody()).toBe(body);
  });

  test("[RW-2, RW-1] to the very first message hides everything", async () => {
    await started();
    const session_id = await conversation(2);
    await rewind(session_id, "question 1", "question one");
    expect(texts(session_id)).toEqual(["question one", "answer 3"]);
    expect(hidden(session_id)).toMatchObject([{ turns: 2 }]);
    expect(marker(session_id)).not.toHaveProperty("after");
  });

  test("[RW-2] Try again keeps the question, with another model it is asked anew", async () => {
    await started({ models: ["other"] });
    const session_id = await conversation(2);
    const question = messageSaying(session_id, "question 1");
    slice.service.timeline.retry({ session_id, message_id: messageSaying(session_id, "answer 1").id });
    await slice.rest(session_id);
    expect(texts(session_id)).toEqual(["question 1", "answer 3"]);
    expect(slice.messages(session_id)[0]?.id).toBe(question.id);
    expect(marker(session_id)).toMatchObject({ after: question.id, turns: 2 });

    const model = { provider_id: "scripted", model_id: "other" };
    slice.service.timeline.retry({ session_id, message_id: question.id, model });
    await slice.rest(session_id);
    const [asked, answer] = slice.messages(session_id);
    expect(texts(session_id)).toEqual(["question 1", "answer 4"]);
    expect(asked?.id).not.toBe(question.id);
    expect([asked?.metadata.model, answer?.metadata.model]).toEqual([model, model]);
    expect(slice.service.sessions.read({ session_id }).session.model).toEqual(model);
    expect(slice.provider.requests.at(-1)?.body.model).toBe("other");
  });

  test("[RW-3] [MS-1] Undo of an answer by another model brings the model before back", async () => {
    await started({ models: ["other"] });
    const session_id = await conversation(1);
    const before = slice.look(session_id).session.model;
    const message_id = messageSaying(session_id, "question 1").id;
    const other = { provider_id: "scripted", model_id: "other" };
    slice.service.timeline.retry({ session_id, message_id, model: other });
    await slice.rest(session_id);
    slice.service.undo.last({});
    expect(texts(session_id)).toEqual(["question 1", "answer 1"]);
    expect(slice.look(session_id).session.model).toEqual(before);
    slice.service.timeline.unrewind({ session_id, op_id: marker(session_id).op_id });
    expect(slice.look(session_id).session.model).toEqual(other);
  });

  test("[RW-3] [MS-1] where a summary stands for all turns, Undo brings back the model of the last of them", async () => {
    await started({ models: ["other"] });
    const session_id = await conversation(1);
    const before = slice.look(session_id).session.model;
    const message_id = messageSaying(session_id, "question 1").id;
    slice.provider.summary(() => reply("In short."));
    slice.service.compactions.start({ session_id });
    await slice.watch(session_id).rest();
    const other = { provider_id: "scripted", model_id: "other" };
    slice.service.timeline.retry({ session_id, message_id, model: other });
    await slice.rest(session_id);
    expect(slice.look(session_id).session.model).toEqual(other);
    slice.service.undo.last({});
    expect(slice.messages(session_id).map((message) => compactionOf(message)?.summary)).toEqual([
      "In short.",
    ]);
    expect(slice.look(session_id).session.model).toEqual(before);
  });

  test("[RW-2c] with nothing changed it is Try again", async () => {
    await started();
    const session_id = await conversation(2);
    await rewind(session_id, "question 2", "question 2");
    expect(texts(session_id)).toEqual(["question 1", "answer 1", "question 2", "answer 3"]);
    expect(hidden(session_id)).toMatchObject([{ turns: 1 }]);
    expect(slice.service.undo.list({ limit: 9 })).toMatchObject([{ kind: "retry" }]);
  });

  test("[RW-6] and restore, Try again and undo are refused while the session runs; nothing changes", async () => {
    await started();
    const session_id = await conversation(2);
    await rewind(session_id, "question 2", "question two");
    slice.provider.respond(() => [{ text: "Half" }, { gate: "later" }, ...reply(" of it")]);
    slice.send({ session_id, text: "question 3" });
    const message_id = messageSaying(session_id, "question 1").id;
    const before = query(slice, "SELECT * FROM chat_timeline_ops");
    const { op_id } = marker(session_id);
    const busy = expect.objectContaining({ code: "SESSION_BUSY" });
    expect(() => slice.service.timeline.rewind({ session_id, message_id, text: "no" })).toThrow(busy);
    expect(() => slice.service.timeline.retry({ session_id, message_id })).toThrow(busy);
    expect(() => slice.service.timeline.unrewind({ session_id, op_id })).toThrow(busy);
    expect(() => slice.service.undo.last({})).toThrow(busy);
    expect(query(slice, "SELECT * FROM chat_timeline_ops")).toEqual(before);
    slice.provider.open("later");
    await slice.rest(session_id);
    expect(texts(session_id)).toHaveLength(6);
  });

  test("is refused from a foreign, a hidden, an unknown and an assistant's message, and the session stays idle", async () => {
    await started();
    const session_id = await conversation(2);
    const foreign = slice.messages(await conversation(1))[0]?.id;
    const gone = messageSaying(session_id, "question 2").id;
    await rewind(session_id, "question 1", "question one");
    const answer = slice.messages(session_id)[1]?.id;
    const refused = (message_id = foreign) => {
      if (message_id === undefined) throw new Error("no message");
      let code = "";
      try {
        slice.service.timeline.rewind({ session_id, message_id, text: "no" });
      } catch (error) {
        code = (error as { code: string }).code;
      }
      return code;
    };
    expect([refused(), refused(gone), refused(answer)]).toEqual([
      "MESSAGE_NOT_FOUND",
      "MESSAGE_NOT_FOUND",
      "INVALID_INPUT",
    ]);
    expect(slice.service.sessions.status({ session_id })).toEqual({ state: "idle" });
    expect(texts(session_id)).toEqual(["question one", "answer 4"]);
  });

  test("[LY-4, LY-3] two windows and one that comes later show what is stored; a window that leaves stops nothing", async () => {
    await started();
    const session_id = await conversation(3);
    const windows = [new Window(slice, session_id), new Window(slice, session_id, "late")];
    slice.provider.respond(() => [{ text: "Half" }, { gate: "later" }, { text: " of it" }]);
    const message_id = messageSaying(session_id, "question 2").id;
    slice.service.timeline.rewind({ session_id, message_id, text: "question two" });
    const late = new Window(slice, session_id);
    windows[0]?.detach();
    slice.provider.open("later");
    await slice.rest(session_id);
    for (const window of [windows[1], late]) {
      await expect.poll(() => window?.rests).toBe(true);
      expect(await window?.shown()).toEqual(await stored(slice, session_id));
      expect(window?.hidden).toEqual(hidden(session_id));
      expect(window?.oddities).toEqual([]);
    }
  });
});

describe("restore", () => {
  test("[RW-3a, TK-2c] swaps the timelines, any number of times, with what was said in each since", async () => {
    await started();
    const session_id = await conversation(2);
    const earlier = ["question 1", "answer 1", "question 2", "answer 2"];
    await rewind(session_id, "question 2", "question two");
    const later = ["question 1", "answer 1", "question two", "answer 3"];
    for (let n = 4; n < 8; n += 2) {
      slice.service.timeline.unrewind({ session_id, op_id: marker(session_id).op_id });
      expect(texts(session_id)).toEqual(earlier);
      await say(session_id, `more ${n}`);
      earlier.push(`more ${n}`, `answer ${n}`);
      slice.service.timeline.unrewind({ session_id, op_id: marker(session_id).op_id });
      expect(texts(session_id)).toEqual(later);
      // All that came after the first two messages, with what was said there since it was hidden last.
      expect(marker(session_id).turns).toBe((earlier.length - 2) / 2);
      await say(session_id, `more ${n + 1}`);
      later.push(`more ${n + 1}`, `answer ${n + 1}`);
      expect(hidden(session_id)).toHaveLength(1);
      expect(broken(slice)).toEqual([]);
    }
    expect(query(slice, "SELECT id FROM chat_timeline_ops")).toHaveLength(2);
    slice = await restartSlice(slice);
    expect(texts(session_id)).toEqual(later);
  });

  test("[RW-3] of three timelines at one place each can be reached from each", async () => {
    await started();
    const session_id = await conversation(1);
    for (const text of ["two", "three"]) await rewind(session_id, texts(session_id)[0] ?? "", text);
    expect(hidden(session_id)).toHaveLength(2);
    const seen = new Set<string>();
    for (let n = 0; n < 4; n++) {
      seen.add(texts(session_id).join());
      slice.service.timeline.unrewind({ session_id, op_id: marker(session_id).op_id });
      expect(hidden(session_id)).toHaveLength(2);
      expect(broken(slice)).toEqual([]);
    }
    expect([...seen].sort()).toEqual(["question 1,answer 1", "three,answer 3", "two,answer 2"]);
  });

  test("[RW-3] of turns that are shown, or that parted in a timeline that is hidden, is refused, and a window that sees it is told to look anew", async () => {
    await started();
    const session_id = await conversation(2);
    await rewind(session_id, "question 2", "question two");
    const inner = marker(session_id).op_id;
    await rewind(session_id, "question 1", "question one");
    const invalid = expect.objectContaining({ code: "INVALID_INPUT" });
    expect(() => slice.service.timeline.unrewind({ session_id, op_id: inner })).toThrow(invalid);
    const outer = marker(session_id).op_id;
    const watcher = slice.watch(session_id);
    slice.service.timeline.unrewind({ session_id, op_id: outer });
    await watcher.until(() => watcher.events.some(({ type }) => type === "reset"));
    expect(() => slice.service.timeline.unrewind({ session_id, op_id: outer })).toThrow(invalid);
    expect(slice.service.sessions.status({ session_id })).toEqual({ state: "idle" });
  });
});

describe("undo", () => {
  test("[RW-7a] takes back what was rewound, tried again, restored and archived, newest first, in any session; the history says what", async () => {
    await started();
    const [one, two] = [await conversation(2), await conversation(1)];
    await rewind(one, "question 2", "question two");
    slice.service.timeline.retry({ session_id: two, message_id: messageSaying(two, "question 1").id });
    await slice.rest(two);
    slice.service.timeline.unrewind({ session_id: one, op_id: marker(one).op_id });
    slice.service.sessions.archive({ session_id: two });
    const undo = () => slice.service.undo.last({}).kind;
    slice = await restartSlice(slice);

    expect(undo()).toBe("archive");
    expect(slice.service.sessions.read({ session_id: two }).session.archived_at).toBeUndefined();
    expect(undo()).toBe("restore");
    expect(texts(one)[2]).toBe("question two");
    expect(undo()).toBe("retry");
    expect(texts(two)).toEqual(["question 1", "answer 3"]);
    expect(undo()).toBe("rewind");
    expect(texts(one)).toEqual(["question 1", "answer 1", "question 2", "answer 2"]);
    expect(undo).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
    const entries = slice.service.undo.list({ limit: 9 });
    expect(entries.map(({ kind }) => kind)).toEqual(["archive", "restore", "retry", "rewind"]);
    expect(entries.every(({ undone_at }) => undone_at !== undefined)).toBe(true);
    expect(broken(slice)).toEqual([]);
  });

  test("[RW-7, BR-4] takes back what was changed in a sidecar in its turn, says where that stands, and tells its windows", async () => {
    await started();
    const main = await conversation(1);
    const { id: sidecar } = await slice.service.sidecars.open({ session_id: main });
    await say(sidecar, "beside");
    await rewind(sidecar, "beside", "otherwise");
    expect(slice.service.undo.list({ limit: 9 })).toMatchObject([{ kind: "rewind", sidecar: true }]);
    const told: string[] = [];
    slice.service.sessions.events.on((event) => told.push(event.type));
    expect(slice.service.undo.last({})).toMatchObject({ session_id: sidecar, main_id: main });
    expect(texts(sidecar).slice(2, 3)).toEqual(["beside"]);
    expect(told).toContain("sidecars-changed");
    expect(told).not.toContain("session-changed");
    slice.service.sessions.archive({ session_id: main });
    expect(slice.service.undo.last({})).not.toHaveProperty("main_id");
    expect(slice.service.undo.list({ limit: 1 })[0]).not.toHaveProperty("sidecar");
  });

  test("[RW-7] what was undone by hand is not undone again", async () => {
    await started();
    const session_id = await conversation(1);
    slice.service.sessions.archive({ session_id });
    slice.service.sessions.unarchive({ session_id });
    expect(() => slice.service.undo.last({})).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
    const [entry] = slice.service.undo.list({ limit: 1 });
    expect(() => slice.service.undo.last({ id: entry?.id })).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT" }),
    );
  });
});
