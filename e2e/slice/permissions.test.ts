import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Checked, Tool } from "../../src-main/core/ports/tools";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../src-preload/contract/domain/messages";
import {
  isPermission,
  isQuestion,
  type Need,
  type PermissionPart,
} from "../../src-preload/contract/domain/permissions";
import { reply, type Step } from "../fixtures/provider/script";
import { workFolder } from "../fixtures/work-folder";
import { query, tamper } from "./database";
import {
  removeSlice,
  restartSlice,
  type Slice,
  startSlice,
  textOf,
  type Watcher,
  type WireType,
} from "./slice";
import { expectWellFormed, messagesOf } from "./well-formed";

let slice: Slice;
let folder: string;
beforeEach(async () => {
  folder = await workFolder();
});
afterEach(() => removeSlice(slice));

const call = (id: string, name: string, input: unknown = {}): Step => ({ tool: { id, name, input } });

/** A tool that needs permission for the command of its input, and counts its runs. */
function asking(runs: unknown[], need: Partial<Need> = {}): Tool {
  return {
    name: "run",
    description: "Runs.",
    input_schema: { type: "object", properties: {} },
    check: async (input): Promise<Checked> => ({
      needs: [{ permission: "command", target: (input as { command?: string }).command ?? "make", ...need }],
    }),
    execute: async (input) => {
      runs.push(input);
      return { text: "It ran." };
    },
  };
}

const questions: Tool = {
  name: "question",
  description: "Asks.",
  input_schema: { type: "object", properties: {} },
  check: async () => ({ needs: [], asks: [{ question: "Which colour?", options: [{ label: "Green" }] }] }),
  execute: async (_, { answer }) => ({ text: JSON.stringify(answer?.answers) }),
};

function ask(text = "Go."): { session_id: SessionId; watcher: Watcher } {
  const { session } = slice.service.sessions.create({ text, workspace_root: folder });
  return { session_id: session.id, watcher: slice.watch(session.id) };
}

const isWaiting = (watcher: Watcher) => () => watcher.status.state === "waiting";
const last = (session_id: SessionId): StoredMessage => {
  const message = slice.messages(session_id).at(-1);
  if (message === undefined) throw new Error("the session is empty");
  return message;
};

/** The questions as the database has them. */
function asked(session_id: SessionId): PermissionPart[] {
  const rows = query<{ data_json: string }>(
    slice,
    `SELECT data_json FROM chat_parts WHERE session_id = '${session_id}' AND type = 'data-permission' ORDER BY id`,
  );
  return rows.map(({ data_json }) => JSON.parse(data_json)).filter(isPermission);
}

const stateOfCall = (): string[] =>
  query<{ tool_state: string }>(
    slice,
    "SELECT tool_state FROM chat_parts WHERE tool_call_id IS NOT NULL ORDER BY id",
  ).map(({ tool_state }) => tool_state);

function open(session_id: SessionId): string {
  const part = asked(session_id).findLast(({ data }) => data.answer === undefined);
  if (part === undefined) throw new Error("no question is open");
  return part.id;
}

const WIRES: WireType[] = ["openai-compatible", "anthropic"];

describe.each(WIRES)("on the %s wire", (wire) => {
  test("[PM-2, SE-1g, ST-1, SV-4b] a call that needs permission waits, shows what it needs, and runs once it is allowed", async () => {
    const runs: unknown[] = [];
    slice = await startSlice({ wire, tools: [asking(runs)] });
    slice.provider.enqueue(reply(call("a", "run", { command: "make all" })), reply("Made."));
    const { session_id, watcher } = ask();
    await watcher.until(isWaiting(watcher));
    expect(runs).toEqual([]);
    expect(stateOfCall()).toEqual(["approval-requested"]);
    expect(asked(session_id)[0]?.data).toMatchObject({
      tool_call_id: "a",
      tool_name: "run",
      workspace_root: folder,
      needs: [{ permission: "command", target: "make all", verdict: "ask" }],
    });
    slice.service.permissions.reply({ session_id, approval_id: open(session_id), decision: "once" });
    await watcher.rest();
    expect(runs).toEqual([{ command: "make all" }]);
    expect(stateOfCall()).toEqual(["output-available"]);
    expect(textOf(last(session_id))).toBe("Made.");
    expect(asked(session_id)[0]?.data.answer?.decision).toBe("once");
    expectWellFormed(slice.provider.requests);
    // The model reads the words of the result, and nothing of the question.
    const told = JSON.stringify(messagesOf(slice.provider.requests[1]));
    expect(told).toContain("It ran.");
    expect(told).not.toMatch(/approval|verdict/);
  });

  test("[PM-2] a refusal is told to the model with its user's word, and the turn goes on", async () => {
    const runs: unknown[] = [];
    slice = await startSlice({ wire, tools: [asking(runs)] });
    slice.provider.enqueue(reply(call("a", "run")), reply("I will not."));
    const { session_id, watcher } = ask();
    await watcher.until(isWaiting(watcher));
    slice.service.permissions.reply({
      session_id,
      approval_id: open(session_id),
      decision: "deny",
      word: "Use the other one.",
    });
    await watcher.rest();
    expect(runs).toEqual([]);
    expect(stateOfCall()).toEqual(["output-denied"]);
    expect(JSON.stringify(messagesOf(slice.provider.requests[1]))).toMatch(/refused.*Use the other one\./);
    expect(textOf(last(session_id))).toBe("I will not.");
    expectWellFormed(slice.provider.requests);
  });

  test("[LY-4d, LY-6e] a question that is open at a restart is answered after it: the tool runs once, and the turn goes on", async () => {
    const runs: unknown[] = [];
    const tools = [asking(runs)];
    slice = await startSlice({ wire, tools });
    slice.provider.enqueue(reply("First.", call("a", "run")), reply("Done."));
    const { session_id, watcher } = ask();
    await watcher.until(isWaiting(watcher));
    const killed = slice;
    slice = await startSlice({ wire, tools, data_dir: await copyOf(killed) });
    await removeSlice(killed);
    slice.provider.enqueue(reply("Done."));
    const back = slice.watch(session_id);
    expect(back.status.state).toBe("waiting");
    expect(back.snapshot.page.messages.at(-1)?.parts.some(isPermission)).toBe(true);
    slice.service.permissions.reply({ session_id, approval_id: open(session_id), decision: "session" });
    await slice.rest(session_id);
    expect(runs).toHaveLength(1);
    expect(textOf(last(session_id))).toBe("First.Done.");
    expect(last(session_id).metadata.finish_reason).toBe("stop");
    expect(stateOfCall()).toEqual(["output-available"]);
    expectWellFormed(slice.provider.requests);
  });
});

/** The folder of a slice as a kill would leave it. */
async function copyOf(killed: Slice): Promise<string> {
  const { cp } = await import("node:fs/promises");
  const copy = await mkdtemp(join(tmpdir(), "braid-killed-"));
  await cp(killed.data_dir, copy, { recursive: true });
  return copy;
}

test("[PM-1a, PM-2a, SV-9c] 'this session' and 'this project' make rules that decide from then on, counted and taken back", async () => {
  const runs: unknown[] = [];
  slice = await startSlice({ tools: [asking(runs, { suggestion: "make all" })] });
  const next = () => slice.provider.enqueue(reply(call("a", "run", { command: "make all" })), reply("Made."));
  next();
  const { session_id, watcher } = ask();
  await watcher.until(isWaiting(watcher));
  slice.service.permissions.reply({ session_id, approval_id: open(session_id), decision: "session" });
  await watcher.rest();
  next();
  slice.send({ session_id, text: "Again." });
  await slice.rest(session_id);
  expect(runs).toHaveLength(2);
  const { rules, ledger } = slice.service.permissions.inForce({ session_id });
  expect(rules).toMatchObject([{ pattern: "make all", action: "allow", source: "session", used: 1 }]);
  expect(ledger.map(({ decision }) => decision)).toEqual(["rule-allow", "session"]);
  // Another session of the folder is asked: a session's rule is its own.
  next();
  const other = ask();
  await other.watcher.until(isWaiting(other.watcher));
  slice.service.permissions.reply({
    session_id: other.session_id,
    approval_id: open(other.session_id),
    decision: "project",
    patterns: ["make *"],
  });
  await other.watcher.rest();
  next();
  const third = ask();
  await third.watcher.rest();
  expect(runs).toHaveLength(4);
  const [rule] = slice.service.permissions.inForce({ session_id: third.session_id }).rules;
  expect(rule).toMatchObject({ pattern: "make *", source: "project", used: 1 });
  if (rule === undefined) throw new Error("there is a rule");
  slice.service.permissions.remove({ session_id: third.session_id, rule });
  next();
  slice.send({ session_id: third.session_id, text: "Again." });
  const asking_again = slice.watch(third.session_id);
  await asking_again.until(isWaiting(asking_again));
});

describe("questions that are open at once", () => {
  const make = (...commands: string[]): Step[] =>
    commands.map((command, at) => call(`call-${at}`, "run", { command }));
  /** In the order of the calls. Each asks as soon as it has been judged, so the transcript may have another. */
  const questions = (session_id: SessionId) =>
    asked(session_id).toSorted((one, other) => one.data.tool_call_id.localeCompare(other.data.tool_call_id));
  const decisions = (session_id: SessionId) => questions(session_id).map(({ data }) => data.answer?.decision);
  const answer = (session_id: SessionId, at: number, reply: object) =>
    slice.service.permissions.reply({
      session_id,
      approval_id: questions(session_id)[at]?.id ?? "",
      decision: "once",
      ...reply,
    });

  test("[PM-2, LY-6e] settle where a rule for the session allows them, and the others stay, also over a restart", async () => {
    const runs: unknown[] = [];
    const tools = [asking(runs)];
    slice = await startSlice({ tools });
    slice.provider.enqueue(reply(...make("make a", "make b", "test c", "make d")));
    const { session_id, watcher } = ask();
    await expect.poll(() => asked(session_id).length).toBe(4);
    answer(session_id, 0, { decision: "session", patterns: ["make *"] });
    await expect.poll(() => runs.length).toBe(3);
    expect(watcher.status.state).toBe("waiting");
    slice = await restartSlice(slice, { tools });
    expect(decisions(session_id)).toEqual(["session", "rule", undefined, "rule"]);
    const { data } = questions(session_id)[1] ?? {};
    const rule = { pattern: "make *", action: "allow", source: "session" } as const;
    expect(data?.needs).toMatchObject([{ target: "make b", verdict: "allow", rule }]);
    const { rules, ledger } = slice.service.permissions.inForce({ session_id });
    expect(rules).toMatchObject([{ ...rule, used: 2 }]);
    expect(ledger.map(({ target, decision }) => `${target}: ${decision}`).sort()).toEqual([
      "make a: session",
      "make b: rule-allow",
      "make d: rule-allow",
    ]);
    slice.provider.enqueue(reply("Made."));
    answer(session_id, 2, { decision: "deny" });
    expect(textOf(await slice.rest(session_id))).toBe("Made.");
    expect(runs).toHaveLength(3);
    expectWellFormed(slice.provider.requests);
  });

  test("[PM-1, PM-2] stay where a rule asks, end where one denies, and Once settles no other one", async () => {
    const runs: unknown[] = [];
    slice = await startSlice({ tools: [asking(runs)] });
    const commands = ["make a", "make secret", "make b", "make asked", "make c"];
    slice.provider.enqueue(reply(...make(...commands)), reply("Made."));
    const { session_id, watcher } = ask();
    await expect.poll(() => asked(session_id).length).toBe(5);
    await mkdir(join(folder, ".braid"));
    const rules = [
      { permission: "command", pattern: "make secret", action: "deny" },
      { permission: "command", pattern: "make asked", action: "ask" },
    ];
    await writeFile(join(folder, ".braid/permissions.json"), JSON.stringify({ rules }));
    answer(session_id, 0, { decision: "once" });
    await expect.poll(() => runs.length).toBe(1);
    expect(decisions(session_id).slice(1)).toEqual([undefined, undefined, undefined, undefined]);
    answer(session_id, 2, { decision: "project", patterns: ["make *"] });
    await expect.poll(() => runs.length).toBe(3);
    answer(session_id, 3, { decision: "deny" });
    await watcher.rest();
    expect(decisions(session_id)).toEqual(["once", "rule-deny", "project", "deny", "rule"]);
    expect(runs).toHaveLength(3);
    expect(runs).toEqual(expect.arrayContaining([{ command: "make b" }, { command: "make c" }]));
  });

  test("[PM-2] an answer that came first stands, whatever a rule says after it", async () => {
    const runs: unknown[] = [];
    slice = await startSlice({ tools: [asking(runs)] });
    slice.provider.enqueue(reply(...make("make a", "make b")), reply("Made."));
    const { session_id, watcher } = ask();
    await expect.poll(() => asked(session_id).length).toBe(2);
    answer(session_id, 0, { decision: "session", patterns: ["make *"] });
    answer(session_id, 1, { decision: "deny" });
    await watcher.rest();
    expect(decisions(session_id)).toEqual(["session", "deny"]);
    expect(runs).toEqual([{ command: "make a" }]);
  });

  test("[PM-2] settle in all sessions of the folder where its mode allows them now", async () => {
    const runs: unknown[] = [];
    slice = await startSlice({ tools: [asking(runs, { permission: "edit", target: join(folder, "a") })] });
    slice.provider.respond(({ rawBody }) =>
      rawBody.includes("It ran.") ? reply("Done.") : reply(call("a", "run")),
    );
    const sessions = [ask("One."), ask("Two.")];
    for (const { watcher } of sessions) await watcher.until(isWaiting(watcher));
    const setMode = (mode: "strict" | "edits") =>
      slice.service.permissions.setMode({ workspace_root: folder, mode });
    setMode("strict");
    setMode("edits");
    for (const { watcher } of sessions) await watcher.rest();
    expect(sessions.flatMap(({ session_id }) => decisions(session_id))).toEqual(["rule", "rule"]);
    expect(runs).toHaveLength(2);
  });

  test("[PM-4, LY-6e] do not run after a restart where the call can be judged no more", async () => {
    const runs: unknown[] = [];
    const need: Partial<Need> = {};
    const tools = [asking(runs, need)];
    slice = await startSlice({ tools });
    slice.provider.enqueue(reply(...make("make a", "make b")));
    const { session_id } = ask();
    await expect.poll(() => asked(session_id).length).toBe(2);
    slice = await restartSlice(slice, { tools });
    need.unsure = "protected";
    slice.provider.enqueue(reply("Nothing was made."));
    answer(session_id, 0, { decision: "session", patterns: ["make *"] });
    expect(textOf(await slice.rest(session_id))).toBe("Nothing was made.");
    expect(runs).toEqual([]);
  });

  test("[PM-2, LY-6e] settle after a restart by the answer to another one", async () => {
    const runs: unknown[] = [];
    const tools = [asking(runs)];
    slice = await startSlice({ tools });
    slice.provider.enqueue(reply(...make("make a", "make b")));
    const { session_id } = ask();
    await expect.poll(() => asked(session_id).length).toBe(2);
    slice = await restartSlice(slice, { tools });
    slice.provider.enqueue(reply("Made."));
    answer(session_id, 1, { decision: "session", patterns: ["make *"] });
    expect(textOf(await slice.rest(session_id))).toBe("Made.");
    expect(decisions(session_id)).toEqual(["rule", "session"]);
    expect(runs).toHaveLength(2);
  });
});

test("[PM-1] a need that nobody can judge makes no rule, whatever the answer says", async () => {
  const runs: unknown[] = [];
  slice = await startSlice({ tools: [asking(runs, { unsure: "runs-text" })] });
  slice.provider.enqueue(reply(call("a", "run")), reply("Done."));
  const { session_id, watcher } = ask();
  await watcher.until(isWaiting(watcher));
  slice.service.permissions.reply({ session_id, approval_id: open(session_id), decision: "project" });
  await watcher.rest();
  expect(runs).toHaveLength(1);
  expect(slice.service.permissions.inForce({ session_id }).rules).toEqual([]);
});

test("[PM-2b] two sessions ask at once: each waits for its own answer, and the other goes on", async () => {
  const runs: unknown[] = [];
  slice = await startSlice({ tools: [asking(runs)] });
  slice.provider.respond(({ rawBody }) =>
    rawBody.includes("It ran.") ? reply("Done.") : reply(call("a", "run", { command: "make" })),
  );
  const [one, two] = [ask("One."), ask("Two.")];
  await one.watcher.until(isWaiting(one.watcher));
  await two.watcher.until(isWaiting(two.watcher));
  slice.service.permissions.reply({
    session_id: two.session_id,
    approval_id: open(two.session_id),
    decision: "once",
  });
  await two.watcher.rest();
  expect(one.watcher.status.state).toBe("waiting");
  expect(runs).toHaveLength(1);
  // An answer for one session is none for the other.
  expect(() =>
    slice.service.permissions.reply({
      session_id: two.session_id,
      approval_id: open(one.session_id),
      decision: "once",
    }),
  ).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
});

test("[AB-2, PM-2] Stop withdraws an open question, and the next turn works", async () => {
  const runs: unknown[] = [];
  slice = await startSlice({ tools: [asking(runs)] });
  slice.provider.enqueue(reply(call("a", "run")), reply("Later."));
  const { session_id, watcher } = ask();
  await watcher.until(isWaiting(watcher));
  const approval_id = open(session_id);
  slice.service.turns.abort({ session_id });
  await watcher.rest();
  expect(last(session_id).metadata.finish_reason).toBe("aborted");
  expect(asked(session_id)[0]?.data.answer?.decision).toBe("withdrawn");
  expect(() => slice.service.permissions.reply({ session_id, approval_id, decision: "once" })).toThrow(
    expect.objectContaining({ code: "INVALID_INPUT" }),
  );
  slice.send({ session_id, text: "Go on." });
  expect(textOf(await slice.rest(session_id))).toBe("Later.");
  expect(runs).toEqual([]);
  expectWellFormed(slice.provider.requests);
});

test("[LY-6, AB-1] after a restart Stop withdraws the question, a new message as well", async () => {
  const tools = [asking([])];
  slice = await startSlice({ tools });
  slice.provider.enqueue(reply(call("a", "run")));
  const { session_id, watcher } = ask();
  await watcher.until(isWaiting(watcher));
  const killed = slice;
  slice = await startSlice({ tools, data_dir: await copyOf(killed) });
  await removeSlice(killed);
  slice.service.turns.abort({ session_id });
  expect(slice.service.sessions.status({ session_id })).toEqual({ state: "idle" });
  expect(last(session_id).metadata.finish_reason).toBe("interrupted");
  slice.provider.enqueue(reply("Here."));
  slice.send({ session_id, text: "Still there?" });
  expect(textOf(await slice.rest(session_id))).toBe("Here.");
  expectWellFormed(slice.provider.requests);
});

test("[AG-1e, SE-1g] a question of the model is answered in place, and its answer is the call's result", async () => {
  slice = await startSlice({ tools: [questions] });
  slice.provider.enqueue(reply(call("a", "question")), reply("Green it is."));
  const { session_id, watcher } = ask();
  await watcher.until(isWaiting(watcher));
  const part = watcher.events
    .flatMap((event) => (event.type === "chunks" ? event.chunks : []))
    .find((chunk) => chunk.type === "data-question");
  if (part === undefined || !isQuestion(part)) throw new Error("a question was asked");
  slice.service.permissions.answer({ session_id, approval_id: part.id, answers: [["Green"]] });
  await watcher.rest();
  expect(JSON.stringify(messagesOf(slice.provider.requests[1]))).toContain("Green");
  expect(textOf(last(session_id))).toBe("Green it is.");
});

test("[RN-4a, RN-4b] a model that repeats one call is warned, then stopped with a reason", async () => {
  const runs: unknown[] = [];
  slice = await startSlice({ tools: [asking(runs, { safe: true })] });
  slice.provider.respond(() => reply(call("a", "run", { command: "ls" })));
  const { session_id, watcher } = ask();
  await watcher.rest();
  expect(runs).toHaveLength(5);
  expect(last(session_id).metadata).toMatchObject({
    finish_reason: "error",
    error: { code: "TOOL_LOOP", message: { key: "turn.loop.message" } },
  });
  const warned = slice.provider.requests.map(({ rawBody }) => rawBody.includes("three times in a row"));
  expect(warned).toEqual([false, false, false, true, true, true]);
});

test("[SV-4, SV-5c] what a running call has shown outlives its Stop", async () => {
  const slow: Tool = {
    name: "run",
    description: "Runs.",
    input_schema: { type: "object" },
    execute: (_, { report }) => {
      report({ text: "half of it" });
      return new Promise(() => {});
    },
  };
  slice = await startSlice({ tools: [slow] });
  slice.provider.enqueue(reply(call("a", "run")));
  const { session_id, watcher } = ask();
  await watcher.until(() => JSON.stringify(watcher.events).includes("half of it"));
  slice.service.turns.abort({ session_id });
  await watcher.rest();
  const part = last(session_id).parts.find((one) => "toolCallId" in one);
  expect(part).toMatchObject({
    state: "output-available",
    output: { text: "half of it\n[aborted]", ended: "stopped" },
  });
});

test("[LY-6e] a question stays open when the app is closed, too", async () => {
  const tools = [asking([])];
  slice = await startSlice({ tools });
  slice.provider.enqueue(reply(call("a", "run")));
  const { session_id, watcher } = ask();
  await watcher.until(isWaiting(watcher));
  slice = await restartSlice(slice, { tools });
  expect(slice.service.sessions.status({ session_id }).state).toBe("waiting");
  expect(asked(session_id)[0]?.data.answer).toBeUndefined();
});

test("[LY-6e] a damaged session costs no other one the question that is open in it", async () => {
  const tools = [asking([])];
  slice = await startSlice({ tools });
  slice.provider.respond(() => reply(call("a", "run")));
  const sessions = [ask("One."), ask("Two."), ask("Three.")];
  for (const { watcher } of sessions) await watcher.until(isWaiting(watcher));
  const killed = slice;
  const data_dir = await copyOf(killed);
  const [damaged, ...others] = sessions.map(({ session_id }) => session_id);
  const answer = `SELECT id FROM chat_messages WHERE role = 'assistant' AND session_id = '${damaged}'`;
  tamper({ data_dir }, `UPDATE chat_parts SET data_json = '{' WHERE message_id IN (${answer})`);
  slice = await startSlice({ tools, data_dir });
  await removeSlice(killed);
  expect(slice.app.info().store_notices).toHaveLength(1);
  for (const session_id of others)
    expect(slice.service.sessions.status({ session_id }).state).toBe("waiting");
});

test("[PM-1] a rule that keeps files from models holds for what a search comes upon", async () => {
  const may: (boolean | undefined)[] = [];
  const search: Tool = {
    name: "search",
    description: "Searches.",
    input_schema: { type: "object" },
    check: async () => ({ needs: [] }),
    execute: async (_, { mayUse }) => {
      may.push(mayUse?.("read", join(folder, "kept/a")), mayUse?.("read", join(folder, "b")));
      return { text: "found" };
    },
  };
  await mkdir(join(folder, ".braid"));
  await writeFile(
    join(folder, ".braid/permissions.json"),
    JSON.stringify({ rules: [{ permission: "read", pattern: "kept/**", action: "deny" }] }),
  );
  slice = await startSlice({ tools: [search] });
  slice.provider.enqueue(reply(call("a", "search")), reply("Done."));
  await ask().watcher.rest();
  expect(may).toEqual([false, true]);
});

test("[SV-9c, SV-11c] when an allowed tool runs, the answer, its rule, its entry and the call's start are on the disk, in one synced commit", async () => {
  const synced = () =>
    Number(
      query<{ value_json: string }>(
        slice,
        "SELECT value_json FROM app_state WHERE key = 'store.synced_commits'",
      )[0]?.value_json,
    );
  const seen: unknown[] = [];
  let before = 0;
  const look: Tool = {
    ...asking([], { suggestion: "make *" }),
    execute: async () => {
      seen.push({
        synced: synced() - before,
        answers: asked(session_id).map(({ data }) => data.answer?.decision),
        rules: query(slice, "SELECT pattern, source FROM permission_rules"),
        ledger: query(slice, "SELECT target, decision FROM permission_decisions"),
        states: stateOfCall(),
      });
      return { text: "Seen." };
    },
  };
  // Saving by the turn is the sternest case: nothing but SV-9 would have saved them by now.
  slice = await startSlice({ tools: [look], recorder: { save_on: "turn" } });
  slice.provider.enqueue(reply(call("a", "run")), reply("Done."));
  const { session_id, watcher } = ask();
  await watcher.until(isWaiting(watcher));
  before = synced();
  slice.service.permissions.reply({ session_id, approval_id: open(session_id), decision: "project" });
  await watcher.rest();
  expect(seen).toEqual([
    {
      synced: 1,
      answers: ["project"],
      rules: [{ pattern: "make *", source: "project" }],
      ledger: [{ target: "make", decision: "project" }],
      states: ["output-available"],
    },
  ]);
});

test("[PM-2] a word that goes along with an allowed call reaches the model with its result", async () => {
  slice = await startSlice({ tools: [asking([])] });
  slice.provider.enqueue(reply(call("a", "run")), reply("Done."));
  const { session_id, watcher } = ask();
  await watcher.until(isWaiting(watcher));
  slice.service.permissions.reply({
    session_id,
    approval_id: open(session_id),
    decision: "once",
    word: "Only this once.",
  });
  await watcher.rest();
  expect(JSON.stringify(messagesOf(slice.provider.requests[1]))).toMatch(/It ran\..*Only this once\./);
});

describe("a session that waits since a restart", () => {
  async function waiting() {
    const tools = [asking([])];
    slice = await startSlice({ tools });
    slice.provider.enqueue(reply(call("a", "run")));
    const { session_id, watcher } = ask();
    await watcher.until(isWaiting(watcher));
    const killed = slice;
    slice = await startSlice({ tools, data_dir: await copyOf(killed) });
    await removeSlice(killed);
    return session_id;
  }

  test("[LY-6e] keeps its question when something else is asked of it", async () => {
    const session_id = await waiting();
    const busy = expect.objectContaining({ code: "SESSION_BUSY" });
    expect(() => slice.service.compactions.start({ session_id })).toThrow(busy);
    expect(slice.service.sessions.status({ session_id }).state).toBe("waiting");
    expect(asked(session_id)[0]?.data.answer).toBeUndefined();
  });

  test("[QU-1] pauses what waits behind its question with Stop, as after any Stop", async () => {
    const session_id = await waiting();
    expect(slice.service.queue.send({ session_id, text: "Later." })).toHaveProperty("queued");
    slice.service.turns.abort({ session_id });
    expect(slice.service.sessions.status({ session_id })).toEqual({ state: "idle" });
    expect(slice.service.queue.of(session_id).paused).toBeDefined();
    slice.provider.enqueue(reply("Here."));
    slice.service.queue.resume({ session_id });
    expect(textOf(await slice.rest(session_id))).toBe("Here.");
  });

  test.each([[[0, 1]], [[1, 0]]])(
    "[LY-6e, AG-5] takes the answers to all of its questions, in the order %j, while a hook is asked about the calls",
    async (order) => {
      const runs: unknown[] = [];
      const tools = [asking(runs)];
      slice = await startSlice({ tools });
      const [a, b] = [{ command: "make a" }, { command: "make b" }];
      slice.provider.enqueue(reply(call("a", "run", a), call("b", "run", b)));
      const { session_id } = ask();
      await expect.poll(() => asked(session_id).length).toBe(2);
      const killed = slice;
      slice = await startSlice({ tools, data_dir: await copyOf(killed) });
      await removeSlice(killed);
      const file = join(slice.data_dir, "settings.json");
      const hooks = [{ on: "tool.before", run: "until [ -e go ]; do sleep 0.02; done" }];
      await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, "utf8")), hooks }));
      slice.provider.enqueue(reply("Made."));
      const answered = (at: number) => {
        const approval_id = asked(session_id)[at]?.id ?? "";
        slice.service.permissions.reply({ session_id, approval_id, decision: "once" });
      };
      for (const at of order) answered(at);
      // The first answer counts.
      for (const at of order)
        expect(() => answered(at)).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
      await writeFile(join(slice.data_dir, "go"), "");
      expect(textOf(await slice.rest(session_id))).toBe("Made.");
      expect(runs).toEqual(expect.arrayContaining([a, b]));
      expect(runs).toHaveLength(2);
    },
  );
});
