import { afterEach, expect, test, vi } from "vitest";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import type { HistoryCursor } from "../../src-preload/contract/domain/sessions";
import type { AppEvent } from "../../src-preload/contract/window/bridge";
import type { CallOutput } from "../../src-preload/contract/window/calls";
import { refusal, reply } from "../fixtures/provider/script";
import { stoppedClock } from "./clock";
import { query } from "./database";
import { removeSlice, restartSlice, type Slice, startSlice, textOf } from "./slice";

let slice: Slice;
afterEach(() => removeSlice(slice));

const code = (name: string) => expect.objectContaining({ code: name });
/** Where drafts of a session are written. */
const composer = (session_id: SessionId | null) => ({ kind: "composer", session_id }) as const;
const NOBODY = `ses_${"0".repeat(26)}` as SessionId;
const titles = (sessions: { title: string }[]) => sessions.map(({ title }) => title);

test("[SE-1a] create, read, list, rename, archive, unarchive, status: each does what it says, and the list hears of it", async () => {
  slice = await startSlice();
  const { service } = slice;
  const events: AppEvent[] = [];
  service.sessions.events.on((event) => events.push(event));
  const { session, message } = service.sessions.create({ title: "Plans", workspace_root: "/nowhere" });
  expect(message).toBeUndefined();
  expect(service.sessions.read({ session_id: session.id }).session).toEqual(session);
  expect(session).toMatchObject({
    title: "Plans",
    workspace_root: "/nowhere",
    model: { provider_id: "scripted", model_id: "big" },
  });
  expect(service.sessions.status({ session_id: session.id })).toEqual({ state: "idle" });
  expect(service.sessions.rename({ session_id: session.id, title: "Better plans" }).title).toBe(
    "Better plans",
  );
  const recency = service.sessions.read({ session_id: session.id }).session.updated_at;
  expect(service.sessions.archive({ session_id: session.id })).toMatchObject({
    archived_at: expect.any(Number),
    updated_at: recency,
  });
  expect(titles(service.sessions.list({ limit: 9 }).sessions)).toEqual([]);
  expect(titles(service.sessions.list({ limit: 9, archived: true }).sessions)).toEqual(["Better plans"]);
  expect(service.sessions.unarchive({ session_id: session.id })).not.toHaveProperty("archived_at");
  expect(titles(service.sessions.list({ limit: 9, workspace_root: "/nowhere" }).sessions)).toEqual([
    "Better plans",
  ]);
  expect(titles(service.sessions.list({ limit: 9, workspace_root: "/elsewhere" }).sessions)).toEqual([]);
  const heard = events.flatMap((event) => (event.type === "session-changed" ? [event.session.title] : []));
  expect(heard).toEqual(["Plans", "Better plans", "Better plans", "Better plans"]);
});

test("[SE-1e] create may carry the first message; read tells state apart from billing", async () => {
  slice = await startSlice();
  slice.provider.enqueue(reply("Yes."));
  const { session, message } = slice.service.sessions.create({ text: "Hello?" });
  expect(message).toMatchObject({ session_id: session.id, role: "user" });
  await slice.rest(session.id);
  expect(slice.messages(session.id).map(textOf)).toEqual(["Hello?", "Yes."]);
  const view = slice.service.sessions.read({ session_id: session.id });
  expect(Object.keys(view).sort()).toEqual(["billing", "session"]);
  expect(view.billing).toMatchObject({ prompt_tokens: 12, completion_tokens: 5, context_tokens: 17 });
  for (const name of Object.keys(view.billing)) expect(view.session).not.toHaveProperty(name);
});

test("[SE-1] a session that does not exist is said to be none, by every call, and leaves nothing behind", async () => {
  slice = await startSlice();
  const { service } = slice;
  const of = { session_id: NOBODY };
  const calls = [
    () => service.sessions.read(of),
    () => service.sessions.messages({ ...of, before: "msg_" as MessageId, limit: 1 }),
    () => service.sessions.rename({ ...of, title: "x" }),
    () => service.readState.pin({ ...of, pinned: true }),
    () => service.readState.markUnread({ ...of, unread: true }),
    () => service.sessions.archive(of),
    () => service.sessions.unarchive(of),
    () => service.queue.send({ ...of, text: "Hello?" }),
    () => service.turns.resume(of),
    () => service.sessions.status(of),
    () => service.drafts.save({ place: composer(NOBODY), text: "draft" }, "a"),
    () => service.sessions.attach(NOBODY, { post() {}, closed() {} }),
  ];
  for (const call of calls) expect(call, String(call)).toThrow(code("SESSION_NOT_FOUND"));
  expect(() => service.turns.abort(of)).toThrow(code("SESSION_NOT_RUNNING"));
  for (const table of ["chat_sessions", "chat_messages", "chat_parts", "place_drafts", "session_marks"]) {
    expect(query(slice, `SELECT * FROM ${table}`), table).toEqual([]);
  }
});

test("[SE-1b] pages of 1 to 200 by recency leave none out and repeat none, also when all were used in the same millisecond", async () => {
  const clock = stoppedClock();
  slice = await startSlice({ compose: { clock } });
  const { service } = slice;
  const made: string[] = [];
  for (let n = 0; n < 205; n++) {
    if (n % 41 === 0) clock.at += 1;
    made.unshift(service.sessions.create({ title: `session ${n}` }).session.title);
  }
  for (const limit of [1, 7, 41, 200]) {
    const seen: string[] = [];
    let page = service.sessions.list({ limit });
    while (true) {
      expect(page.sessions.length).toBeLessThanOrEqual(limit);
      seen.push(...titles(page.sessions));
      if (page.next === undefined) break;
      page = service.sessions.list({ limit, before: page.next });
    }
    expect(seen, `by ${limit}`).toEqual(made);
  }
});

test("[SE-1d] earlier messages come in pages, and reading never waits for a running turn", async () => {
  slice = await startSlice();
  slice.provider.enqueue(reply("1"), reply("2"), [{ text: "half" }, { gate: "never" }]);
  const { session_id } = slice.ask("a");
  await slice.rest(session_id);
  slice.send({ session_id, text: "b" });
  await slice.rest(session_id);
  slice.send({ session_id, text: "c" });
  const watcher = slice.watch(session_id);
  await watcher.until(() => watcher.text === "half");
  const page = watcher.snapshot.page.messages;
  expect(page.map(textOf)).toEqual(["a", "1", "b", "2", "c"]);
  const before = page[3]?.id as MessageId;
  expect(slice.service.sessions.messages({ session_id, before, limit: 2 })).toMatchObject({
    more: true,
    messages: [{ parts: [{ type: "step-start" }, { text: "1" }] }, { parts: [{ text: "b" }] }],
  });
  expect(slice.service.sessions.read({ session_id }).billing.prompt_tokens).toBe(24);
  expect(slice.service.sessions.list({ limit: 1 }).sessions[0]?.status.state).toBe("busy");
  slice.service.sessions.rename({ session_id, title: "Still answering" });
  expect(slice.service.sessions.status({ session_id }).state).toBe("busy");
});

test("[SE-2] a session archived while it runs answers to the end, and stays archived", async () => {
  slice = await startSlice();
  slice.provider.enqueue([{ text: "Half, " }, { gate: "archived" }, ...reply("whole.")]);
  const { session_id } = slice.ask();
  const watcher = slice.watch(session_id);
  await watcher.until(() => watcher.text !== "");
  slice.service.sessions.archive({ session_id });
  slice.provider.open("archived");
  const answer = await slice.rest(session_id);
  expect(textOf(answer)).toBe("Half, whole.");
  expect(answer.metadata.finish_reason).toBe("stop");
  expect(titles(slice.service.sessions.list({ limit: 9 }).sessions)).toEqual([]);
  expect(slice.service.sessions.list({ limit: 9, archived: true }).sessions).toHaveLength(1);
});

test("[SE-3, ST-3] after 30 idle minutes nothing is remembered of a session; not while a window watches, not while it runs", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  try {
    slice = await startSlice({ run: { first_chunk_timeout_ms: 86_400_000 } });
    const { service, provider } = slice;
    provider.respond(({ rawBody }) =>
      rawBody.includes("Wait") ? [{ gate: "later" }, ...reply("Yes.")] : refusal(401),
    );
    const [idle, watched, running] = [slice.ask("Idle"), slice.ask("Watched"), slice.ask("Wait")].map(
      ({ session_id }) => session_id,
    );
    if (!idle || !watched || !running) throw new Error("no sessions");
    const window = slice.watch(watched);
    await window.rest();
    const passing = slice.watch(idle);
    await passing.rest();
    passing.detach();
    const state = (session_id: SessionId) => service.sessions.status({ session_id }).state;
    vi.advanceTimersByTime(29 * 60_000);
    expect([idle, watched, running].map(state)).toEqual(["error", "error", "busy"]);
    vi.advanceTimersByTime(2 * 60_000);
    expect([idle, watched, running].map(state)).toEqual(["idle", "error", "busy"]);
    const pauses: unknown = Reflect.get(service.queue, "pauses");
    if (!(pauses instanceof Map)) throw new Error("a queue keeps its pauses elsewhere");
    expect([idle, watched].map((id) => pauses.has(id))).toEqual([false, true]);
    expect(slice.messages(idle).at(-1)?.metadata.error?.code).toBe("PROVIDER_AUTH");
    provider.open("later");
    expect(textOf(await slice.rest(running))).toBe("Yes.");
  } finally {
    vi.useRealTimers();
  }
});

test("[QU-2] a draft is kept per window and session, outlives a restart, goes with the stored message, and stays when the send is refused", async () => {
  slice = await startSlice();
  slice.provider.enqueue(reply("Yes."), [{ gate: "never" }]);
  const { session_id } = slice.ask();
  await slice.rest(session_id);
  const other = slice.service.sessions.create({}).session.id;
  const model = { provider_id: "scripted", model_id: "big", variant: "high" };
  slice.service.drafts.save({ place: composer(session_id), text: "half a thought \ud83d", model }, "a");
  slice.service.drafts.save({ place: composer(other), text: "another" }, "a");
  slice.service.drafts.save({ place: composer(null), text: "a new session" }, "a");
  slice.service.drafts.save({ place: composer(null), text: "in the second window" }, "b");
  slice = await restartSlice(slice);
  const take = (id: SessionId | null, slot: string) => slice.service.drafts.read(id, slot, ["a", "b"]);
  const drafts = () => [session_id, other, null].map((id) => take(id, "a")[0]?.text ?? "");
  expect(drafts()).toEqual(["half a thought \ud83d", "another", "a new session"]);
  expect(take(session_id, "a")[0]?.model).toEqual(model);
  slice.send({ session_id, text: "A whole thought.", draft: composer(session_id) }, "a");
  expect(drafts()).toEqual(["", "another", "a new session"]);
  slice.service.drafts.save({ place: composer(session_id), text: "the next" }, "a");
  expect(() => slice.send({ session_id, text: "the next", draft: composer(session_id) }, "a")).toThrow(
    code("SESSION_BUSY"),
  );
  expect(drafts()).toEqual(["the next", "another", "a new session"]);
  slice.service.sessions.create({});
  expect(drafts()[2]).toBe("a new session");
  slice.provider.enqueue(reply("Yes."));
  slice.service.sessions.create({ text: "a new session", draft: composer(null) }, "a");
  expect(drafts()[2]).toBe("");
  expect(take(null, "b")).toMatchObject([{ text: "in the second window" }]);
  slice.service.drafts.save({ place: composer(other), text: "" }, "a");
  expect(query(slice, "SELECT * FROM place_drafts")).toHaveLength(2);
});

test("what the user said comes page by page: this session's, then all others'", async () => {
  slice = await startSlice();
  slice.provider.respond(() => reply("Yes."));
  const { session_id } = slice.ask("one");
  await slice.rest(session_id);
  await slice.rest(slice.ask("elsewhere").session_id);
  slice.send({ session_id, text: "two" });
  await slice.rest(session_id);
  const pages: string[][] = [];
  let from: HistoryCursor | undefined = { in: "session" };
  while (from !== undefined) {
    const page: CallOutput<"history.list"> = slice.service.sessions.history({ session_id, from, limit: 1 });
    pages.push(page.texts);
    from = page.next;
  }
  expect(pages).toEqual([["two"], ["one"], [], ["elsewhere"], []]);
});

test("[BR-1] what a branch has copied was said elsewhere, and before: it does not stand for what was said last", async () => {
  slice = await startSlice();
  slice.provider.respond(() => reply("Yes."));
  const { session_id, message } = slice.ask("said first");
  await slice.rest(session_id);
  const here = slice.ask("said last");
  await slice.rest(here.session_id);
  const branch = await slice.service.branches.branch({
    parent_session_id: session_id,
    from_message_id: message.id,
  });
  const said = (of: SessionId, where: "session" | "rest") =>
    slice.service.sessions.history({ session_id: of, from: { in: where }, limit: 9 }).texts;
  expect(said(here.session_id, "rest")).toEqual(["said first"]);
  expect(said(branch.id, "session")).toEqual(["said first"]);
  expect(said(branch.id, "rest")).toEqual(["said last", "said first"]);
});

test("[DB-12a] metadata as other programs read it: the user's message has its model, the answer all that is known of it", async () => {
  slice = await startSlice();
  slice.provider.enqueue(reply("Yes."));
  const { session_id } = slice.ask();
  await slice.rest(session_id);
  const [question, answer] = query<{ metadata_json: string }>(
    slice,
    "SELECT metadata_json FROM chat_messages ORDER BY id",
  ).map((row) => JSON.parse(row.metadata_json));
  const model = { provider_id: "scripted", model_id: "big" };
  expect(question).toEqual({ model, agent: "chat" });
  expect(answer).toEqual({
    model,
    agent: "chat",
    sent_tokens: 12,
    system_prompt_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    usage: { input: 12, output: 5, reasoning: 0, cache_read: 0, cache_write: 0 },
    context_tokens: 17,
    finish_reason: "stop",
  });
});

test("[ST-1a] status comes in order on the feed: busy before the first chunk, idle after the answer is settled, and the list hears it", async () => {
  slice = await startSlice();
  slice.provider.enqueue(reply("Yes."));
  const { session } = slice.service.sessions.create({});
  const watcher = slice.watch(session.id);
  const heard: string[] = [];
  slice.service.sessions.events.on((event) => {
    if (event.type === "status-changed") heard.push(event.status.state);
  });
  slice.send({ session_id: session.id, text: "Hello?" });
  await watcher.until(() => heard.includes("idle"));
  const order = watcher.events.flatMap((event) => {
    if (event.type === "status") return [event.status.state];
    return event.type === "chunks" || event.type === "settled" || event.type === "message"
      ? [event.type]
      : [];
  });
  expect(order.filter((word, index) => word !== order[index - 1])).toEqual([
    "message",
    "busy",
    "chunks",
    "settled",
    "idle",
  ]);
  expect(heard).toEqual(["busy", "idle"]);
});
