/** Messages sent while a session is busy (QU-1), through the composed core, a real database and real HTTP. */

import { afterEach, describe, expect, test } from "vitest";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import type { Queue, QueuedMessage } from "../../src-preload/contract/domain/queue";
import { textsOf } from "../fixtures/drafts";
import { refusal, reply, type Script } from "../fixtures/provider/script";
import { saying } from "../fixtures/saying";
import { query } from "./database";
import { broken } from "./invariants";
import {
  removeSlice,
  restartSlice,
  type Slice,
  startSlice,
  textOf,
  type Watcher,
  writeSettings,
} from "./slice";

let slice: Slice;
afterEach(() => removeSlice(slice));

/** Answers are held back until `open(n)`: the n-th, from 1, ends then. */
async function started(script: (n: number) => Script = held, options?: Parameters<typeof startSlice>[0]) {
  slice = await startSlice(options);
  let asked = 0;
  slice.provider.respond(() => script(++asked));
}

const held = (n: number): Script => [{ text: "Half" }, { gate: `end ${n}` }, ...reply(` ${n}`)];
const open = (n: number) => slice.provider.open(`end ${n}`);

function add(session_id: SessionId, text: string): QueuedMessage {
  const added = slice.service.queue.send({ session_id, text });
  if ("sent" in added) throw new Error(`${text} was sent at once`);
  return added.queued;
}

async function asked(...waiting: string[]): Promise<SessionId> {
  const { session_id } = slice.ask("first");
  await arrived(1);
  for (const text of waiting) add(session_id, text);
  return session_id;
}

/** A Stop before a request has left would leave it unasked. */
const arrived = (requests: number) =>
  expect.poll(() => slice.provider.requests.length).toBeGreaterThanOrEqual(requests);

const queueOf = (session_id: SessionId): Queue => slice.look(session_id).queue;
const waiting = (session_id: SessionId) => queueOf(session_id).items.map(({ excerpt }) => excerpt);
const texts = (session_id: SessionId) => slice.messages(session_id).map(textOf);
const rows = () => query<{ id: string }>(slice, "SELECT id FROM chat_queue").length;
const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return "";
};
/** The words of the user that the provider was sent last. */
function lastSaid(): string[] {
  const body = slice.provider.requests.at(-1)?.body ?? {};
  const messages = body.messages as { role: string; content: unknown }[];
  return messages.filter(({ role }) => role === "user").map(({ content }) => wordsIn(content));
}
const wordsIn = (content: unknown): string =>
  typeof content === "string" ? content : (content as { text: string }[]).map(({ text }) => text).join("");

const isIdleAfter = (watcher: Watcher, messages: number) => () =>
  watcher.status.state !== "busy" && slice.messages(watcher.session_id).length >= messages;

async function stopped(session_id: SessionId): Promise<void> {
  slice.service.turns.abort({ session_id });
  await slice.rest(session_id);
}

describe("while a session is busy", () => {
  test("[QU-1a] what is said is stored, waits in order, and is sent when the session goes idle, with nobody watching", async () => {
    await started();
    const session_id = await asked("second", "third");
    expect(waiting(session_id)).toEqual(["second", "third"]);
    expect(rows()).toBe(2);
    expect(texts(session_id)).toEqual(["first"]);
    for (const n of [1, 2, 3]) open(n);
    await expect
      .poll(() => texts(session_id))
      .toEqual(["first", "Half 1", "second", "Half 2", "third", "Half 3"]);
    await slice.rest(session_id);
    expect(lastSaid()).toEqual(["first", "second", "third"]);
    expect(slice.provider.requests).toHaveLength(3);
    expect(queueOf(session_id)).toEqual({ items: [] });
    expect(rows()).toBe(0);
    expect(broken(slice)).toEqual([]);
  });

  test("[QU-1, ST-1] no window and no list sees it idle between two turns, however long the next takes to be stored", async () => {
    await started();
    const session_id = await asked("second", "third");
    const watcher = slice.watch(session_id);
    const listed: string[] = [];
    slice.service.sessions.events.on(
      (event) => event.type === "status-changed" && listed.push(event.status.state),
    );
    for (const n of [1, 2, 3]) open(n);
    await watcher.until(isIdleAfter(watcher, 6));
    const states = watcher.events.flatMap((event) => (event.type === "status" ? [event.status.state] : []));
    expect(states).toEqual(["busy", "busy", "idle"]);
    expect(listed).toEqual(["busy", "busy", "idle"]);
  });

  test("[QU-1] it is sent at once where the session is idle, and past what stands still", async () => {
    await started();
    const { session_id } = slice.ask("first");
    open(1);
    await slice.rest(session_id);
    expect(slice.service.queue.send({ session_id, text: "at once" })).toHaveProperty("sent");
    add(session_id, "waits");
    await arrived(2);
    await stopped(session_id);
    expect(slice.service.queue.send({ session_id, text: "now" })).toHaveProperty("sent");
    expect(waiting(session_id)).toEqual(["waits"]);
    open(3);
    await slice.rest(session_id);
    expect(waiting(session_id)).toEqual(["waits"]);
    expect(queueOf(session_id).paused).toEqual({ why: "stopped" });
  });

  test("[QU-1b] each is edited in its place, with its own model, or removed", async () => {
    await started(held, { models: ["other"] });
    const session_id = await asked("second", "third", "fourth");
    const { items } = queueOf(session_id);
    const [second, third] = items;
    if (second === undefined || third === undefined) throw new Error("nothing waits");
    const model = { provider_id: "scripted", model_id: "other" };
    slice.service.queue.edit({ session_id, id: second.id, text: "second, again", model });
    slice.service.queue.edit({ session_id, id: second.id, text: "second, at last" });
    slice.service.queue.remove({ session_id, id: third.id });
    expect(slice.service.queue.read({ session_id, id: second.id })).toMatchObject({
      text: "second, at last",
      model,
    });
    expect(waiting(session_id)).toEqual(["second, at last", "fourth"]);
    for (const n of [1, 2, 3]) open(n);
    await expect.poll(() => texts(session_id)).toHaveLength(6);
    await slice.rest(session_id);
    expect(lastSaid()).toEqual(["first", "second, at last", "fourth"]);
    expect(slice.provider.requests.map(({ body }) => body.model)).toEqual(["big", "other", "other"]);
  });

  test("[QU-1] what was removed is put back where it waited, and is sent in its turn", async () => {
    await started(held, { models: ["other"] });
    const session_id = await asked("second");
    const { queue } = slice.service;
    const model = { provider_id: "scripted", model_id: "other" };
    queue.send({ session_id, text: "third", model });
    add(session_id, "fourth");
    const third = queueOf(session_id).items[1];
    if (third === undefined) throw new Error("nothing waits");
    const one = queue.remove({ session_id, id: third.id });
    queue.putBack({ session_id, ...one });
    expect(waiting(session_id)).toEqual(["second", "third", "fourth"]);
    expect(
      codeOf(() => queue.putBack({ session_id, ...one })),
      "twice",
    ).toBe("MESSAGE_NOT_FOUND");
    const all = queue.clear({ session_id });
    expect(waiting(session_id)).toEqual([]);
    expect(queue.clear({ session_id }).count).toBe(0);
    const stranger = (await slice.ask("elsewhere")).session_id;
    expect(codeOf(() => queue.putBack({ session_id: stranger, ...all }))).toBe("MESSAGE_NOT_FOUND");
    queue.putBack({ session_id, ...all });
    expect(queueOf(session_id).paused).toBeUndefined();
    for (const n of [1, 2, 3, 4, 5]) open(n);
    await expect.poll(() => texts(session_id)).toHaveLength(8);
    await slice.rest(session_id);
    expect(lastSaid()).toEqual(["first", "second", "third", "fourth"]);
    // The one after it goes on with its model.
    expect(slice.provider.requests.filter(({ body }) => body.model === "other")).toHaveLength(2);
  });

  test("[QU-1] what was cleared while it stood still is put back, and nothing of it is sent by itself", async () => {
    await started();
    const session_id = await asked("second", "third");
    await stopped(session_id);
    const { queue } = slice.service;
    const watcher = slice.watch(session_id);
    const { removal, count } = queue.clear({ session_id });
    expect(count).toBe(2);
    queue.putBack({ session_id, removal });
    expect(queueOf(session_id).paused).toEqual({ why: "held" });
    expect(waiting(session_id)).toEqual(["second", "third"]);
    await watcher.until(() => changesOf(watcher).length === 4);
    expect(changesOf(watcher).map(({ kind }) => kind)).toEqual(["cleared", "paused", "put-back", "paused"]);
    expect(slice.provider.requests).toHaveLength(1);
    queue.resume({ session_id });
    for (const n of [2, 3]) open(n);
    await expect.poll(() => texts(session_id)).toHaveLength(6);
    await slice.rest(session_id);
  });

  test("[QU-2] its draft goes with it, and no other window's", async () => {
    await started();
    const session_id = await asked();
    const place = { kind: "composer", session_id } as const;
    for (const slot of ["a", "b"]) slice.service.drafts.save({ place, text: `of ${slot}` }, slot);
    slice.service.queue.send({ session_id, text: "of a", draft: place }, "a");
    expect(slice.service.drafts.read(session_id, "a", ["a", "b"])).toEqual([]);
    expect(slice.service.drafts.read(session_id, "b", ["a", "b"])).toEqual([{ place, text: "of b" }]);
  });

  test("[QU-1] [QU-2] what stands in the editor of a waiting message outlives a restart, and goes with what it becomes; the draft stays", async () => {
    await started();
    const session_id = await asked();
    const [id, other] = [add(session_id, "second").id, add(session_id, "third").id];
    const { updated_at: as_of } = slice.service.queue.read({ session_id, id });
    const take = () => textsOf(slice.service.drafts.read(session_id, "a", ["a"]));
    const draft = { kind: "waiting", session_id, id } as const;
    const keep = () => slice.service.drafts.save({ place: draft, text: "otherwise", as_of }, "a");
    slice.service.drafts.save({ place: { kind: "composer", session_id }, text: "a new one" }, "a");
    keep();
    slice = await restartSlice(slice);
    expect(take()).toEqual({ composer: "a new one", waiting: "otherwise" });
    const { queue } = slice.service;
    queue.edit({ session_id, id: other, text: "third, to another model" }, "a");
    expect(take().waiting).toBe("otherwise");
    queue.edit({ session_id, id, text: "otherwise", draft }, "a");
    expect(take()).toEqual({ composer: "a new one" });
    keep();
    queue.remove({ session_id, id });
    expect(take().waiting, "removed meanwhile").toBe("otherwise");
    queue.send({ session_id, text: "otherwise", draft }, "a");
    expect(take()).toEqual({ composer: "a new one" });
  });

  test("[QU-1] a sidecar has a queue of its own; a branch takes none along", async () => {
    await started();
    const { session_id } = slice.ask("first");
    open(1);
    await slice.rest(session_id);
    slice.service.queue.send({ session_id, text: "second" });
    add(session_id, "third");
    const sidecar = await slice.service.sidecars.open({ session_id });
    expect(waiting(sidecar.id)).toEqual([]);
    slice.service.queue.send({ session_id: sidecar.id, text: "beside" });
    add(sidecar.id, "beside, too");
    expect([waiting(session_id), waiting(sidecar.id)]).toEqual([["third"], ["beside, too"]]);
    await stopped(session_id);
    const [question] = slice.messages(session_id);
    if (question === undefined) throw new Error("no message");
    const branch = await slice.service.branches.branch({
      parent_session_id: session_id,
      from_message_id: question.id,
    });
    expect(queueOf(branch.id)).toEqual({ items: [] });
  });
});

describe("the queue stands still", () => {
  test("[QU-1c] after Stop, until it is resumed or cleared", async () => {
    await started();
    const session_id = await asked("second", "third");
    await stopped(session_id);
    expect(queueOf(session_id)).toMatchObject({ items: { length: 2 }, paused: { why: "stopped" } });
    slice.service.queue.resume({ session_id });
    expect(queueOf(session_id)).toEqual({ items: [expect.objectContaining({ excerpt: "third" })] });
    expect(slice.service.sessions.status({ session_id }).state).toBe("busy");
    await arrived(2);
    await stopped(session_id);
    slice.service.queue.clear({ session_id });
    expect(queueOf(session_id)).toEqual({ items: [] });
    expect(rows()).toBe(0);
    expect(lastSaid()).toEqual(["first", "second"]);
    // Messages sent after that do not stand still.
    slice.service.queue.send({ session_id, text: "fourth" });
    add(session_id, "fifth");
    expect(queueOf(session_id).paused).toBeUndefined();
  });

  test("[QU-1d] after a failure, and when the answer broke off", async () => {
    await started((n) =>
      n === 1 ? [{ gate: "end 1" }, ...refusal(400)] : [{ text: "Half" }, { gate: "end 2" }, { end: true }],
    );
    const session_id = await asked("second", "third");
    open(1);
    expect((await slice.rest(session_id)).metadata.finish_reason).toBe("error");
    expect(queueOf(session_id)).toMatchObject({ items: { length: 2 }, paused: { why: "failed" } });
    slice.service.queue.resume({ session_id });
    open(2);
    await slice.rest(session_id);
    expect(queueOf(session_id)).toMatchObject({ items: { length: 1 }, paused: { why: "failed" } });
    expect(slice.provider.requests).toHaveLength(2);
  });

  test("[QU-1e] after a restart, whatever it was before; a limit that was reached is no failure", async () => {
    await started((n) => [{ text: "Half" }, { gate: `end ${n}` }, { finish: "length" }, { usage: null }]);
    const session_id = await asked("second", "third");
    open(1);
    await expect.poll(() => waiting(session_id)).toEqual(["third"]);
    await arrived(2);
    slice = await restartSlice(slice);
    expect(queueOf(session_id)).toMatchObject({
      items: [{ excerpt: "third" }],
      paused: { why: "restarted" },
    });
    // An answer that ends well sends nothing of it either.
    slice.service.queue.send({ session_id, text: "said now" });
    open(3);
    await slice.rest(session_id);
    expect(waiting(session_id)).toEqual(["third"]);
    slice.service.queue.resume({ session_id });
    expect(texts(session_id)).toContain("third");
    expect(rows()).toBe(0);
  });

  test("[QU-1] where a model has vanished: it says so on that message, which is sent once it has another", async () => {
    await started(held, { models: ["other"] });
    const { session_id } = slice.ask("first");
    // The model of the first message is found before the settings change.
    await slice.provider.received(0);
    const other = { provider_id: "scripted", model_id: "other" };
    slice.service.queue.send({ session_id, text: "second", model: other });
    add(session_id, "third");
    await writeSettings(slice.data_dir, slice.provider.baseUrl);
    await slice.app.settings.all();
    const watcher = slice.watch(session_id);
    open(1);
    await watcher.until(() => watcher.events.some(({ type }) => type === "queue-changed"));
    const { items, paused } = queueOf(session_id);
    const error = {
      code: "MODEL_NOT_FOUND",
      message: saying("other"),
      hint: { key: "model.there-are", params: { names: "scripted/big, builtin/guide" } },
    };
    expect(paused).toEqual({ why: "model", problem: { id: items[0]?.id, error } });
    expect(items.map(({ excerpt }) => excerpt)).toEqual(["second", "third"]);
    expect(slice.service.sessions.status({ session_id })).toEqual({ state: "idle" });
    expect(slice.provider.requests).toHaveLength(1);

    const [second] = items;
    if (second === undefined) throw new Error("nothing waits");
    const model = { provider_id: "scripted", model_id: "big" };
    slice.service.queue.edit({ session_id, id: second.id, text: "second", model });
    expect(queueOf(session_id).paused).toEqual({ why: "held" });
    slice.service.queue.resume({ session_id });
    for (const n of [2, 3]) open(n);
    await watcher.until(isIdleAfter(watcher, 6));
    expect(lastSaid()).toEqual(["first", "second", "third"]);
  });

  test("[QU-1] in the trash: nothing is sent from there; removed for good, nothing is left", async () => {
    await started();
    const session_id = await asked("second");
    slice.service.trash.put({ session_id });
    expect(codeOf(() => slice.service.queue.send({ session_id, text: "third" }))).toBe("SESSION_NOT_FOUND");
    expect(codeOf(() => slice.service.queue.resume({ session_id }))).toBe("SESSION_NOT_FOUND");
    slice.service.trash.restore({ session_id });
    await slice.rest(session_id);
    expect(queueOf(session_id)).toMatchObject({ items: { length: 1 }, paused: { why: "stopped" } });
    slice.service.trash.put({ session_id });
    await slice.service.trash.remove({ session_id });
    expect(rows()).toBe(0);
    expect(slice.provider.requests).toHaveLength(1);
  });

  test("[QU-1, RW-2] while one goes back in the conversation, and goes on where it is then; archived it goes on", async () => {
    await started();
    const session_id = await asked("second");
    await stopped(session_id);
    const [question] = slice.messages(session_id);
    if (question === undefined) throw new Error("no message");
    slice.service.timeline.rewind({ session_id, message_id: question.id, text: "first, otherwise" });
    open(2);
    await slice.rest(session_id);
    expect(waiting(session_id)).toEqual(["second"]);
    slice.service.sessions.archive({ session_id });
    slice.service.queue.resume({ session_id });
    open(3);
    await slice.rest(session_id);
    expect(texts(session_id)).toEqual(["first, otherwise", "Half 2", "second", "Half 3"]);
    expect(lastSaid()).toEqual(["first, otherwise", "second"]);
  });
});

describe("two windows", () => {
  test("[QU-1, LY-4] hear of each change once, and what they make of it is what is stored", async () => {
    await started();
    const session_id = await asked("a", "b", "c");
    const watcher = slice.watch(session_id);
    const { queue } = slice.service;
    const [a, b, c] = watcher.snapshot.queue.items;
    if (a === undefined || b === undefined || c === undefined) throw new Error("nothing waits");
    queue.remove({ session_id, id: a.id });
    queue.edit({ session_id, id: b.id, text: "B" });
    add(session_id, "d");
    await stopped(session_id);
    queue.resume({ session_id });
    await watcher.until(() => watcher.status.state === "busy" && changesOf(watcher).length >= 6);
    expect(changesOf(watcher)).toEqual([
      { kind: "removed", id: a.id },
      { kind: "put", item: expect.objectContaining({ id: b.id, excerpt: "B" }) },
      { kind: "put", item: expect.objectContaining({ excerpt: "d" }) },
      { kind: "paused", pause: { why: "stopped" } },
      { kind: "paused" },
      { kind: "removed", id: b.id },
    ]);
    const types = watcher.events.map(({ type }) => type);
    expect(types.lastIndexOf("queue-changed")).toBeLessThan(types.lastIndexOf("message"));
    expect(waiting(session_id)).toEqual(["c", "d"]);
  });

  test("[QU-1] that edit one message: the second is told of the first, and may replace it; what was sent or removed is told as such", async () => {
    await started();
    const session_id = await asked("second", "third");
    const { queue } = slice.service;
    const [second, third] = queueOf(session_id).items;
    if (second === undefined || third === undefined) throw new Error("nothing waits");
    const edit = (text: string, as_of: number) => queue.edit({ session_id, id: second.id, text, as_of });
    const first = edit("of one window", second.updated_at);
    expect(codeOf(() => edit("of the other", second.updated_at))).toBe("INVALID_INPUT");
    expect(queue.read({ session_id, id: second.id }).text).toBe("of one window");
    edit("of the other", first.updated_at);
    queue.remove({ session_id, id: third.id });
    expect(codeOf(() => queue.remove({ session_id, id: third.id }))).toBe("MESSAGE_NOT_FOUND");
    open(1);
    await expect.poll(() => waiting(session_id)).toEqual([]);
    expect(codeOf(() => edit("too late", first.updated_at + 1))).toBe("MESSAGE_NOT_FOUND");
    expect(codeOf(() => queue.read({ session_id, id: second.id }))).toBe("MESSAGE_NOT_FOUND");
    expect(texts(session_id)).toContain("of the other");
  });

  test("[QU-1] an id of another session's message finds nothing", async () => {
    await started();
    const [one, other] = [await asked("second"), await asked("foreign")];
    const id = queueOf(other).items[0]?.id;
    if (id === undefined) throw new Error("nothing waits");
    const { queue } = slice.service;
    expect(codeOf(() => queue.read({ session_id: one, id }))).toBe("MESSAGE_NOT_FOUND");
    expect(codeOf(() => queue.remove({ session_id: one, id }))).toBe("MESSAGE_NOT_FOUND");
    expect(codeOf(() => queue.edit({ session_id: one, id, text: "mine" }))).toBe("MESSAGE_NOT_FOUND");
    expect(waiting(other)).toEqual(["foreign"]);
  });
});

const changesOf = (watcher: Watcher) =>
  watcher.events.flatMap((event) => (event.type === "queue-changed" ? [event.change] : []));

test("[QU-1] with a thousand that wait, one more costs a window and the disk what one costs; a snapshot has their beginnings; more than two thousand are refused, and each can be edited", async () => {
  await started();
  const session_id = await asked();
  const long = "A long text. ".repeat(1000);
  for (let n = 0; n < 999; n++) add(session_id, `${n} ${long}`);
  const watcher = slice.watch(session_id);
  const { items } = watcher.snapshot.queue;
  expect(items).toHaveLength(999);
  expect(items[7]).toMatchObject({ excerpt: `7 ${long}`.slice(0, 300), cut: true });
  expect(JSON.stringify(items).length).toBeLessThan(999 * 500);
  const { id } = add(session_id, `the last ${long}`);
  await watcher.until(() => changesOf(watcher).length > 0);
  expect(changesOf(watcher)).toHaveLength(1);
  expect(JSON.stringify(changesOf(watcher)).length).toBeLessThan(500);
  expect(slice.service.queue.read({ session_id, id }).text).toBe(`the last ${long}`);
  for (let n = 1000; n < 2000; n++) add(session_id, `${n}`);
  expect(codeOf(() => add(session_id, "one too many"))).toBe("FORBIDDEN");
  slice.service.queue.edit({ session_id, id, text: "the last, edited" });
  expect(slice.service.queue.read({ session_id, id }).text).toBe("the last, edited");
  expect(rows()).toBe(2000);
});
