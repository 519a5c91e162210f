/** Each single write while a queue is filled, edited and sent, once as the moment of a crash and once as the write that fails (QU-1). */
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { compose } from "../../src-main/compose";
import { createInProcessCounter } from "../../src-main/models/tokens/in-process";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { reply } from "../fixtures/provider/script";
import { broken } from "./invariants";
import { KEY, RESOURCES, removeSlice, restartSlice, Slice, startSlice, textOf } from "./slice";
import { Crashes, onWrite, watchWrites } from "./watch-writes";

let slice: Slice;
beforeAll(async () => {
  watchWrites();
  slice = await startSlice();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await removeSlice(slice);
});

/** All that its user has said: what is in the thread, and what waits. */
function saidIn(there: Slice, session_id: SessionId): string[] {
  const { page, queue } = there.look(session_id);
  const said = page.messages.filter(({ role }) => role === "user").map(textOf);
  return [...said, ...queue.items.map(({ excerpt }) => excerpt)];
}

function taken(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: "STORE_UNAVAILABLE" });
    return false;
  }
}

/** Each write is copied or looked at here: on a busy machine that is not done within a second. */
const SLOW = { timeout: 20_000, interval: 15 };

/** Says two more while an answer is held back, and edits the first; returns what the core has taken. */
async function talk(name: string): Promise<{ session_id: SessionId; accepted: string[] }> {
  const gate = `end of ${name}`;
  let asked = 0;
  slice.provider.respond(() => (++asked === 1 ? [{ text: "Half" }, { gate }, ...reply(".")] : reply("Yes.")));
  const { session_id } = slice.ask(`${name} one`);
  await expect.poll(() => asked, SLOW).toBe(1);
  const accepted = [`${name} one`];
  for (const text of [`${name} two`, `${name} three`])
    if (taken(() => slice.service.queue.send({ session_id, text }))) accepted.push(text);
  const [first] = slice.look(session_id).queue.items;
  if (first !== undefined) {
    const text = `${first.excerpt}, edited`;
    if (taken(() => slice.service.queue.edit({ session_id, id: first.id, text })))
      accepted[accepted.indexOf(first.excerpt)] = text;
  }
  slice.provider.open(gate);
  return { session_id, accepted };
}

const quiet = (session_id: SessionId) =>
  expect
    .poll(() => {
      const { queue, status } = slice.look(session_id);
      return status.state !== "busy" && (queue.items.length === 0 || queue.paused !== undefined);
    }, SLOW)
    .toBe(true);

test("[QU-1, SV-5] a crash before any write: what was said is there once, sent or waiting, and nothing of it is sent by itself", async () => {
  const root = mkdtempSync(join(tmpdir(), "braid-queue-"));
  const crashes = new Crashes(root);
  let asked = 0;
  slice.provider.respond(() =>
    ++asked === 1 ? [{ text: "Half" }, { gate: "end" }, ...reply(".")] : reply("Yes."),
  );
  const { session_id } = slice.ask("one");
  for (const text of ["two", "three"]) slice.service.queue.send({ session_id, text });
  onWrite(() => crashes.take(slice.data_dir, undefined));
  slice.provider.open("end");
  await expect.poll(() => slice.look(session_id).queue.items, SLOW).toEqual([]);
  await slice.rest(session_id);
  onWrite(() => {});
  expect(crashes.moments).toBeGreaterThan(10);
  expect(crashes.all.length).toBeGreaterThan(5);
  const requests = slice.provider.requests.length;
  for (const { data_dir } of crashes.all) {
    const counter = createInProcessCounter();
    const options = { data_dir, resources_dir: RESOURCES, env: { SCRIPTED_KEY: KEY }, counter };
    const there = new Slice(await compose(options), slice.provider, data_dir);
    expect(saidIn(there, session_id)).toEqual(["one", "two", "three"]);
    expect(broken(there)).toEqual([]);
    await there.app.close();
  }
  expect(slice.provider.requests).toHaveLength(requests);
  await rm(root, { recursive: true });
});

test("[QU-1, SV-7] a full disk at any write: what was taken is there once, sent or waiting, and goes on when there is room", async () => {
  let struck = true;
  // Before that the session itself is made.
  for (let at = 12; struck; at++) {
    let writes = 0;
    onWrite(() => {
      writes += 1;
      if (writes === at) throw new Database.SqliteError("injected", "SQLITE_FULL");
    });
    const { session_id, accepted } = await talk(`No. ${at}:`);
    await quiet(session_id);
    struck = writes >= at;
    onWrite(() => {});
    expect(saidIn(slice, session_id)).toEqual(accepted);
    slice.service.queue.resume({ session_id });
    await quiet(session_id);
    expect(saidIn(slice, session_id)).toEqual(accepted);
    expect(slice.look(session_id).queue.items).toEqual([]);
  }
  // An answer that a failed write left open is settled before its session runs again, or at a start.
  slice = await restartSlice(slice);
  expect(broken(slice)).toEqual([]);
});
