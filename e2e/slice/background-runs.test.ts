// Commands in the background (AG-1), through the whole core.
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { reply, type Step } from "../fixtures/provider/script";
import { workFolder } from "../fixtures/work-folder";
import { query } from "./database";
import { removeSlice, type Slice, startSlice, type Watcher } from "./slice";

let slice: Slice;
let folder: string;
beforeEach(async () => {
  folder = await workFolder();
  slice = await startSlice();
});
afterEach(() => removeSlice(slice));

/** Seconds that no other test sleeps. */
const SECONDS = "74021";
const server: Step = {
  tool: { id: "a", name: "bash", input: { command: `echo up; sleep ${SECONDS}`, background: true } },
};

async function running(): Promise<number> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "latin1").catch(() => "")),
  );
  return lines.filter((line) => line.startsWith("sleep") && line.includes(SECONDS)).length;
}

/** Begins a session whose model asks for the command, and allows it. */
async function begin(): Promise<{ session_id: SessionId; watcher: Watcher }> {
  const { session } = slice.service.sessions.create({ text: "Serve it.", workspace_root: folder });
  const watcher = slice.watch(session.id);
  await watcher.until(() => watcher.status.state === "waiting");
  const [open] = query<{ id: string }>(
    slice,
    "SELECT data_json ->> 'id' AS id FROM chat_parts WHERE type = 'data-permission'",
  );
  slice.service.permissions.reply({ session_id: session.id, approval_id: open?.id ?? "", decision: "once" });
  return { session_id: session.id, watcher };
}

test("[AG-1, AB-1] one outlives its answer, reaches the model's next step, and ends with Braid", async () => {
  slice.provider.enqueue(reply(server), reply("It is up."));
  const { session_id, watcher } = await begin();
  await watcher.rest();
  expect(slice.service.backgroundRuns.list(session_id)).toMatchObject([
    { command: `echo up; sleep ${SECONDS}` },
  ]);
  // Its shell may not have come to that yet: the answer waits for no output.
  await expect.poll(running).toBe(1);
  expect(slice.provider.requests[1]?.rawBody).toMatch(/up.*runs on in the background as b1/);
  await slice.close();
  expect(await running()).toBe(0);
});

test("[AG-1, AB-1] Braid ends only when nothing is left of a command for which an answer waits", async () => {
  const stubborn = `(setsid sh -c "trap '' TERM; echo > ready; sleep ${SECONDS}" &); sleep ${SECONDS}`;
  slice.provider.enqueue(reply({ tool: { id: "a", name: "bash", input: { command: stubborn } } }));
  await begin();
  await expect.poll(() => existsSync(join(folder, "ready"))).toBe(true);
  await slice.close();
  expect(await running()).toBe(0);
});

test("[Z-3] one goes with the answer that has started it, if that is stopped", async () => {
  slice.provider.enqueue(reply(server), [{ text: "It is" }, { gate: "never" }]);
  const { session_id, watcher } = await begin();
  await watcher.until(() => slice.provider.requests.length === 2);
  expect(slice.service.backgroundRuns.list(session_id)).toHaveLength(1);
  slice.service.turns.abort({ session_id });
  await watcher.rest();
  await expect.poll(running).toBe(0);
  await expect.poll(() => slice.service.backgroundRuns.list(session_id)).toEqual([]);
});
