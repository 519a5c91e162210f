import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { Clock } from "../../src-main/core/ports/clock";
import type { AppEvent } from "../../src-preload/contract/bridge";
import type { CallOutput, HistoryCursor } from "../../src-preload/contract/calls";
import type { MessageId, SessionId } from "../../src-preload/contract/ids";
import { refusal, reply } from "../fixtures/provider/script";
import { query } from "./database";
import { removeSlice, restartSlice, type Slice, startSlice, textOf } from "./slice";
import { messagesOf } from "./well-formed";

let slice: Slice;
afterEach(() => removeSlice(slice));

const code = (name: string) => expect.objectContaining({ code: name });
const NOBODY = `ses_${"0".repeat(26)}` as SessionId;
const titles = (sessions: { title: string }[]) => sessions.map(({ title }) => title);

/** A clock that stands still until it is moved. */
const stoppedClock = (at = Date.UTC(2026, 4, 17, 12)): Clock & { at: number } => ({
  at,
  now() {
    return this.at;
  },
});

test("[SE-1] create, read, list, rename, archive, unarchive, status: each does what it says, and the list hears of it", async () => {
  slice = await startSlice();
  const { service } = slice;
  const events: AppEvent[] = [];
  service.onEvent((event) => events.push(event));
  const { session, message } = service.create({ title: "Plans", workspace_root: "/nowhere" });
  expect(message).toBeUndefined();
  expect(service.read({ session_id: session.id }).session).toEqual(session);
  expect(session).toMatchObject({
    title: "Plans",
    workspace_root: "/nowhere",
    model: { provider_id: "scripted", model_id: "big" },
  });
  expect(service.status({ session_id: session.id })).toEqual({ state: "idle" });
  expect(service.rename({ session_id: session.id, title: "Better plans" }).title).toBe("Better plans");
  const recency = service.read({ session_id: session.id }).session.updated_at;
  expect(service.archive({ session_id: session.id })).toMatchObject({
    archived_at: expect.any(Number),
    updated_at: recency,
  });
  expect(titles(service.list({ limit: 9 }).sessions)).toEqual([]);
  expect(titles(service.list({ limit: 9, archived: true }).sessions)).toEqual(["Better plans"]);
  expect(service.unarchive({ session_id: session.id })).not.toHaveProperty("archived_at");
  expect(titles(service.list({ limit: 9, workspace_root: "/nowhere" }).sessions)).toEqual(["Better plans"]);
  expect(titles(service.list({ limit: 9, workspace_root: "/elsewhere" }).sessions)).toEqual([]);
  const heard = events.flatMap((event) => (event.type === "session-changed" ? [event.session.title] : []));
  expect(heard).toEqual(["Plans", "Better plans", "Better plans", "Better plans"]);
});

test("[SE-1] a session that does not exist is said to be none, by every call, and leaves nothing behind", async () => {
  slice = await startSlice();
  const { service } = slice;
  const of = { session_id: NOBODY };
  const calls = [
    () => service.read(of),
    () => service.messages({ ...of, before: "msg_" as MessageId, limit: 1 }),
    () => service.rename({ ...of, title: "x" }),
    () => service.pin({ ...of, pinned: true }),
    () => service.markUnread({ ...of, unread: true }),
    () => service.archive(of),
    () => service.unarchive(of),
    () => service.send({ ...of, text: "Hello?" }),
    () => service.resume(of),
    () => service.status(of),
    () => service.saveDraft({ ...of, text: "draft" }, "a"),
    () => service.attach(NOBODY, { post() {}, closed() {} }),
  ];
  for (const call of calls) expect(call, String(call)).toThrow(code("SESSION_NOT_FOUND"));
  expect(() => service.abort(of)).toThrow(code("SESSION_NOT_RUNNING"));
  for (const table of ["chat_sessions", "chat_messages", "chat_parts", "window_drafts", "session_marks"]) {
    expect(query(slice, `SELECT * FROM ${table}`), table).toEqual([]);
  }
});

test("[SE-1] pages of 1 to 200 by recency leave none out and repeat none, also when all were used in the same millisecond", async () => {
  const clock = stoppedClock();
  slice = await startSlice({ compose: { clock } });
  const { service } = slice;
  const made: string[] = [];
  for (let n = 0; n < 205; n++) {
    if (n % 41 === 0) clock.at += 1;
    made.unshift(service.create({ title: `session ${n}` }).session.title);
  }
  for (const limit of [1, 7, 41, 200]) {
    const seen: string[] = [];
    let page = service.list({ limit });
    while (true) {
      expect(page.sessions.length).toBeLessThanOrEqual(limit);
      seen.push(...titles(page.sessions));
      if (page.next === undefined) break;
      page = service.list({ limit, before: page.next });
    }
    expect(seen, `by ${limit}`).toEqual(made);
  }
});

test("[SE-1] earlier messages come in pages, and reading never waits for a running turn", async () => {
  slice = await startSlice();
  slice.provider.enqueue(reply("1"), reply("2"), [{ text: "half" }, { gate: "never" }]);
  const { session_id } = slice.ask("a");
  await slice.rest(session_id);
  slice.service.send({ session_id, text: "b" });
  await slice.rest(session_id);
  slice.service.send({ session_id, text: "c" });
  const watcher = slice.watch(session_id);
  await watcher.until(() => watcher.text === "half");
  const page = watcher.snapshot.page.messages;
  expect(page.map(textOf)).toEqual(["a", "1", "b", "2", "c"]);
  const before = page[3]?.id as MessageId;
  expect(slice.service.messages({ session_id, before, limit: 2 })).toMatchObject({
    more: true,
    messages: [{ parts: [{ type: "step-start" }, { text: "1" }] }, { parts: [{ text: "b" }] }],
  });
  expect(slice.service.read({ session_id }).billing.prompt_tokens).toBe(24);
  expect(slice.service.list({ limit: 1 }).sessions[0]?.status.state).toBe("busy");
  slice.service.rename({ session_id, title: "Still answering" });
  expect(slice.service.status({ session_id }).state).toBe("busy");
});

test("[SE-2] a session archived while it runs answers to the end, and stays archived", async () => {
  slice = await startSlice();
  slice.provider.enqueue([{ text: "Half, " }, { gate: "archived" }, ...reply("whole.")]);
  const { session_id } = slice.ask();
  const watcher = slice.watch(session_id);
  await watcher.until(() => watcher.text !== "");
  slice.service.archive({ session_id });
  slice.provider.open("archived");
  const answer = await slice.rest(session_id);
  expect(textOf(answer)).toBe("Half, whole.");
  expect(answer.metadata.finish_reason).toBe("stop");
  expect(titles(slice.service.list({ limit: 9 }).sessions)).toEqual([]);
  expect(slice.service.list({ limit: 9, archived: true }).sessions).toHaveLength(1);
});

test("[SE-3] [ST-3] after 30 idle minutes nothing is remembered of a session; not while a window watches, not while it runs", async () => {
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
    const state = (session_id: SessionId) => service.status({ session_id }).state;
    vi.advanceTimersByTime(29 * 60_000);
    expect([idle, watched, running].map(state)).toEqual(["error", "error", "busy"]);
    vi.advanceTimersByTime(2 * 60_000);
    expect([idle, watched, running].map(state)).toEqual(["idle", "error", "busy"]);
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
  const other = slice.service.create({}).session.id;
  const model = { provider_id: "scripted", model_id: "big", variant: "high" };
  slice.service.saveDraft({ session_id, text: "half a thought \ud83d", model }, "a");
  slice.service.saveDraft({ session_id: other, text: "another" }, "a");
  slice.service.saveDraft({ session_id: null, text: "a new session" }, "a");
  slice.service.saveDraft({ session_id: null, text: "in the second window" }, "b");
  slice = await restartSlice(slice);
  const take = (id: SessionId | null, slot: string) =>
    slice.service.takeDraft({ session_id: id }, slot, ["a", "b"]);
  const drafts = () => [session_id, other, null].map((id) => take(id, "a").text);
  expect(drafts()).toEqual(["half a thought \ud83d", "another", "a new session"]);
  expect(take(session_id, "a").model).toEqual(model);
  slice.service.send({ session_id, text: "A whole thought." }, "a");
  expect(drafts()).toEqual(["", "another", "a new session"]);
  slice.service.saveDraft({ session_id, text: "the next" }, "a");
  expect(() => slice.service.send({ session_id, text: "the next" }, "a")).toThrow(code("SESSION_BUSY"));
  expect(drafts()).toEqual(["the next", "another", "a new session"]);
  slice.service.create({});
  expect(drafts()[2]).toBe("a new session");
  slice.provider.enqueue(reply("Yes."));
  slice.service.create({ text: "a new session" }, "a");
  expect(drafts()[2]).toBe("");
  expect(take(null, "b").text).toBe("in the second window");
  slice.service.saveDraft({ session_id: other, text: "" }, "a");
  expect(query(slice, "SELECT * FROM window_drafts")).toHaveLength(2);
});

test("what the user said comes page by page: this session's, then all others'", async () => {
  slice = await startSlice();
  slice.provider.respond(() => reply("Yes."));
  const { session_id } = slice.ask("one");
  await slice.rest(session_id);
  await slice.rest(slice.ask("elsewhere").session_id);
  slice.service.send({ session_id, text: "two" });
  await slice.rest(session_id);
  const pages: string[][] = [];
  let from: HistoryCursor | undefined = { in: "session" };
  while (from !== undefined) {
    const page: CallOutput<"history.list"> = slice.service.history({ session_id, from, limit: 1 });
    pages.push(page.texts);
    from = page.next;
  }
  expect(pages).toEqual([["two"], ["one"], [], ["elsewhere"], []]);
});

test("[RN-2] [MS-1] [DB-12] the model of a turn: the message's own, else the session's latest, else the default", async () => {
  const own = { provider_id: "scripted", model_id: "other" };
  slice = await startSlice({ models: ["other"] });
  slice.provider.respond(() => reply("Yes."));
  const asked = () => slice.provider.requests.at(-1)?.body.model;
  const { session_id } = slice.ask();
  await slice.rest(session_id);
  expect(asked()).toBe("big");
  slice.service.send({ session_id, text: "You?", model: own });
  const answer = await slice.rest(session_id);
  expect(asked()).toBe("other");
  expect(answer.metadata.model).toEqual(own);
  slice.service.send({ session_id, text: "And still?" });
  await slice.rest(session_id);
  expect(asked()).toBe("other");
  const models = query<{ role: string; model: string }>(
    slice,
    "SELECT role, metadata_json ->> '$.model.model_id' AS model FROM chat_messages ORDER BY id",
  ).map(({ role, model }) => `${role} ${model}`);
  expect(models).toEqual([
    "user big",
    "assistant big",
    "user other",
    "assistant other",
    "user other",
    "assistant other",
  ]);
  expect(slice.service.read({ session_id }).session.model).toEqual(own);
});

test("[MS-1] the thinking level is of each user message, asked for, and carried forward until it is changed", async () => {
  slice = await startSlice({ models: ["other"] });
  slice.provider.respond(() => reply("Yes."));
  const big = { provider_id: "scripted", model_id: "big" };
  const { session } = slice.service.create({ text: "one", model: { ...big, variant: "high" } });
  const session_id = session.id;
  await slice.rest(session_id);
  slice.service.send({ session_id, text: "two" });
  await slice.rest(session_id);
  slice.service.send({ session_id, text: "three", model: big });
  await slice.rest(session_id);
  slice.service.send({ session_id, text: "four" });
  await slice.rest(session_id);
  expect(slice.provider.requests.map(({ body }) => body.reasoning_effort)).toEqual([
    "high",
    "high",
    undefined,
    undefined,
  ]);
  const said = query<{ model: string }>(
    slice,
    "SELECT metadata_json -> '$.model' AS model FROM chat_messages WHERE role = 'user' ORDER BY id",
  ).map(({ model }) => JSON.parse(model));
  expect(said).toEqual([{ ...big, variant: "high" }, { ...big, variant: "high" }, big, big]);
  expect(slice.service.read({ session_id }).session.model).toEqual(big);
});

test("[RN-2] a folder's default stands between the session's latest and the default of all", async () => {
  slice = await startSlice({ models: ["other"] });
  slice.provider.respond(() => reply("Yes."));
  const file = join(slice.data_dir, "settings.json");
  const other = { provider_id: "scripted", model_id: "other" };
  await slice.app.models.setWorkspaceDefault({ workspace_root: "/work/here", model: other });
  expect(JSON.parse(readFileSync(file, "utf8")).workspaces).toEqual({
    "/work/here": { default_model: other },
  });
  expect(slice.app.info().workspace_models).toEqual({ "/work/here": other });
  const asked: unknown[] = [];
  const ask = async (input: { text: string; workspace_root?: string }) => {
    const { session } = slice.service.create(input);
    await slice.rest(session.id);
    asked.push(slice.provider.requests.at(-1)?.body.model);
    return session.id;
  };
  const session_id = await ask({ text: "here", workspace_root: "/work/here" });
  await ask({ text: "there", workspace_root: "/work/there" });
  await ask({ text: "nowhere" });
  expect(asked).toEqual(["other", "big", "big"]);
  await slice.app.models.setWorkspaceDefault({ workspace_root: "/work/here", model: null });
  slice.service.send({ session_id, text: "still the session's" });
  await slice.rest(session_id);
  expect(slice.provider.requests.at(-1)?.body.model).toBe("other");
  await ask({ text: "here again", workspace_root: "/work/here" });
  expect(asked.at(-1)).toBe("big");
});

test("[RN-2] a key that is missing, and a model that is none, end in a stored error that says what to do", async () => {
  slice = await startSlice({ compose: { env: { BRAID_GUIDE_WORDS_PER_SECOND: "5000" } } });
  const { session_id } = slice.ask();
  const keyless = await slice.rest(session_id);
  expect(keyless.metadata).toMatchObject({
    finish_reason: "error",
    error: { code: "PROVIDER_AUTH", hint: expect.stringContaining("SCRIPTED_KEY") },
  });
  expect(slice.service.status({ session_id })).toMatchObject({
    state: "error",
    hint: keyless.metadata.error?.hint,
  });
  slice.service.send({ session_id, text: "You?", model: { provider_id: "nobody", model_id: "x" } });
  const unknown = await slice.rest(session_id);
  expect(unknown.metadata.error).toMatchObject({
    code: "MODEL_NOT_FOUND",
    hint: expect.stringContaining("settings.json"),
  });
  slice.service.send({ session_id, text: "Guide?", model: { provider_id: "builtin", model_id: "guide" } });
  expect((await slice.rest(session_id)).metadata.finish_reason).toBe("stop");
  expect(slice.provider.requests).toHaveLength(0);
});

test("[SP-1] [SP-2] the prompt: sections in order, the same bytes for the same inputs, its digest on each answer, kept once, readable as sent", async () => {
  const clock = stoppedClock();
  slice = await startSlice({ compose: { clock } });
  slice.provider.respond(() => reply("Yes."));
  const repository = join(slice.data_dir, "repository");
  mkdirSync(repository);
  execFileSync("git", ["init", "--quiet", "--initial-branch=trunk", repository]);
  writeFileSync(join(repository, "new.txt"), "x");
  const roots = [repository, repository, slice.data_dir, join(slice.data_dir, "gone"), undefined];
  for (const workspace_root of roots) {
    const { session } = slice.service.create({
      text: "Hello?",
      ...(workspace_root === undefined ? {} : { workspace_root }),
    });
    await slice.rest(session.id);
  }
  const sent = slice.provider.requests.map((request) => String(messagesOf(request)[0]?.content));
  const [first = "", second, plain = "", gone = "", none = ""] = sent;
  expect(first).toBe(second);
  const marks = [
    "You are the assistant in Braid",
    "# Environment",
    "Platform: ",
    `Workspace: ${repository}\n`,
    "Date: 2026-05-17 (",
    "Model: scripted/big",
    "Git status:\n## No commits yet on trunk\n?? new.txt",
  ];
  const places = marks.map((mark) => first.indexOf(mark));
  expect(Math.min(...places)).toBe(0);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  for (const prompt of [plain, gone, none]) expect(prompt).not.toContain("Git status");
  expect(none).toContain("Workspace: none");

  const digests = query<{ digest: string }>(
    slice,
    "SELECT metadata_json ->> '$.system_prompt_digest' AS digest FROM chat_messages WHERE role = 'assistant' ORDER BY id",
  );
  expect(digests.map(({ digest }) => digest)).toEqual(
    sent.map((text) => createHash("sha256").update(text).digest("hex")),
  );
  const stored = query<{ digest: string; sections_json: string }>(slice, "SELECT * FROM system_prompts");
  const sections = new Map(
    query<{ digest: string; text_json: string }>(slice, "SELECT * FROM system_prompt_sections").map((row) => [
      row.digest,
      JSON.parse(row.text_json),
    ]),
  );
  // Four prompts of two sections: the manifest is shared.
  expect([stored.length, sections.size]).toEqual([4, 5]);
  const readable = new Map(
    stored.map(({ digest, sections_json }) => [
      digest,
      JSON.parse(sections_json)
        .map((section: { digest: string }) => sections.get(section.digest))
        .join("\n\n"),
    ]),
  );
  expect(digests.map(({ digest }) => readable.get(digest))).toEqual(sent);
});

test("[DB-12] metadata as other programs read it: the user's message has its model, the answer all that is known of it", async () => {
  slice = await startSlice();
  slice.provider.enqueue(reply("Yes."));
  const { session_id } = slice.ask();
  await slice.rest(session_id);
  const [question, answer] = query<{ metadata_json: string }>(
    slice,
    "SELECT metadata_json FROM chat_messages ORDER BY id",
  ).map((row) => JSON.parse(row.metadata_json));
  const model = { provider_id: "scripted", model_id: "big" };
  expect(question).toEqual({ model });
  expect(answer).toEqual({
    model,
    system_prompt_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    usage: { input: 12, output: 5, reasoning: 0, cache_read: 0, cache_write: 0 },
    context_tokens: 17,
    finish_reason: "stop",
  });
});

test("[ST-1] status comes in order on the feed: busy before the first chunk, idle after the answer is settled, and the list hears it", async () => {
  slice = await startSlice();
  slice.provider.enqueue(reply("Yes."));
  const { session } = slice.service.create({});
  const watcher = slice.watch(session.id);
  const heard: string[] = [];
  slice.service.onEvent((event) => {
    if (event.type === "status-changed") heard.push(event.status.state);
  });
  slice.service.send({ session_id: session.id, text: "Hello?" });
  await watcher.rest();
  await watcher.until(() => watcher.events.some(({ type }) => type === "settled"));
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
