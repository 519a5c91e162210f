/** The trash, page by page (DB-10), and the history of what can be undone (RW-7). */

import { afterEach, describe, expect, test } from "vitest";
import type { MessageId, QueueId, SessionId } from "../../src-preload/contract/domain/ids";
import type { TrashCursor } from "../../src-preload/contract/domain/trash";
import type { AppEvent } from "../../src-preload/contract/window/bridge";
import { query, tamper } from "./database";
import { removeSlice, restartSlice, type Slice, startSlice } from "./slice";

let slice: Slice;
afterEach(() => removeSlice(slice));

const made = (title: string): SessionId => slice.service.sessions.create({ title }).session.id;

function deleted(title: string): SessionId {
  const session_id = made(title);
  slice.service.trash.put({ session_id });
  return session_id;
}

/** All pages, one after the other. */
function trashed(limit: number): string[] {
  const titles: string[] = [];
  let before: TrashCursor | undefined;
  do {
    const page = slice.service.trash.list({ limit, ...(before === undefined ? {} : { before }) });
    titles.push(...page.sessions.map(({ title }) => title));
    before = page.next;
  } while (before !== undefined);
  return titles;
}

function noted(): AppEvent[] {
  const events: AppEvent[] = [];
  slice.service.sessions.events.on((event) => events.push(event));
  return events;
}

describe("the trash", () => {
  test("[DB-10] is read in pages that miss nothing, also of what was deleted in one moment, and says how much there is", async () => {
    slice = await startSlice();
    for (let n = 1; n <= 7; n++) deleted(`Session ${n}`);
    tamper(slice, "UPDATE chat_sessions SET deleted_at = 1 WHERE title <> 'Session 7'");
    const all = [7, 6, 5, 4, 3, 2, 1].map((n) => `Session ${n}`);
    for (const limit of [2, 3, 7, 8]) expect(trashed(limit)).toEqual(all);
    expect(slice.service.trash.list({ limit: 2 }).count).toBe(7);
  });

  test("[DB-10] emptied up to what was seen, keeps what was deleted after that", async () => {
    slice = await startSlice();
    deleted("Seen");
    const { deleted_at: through } = slice.service.trash.list({ limit: 1 }).sessions[0] ?? { deleted_at: 0 };
    deleted("Later");
    tamper(slice, `UPDATE chat_sessions SET deleted_at = ${through + 1} WHERE title = 'Later'`);
    await slice.service.trash.empty({ through });
    expect(trashed(9)).toEqual(["Later"]);
  });

  test("[DB-10] emptied while another window restores what is just going, removes all the rest", async () => {
    slice = await startSlice();
    deleted("Oldest");
    deleted("Older");
    const session_id = deleted("Restored");
    const emptied = slice.service.trash.empty();
    // The newest goes first, once what was stopped with it has ended.
    slice.service.trash.restore({ session_id });
    await emptied;
    expect(trashed(9)).toEqual([]);
    expect(slice.service.sessions.list({ limit: 9 }).sessions.map(({ title }) => title)).toEqual([
      "Restored",
    ]);
  });

  test("[DB-10] tells every window what comes and goes", async () => {
    slice = await startSlice();
    const [one, two] = [made("One"), made("Two")];
    const events = noted();
    for (const session_id of [one, two]) slice.service.trash.put({ session_id });
    slice.service.trash.restore({ session_id: one });
    await slice.service.trash.remove({ session_id: two });
    const told = events.map((event) => [
      event.type,
      ...("session_ids" in event ? event.session_ids : "session_id" in event ? [event.session_id] : [one]),
    ]);
    expect(told).toEqual([
      ["sessions-removed", one],
      ["sessions-removed", two],
      ["trash-left", one],
      ["session-changed", one],
      ["trash-left", two],
    ]);
  });

  test("[DB-10, RW-1, QU-2] keeps what another window writes in its editors in that moment", async () => {
    slice = await startSlice();
    const session_id = deleted("One");
    const message_id = `msg_${"0".repeat(14)}${"a".repeat(12)}` as MessageId;
    const id = `que_${"0".repeat(14)}${"a".repeat(12)}` as QueueId;
    const edited = { kind: "message", session_id, id: message_id } as const;
    slice.service.drafts.save({ place: edited, text: "asked better" }, "1");
    const queued = { kind: "waiting", session_id, id } as const;
    slice.service.drafts.save({ place: queued, text: "said better", as_of: 1 }, "1");
    slice.service.trash.restore({ session_id });
    expect(slice.service.drafts.read(session_id, "1", [])).toEqual([
      { place: edited, text: "asked better" },
      { place: queued, text: "said better", as_of: 1 },
    ]);
  });

  test("[DB-10, QU-2] keeps what was being written there, until it goes for good", async () => {
    slice = await startSlice();
    const session_id = deleted("One");
    const place = { kind: "composer", session_id } as const;
    slice.service.drafts.save({ place, text: "Half a thou" }, "window");
    slice.service.trash.restore({ session_id });
    expect(slice.service.drafts.read(session_id, "window", [])).toEqual([{ place, text: "Half a thou" }]);
    slice.service.trash.put({ session_id });
    await slice.service.trash.remove({ session_id });
    expect(query(slice, "SELECT * FROM place_drafts")).toEqual([]);
    expect(() => slice.service.drafts.save({ place, text: "more" }, "window")).toThrow(
      expect.objectContaining({ code: "SESSION_NOT_FOUND" }),
    );
  });
});

describe("the history of changes", () => {
  test("[RW-7] is read in pages, says what was undone, and survives a restart", async () => {
    slice = await startSlice();
    const session_id = made("One");
    for (let n = 0; n < 3; n++) {
      slice.service.sessions.archive({ session_id });
      expect(slice.service.undo.last({})).toMatchObject({ kind: "archive", session_id, title: "One" });
    }
    slice.service.trash.put({ session_id });
    slice = await restartSlice(slice);
    const first = slice.service.undo.list({ limit: 2 });
    const rest = slice.service.undo.list({ limit: 9, before: first.at(-1)?.id ?? 0 });
    expect([...first, ...rest].map(({ kind, undone_at }) => [kind, undone_at !== undefined])).toEqual([
      ["delete", false],
      ["archive", true],
      ["archive", true],
      ["archive", true],
    ]);
  });

  test("[RW-7] has nothing of a session that is going for good, and undoes what was before it", async () => {
    slice = await startSlice();
    const kept = made("Kept");
    slice.service.sessions.archive({ session_id: kept });
    const going = deleted("Going");
    tamper(slice, `INSERT INTO partial_sessions (session_id, since) VALUES ('${going}', 1)`);
    expect(slice.service.undo.list({ limit: 9 }).map(({ title }) => title)).toEqual(["Kept"]);
    expect(slice.service.undo.last({})).toMatchObject({ kind: "archive", session_id: kept });
  });
});
