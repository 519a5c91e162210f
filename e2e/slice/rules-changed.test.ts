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

test("[PM-1] what the folder's file has come to deny does not run, although its user allows it", async () => {
  slice = await startSlice({ tools });
  slice.provider.enqueue(reply(call("make a")), reply("Nothing was made."));
  const session_id = ask();
  await waits(session_id);
  await denyInFolder("make *");
  answer(session_id, "project");
  expect(textOf(await slice.rest(session_id))).toBe("Nothing was made.");
  expect(runs).toEqual([]);
  expect(decisions(session_id)).toEqual(["rule-deny"]);
  const { rules, ledger } = slice.service.permissions.inForce({ session_id });
  expect(rules).toEqual([]);
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
