/** Rules change while a question is open (PM-1, PM-2): what its user has not seen, or what a rule denies by then, does not run. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Checked, Tool } from "../../src-main/core/ports/tools";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { isPermission, type PermissionPart } from "../../src-preload/contract/domain/permissions";
import { reply, type Step } from "../fixtures/provider/script";
import { workFolder } from "../fixtures/work-folder";
import { query } from "./database";
import { removeSlice, restartSlice, type Slice, startSlice, textOf } from "./slice";

let slice: Slice;
let folder: string;
let runs: string[];
beforeEach(async () => {
  folder = await workFolder();
  runs = [];
});
afterEach(() => removeSlice(slice));

/** Needs each command of its input by itself. */
const tools: Tool[] = [
  {
    name: "run",
    description: "Runs.",
    input_schema: { type: "object", properties: {} },
    check: async (input): Promise<Checked> => ({
      needs: commandsIn(input).map((target) => ({ permission: "command", target })),
    }),
    execute: async (input) => {
      runs.push(...commandsIn(input));
      return { text: "It ran." };
    },
  },
];
const commandsIn = (input: unknown) => (input as { commands: string[] }).commands;
const call = (...commands: string[]): Step => ({ tool: { id: "a", name: "run", input: { commands } } });

function ask(text = "Go."): SessionId {
  return slice.service.sessions.create({ text, workspace_root: folder }).session.id;
}

function asked(session_id: SessionId): PermissionPart[] {
  const sql =
    "SELECT data_json FROM chat_parts WHERE session_id = ? AND type = 'data-permission' ORDER BY id";
  return query<{ data_json: string }>(slice, sql, session_id)
    .map(({ data_json }) => JSON.parse(data_json))
    .filter(isPermission);
}
const open = (session_id: SessionId) => asked(session_id).find(({ data }) => data.answer === undefined);
const verdicts = (session_id: SessionId) => open(session_id)?.data.needs.map(({ verdict }) => verdict);
const decisions = (session_id: SessionId) => asked(session_id).map(({ data }) => data.answer?.decision);
const answer = (session_id: SessionId, decision: "once" | "project" | "session", id = open(session_id)?.id) =>
  slice.service.permissions.reply({ session_id, approval_id: id ?? "", decision });
const waits = (session_id: SessionId) => expect.poll(() => open(session_id)).toBeDefined();

async function denyInFolder(pattern: string): Promise<void> {
  await mkdir(join(folder, ".braid"), { recursive: true });
  const rules = [{ permission: "command", pattern, action: "deny" }];
  await writeFile(join(folder, ".braid/permissions.json"), JSON.stringify({ rules }));
}

test("[PM-1, PM-2] a rule that is taken back allows nothing in a question that is open: it is asked anew, with all of it", async () => {
  slice = await startSlice({ tools });
  slice.provider.enqueue(reply(call("make a")), reply("Made."));
  const session_id = ask();
  await waits(session_id);
  answer(session_id, "session");
  await slice.rest(session_id);
  slice.provider.enqueue(reply(call("make a", "make b")), reply("Made."));
  slice.send({ session_id, text: "Again." });
  await waits(session_id);
  const shown = open(session_id)?.id;
  expect(verdicts(session_id)).toEqual(["allow", "ask"]);
  const [rule] = slice.service.permissions.inForce({ session_id }).rules;
  if (rule === undefined) throw new Error("there is a rule");
  slice.service.permissions.remove({ session_id, rule });
  await expect.poll(() => verdicts(session_id)).toEqual(["ask", "ask"]);
  // An answer to what was shown before is none to what is asked now.
  expect(() => answer(session_id, "once", shown)).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
  expect(runs).toEqual(["make a"]);
  answer(session_id, "once");
  expect(textOf(await slice.rest(session_id))).toBe("Made.");
  expect(decisions(session_id)).toEqual(["session", "withdrawn", "once"]);
  expect(runs).toEqual(["make a", "make a", "make b"]);
});

test("[PM-2] its user's answer is stored at once, and judged no more", async () => {
  slice = await startSlice({ tools });
  slice.provider.enqueue(reply(call("make a")), reply("Made."));
  const session_id = ask();
  await waits(session_id);
  await denyInFolder("make *");
  answer(session_id, "once");
  // No file can have been read before this.
  await new Promise(setImmediate);
  expect(decisions(session_id)).toEqual(["once"]);
  expect(textOf(await slice.rest(session_id))).toBe("Made.");
  expect(runs).toEqual(["make a"]);
});

test("[PM-1] what a change of rules finds denied by the folder's file does not run", async () => {
  slice = await startSlice({ tools });
  slice.provider.enqueue(reply(call("make a")), reply("Nothing was made."));
  const session_id = ask();
  await waits(session_id);
  await denyInFolder("make *");
  slice.service.permissions.setMode({ workspace_root: folder, mode: "ordinary" });
  expect(textOf(await slice.rest(session_id))).toBe("Nothing was made.");
  expect(runs).toEqual([]);
  expect(decisions(session_id)).toEqual(["rule-deny"]);
  const { ledger } = slice.service.permissions.inForce({ session_id });
  expect(ledger).toMatchObject([{ target: "make a", decision: "rule-deny" }]);
  expect(slice.provider.requests.at(-1)?.rawBody).toContain("A rule of the user denies this call");
});

test("[PM-2, LY-6e] a session that waits since a restart goes on where rules come to decide its question elsewhere, and only there", async () => {
  slice = await startSlice({ tools });
  slice.provider.respond(({ rawBody }) =>
    rawBody.includes("It ran.")
      ? reply("Done.")
      : reply(call(rawBody.includes("Test.") ? "test a" : "make a")),
  );
  const [first, other, third] = [ask("Make."), ask("Test."), ask("Make.")];
  for (const session_id of [first, other, third]) await waits(session_id);
  slice = await restartSlice(slice, { tools });
  answer(third, "project");
  for (const session_id of [first, third]) expect(textOf(await slice.rest(session_id))).toBe("Done.");
  expect(decisions(first)).toEqual(["rule"]);
  expect(decisions(other)).toEqual([undefined]);
  expect(slice.service.sessions.status({ session_id: other })).toMatchObject({ state: "waiting" });
});

test("[LY-6e, DB-10] helpers, the archive and the trash with their sidecars do not go on because rules change", async () => {
  slice = await startSlice();
  slice.provider.respond(({ rawBody }) => {
    if (rawBody.includes("toolu_a")) return reply("Done.");
    const order = { description: "Make", prompt: "Make it.", agent: "general" };
    const make = { id: "toolu_a", name: "bash", input: { command: "touch made" } };
    if (rawBody.includes("Make it.")) return reply({ tool: make });
    return rawBody.includes("Order.")
      ? reply({ tool: { id: "toolu_b", name: "task", input: order } })
      : reply("Yes.");
  });
  const [trashed, living] = [ask("Order."), ask("Order.")];
  const [archived, seen] = [ask("Make it."), ask("Make it.")];
  await expect.poll(() => waiting()).toHaveLength(4);
  const helpers = waiting().filter((id) => id !== archived && id !== seen);
  const main = ask("Hello.");
  await slice.rest(main);
  const beside = await slice.service.sidecars.open({ session_id: main });
  slice.send({ session_id: beside.id, text: "Make it." });
  await waits(beside.id);
  slice = await restartSlice(slice);
  for (const session_id of [trashed, main]) slice.service.trash.put({ session_id });
  slice.service.sessions.archive({ session_id: archived });
  const asker = ask("Make it.");
  await waits(asker);
  const asked_before = slice.provider.requests.length;
  answer(asker, "project");
  for (const session_id of [asker, seen]) expect(textOf(await slice.rest(session_id))).toBe("Done.");
  expect(waiting().toSorted()).toEqual([...helpers, archived, beside.id].toSorted());
  expect(slice.provider.requests.length - asked_before).toBe(2);
  expect(slice.service.sessions.status({ session_id: living }).state).toBe("idle");
});

const waiting = (): SessionId[] =>
  query<{ session_id: SessionId }>(
    slice,
    "SELECT session_id FROM chat_parts WHERE type = 'data-permission' AND data_json ->> '$.data.answer' IS NULL",
  ).map(({ session_id }) => session_id);

test("[PM-1, LY-6e] a rule that denies ends such a question", async () => {
  slice = await startSlice({ tools });
  slice.provider.enqueue(reply(call("make a")));
  const session_id = ask();
  await waits(session_id);
  slice = await restartSlice(slice, { tools });
  slice.provider.enqueue(reply("Nothing was made."));
  await denyInFolder("make *");
  slice.service.permissions.setMode({ workspace_root: folder, mode: "ordinary" });
  expect(textOf(await slice.rest(session_id))).toBe("Nothing was made.");
  expect(decisions(session_id)).toEqual(["rule-deny"]);
  expect(runs).toEqual([]);
});
