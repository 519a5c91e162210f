import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { usageOfSession } from "../../src-main/store/reader/usage-of-session";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import type { BraidPart, StoredMessage } from "../../src-preload/contract/domain/messages";
import { isPermission } from "../../src-preload/contract/domain/permissions";
import { isToolResult, type ToolResult } from "../../src-preload/contract/domain/tools";
import { ownTime } from "../fixtures/own-time";
import type { RecordedRequest } from "../fixtures/provider/recorded-request";
import { ending, reply, type Script, type Step } from "../fixtures/provider/script";
import { workFolder } from "../fixtures/work-folder";
import { openBeside, query } from "./database";
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
  folder = await workFolder({ "answer.txt": "forty-two\n" });
});
afterEach(() => removeSlice(slice));

const call = (id: string, name: string, input: unknown = {}): Step => ({ tool: { id, name, input } });
const task = (id: string, prompt: string, agent = "general"): Step =>
  call(id, "task", { description: `Do ${prompt}`, prompt, agent });

/** Answers each session by its first question: the n-th request of that session gets the n-th script. */
function play(scripts: Readonly<Record<string, readonly Script[]>>): void {
  const asked = new Map<string, number>();
  slice.provider.respond((request) => {
    const question = firstQuestion(request);
    const at = asked.get(question) ?? 0;
    asked.set(question, at + 1);
    return scripts[question]?.[at] ?? reply("Nothing more.");
  });
}

function firstQuestion(request: RecordedRequest): string {
  const first = messagesOf(request).find(({ role }) => role === "user")?.content;
  if (typeof first === "string") return first;
  return String((first as { text?: string }[] | undefined)?.[0]?.text);
}

function ask(text = "Go."): { session_id: SessionId; watcher: Watcher } {
  const { session } = slice.service.sessions.create({ text, workspace_root: folder });
  return { session_id: session.id, watcher: slice.watch(session.id) };
}

const requestsOf = (question: string): RecordedRequest[] =>
  slice.provider.requests.filter((request) => firstQuestion(request) === question);

const last = (session_id: SessionId): StoredMessage => {
  const message = slice.messages(session_id).at(-1);
  if (message === undefined) throw new Error("the session is empty");
  return message;
};

/** The sessions of helpers, oldest first. */
const children = (): SessionId[] =>
  query<{ session_id: SessionId }>(slice, "SELECT session_id FROM session_tasks ORDER BY session_id").map(
    ({ session_id }) => session_id,
  );

function child(at = 0): SessionId {
  const id = children()[at];
  if (id === undefined) throw new Error(`there is no helper ${at}`);
  return id;
}

/** The helper that was asked to do `prompt`. Helpers of one step begin in any order: an agent's file is read first. */
function helperFor(prompt: string): SessionId {
  const id = children().find(
    (id) => slice.service.sessions.read({ session_id: id }).session.title === `Do ${prompt}`,
  );
  if (id === undefined) throw new Error(`there is no helper for "${prompt}"`);
  return id;
}

const callsIn = (session_id: SessionId) =>
  slice
    .messages(session_id)
    .flatMap(({ parts }) => parts)
    .filter((part): part is BraidPart & { toolCallId: string; state: string } => "toolCallId" in part);

function resultIn(session_id: SessionId, at = 0): ToolResult {
  const part = callsIn(session_id)[at];
  if (part?.state !== "output-available" || !("output" in part) || !isToolResult(part.output))
    throw new Error(`no result: ${JSON.stringify(part)}`);
  return part.output;
}

/** Resolves once the parent's window was told of so many helpers. */
const begun = (watcher: Watcher, count = 1): Promise<void> =>
  watcher.until(
    () => new Set(JSON.stringify(watcher.events).match(/"session_id":"ses_\w+","helper"/g)).size >= count,
  );

const isWaiting = (watcher: Watcher) => () => watcher.status.state === "waiting";

function openQuestion(session_id: SessionId): string {
  const part = slice
    .messages(session_id)
    .flatMap(({ parts }) => parts)
    .concat(live(session_id))
    .filter(isPermission)
    .findLast(({ data }) => data.answer === undefined);
  if (part === undefined) throw new Error("no question is open");
  return part.id;
}

/** The parts of the message that is being written, as the database has them. */
const live = (session_id: SessionId): BraidPart[] =>
  query<{ data_json: string }>(
    slice,
    `SELECT data_json FROM chat_parts WHERE session_id = '${session_id}' ORDER BY id`,
  ).map(({ data_json }) => JSON.parse(data_json));

const WIRES: WireType[] = ["openai-compatible", "anthropic"];

describe.each(WIRES)("on the %s wire", (wire) => {
  test("[AG-2a] a helper works in a session of its own, on the same loop, and its last answer is the result", async () => {
    slice = await startSlice({ wire });
    play({
      "Go.": [reply(task("a", "look", "explore")), reply("It is 42.")],
      look: [
        reply("I look.", call("r", "read", { path: "answer.txt" })),
        reply("answer.txt:1 says forty-two."),
      ],
    });
    const { session_id, watcher } = ask();
    await watcher.rest();
    expect(textOf(last(session_id))).toBe("It is 42.");
    const result = resultIn(session_id);
    expect(result).toMatchObject({
      text: "answer.txt:1 says forty-two.",
      session_id: child(),
      helper: { steps: 2 },
    });
    // The parent's model reads the answer alone.
    const told = JSON.stringify(messagesOf(requestsOf("Go.")[1]));
    expect(told).toContain("says forty-two");
    expect(told).not.toContain(child());
    const { session } = slice.service.sessions.read({ session_id: child() });
    expect(session).toMatchObject({
      agent: "explore",
      title: "Do look",
      workspace_root: folder,
      model: { provider_id: "scripted", model_id: "big" },
      part_of: { session_id, title: "Go." },
    });
    expect(resultIn(child()).text).toContain("forty-two");
    expectWellFormed(slice.provider.requests);
  });

  test("[AG-2c, PM-3b] each helper has the instructions and tools of its file, and no others", async () => {
    slice = await startSlice({ wire });
    play({
      "Go.": [reply(task("a", "look", "explore"), task("b", "work")), reply("Done.")],
      look: [reply(call("w", "bash", { command: "touch made" })), reply("I cannot.")],
      work: [reply("Done.")],
    });
    const { watcher } = ask();
    await watcher.rest();
    const toolsOf = (question: string) => {
      const { tools } = (requestsOf(question)[0]?.body ?? {}) as { tools?: Record<string, unknown>[] };
      return (tools ?? []).map((tool) => tool.name ?? (tool.function as { name: string }).name);
    };
    expect(toolsOf("look")).toEqual(["read", "glob", "grep", "web_fetch"]);
    expect(toolsOf("work")).toEqual(toolsOf("Go.").filter((name) => name !== "question"));
    expect(toolsOf("work")).toContain("task");
    expect(requestsOf("look")[0]?.rawBody).toContain("You look things up for another assistant");
    // A call of a tool that was not offered runs nothing.
    expect(callsIn(helperFor("look"))[0]).toMatchObject({
      state: "output-error",
      errorText: expect.stringContaining("unavailable tool 'bash'"),
    });
    expect(existsSync(join(folder, "made"))).toBe(false);
  });

  test("[AB-3, AB-1e] Stop of the parent ends its helpers, theirs as well, and the processes of their commands", async () => {
    slice = await startSlice({ wire });
    slice.service.permissions.setMode({ workspace_root: folder, mode: "ordinary" });
    const script = "echo $$ > pid; trap '' TERM; sleep 300 & echo $! > pid2; wait; sleep 300";
    await writeFile(join(folder, "long.sh"), script);
    play({
      "Go.": [reply(task("a", "one"))],
      one: [reply("Half.", task("b", "two"))],
      two: [reply("I run.", call("s", "bash", { command: "sh long.sh" }))],
    });
    const { session_id, watcher } = ask();
    await watcher.until(isWaiting(watcher));
    const deepest = child(1);
    const inner = slice.watch(deepest);
    slice.service.permissions.reply({
      session_id: deepest,
      approval_id: openQuestion(deepest),
      decision: "once",
    });
    await expect.poll(() => existsSync(join(folder, "pid2"))).toBe(true);
    const pids = await Promise.all(["pid", "pid2"].map((name) => readFile(join(folder, name), "utf8")));
    expect(pids.map((pid) => isAlive(Number(pid)))).toEqual([true, true]);
    const begin = ownTime();
    slice.service.turns.abort({ session_id });
    await Promise.all([watcher.rest(), inner.rest(), slice.rest(child(0))]);
    expect(ownTime() - begin).toBeLessThan(2000);
    // How soon that is, the tests of the tool say: here each look starts two programs more.
    await expect.poll(() => pids.some((pid) => isAlive(Number(pid)))).toBe(false);
    expect(last(session_id).metadata.finish_reason).toBe("aborted");
    for (const id of children()) {
      expect(last(id).metadata.finish_reason).toBe("aborted");
      expect(JSON.stringify(callsIn(id))).toContain("aborted by parent");
    }
    // The parent's call keeps the way to its helper.
    expect(resultIn(session_id)).toMatchObject({ session_id: child(0), ended: "stopped" });
    play({ "Go.": [reply("Here.")] });
    slice.send({ session_id, text: "Still there?" });
    expect(textOf(await slice.rest(session_id))).toBe("Here.");
    expectWellFormed(slice.provider.requests);
  });
});

/** Returns true for a process that runs; one that has ended and was not collected yet does not. */
function isAlive(pid: number): boolean {
  try {
    return !execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" })
      .trim()
      .startsWith("Z");
  } catch {
    return false;
  }
}

test("[PM-2, ST-1] a helper's question is asked in its session; the sessions above wait with it, and go on after the answer", async () => {
  slice = await startSlice();
  play({
    "Go.": [reply(task("a", "one")), reply("All done.")],
    one: [reply(task("b", "two")), reply("Two is done.")],
    two: [reply(call("s", "bash", { command: "touch made" })), reply("Made.")],
  });
  const { session_id, watcher } = ask();
  await watcher.until(isWaiting(watcher));
  const states = () =>
    [session_id, ...children()].map((id) => slice.service.sessions.status({ session_id: id }).state);
  expect(states()).toEqual(["waiting", "waiting", "waiting"]);
  await watcher.until(() => JSON.stringify(watcher.events).includes('"waiting":true'));
  expect(existsSync(join(folder, "made"))).toBe(false);
  slice.service.permissions.reply({
    session_id: child(1),
    approval_id: openQuestion(child(1)),
    decision: "session",
  });
  await watcher.until(() => watcher.status.state === "busy");
  await watcher.rest();
  expect(existsSync(join(folder, "made"))).toBe(true);
  expect(textOf(last(session_id))).toBe("All done.");
  expect(states()).toEqual(["idle", "idle", "idle"]);
  expectWellFormed(slice.provider.requests);
});

test("[PM-1, PM-2] 'this session' in a helper's question holds for the session at the top and all of its helpers, until it is taken back there", async () => {
  slice = await startSlice();
  const touch = (id: string) => call(id, "bash", { command: "touch made" });
  play({
    "Go.": [reply(task("a", "one")), reply(task("c", "three")), reply(touch("m")), reply("All done.")],
    one: [reply(task("b", "two")), reply(touch("o")), reply("One is done.")],
    two: [reply(touch("s")), reply(touch("t")), reply("Two is done.")],
    three: [reply(touch("u")), reply("Three is done.")],
  });
  const { session_id, watcher } = ask();
  await watcher.until(isWaiting(watcher));
  const asker = child(1);
  slice.service.permissions.reply({
    session_id: asker,
    approval_id: openQuestion(asker),
    decision: "session",
  });
  await watcher.until(() => watcher.status.state === "busy");
  // Nobody is asked again: the session would wait for that.
  await watcher.until(() => watcher.status.state !== "busy");
  expect(watcher.status.state).toBe("idle");
  expect(textOf(last(session_id))).toBe("All done.");
  const rules = (id: SessionId) => slice.service.permissions.inForce({ session_id: id }).rules;
  const rule = { pattern: "touch made *", action: "allow", source: "session", used: 4 } as const;
  for (const id of [session_id, ...children()]) expect(rules(id)).toMatchObject([rule]);
  slice.service.permissions.remove({ session_id, rule: { ...rule, permission: "command" } });
  expect([session_id, ...children()].flatMap(rules)).toEqual([]);
});

test("[PM-2] 'this session' settles what another helper asks at the same time", async () => {
  slice = await startSlice();
  const touch = (id: string) => call(id, "bash", { command: "touch made" });
  play({
    "Go.": [reply(task("a", "one"), task("b", "two")), reply("All done.")],
    one: [reply(touch("s")), reply("One is done.")],
    two: [reply(touch("t")), reply("Two is done.")],
  });
  const { session_id, watcher } = ask();
  const asking = () => children().filter((id) => live(id).some(isPermission));
  await expect.poll(() => asking().length).toBe(2);
  const [answered, other] = [child(0), child(1)];
  slice.service.permissions.reply({
    session_id: answered,
    approval_id: openQuestion(answered),
    decision: "session",
  });
  await watcher.rest();
  const decision = (id: SessionId) => live(id).find(isPermission)?.data.answer?.decision;
  expect([answered, other].map(decision)).toEqual(["session", "rule"]);
  expect(textOf(last(session_id))).toBe("All done.");
});

test("[PM-3b] the rules of the session above count in a helper's, and nothing there lifts what they deny", async () => {
  slice = await startSlice();
  const touch = (id: string, name: string) => call(id, "bash", { command: `touch ${name}` });
  play({
    "Go.": [reply(touch("m", "mine")), reply(task("a", "one")), reply("Done.")],
    one: [reply(touch("x", "made")), reply(touch("y", "secret")), reply("Done.")],
  });
  const { session_id, watcher } = ask();
  await watcher.until(isWaiting(watcher));
  slice.service.permissions.reply({
    session_id,
    approval_id: openQuestion(session_id),
    decision: "session",
    patterns: ["touch *"],
  });
  await watcher.rest();
  // Nobody was asked in the helper's session.
  expect(["mine", "made", "secret"].map((name) => existsSync(join(folder, name)))).toEqual([
    true,
    true,
    true,
  ]);
  expect(live(child()).some(isPermission)).toBe(false);
  // A rule of the helper's own, more specific than the one that denies above it.
  await rm(join(folder, "secret"));
  const deny = { permission: "command", pattern: "touch *", action: "deny", source: "session", added_at: 1 };
  const allow = { ...deny, pattern: "touch secret", action: "allow" };
  const helper = child();
  // Nor does one that another helper's answer has put above it lift what its own session denies.
  for (const [denying, allowing] of [
    [session_id, helper],
    [helper, session_id],
  ]) {
    await slice.app.close();
    const { tamper } = await import("./database");
    const put = (rule: object, id = "") =>
      tamper(
        slice,
        `UPDATE chat_sessions SET permissions_json = '${JSON.stringify([rule])}' WHERE id = '${id}'`,
      );
    put(deny, denying);
    put(allow, allowing);
    slice = await restartSlice(slice);
    slice.provider.respond(({ rawBody }) =>
      rawBody.split("A rule of the user denies this call").length > rawBody.split("Once more.").length - 1
        ? reply("Denied.")
        : reply(touch("z", "secret")),
    );
    slice.send({ session_id: helper, text: "Once more." });
    expect(textOf(await slice.rest(helper))).toBe("Denied.");
    expect(existsSync(join(folder, "secret"))).toBe(false);
  }
});

test("[AG-2, LY-6] a restart with a helper's question open leaves both sessions usable, and the question open", async () => {
  slice = await startSlice();
  play({
    "Go.": [reply(task("a", "one")), reply("I go on.")],
    one: [reply(call("s", "bash", { command: "touch made" })), reply("Made.")],
  });
  const { session_id, watcher } = ask();
  await watcher.until(isWaiting(watcher));
  const helper = child();
  slice = await restartSlice(slice);
  expect(slice.service.sessions.status({ session_id }).state).toBe("idle");
  expect(slice.service.sessions.status({ session_id: helper }).state).toBe("waiting");
  expect(last(session_id).metadata.finish_reason).toBe("interrupted");
  expect(resultIn(session_id)).toMatchObject({ session_id: helper, ended: "host-restart" });
  slice.service.permissions.reply({
    session_id: helper,
    approval_id: openQuestion(helper),
    decision: "once",
  });
  expect(textOf(await slice.rest(helper))).toBe("Made.");
  expect(existsSync(join(folder, "made"))).toBe(true);
  slice.send({ session_id, text: "And now?" });
  expect(textOf(await slice.rest(session_id))).toBe("I go on.");
  expectWellFormed(slice.provider.requests);
});

test("[AG-2b] helpers may have helpers of their own down to a depth of five, and no deeper", async () => {
  slice = await startSlice();
  play({
    "Go.": [reply(task("a", "1")), reply("Top.")],
    ...Object.fromEntries(
      [1, 2, 3, 4, 5].map((n) => [String(n), [reply(task("a", String(n + 1))), reply(`Back from ${n}.`)]]),
    ),
  });
  const { session_id, watcher } = ask();
  await watcher.rest();
  expect(children()).toHaveLength(5);
  expect(requestsOf("4")[0]?.rawBody).toContain('"task"');
  expect(JSON.stringify(requestsOf("5")[0]?.body)).not.toContain('"name":"task"');
  expect(callsIn(child(4))[0]).toMatchObject({
    state: "output-error",
    errorText: expect.stringContaining("unavailable tool 'task'"),
  });
  expect(resultIn(session_id).text).toBe("Back from 1.");
});

test("[AG-2] at most four helpers of a session work at once; the others wait, and begin nothing after a Stop", async () => {
  slice = await startSlice();
  const names = ["a", "b", "c", "d", "e", "f"];
  play({
    "Go.": [reply(...names.map((name) => task(name, name))), reply("Done.")],
    ...Object.fromEntries(names.map((name) => [name, [[{ gate: name } as Step, ...reply(`I am ${name}.`)]]])),
  });
  const { session_id, watcher } = ask();
  await Promise.all(["a", "b", "c", "d"].map((name) => slice.provider.reached(name)));
  expect(children()).toHaveLength(4);
  slice.provider.open("b");
  await slice.provider.reached("e");
  expect(children()).toHaveLength(5);
  slice.service.turns.abort({ session_id });
  await watcher.rest();
  for (const id of children()) await slice.rest(id);
  expect(children()).toHaveLength(5);
  expect(requestsOf("f")).toEqual([]);
});

test("[AG-2] no list shows a helper's session, and no family; its order is no word of the user", async () => {
  slice = await startSlice();
  play({ "Go.": [reply(task("a", "one")), reply("Done.")], one: [reply("Done.")] });
  const told: string[] = [];
  slice.app.sessions.events.on((event) => {
    if (event.type === "session-changed") told.push(event.session.id);
  });
  const { session_id, watcher } = ask();
  await watcher.rest();
  const { sessions, branches } = slice.service;
  const ids = (filter = {}) => sessions.list({ limit: 50, ...filter }).sessions.map(({ id }) => id);
  expect(ids()).toEqual([session_id]);
  expect(ids({ workspace_root: folder })).toEqual([session_id]);
  expect(ids({ filter: "Do one" })).toEqual([]);
  expect(branches.family({ session_id }).map(({ id }) => id)).toEqual([session_id]);
  expect(slice.service.sidecars.list({ session_id })).toEqual([]);
  expect(watcher.snapshot.links).toEqual({ forks: [] });
  expect(sessions.history({ session_id: null, from: { in: "rest" }, limit: 50 }).texts).toEqual(["Go."]);
  expect(told).not.toContain(child());
  // A branch of it is a session like others.
  const from_message_id = last(child()).id;
  const branch = await branches.branch({ parent_session_id: child(), from_message_id });
  expect(ids()).toContain(branch.id);
  expect(branches.family({ session_id: branch.id }).map(({ id }) => id)).toEqual([branch.id]);
});

test("[DB-12d] an order names the agent that it is for", async () => {
  slice = await startSlice();
  play({ "Go.": [reply(task("a", "one", "explore")), reply("Done.")], one: [reply("Found.")] });
  const { session_id, watcher } = ask();
  await watcher.rest();
  const agents = [session_id, child()].map((id) => slice.messages(id)[0]?.metadata.agent);
  expect(agents).toEqual(["code", "explore"]);
});

test("[DB-10] the trash stops helpers, and they go for good with their session", async () => {
  slice = await startSlice();
  play({
    "Go.": [reply(task("a", "one"))],
    one: [reply(task("b", "two"))],
    two: [[{ text: "I begin" }, { gate: "never" }]],
  });
  const { session_id, watcher } = ask();
  await slice.provider.reached("never");
  const [one, two] = [child(0), child(1)];
  const removed: SessionId[] = [];
  slice.app.sessions.events.on((event) => {
    if (event.type === "sessions-removed") removed.push(...event.session_ids);
  });
  slice.service.trash.put({ session_id });
  expect(removed.sort()).toEqual([session_id, one, two].sort());
  await Promise.all([watcher.rest(), slice.rest(one), slice.rest(two)]);
  expect(slice.service.trash.list({ limit: 9 }).sessions.map(({ id }) => id)).toEqual([session_id]);
  slice.service.trash.restore({ session_id });
  expect(slice.service.sessions.read({ session_id: two }).session.id).toBe(two);
  slice.service.trash.put({ session_id });
  await slice.service.trash.remove({ session_id });
  for (const table of ["chat_sessions", "chat_messages", "chat_parts", "session_tasks", "undo_entries"])
    expect(query(slice, `SELECT * FROM ${table}`), table).toEqual([]);
});

test("[RN-3] what helpers take counts against the budget of the sessions above", async () => {
  slice = await startSlice({ run: { token_budget: 120 } });
  const costly = (...steps: Step[]): Script => [
    ...steps,
    ...ending(steps.some((step) => "tool" in step) ? "tool_calls" : "stop", { input: 30, output: 5 }),
  ];
  play({
    "Go.": [costly(task("a", "one")), costly({ text: "Not reached." })],
    one: [costly(task("b", "two")), costly({ text: "One." })],
    two: [costly({ text: "Two." })],
  });
  const { session_id, watcher } = ask();
  await watcher.rest();
  // 35 of its own, 70 of its helper's, 35 of that one's.
  expect(last(session_id).metadata).toMatchObject({
    finish_reason: "token-budget",
    usage: { input: 30, output: 5 },
  });
  expect(requestsOf("Go.")).toHaveLength(1);
  expect(slice.service.sessions.read({ session_id: child() }).billing.total_tokens).toBe(70);
  const database = openBeside(slice.data_dir);
  const used = usageOfSession(database, session_id);
  database.close();
  const tokens = used.map(({ purpose, calls, usage }) => [purpose, calls, usage.input + usage.output]);
  expect(tokens.filter(([purpose]) => purpose !== "titles")).toEqual([
    ["answers", 1, 35],
    ["helpers", 2, 105],
  ]);
});

test("[AG-2] a helper that fails, or is stopped by itself, tells so in the result, and the parent goes on", async () => {
  slice = await startSlice({ run: { max_retries: 0 } });
  play({
    "Go.": [reply(task("a", "one"), task("b", "two")), reply("I see.")],
    one: [[{ status: 400, message: "no such thing" }]],
    two: [[{ text: "I have begun" }, { gate: "never" }]],
  });
  const { session_id, watcher } = ask();
  await begun(watcher, 2);
  await slice.provider.reached("never");
  const two = helperFor("two");
  const inner = slice.watch(two);
  await inner.until(() => inner.text.includes("begun"));
  slice.service.turns.abort({ session_id: two });
  await watcher.rest();
  expect(textOf(last(session_id))).toBe("I see.");
  expect(resultIn(session_id, 0).text).toMatch(/^The helper failed: /);
  expect([0, 1].map((at) => resultIn(session_id, at).helper?.ended)).toEqual(["failed", "stopped"]);
  expect(resultIn(session_id, 1).text).toBe(
    "The helper was stopped before it was done. Its last words:\n\nI have begun",
  );
  expect(JSON.stringify(callsIn(two))).not.toContain("aborted by parent");
});

test("[AG-2] while it works, the parent's line tells how far it has come", async () => {
  slice = await startSlice();
  const steps = 12;
  const scripts = Array.from({ length: steps }, (_, n) =>
    reply(
      call(
        `r${n}`,
        n % 2 ? "read" : "grep",
        n % 2 ? { path: "answer.txt", offset: n } : { pattern: `x${n}` },
      ),
    ),
  );
  play({ "Go.": [reply(task("a", "one", "explore")), reply("Done.")], one: [...scripts, reply("Done.")] });
  const { session_id, watcher } = ask();
  await watcher.rest();
  const reports = watcher.events
    .flatMap((event) => (event.type === "chunks" ? event.chunks : []))
    .filter((chunk) => chunk.type === "tool-output-available" && chunk.preliminary === true)
    .map((chunk) => (chunk as { output: ToolResult }).output);
  expect(reports[0]).toMatchObject({ session_id: child(), helper: { steps: 0 } });
  expect(resultIn(session_id).helper).toEqual({
    agent: "explore",
    steps: steps + 1,
    tokens: 17 * (steps + 1),
  });
});

test("[AG-2] a helper works for the session that asked it while its call runs, and for none where its user goes on with it alone", async () => {
  slice = await startSlice();
  play({
    "Go.": [reply(task("a", "one")), [{ gate: "asker" }, ...reply("Done.")]],
    one: [
      [{ gate: "helper" }, ...reply("Helped.")],
      [{ gate: "alone" }, ...reply("More.")],
    ],
  });
  const { session_id, watcher } = ask();
  await begun(watcher);
  const { sessions } = slice.service;
  expect(sessions.askerOf(child())).toBe(session_id);
  slice.provider.open("helper");
  await slice.rest(child());
  await expect.poll(() => requestsOf("Go.").length).toBe(2);
  slice.send({ session_id: child(), text: "And then?" });
  expect([session_id, child()].map((id) => sessions.status({ session_id: id }).state)).toEqual([
    "busy",
    "busy",
  ]);
  expect(sessions.askerOf(child())).toBeUndefined();
  for (const gate of ["alone", "asker"]) slice.provider.open(gate);
  for (const id of [child(), session_id]) await slice.rest(id);
});
