/** The limits that the maker of a session sets to its agent (SE-1) hold in the session, its copies and its helpers. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { reply, type Step } from "../fixtures/provider/script";
import { workFolder } from "../fixtures/work-folder";
import { query } from "./database";
import { removeSlice, restartSlice, type Slice, startSlice } from "./slice";

let slice: Slice;
let folder: string;
beforeEach(async () => {
  folder = await workFolder();
  slice = await startSlice();
});
afterEach(() => removeSlice(slice));

const call = (id: string, name: string, input: unknown): Step => ({ tool: { id, name, input } });
const PROMPT = "Touch nothing but the docs.";
const overrides = { tools: ["read", "grep", "task"], prompt: PROMPT };

/** The names of the tools in the last request of a turn, and its system prompt. Titles are asked for without tools. */
function offered(): { tools: string[]; system: string } {
  const request = slice.provider.requests.findLast(({ body }) => body.tools !== undefined);
  const tools = request?.body.tools as { function: { name: string } }[] | undefined;
  const [system] = (request?.body.messages ?? []) as { content: string }[];
  return { tools: tools?.map((tool) => tool.function.name) ?? [], system: system?.content ?? "" };
}

async function made(more: { overrides?: typeof overrides } = {}): Promise<SessionId> {
  const { session } = slice.service.sessions.create({ text: "Go.", workspace_root: folder, ...more });
  await slice.rest(session.id);
  return session.id;
}

test("[SE-1g] create takes tools from a session, and adds to its instructions: also after a restart, and in a branch", async () => {
  slice.provider.respond(() => reply("Hello."));
  await made();
  const ordinary = offered();
  const session_id = await made({ overrides });
  const narrow = offered();
  expect(narrow.tools).toEqual(["read", "grep", "task"]);
  const agreed = ordinary.system.slice(0, ordinary.system.indexOf("\n\n"));
  expect(narrow.system.startsWith(agreed)).toBe(true);
  expect(narrow.system).toContain(PROMPT);
  expect(ordinary.system).not.toContain(PROMPT);

  const from_message_id = slice.messages(session_id).at(-1)?.id;
  if (from_message_id === undefined) throw new Error("the session is empty");
  const wide = { overrides: { tools: ["bash"] } };
  const branch = await slice.service.branches.branch({
    parent_session_id: session_id,
    from_message_id,
    metadata: wide,
  });
  slice = await restartSlice(slice);
  for (const id of [session_id, branch.id]) {
    slice.send({ session_id: id, text: "And now?" });
    await slice.rest(id);
    expect(offered().tools).toEqual(["read", "grep", "task"]);
    expect(offered().system).toContain(PROMPT);
  }
});

test("[SE-1g] a tool that was taken away runs neither in the session nor in a helper of it", async () => {
  const bash = (id: string) => call(id, "bash", { command: "touch made" });
  const order = { description: "Make it", prompt: "Make the file.", agent: "general" };
  slice.provider.respond(({ rawBody, body }) => {
    if (body.tools === undefined) return reply("A title");
    if (rawBody.includes('"Go."'))
      return rawBody.includes('"tool_call_id"') ? reply("Done.") : reply(bash("a"), call("t", "task", order));
    return rawBody.includes('"tool_call_id"') ? reply("I cannot.") : reply(bash("b"));
  });
  await made({ overrides });
  const ends = query<{ data_json: string }>(
    slice,
    "SELECT data_json FROM chat_parts WHERE type LIKE '%tool%' AND data_json LIKE '%bash%' ORDER BY id",
  ).map(({ data_json }) => JSON.parse(data_json) as { errorText?: string });
  expect(ends).toHaveLength(2);
  for (const { errorText } of ends) expect(errorText).toContain("bash");
  expect(query(slice, "SELECT id FROM chat_parts WHERE type = 'data-permission'")).toEqual([]);
  expect(existsSync(join(folder, "made"))).toBe(false);
});
