/** Each single write of going back, summarising, branching and throwing away: once as the moment of a crash, once as the write that fails. */
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { compose } from "../../src-main/compose";
import { createInProcessCounter } from "../../src-main/models/tokens/in-process";
import { dataRoot } from "../../src-main/store/testing/data-root";
import { compactionOf } from "../../src-preload/contract/domain/compaction";
import type { MessageId, OpId, SessionId } from "../../src-preload/contract/domain/ids";
import { leftSummaryOf } from "../../src-preload/contract/domain/left-summary";
import { reply } from "../fixtures/provider/script";
import { broken } from "./invariants";
import { KEY, RESOURCES, removeSlice, Slice, startSlice, textOf } from "./slice";
import { Crashes, leaveBehind, onWrite, watchWrites } from "./watch-writes";

/** A talk of three turns, the second of them said anew; one that has been thrown away; and a sidecar. */
interface Places {
  talk: SessionId;
  thrown: SessionId;
  /** A talk with a summary. */
  summarised: SessionId;
  summary: MessageId;
  /** A talk with a summary of turns that were left. */
  left: SessionId;
  left_summary: MessageId;
  sidecar: SessionId;
  /** The user's messages in the talk. */
  asked: MessageId[];
  op: OpId;
}

let base: Slice;
let places: Places;
let root: string;

beforeAll(async () => {
  watchWrites();
  root = mkdtempSync(join(dataRoot(), "braid-writes-back-"));
  base = await startSlice();
  base.provider.respond(() => reply("An answer."));
  base.provider.summary(() => reply("S"));
  const { session_id: talk } = base.ask("One");
  await base.rest(talk);
  await say(base, talk, "Two");
  const { id } = asked(base, talk)[1] ?? { id: "" as MessageId };
  base.service.timeline.rewind({ session_id: talk, message_id: id, text: "Another two" });
  await base.rest(talk);
  await say(base, talk, "Three");
  const { session_id: thrown } = base.ask("Thrown");
  await base.rest(thrown);
  base.service.trash.put({ session_id: thrown });
  const summarised = await compacted(base);
  const left = await withLeft(base);
  const left_summary = base.messages(left)[0]?.id ?? none();
  const sidecar = await base.service.sidecars.open({ session_id: talk });
  const [marker] = base.look(talk).hidden;
  if (marker === undefined) throw new Error("nothing is hidden");
  const ids = asked(base, talk).map((message) => message.id);
  const summary = base.messages(summarised)[0]?.id ?? none();
  const summaries = { summarised, summary, left, left_summary };
  places = { talk, thrown, ...summaries, sidecar: sidecar.id, asked: ids, op: marker.op_id };
});
afterAll(async () => {
  vi.restoreAllMocks();
  await removeSlice(base);
  await rm(root, { recursive: true, force: true });
});

async function say(slice: Slice, session_id: SessionId, text: string): Promise<void> {
  slice.send({ session_id, text });
  await slice.rest(session_id);
}

/** A talk of three turns with a summary of the first. */
async function compacted(slice: Slice): Promise<SessionId> {
  const { session_id } = slice.ask("A question to summarise");
  await slice.rest(session_id);
  for (const text of ["Four", "Five"]) await say(slice, session_id, text);
  await compact(slice, session_id);
  return session_id;
}

/** A talk whose first turn was left for another, with a summary. */
async function withLeft(slice: Slice): Promise<SessionId> {
  const { session_id, message } = slice.ask("A question to leave");
  await slice.rest(session_id);
  await slice.service.timeline.leave({ session_id, message_id: message.id, text: "Six", take_along: {} });
  await slice.rest(session_id);
  return session_id;
}

/** @throws where the disk failed, which the session's status tells */
async function compact(slice: Slice, session_id: SessionId): Promise<void> {
  slice.service.compactions.start({ session_id });
  await slice.watch(session_id).rest();
  const { state, message } = slice.service.sessions.status({ session_id });
  if (state === "error")
    throw Object.assign(new Error(JSON.stringify(message)), { code: "STORE_UNAVAILABLE" });
}

const asked = (slice: Slice, session_id: SessionId) =>
  slice.messages(session_id).filter(({ role }) => role === "user");

/** Each is one change: all of it, or nothing. */
const CHANGES: Record<string, (slice: Slice) => unknown> = {
  "[RW-2] rewind": ({ service }) =>
    service.timeline.rewind({
      session_id: places.talk,
      message_id: places.asked[1] ?? none(),
      text: "Yet another two",
    }),
  "[RW-8] rewind with a summary": ({ service }) =>
    service.timeline.leave({
      session_id: places.talk,
      message_id: places.asked[1] ?? none(),
      text: "Yet another two",
      take_along: {},
    }),
  "[RW-8] take a summary out": ({ service }) =>
    service.timeline.takeOut({ session_id: places.left, message_id: places.left_summary }),
  "[RW-8] branch and take a summary along": ({ service }) =>
    service.branches.branch({
      parent_session_id: places.talk,
      from_message_id: places.asked[1] ?? none(),
      take_along: {},
    }),
  "[RW-2] Try again": ({ service }) =>
    service.timeline.retry({ session_id: places.talk, message_id: places.asked[0] ?? none() }),
  "[RW-3] restore": ({ service }) => service.timeline.unrewind({ session_id: places.talk, op_id: places.op }),
  "[RW-7] undo": ({ service }) => service.undo.last({}),
  "[CP-3d] compact": (slice) => compact(slice, places.talk),
  "[CP-7] undo a summary": ({ service }) =>
    service.compactions.undo({ session_id: places.summarised, message_id: places.summary }),
  "[CP-7] edit a summary": ({ service }) =>
    service.compactions.edit({
      session_id: places.summarised,
      message_id: places.summary,
      summary: "Other words",
    }),
  "[BR-2] branch with a summary": ({ service }) =>
    service.branches.branch({
      parent_session_id: places.summarised,
      from_message_id: lastOf(places.summarised),
    }),
  "[BR-2] branch": ({ service }) =>
    service.branches.branch({ parent_session_id: places.talk, from_message_id: places.asked[2] ?? none() }),
  "[BR-4] open a sidecar": ({ service }) => service.sidecars.open({ session_id: places.talk }),
  "[BR-4] promote a sidecar": ({ service }) => service.sidecars.promote({ session_id: places.sidecar }),
  "[DB-10] delete": ({ service }) => service.trash.put({ session_id: places.talk }),
  "[DB-10] restore from the trash": ({ service }) => service.trash.restore({ session_id: places.thrown }),
  "[DB-10] delete for good": ({ service }) => service.trash.remove({ session_id: places.thrown }),
};

const lastOf = (session_id: SessionId): MessageId => base.messages(session_id).at(-1)?.id ?? none();

function none(): never {
  throw new Error("there is no such message");
}

let made = 0;

/** A folder of its own, as a crash of the first one would leave it now. */
function leave(from: Slice): string {
  made += 1;
  const data_dir = join(root, String(made));
  leaveBehind(from.data_dir, data_dir);
  return data_dir;
}

async function startOn(data_dir: string): Promise<Slice> {
  const options = { data_dir, resources_dir: RESOURCES, env: { SCRIPTED_KEY: KEY } };
  const app = await compose({ ...options, counter: createInProcessCounter() });
  return new Slice(app, base.provider, data_dir);
}

/** All that a change may change, but for answers, which a crash may cut anywhere. */
function stateOf(slice: Slice): string {
  const { service } = slice;
  const told = service.sessions.list({ limit: 200 }).sessions.map(({ id, title }) => {
    const { hidden, page } = slice.look(id);
    const said = page.messages.filter(({ role }) => role === "user").map(textOf);
    const summaries = page.messages.map(
      (message) => (compactionOf(message) ?? leftSummaryOf(message))?.summary,
    );
    const sidecars = service.sidecars.list({ session_id: id }).length;
    return { title, said, summaries, hidden: hidden.map(({ turns }) => turns), sidecars };
  });
  const trashed = service.trash.list({ limit: 200 }).sessions.map(({ title }) => title);
  const undone = service.undo
    .list({ limit: 200 })
    .map(({ kind, undone_at }) => [kind, undone_at !== undefined]);
  const sorted = told.map((one) => JSON.stringify(one)).sort();
  return JSON.stringify({ sorted, trashed, undone }, null, 1);
}

/** Makes the change; whatever runs after it has come to rest. */
async function make(slice: Slice, change: (slice: Slice) => unknown): Promise<unknown> {
  try {
    await change(slice);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    if (slice.service.sessions.list({ limit: 200 }).sessions.some(({ id }) => id === places.talk))
      await slice.watch(places.talk).rest();
  }
}

/** Makes the change while the disk is full at its nth write. Returns how many writes there were, and the error. */
async function makeOnFullDisk(slice: Slice, change: (slice: Slice) => unknown, at: number) {
  let writes = 0;
  const letBe = onWrite(() => {
    writes += 1;
    if (writes === at) throw new Database.SqliteError("injected", "SQLITE_FULL");
  });
  const error = await make(slice, change);
  letBe();
  if (error !== undefined) expect(error).toMatchObject({ code: "STORE_UNAVAILABLE" });
  return { writes, error };
}

/** A turn whose last write failed is ended by the next start. */
async function expectWholeAtNextStart(slice: Slice): Promise<void> {
  const next = await startOn(leave(slice));
  await expect.poll(() => broken(next)).toEqual([]);
  await next.app.close();
}

describe.each(Object.entries(CHANGES))("%s", (name, change) => {
  const isForGood = name.endsWith("for good");
  test("[SV-5] a crash before any of its writes leaves all of it or nothing", async () => {
    const slice = await startOn(leave(base));
    const before = stateOf(base);
    const crashes = new Crashes(mkdtempSync(join(root, "crashes-")));
    const letBe = onWrite(() => crashes.take(slice.data_dir, undefined));
    expect(await make(slice, change)).toBeUndefined();
    letBe();
    const after = stateOf(slice);
    expect(after).not.toBe(before);
    expect(crashes.moments).toBeGreaterThan(0);
    for (const { data_dir } of crashes.all) {
      const there = await startOn(data_dir);
      expect([before, after]).toContain(stateOf(there));
      // The removal of a session for good goes on.
      await expect.poll(() => broken(there)).toEqual([]);
      await there.app.close();
    }
    await slice.app.close();
  });

  test("[SV-7] a disk that is full at any of its writes is told, leaves all of it or nothing, and it can be done again", async () => {
    const before = stateOf(base);
    let struck = true;
    let slice = await startOn(leave(base));
    let isDone = false;
    for (let at = 1; struck; at++) {
      if (isDone) slice = await startOn(leave(base));
      const { writes, error } = await makeOnFullDisk(slice, change, at);
      struck = writes >= at;
      const state = stateOf(slice);
      // Rows that are gone for good do not come back: the next start takes the rest.
      if (error !== undefined && !isForGood) expect(state).toBe(before);
      isDone = error === undefined || state !== before;
      // Nothing was done: the next round does it again here, and fails at its next write, or not at all.
      if (!isDone) continue;
      expect(state).not.toBe(before);
      await slice.app.close();
      // One start without an open turn is enough for each change.
      if (!struck || broken(slice).length > 0) await expectWholeAtNextStart(slice);
    }
  });
});
