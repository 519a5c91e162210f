/** Whole outputs that Braid keeps in files beside the database (AG-1): who may read them, and when they go. */
import { existsSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { isToolResult, type ToolResult } from "../../src-preload/contract/domain/tools";
import { reply, type Step } from "../fixtures/provider/script";
import { query } from "./database";
import { removeSlice, type Slice, startSlice, type Watcher } from "./slice";

let slice: Slice;
let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "braid-folder-")));
  slice = await startSlice();
});
afterEach(async () => {
  await removeSlice(slice);
  await rm(folder, { recursive: true, force: true });
});

const call = (id: string, name: string, input: unknown): Step => ({ tool: { id, name, input } });
const MANY = { command: "seq 1 20000" };

async function ask(): Promise<{ session_id: SessionId; watcher: Watcher }> {
  const { session } = slice.service.sessions.create({ text: "Count.", workspace_root: folder });
  const watcher = slice.watch(session.id);
  await watcher.until(() => watcher.status.state === "waiting");
  const [question] = query<{ data_json: string }>(
    slice,
    "SELECT data_json FROM chat_parts WHERE type = 'data-permission'",
  );
  const { id: approval_id } = JSON.parse(question?.data_json ?? "{}") as { id: string };
  slice.service.permissions.reply({ session_id: session.id, approval_id, decision: "once" });
  return { session_id: session.id, watcher };
}

/** The result of the last call in a session. */
function resultIn(session_id: SessionId): ToolResult {
  const parts = slice.messages(session_id).flatMap((message) => message.parts);
  const call = parts.findLast((part) => "toolCallId" in part && part.state === "output-available");
  const output = call !== undefined && "output" in call ? call.output : undefined;
  if (!isToolResult(output)) throw new Error("no call has a result");
  return output;
}

test("[AG-1, BR-1, DB-10] a branch reads on in its origin's output without a question, also when that is gone", async () => {
  slice.provider.enqueue(reply(call("a", "bash", MANY)), reply("Counted."));
  const { session_id, watcher } = await ask();
  await watcher.rest();
  const path = resultIn(session_id).kept?.path ?? "";
  expect(existsSync(path)).toBe(true);
  const from_message_id = slice.messages(session_id).at(-1)?.id;
  if (from_message_id === undefined) throw new Error("the session is empty");
  const branch = await slice.service.branches.branch({ parent_session_id: session_id, from_message_id });
  slice.service.trash.put({ session_id });
  await slice.service.trash.remove({ session_id });
  expect(existsSync(path)).toBe(false);
  const scripts = [reply(call("b", "read", { path, offset: 12_345, limit: 1 })), reply("Read.")];
  // The title agent has no tools, and may ask at any time.
  slice.provider.respond(
    ({ body }) => (body.tools === undefined ? undefined : scripts.shift()) ?? reply("A title"),
  );
  slice.send({ session_id: branch.id, text: "Which is number 12345?" });
  await slice.rest(branch.id);
  expect(resultIn(branch.id).text).toContain("12345\t12345");
});

test("[AG-1, AB-2] a command that is stopped says where the output until then is kept", async () => {
  slice.provider.enqueue(reply(call("a", "bash", { command: "seq 1 20000; sleep 1000" })));
  const { session_id, watcher } = await ask();
  await watcher.until(() => JSON.stringify(watcher.events).includes('"kept"'));
  slice.service.turns.abort({ session_id });
  await watcher.rest();
  const { kept, ended, text } = resultIn(session_id);
  expect(ended).toBe("stopped");
  expect(text).toMatch(/\n20000\n+\[aborted\]\n/);
  expect(text).toContain(`read ${kept?.path}]`);
  expect(existsSync(kept?.path ?? "")).toBe(true);
});
