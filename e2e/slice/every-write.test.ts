/** Each single write of a turn with everything in it, once as the moment of a crash and once as the write that fails. */
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { compose } from "../../src-main/compose";
import type { Tool } from "../../src-main/core/ports/tools";
import { createInProcessCounter } from "../../src-main/models/tokens/in-process";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import { ending, reply, type Script } from "../fixtures/provider/script";
import { saying } from "../fixtures/saying";
import { query } from "./database";
import { broken } from "./invariants";
import { KEY, RESOURCES, removeSlice, Slice, startSlice, textOf, type Watcher } from "./slice";
import { Crashes, leaveBehind, onWrite, watchWrites } from "./watch-writes";
import { expectWellFormed } from "./well-formed";

let runs = 0;
const count: Tool = {
  name: "count",
  description: "Counts.",
  input_schema: { type: "object", properties: {} },
  execute: async () => ++runs,
};

/** Longer than what is said waits to be saved. */
const pause = { delayMs: 5 };
const ATTEMPTS: Script[] = [
  [
    { reasoning: "Hm." },
    { text: "First " },
    pause,
    { tool: { id: "c", name: "count" } },
    ...ending("tool_calls"),
  ],
  [{ text: "Half an " }, pause, { text: "answer" }, { error: 529 }],
  [{ text: "Another " }, pause, { reset: true }],
  [{ text: "The whole " }, pause, { text: "answer." }, ...ending()],
];

let slice: Slice;
beforeAll(async () => {
  watchWrites();
  slice = await startSlice({
    tools: [count],
    run: { max_retries: 3, max_retry_wait_ms: 2 },
    recorder: { save_buffer_ms: 1 },
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await removeSlice(slice);
});

function ask(attempts = ATTEMPTS): Watcher {
  let asked = 0;
  runs = 0;
  slice.provider.respond(({ rawBody }) =>
    rawBody.includes("And now?") ? reply("Still here.") : (attempts[asked++] ?? []),
  );
  return slice.watch(slice.ask().session_id);
}

async function startOn(data_dir: string): Promise<Slice> {
  const options = { data_dir, resources_dir: RESOURCES, env: { SCRIPTED_KEY: KEY }, tools: [count] };
  return new Slice(
    await compose({ ...options, counter: createInProcessCounter() }),
    slice.provider,
    data_dir,
  );
}

/** All text that a window was sent so far, by message. */
function sentTo(watcher: Watcher): Map<MessageId, string> {
  const sent = new Map<MessageId, string>();
  for (const event of watcher.events) {
    if (event.type !== "chunks") continue;
    for (const chunk of event.chunks)
      if (chunk.type === "text-delta")
        sent.set(event.message_id, (sent.get(event.message_id) ?? "") + chunk.delta);
  }
  return sent;
}

/** The words that were sent are there, nothing is out of order, and the session is good for another turn. */
async function expectWhole(there: Slice, session_id: SessionId, sent: Map<MessageId, string>): Promise<void> {
  for (const [id, text] of sent) {
    const sql = `SELECT json_extract(data_json, '$.text') AS text FROM chat_parts_view WHERE message_id = ? AND type = 'text' ORDER BY "index"`;
    const stored = query<{ text: string }>(there, sql, id).map((row) => row.text);
    expect(stored.join("").slice(0, text.length)).toBe(text);
  }
  there.send({ session_id, text: "And now?" });
  expect(textOf(await there.rest(session_id))).toBe("Still here.");
  expectWellFormed(there.provider.requests.slice(-1));
  expect(broken(there)).toEqual([]);
}

test("[SV-5b, SV-6, TK-1] a crash before any write: every word that was sent is there, and what the finished step used", async () => {
  const root = mkdtempSync(join(tmpdir(), "braid-writes-"));
  const crashes = new Crashes<{ sent: Map<MessageId, string>; tool_ran: boolean }>(root);
  const watcher = ask();
  const letBe = onWrite(() => crashes.take(slice.data_dir, { sent: sentTo(watcher), tool_ran: runs > 0 }));
  await watcher.rest();
  letBe();
  const { session_id } = watcher;
  expect(crashes.moments).toBeGreaterThan(40);
  expect(crashes.all.length).toBeGreaterThan(10);
  for (const { data_dir, notes } of crashes.all) {
    const { sent, tool_ran } = notes;
    const there = await startOn(data_dir);
    expect(broken(there)).toEqual([]);
    // The step before the tool reported 12 and 5.
    if (tool_ran)
      expect(there.service.sessions.read({ session_id }).billing.total_tokens).toBeGreaterThanOrEqual(17);
    await expectWhole(there, session_id, sent);
    await there.app.close();
  }
  await rm(root, { recursive: true });
});

/**
 * Each is a test of its own for one write in four: together they are many turns, and a busy machine is slow. A full disk strikes at every
 * write, the others at every twelfth one.
 */
describe.each([
  ["SQLITE_FULL", 1, 4, [1, 2, 3, 4]],
  ["SQLITE_IOERR_WRITE", 3, 12, [1]],
  ["SQLITE_CONSTRAINT", 1, 12, [2]],
])("%s, %i times, at one write in %i", (code, times, every, begins) => {
  test.each(begins)(
    "[SV-7, SV-4, LY-6d] wherever it strikes, nothing that was sent is lost and no tool runs twice: from write %i",
    async (from) => {
      let struck = true;
      for (let first = from; struck; first += every) {
        const watcher = ask();
        let writes = 0;
        const letBe = onWrite(() => {
          writes += 1;
          if (writes >= first && writes < first + times) throw new Database.SqliteError("injected", code);
        });
        await watcher.rest();
        letBe();
        struck = writes >= first;
        expect(runs).toBeLessThanOrEqual(1);
        await expectWhole(slice, watcher.session_id, sentTo(watcher));
      }
    },
  );
});

test("[SV-8] [LY-6] a start that cannot settle what a crash left says so and opens all the same; the session is settled before it runs", async () => {
  const root = mkdtempSync(join(tmpdir(), "braid-writes-"));
  const data_dir = join(root, "data");
  const [first = []] = ATTEMPTS;
  const watcher = ask([first, [{ text: "Half an " }, { gate: "half" }, { text: "answer" }, ...ending()]]);
  await watcher.until(() => watcher.text.includes("Half"));
  leaveBehind(slice.data_dir, data_dir);
  const sent = sentTo(watcher);
  slice.provider.open("half");
  await watcher.rest();
  const letBe = onWrite(() => {
    throw new Database.SqliteError("injected", "SQLITE_FULL");
  });
  const there = await startOn(data_dir);
  letBe();
  expect(there.app.info().store_notices).toMatchObject([{ message: saying("no space") }]);
  expect(there.messages(watcher.session_id).map(textOf)).toEqual(["Hello?", [...sent.values()].join("")]);
  await expectWhole(there, watcher.session_id, sent);
  await there.app.close();
  await rm(root, { recursive: true });
});
