/** Whole outputs that Braid keeps in files beside the database (AG-1): who may read them, and when they go. */
import { existsSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Tool } from "../../src-main/core/ports/tools";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { isToolResult, type ToolResult } from "../../src-preload/contract/domain/tools";
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

const LONGEST = 500_000;
const LONG = `begin ${"x".repeat(LONGEST)} end`;

test.each([
  ["a result", { text: LONG, ms: 3 }, LONG],
  ["a value of any shape", { rows: [LONG] }, JSON.stringify({ rows: [LONG] })],
])(
  "[DB-9b] an output of more than 500,000 characters: its part holds both ends, a file the whole: %s",
  async (_, output, whole) => {
    await removeSlice(slice);
    const foreign: Tool = {
      name: "foreign",
      description: "Says much.",
      input_schema: { type: "object" },
      execute: async (_, { report }) => {
        report({ text: LONG });
        return output;
      },
    };
    slice = await startSlice({ tools: [foreign] });
    slice.provider.enqueue(reply(call("a", "foreign", {})), reply("Done."));
    const { session_id } = slice.ask();
    const watcher = slice.watch(session_id);
    await watcher.rest();
    const { text, kept } = resultIn(session_id);
    expect(text.length).toBeLessThan(LONGEST + 300);
    expect(text.startsWith(whole.slice(0, 200))).toBe(true);
    expect(text.endsWith(whole.slice(-200))).toBe(true);
    expect(text).toContain(`read ${kept?.path}]`);
    expect(kept?.characters).toBe(whole.length);
    expect(readFileSync(kept?.path ?? "", "utf8")).toBe(whole);
    for (const chunk of watcher.events) expect(JSON.stringify(chunk).length).toBeLessThan(LONGEST + 2000);
    slice.service.trash.put({ session_id });
    await slice.service.trash.remove({ session_id });
    expect(existsSync(kept?.path ?? "")).toBe(false);
  },
);

test("[DB-9b] one of just so many is in its part alone", async () => {
  await removeSlice(slice);
  const text = "x".repeat(LONGEST);
  const foreign: Tool = {
    name: "foreign",
    description: "Says much.",
    input_schema: { type: "object" },
    execute: async () => ({ text }),
  };
  slice = await startSlice({ tools: [foreign] });
  slice.provider.enqueue(reply(call("a", "foreign", {})), reply("Done."));
  const { session_id } = slice.ask();
  await slice.rest(session_id);
  expect(resultIn(session_id)).toEqual({ text });
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
