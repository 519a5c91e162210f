/** Sidecars of a session (BR-4): which one is open, what it knows, and what becomes of it when its session goes. */
import { afterEach, expect, test } from "vitest";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import type { AppEvent } from "../../src-preload/contract/window/bridge";
import { reply } from "../fixtures/provider/script";
import { query } from "./database";
import { broken } from "./invariants";
import { removeSlice, restartSlice, type Slice, startSlice } from "./slice";
import { startAnswering, talkIn } from "./talk";

let slice: Slice;
afterEach(() => removeSlice(slice));

const { say, texts, idAt, conversation: talk } = talkIn(() => slice);

async function conversation(turns: number): Promise<SessionId> {
  slice = await startAnswering();
  return await talk(turns);
}

const sidecarsOf = (session_id: SessionId) => slice.service.sidecars.list({ session_id });
const openIn = (session_id: SessionId) =>
  sidecarsOf(session_id).flatMap(({ session, closed_at }) => (closed_at === undefined ? [session.id] : []));

test("[BR-4] asked from a message knows what stands up to it; from one that has not settled, what has; a foreign one is refused", async () => {
  const main = await conversation(2);
  const early = await slice.service.sidecars.open({ session_id: main, from_message_id: idAt(main, 1) });
  expect(texts(early.id)).toEqual(["question 1", "answer 1"]);
  expect(early.copied_through).toBe(idAt(early.id, 1));
  slice.provider.respond(() => [{ text: "Half" }, { gate: "later" }]);
  slice.send({ session_id: main, text: "question 3" });
  const late = await slice.service.sidecars.open({ session_id: main, from_message_id: idAt(main, 4) });
  expect(texts(late.id)).toEqual(["question 1", "answer 1", "question 2", "answer 2"]);
  await expect(
    slice.service.sidecars.open({ session_id: main, from_message_id: idAt(early.id, 0) }),
  ).rejects.toMatchObject({ code: "MESSAGE_NOT_FOUND" });
  slice.provider.open("later");
  await slice.rest(main);
});

test("[BR-4, RW-3] asked from a turn that is hidden knows what stood up to it then, also while another answer is written", async () => {
  const main = await conversation(2);
  const asked = async (from_message_id: MessageId) =>
    texts((await slice.service.sidecars.open({ session_id: main, from_message_id })).id);
  const first = idAt(main, 1);
  const early = idAt(main, 3);
  slice.service.timeline.rewind({ session_id: main, message_id: idAt(main, 2), text: "otherwise" });
  await slice.rest(main);
  const late = idAt(main, 3);
  expect(await asked(early)).toEqual(["question 1", "answer 1", "question 2", "answer 2"]);
  // Restored: what is hidden now came last.
  slice.service.undo.last({});
  expect(await asked(late)).toEqual(["question 1", "answer 1", "otherwise", "answer 3"]);
  // The first question is answered anew: nothing of what stands there has settled.
  slice.provider.respond(() => [{ text: "Half" }, { gate: "later" }]);
  slice.service.timeline.retry({ session_id: main, message_id: first });
  expect(await asked(early)).toEqual(["question 1", "answer 1", "question 2", "answer 2"]);
  slice.provider.open("later");
  await slice.rest(main);
  expect(broken(slice)).toEqual([]);
});

test("[BR-4] before anything has settled knows nothing, and is asked all the same", async () => {
  slice = await startSlice();
  slice.provider.respond(({ rawBody }) =>
    rawBody.includes("by the way") ? reply("Sidecar.") : [{ text: "Half" }, { gate: "later" }],
  );
  const { session_id: main } = slice.ask("zeppelin");
  const sidecar = await slice.service.sidecars.open({ session_id: main });
  expect(texts(sidecar.id)).toEqual([]);
  const fromQuestion = await slice.service.sidecars.open({
    session_id: main,
    from_message_id: idAt(main, 0),
  });
  expect(texts(fromQuestion.id)).toEqual([]);
  await say(sidecar.id, "by the way");
  expect(texts(sidecar.id)).toEqual(["by the way", "Sidecar."]);
  const asked = slice.provider.requests.find(({ rawBody }) => rawBody.includes("by the way"));
  expect(asked?.rawBody).not.toContain("zeppelin");
  // A branch of the sidecar does not begin with messages of the main thread.
  const branch = await slice.service.branches.branch({
    parent_session_id: sidecar.id,
    from_message_id: idAt(sidecar.id, 1),
  });
  slice.service.sidecars.promote({ session_id: sidecar.id });
  for (const { id } of [branch, sidecar])
    expect(slice.service.compare.links({ session_id: id }).origin).toEqual({
      session_id: main,
      title: expect.any(String),
    });
  slice.provider.open("later");
  await slice.rest(main);
  expect(broken(slice)).toEqual([]);
});

test("[BR-4] asked while a summary is made by hand knows the last finished turn too", async () => {
  const main = await conversation(2);
  slice.provider.summary(() => [{ text: "Half" }, { gate: "summed" }]);
  slice.service.compactions.start({ session_id: main });
  const whole = ["question 1", "answer 1", "question 2", "answer 2"];
  const anywhere = await slice.service.sidecars.open({ session_id: main });
  expect(texts(anywhere.id)).toEqual(whole);
  const atAnswer = await slice.service.sidecars.open({ session_id: main, from_message_id: idAt(main, 3) });
  expect(texts(atAnswer.id)).toEqual(whole);
  slice.provider.open("summed");
  await slice.watch(main).rest();
  expect(broken(slice)).toEqual([]);
});

test("[BR-4] a summary of its first questions leaves a sidecar its name; a rewind of them gives it another", async () => {
  const main = await conversation(1);
  const { id } = await slice.service.sidecars.open({ session_id: main });
  for (const question of ["Why?", "And how?", "Since when?"]) await say(id, question);
  slice.provider.summary(() => reply("In short."));
  slice.service.compactions.start({ session_id: id });
  await slice.watch(id).rest();
  expect(texts(id)).not.toContain("Why?");
  const named = () => sidecarsOf(main).map(({ question }) => question);
  expect(named()).toEqual(["Why?"]);
  slice.service.undo.last({});
  expect(texts(id)[2]).toBe("Why?");
  const message_id = idAt(id, 2);
  slice.service.timeline.rewind({ session_id: id, message_id, text: "Where?" });
  await slice.rest(id);
  expect(named()).toEqual(["Where?"]);
});

test("[BR-4] one is open at a time, each is named by what was asked in it, and every window is told", async () => {
  const main = await conversation(1);
  const told: AppEvent[] = [];
  slice.service.sessions.events.on((event) => told.push(event));
  const [first, second] = [
    await slice.service.sidecars.open({ session_id: main }),
    await slice.service.sidecars.open({ session_id: main }),
  ];
  await say(first.id, `first ${"words ".repeat(100)}`);
  expect(openIn(main)).toEqual([second.id]);
  expect(sidecarsOf(main).map(({ question }) => question)).toEqual([
    `first ${"words ".repeat(100)}`.slice(0, 200),
    undefined,
  ]);
  const newsOf = (work: () => void) => {
    told.length = 0;
    work();
    return told.map((event) => {
      if ("session_ids" in event) return [event.type, ...event.session_ids];
      return "session_id" in event ? [event.type, event.session_id] : event.type;
    });
  };
  expect(newsOf(() => slice.service.sidecars.show({ session_id: first.id }))).toEqual([
    ["sidecars-changed", main],
  ]);
  expect(openIn(main)).toEqual([first.id]);
  expect(newsOf(() => slice.service.sidecars.close({ session_id: first.id }))).toEqual([
    ["sidecars-changed", main],
  ]);
  expect(openIn(main)).toEqual([]);
  expect(newsOf(() => slice.service.trash.put({ session_id: first.id }))).toEqual([
    ["sessions-removed", first.id],
    ["sidecars-changed", main],
  ]);
  expect(sidecarsOf(main).map(({ session }) => session.id)).toEqual([second.id]);
  slice.service.sidecars.show({ session_id: second.id });
  expect(newsOf(() => slice.service.sidecars.promote({ session_id: second.id }))).toContainEqual([
    "sidecars-changed",
    main,
  ]);
  expect(sidecarsOf(main)).toEqual([]);
});

test("[BR-4] closed before anything was said in it, or begun to be, leaves nothing behind; a draft keeps it", async () => {
  const main = await conversation(1);
  const written = await slice.service.sidecars.open({ session_id: main });
  const composer = (session_id: SessionId) => ({ kind: "composer", session_id }) as const;
  slice.service.drafts.save({ place: composer(written.id), text: "half a thought" }, "window");
  await slice.service.sidecars.close({ session_id: written.id });
  const blank = await slice.service.sidecars.open({ session_id: main });
  slice.service.drafts.save({ place: composer(blank.id), text: "" }, "window");
  await slice.service.sidecars.close({ session_id: blank.id });
  expect(sidecarsOf(main).map(({ session }) => session.id)).toEqual([written.id]);
  expect(query(slice, "SELECT id FROM chat_sessions WHERE id = ?", blank.id)).toEqual([]);
  expect(slice.service.undo.list({ limit: 9 })).toEqual([]);
  expect(broken(slice)).toEqual([]);
});

test("[BR-4] its list tells that it is being answered, and that an answer has come which no window has shown", async () => {
  const main = await conversation(1);
  const { id: session_id } = await slice.service.sidecars.open({ session_id: main });
  const marks = () => sidecarsOf(main).map(({ state, session }) => [state, session.unread ?? false]);
  slice.provider.respond(() => [{ text: "Half" }, { gate: "later" }, ...reply("whole")]);
  slice.send({ session_id, text: "and?" });
  expect(marks()).toEqual([["busy", false]]);
  slice.provider.open("later");
  await expect.poll(marks).toEqual([["idle", true]]);
  const told: AppEvent[] = [];
  slice.service.sessions.events.on((event) => told.push(event));
  slice.watch(session_id);
  // Attached to, it may be covered by the main thread.
  expect(marks()).toEqual([["idle", true]]);
  slice.service.readState.noteVisible([session_id]);
  expect(marks()).toEqual([["idle", false]]);
  expect(told).toEqual([{ type: "sidecars-changed", session_id: main }]);
});

test("[BR-4, DB-10] is stopped when its session is deleted, and stands there again with what it had when that is back", async () => {
  const main = await conversation(1);
  slice.provider.respond(() => [{ text: "Half" }, { gate: "never" }]);
  const [running, closed] = [
    await slice.service.sidecars.open({ session_id: main }),
    await slice.service.sidecars.open({ session_id: main }),
  ];
  for (const { id } of [running, closed]) slice.send({ session_id: id, text: "and?" });
  await slice.service.sidecars.close({ session_id: closed.id });
  slice.service.sidecars.show({ session_id: running.id });
  for (const { id } of [running, closed]) {
    const watcher = slice.watch(id);
    await watcher.until(() => watcher.text === "Half");
  }
  slice.service.trash.put({ session_id: main });
  await expect.poll(() => slice.provider.requests.map(({ aborted }) => aborted)).toEqual([false, true, true]);
  for (const { id } of [running, closed])
    expect((await slice.rest(id)).metadata).toMatchObject({ finish_reason: "aborted" });
  slice.service.undo.last({});
  expect(sidecarsOf(main).map(({ question, closed_at }) => [question, closed_at !== undefined])).toEqual([
    ["and?", false],
    ["and?", true],
  ]);
  expect(openIn(main)).toEqual([running.id]);
  expect(texts(running.id)).toEqual(["question 1", "answer 1", "and?", "Half"]);
  expect(broken(slice)).toEqual([]);
});

test("[BR-4] promoted or closed while it is answered goes on to its end", async () => {
  const main = await conversation(1);
  slice.provider.respond(() => [{ text: "Half" }, { gate: "on" }, ...reply(" and whole.")]);
  const [branch, kept] = [
    await slice.service.sidecars.open({ session_id: main }),
    await slice.service.sidecars.open({ session_id: main }),
  ];
  for (const { id } of [branch, kept]) slice.send({ session_id: id, text: "and?" });
  await slice.service.sidecars.close({ session_id: kept.id });
  expect(slice.service.sidecars.promote({ session_id: branch.id })).not.toHaveProperty("ephemeral");
  slice.provider.open("on");
  for (const { id } of [branch, kept]) await slice.rest(id);
  expect([texts(branch.id).at(-1), texts(kept.id).at(-1)]).toEqual(["Half and whole.", "Half and whole."]);
  expect(sidecarsOf(main).map(({ session, closed_at }) => [session.id, closed_at !== undefined])).toEqual([
    [kept.id, true],
  ]);
  expect(slice.service.sessions.list({ limit: 9 }).sessions.map(({ id }) => id)).toEqual([branch.id, main]);
  expect(broken(slice)).toEqual([]);
});

test("[BR-4, DB-10, RW-7] in the trash and in the history it is called by what was asked in it, and said to be a sidecar", async () => {
  const main = await conversation(1);
  const { id, title } = await slice.service.sidecars.open({ session_id: main });
  slice.service.trash.put({ session_id: id });
  const inTrash = () =>
    slice.service.trash.list({ limit: 9 }).sessions.map((one) => [one.title, one.sidecar_of]);
  expect(inTrash()).toEqual([[title, "question 1"]]);
  slice.service.trash.restore({ session_id: id });
  await say(id, "by the way");
  slice.service.trash.put({ session_id: id });
  expect(inTrash()).toEqual([["by the way", "question 1"]]);
  expect(slice.service.undo.list({ limit: 1 })).toMatchObject([{ title: "by the way", sidecar: true }]);
  expect(slice.service.undo.last({})).toMatchObject({ title: "by the way", main_id: main });
  slice.service.trash.put({ session_id: main });
  expect(inTrash()).toEqual([["question 1", undefined]]);
  expect(slice.service.undo.last({})).toMatchObject({ title: "question 1" });
});

test("[BR-4, DB-10] goes for good with its session; back from the trash without one it is a branch", async () => {
  const main = await conversation(1);
  const kept = await slice.service.sidecars.open({ session_id: main });
  await slice.service.sidecars.open({ session_id: main });
  slice.service.trash.put({ session_id: kept.id });
  slice.service.trash.put({ session_id: main });
  await slice.service.trash.remove({ session_id: main });
  expect(query(slice, "SELECT id FROM chat_sessions")).toEqual([{ id: kept.id }]);

  slice = await restartSlice(slice);
  const restored = slice.service.trash.restore({ session_id: kept.id });
  expect(restored).not.toHaveProperty("ephemeral");
  expect(slice.service.sessions.list({ limit: 9 }).sessions.map(({ id }) => id)).toEqual([kept.id]);
  expect(texts(kept.id)).toEqual(["question 1", "answer 1"]);
  expect(broken(slice)).toEqual([]);
});

test("[BR-4, DB-10] that is being made while its session goes for good is not made, or goes with it", async () => {
  slice = await startAnswering();
  // Each time at another of the moments in which the copy waits for its turn.
  for (let turns = 0; turns < 8; turns++) {
    const main = await talk(1);
    const made = slice.service.sidecars.open({ session_id: main }).catch(() => undefined);
    for (let n = 0; n < turns; n++) await new Promise((resolve) => setImmediate(resolve));
    slice.service.trash.put({ session_id: main });
    await Promise.all([slice.service.trash.empty(), made]);
    expect(query(slice, "SELECT id FROM chat_sessions"), `after ${turns} turns of the loop`).toEqual([]);
  }
});

test("[BR-4, DB-10] promoted while its session goes for good, it stays; it is refused where it is going already", async () => {
  slice = await startAnswering();
  const stayed: number[] = [];
  for (let turns = 0; turns < 6; turns++) {
    const main = await talk(1);
    await slice.service.sidecars.open({ session_id: main });
    const { id } = await slice.service.sidecars.open({ session_id: main });
    slice.service.trash.put({ session_id: main });
    const removed = slice.service.trash.remove({ session_id: main });
    for (let n = 0; n < turns; n++) await new Promise((resolve) => setImmediate(resolve));
    let left = [{ id }];
    try {
      slice.service.sidecars.promote({ session_id: id });
      stayed.push(turns);
    } catch (error) {
      expect(error).toMatchObject({ code: "SESSION_NOT_FOUND" });
      left = [];
    }
    await removed;
    expect(query(slice, "SELECT id FROM chat_sessions"), `after ${turns} turns of the loop`).toEqual(left);
    if (left.length === 0) continue;
    expect(texts(id)).toEqual(["question 1", expect.any(String)]);
    slice.service.trash.put({ session_id: id });
    await slice.service.trash.empty();
  }
  expect(stayed).toContain(0);
});
