/** Pinned and unread (SE-1): what marks a session, what takes the mark off, and what outlives a restart. */
import { afterEach, expect, test } from "vitest";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import type { AppEvent } from "../../src-preload/contract/window/bridge";
import { reply } from "../fixtures/provider/script";
import { removeSlice, restartSlice, type Slice, startSlice } from "./slice";

let slice: Slice;
afterEach(() => removeSlice(slice));

const isUnread = (session_id: SessionId) =>
  slice.service.sessions.read({ session_id }).session.unread ?? false;
const eventually = (met: () => unknown) => expect.poll(met, { interval: 20 });
const idle = (session_id: SessionId) => slice.service.sessions.status({ session_id }).state === "idle";

test("an answer that no window saw ending makes its session unread; one that a window saw does not", async () => {
  slice = await startSlice();
  slice.provider.respond(() => reply("Yes."));
  const events: AppEvent[] = [];
  slice.service.sessions.events.on((event) => events.push(event));
  const [alone, watched] = [slice.ask("Alone").session_id, slice.ask("Watched").session_id];
  const window = slice.watch(watched);
  await eventually(() => isUnread(alone)).toBe(true);
  await window.rest();
  expect(isUnread(watched)).toBe(false);
  expect(events.some((event) => event.type === "session-changed" && event.session.unread === true)).toBe(
    true,
  );

  slice = await restartSlice(slice);
  expect([isUnread(alone), isUnread(watched)]).toEqual([true, false]);
  expect(
    slice.service.sessions.list({ limit: 9 }).sessions.map(({ title, unread }) => [title, unread]),
  ).toEqual(
    expect.arrayContaining([
      ["Alone", true],
      ["Watched", undefined],
    ]),
  );
  const told: AppEvent[] = [];
  slice.service.sessions.events.on((event) => told.push(event));
  slice.watch(alone);
  expect(isUnread(alone)).toBe(true);
  slice.service.readState.noteVisible([alone]);
  expect(isUnread(alone)).toBe(false);
  expect(told).toMatchObject([{ type: "session-changed", session: { id: alone } }]);
  expect(told[0]).not.toHaveProperty("session.unread");
});

test("a window that is attached has seen what ends while its end is in view, and has seen it once that is", async () => {
  const inView = new Set<SessionId>();
  slice = await startSlice({ compose: { isSeen: (session_id) => inView.has(session_id) } });
  slice.provider.respond(() => reply("Yes."));
  const { service } = slice;
  const { session_id } = slice.ask();
  const window = slice.watch(session_id);
  await window.rest();
  await eventually(() => isUnread(session_id)).toBe(true);
  inView.add(session_id);
  service.readState.noteVisible([session_id]);
  expect(isUnread(session_id)).toBe(false);
  service.queue.send({ session_id, text: "More?" });
  await eventually(() => idle(session_id)).toBe(true);
  expect(isUnread(session_id)).toBe(false);

  // A window's word about a session that it does not show, or that does not exist, changes nothing.
  service.readState.markUnread({ session_id, unread: true });
  window.detach();
  service.readState.noteVisible([session_id, "ses_none" as SessionId]);
  expect(isUnread(session_id)).toBe(true);
});

test("a window that has left does not see, and a crash's interrupted answer is unread", async () => {
  slice = await startSlice();
  slice.provider.respond(() => [{ text: "Half" }, { gate: "later" }, ...reply("whole")]);
  const { session_id } = slice.ask();
  const window = slice.watch(session_id);
  await window.until(() => window.text === "Half");
  window.detach();
  expect(isUnread(session_id)).toBe(false);
  slice = await restartSlice(slice);
  expect(isUnread(session_id)).toBe(true);
});

test("by hand: marked while it is shown it stays so until it is shown anew, answered, or said to be read", async () => {
  slice = await startSlice();
  slice.provider.respond(() => reply("Yes."));
  const { session_id } = slice.ask();
  const window = slice.watch(session_id);
  await window.rest();
  const { service } = slice;
  expect(service.readState.markUnread({ session_id, unread: true }).unread).toBe(true);
  expect(service.readState.markUnread({ session_id, unread: false })).not.toHaveProperty("unread");
  service.readState.markUnread({ session_id, unread: true });
  service.readState.noteVisible([session_id]);
  expect(isUnread(session_id)).toBe(true);
  slice.watch(session_id);
  service.readState.noteVisible([session_id]);
  expect(isUnread(session_id)).toBe(false);
  service.readState.markUnread({ session_id, unread: true });
  service.queue.send({ session_id, text: "More?" });
  expect(isUnread(session_id)).toBe(false);
  await eventually(() => idle(session_id)).toBe(true);
});

test("[SE-1] pinned sessions are listed apart, by recency, outlive a restart, and a pin is no activity", async () => {
  slice = await startSlice();
  const { service } = slice;
  const made = ["a", "b", "c", "d"].map((title) => service.sessions.create({ title }).session);
  const [, b, , d] = made;
  if (b === undefined || d === undefined) throw new Error("no sessions");
  expect(service.readState.pin({ session_id: b.id, pinned: true })).toMatchObject({
    pinned_at: expect.any(Number),
    updated_at: b.updated_at,
  });
  service.readState.pin({ session_id: d.id, pinned: true });
  slice = await restartSlice(slice);
  const titles = (pinned?: boolean) =>
    slice.service.sessions
      .list({ limit: 9, ...(pinned === undefined ? {} : { pinned }) })
      .sessions.map(({ title }) => title)
      .join("");
  expect([titles(true), titles(false), titles()]).toEqual(["db", "ca", "dcba"]);
  slice.service.sessions.archive({ session_id: d.id });
  expect([titles(true), titles(false)]).toEqual(["b", "ca"]);
  slice.service.readState.pin({ session_id: b.id, pinned: false });
  expect([titles(true), titles(false)]).toEqual(["", "cba"]);
});
