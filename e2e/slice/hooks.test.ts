/** The user's hooks (AG-5): real commands that hear of what happens, may refuse calls and tell costs, and break nothing where they fail. */
import { existsSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { HookSetting } from "../../src-main/core/ports/hooks";
import type { Tool } from "../../src-main/core/ports/tools";
import type { AppEvent } from "../../src-preload/contract/window/bridge";
import { reply, type Script, type Step } from "../fixtures/provider/script";
import { KEY, removeSlice, restartSlice, type Slice, type SliceOptions, startSlice, textOf } from "./slice";
import { stopSoon } from "./stop-soon";

let slice: Slice;
const sentences: string[] = [];
const events: AppEvent[] = [];
afterEach(() => {
  sentences.length = 0;
  events.length = 0;
  return removeSlice(slice);
});

let ran = 0;
const look: Tool = {
  name: "look",
  description: "Looks.",
  input_schema: { type: "object", properties: {} },
  execute: async () => {
    ran += 1;
    return { text: "seen" };
  },
};

/** A hook that writes each event as one line to a file in the data folder, in one piece: two may run at once. */
const NOTE = `printf '%s\\n' "$(cat)" >> heard.jsonl`;

async function started(hooks: Partial<HookSetting>[], options: SliceOptions = {}): Promise<void> {
  ran = 0;
  slice = await startSlice({
    tools: [look],
    ...options,
    compose: {
      onHookFailure: (sentence) => sentences.push(sentence),
      env: { SCRIPTED_KEY: KEY, PLANTED: KEY },
    },
  });
  const file = join(slice.data_dir, "settings.json");
  const settings = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, JSON.stringify({ ...settings, hooks }));
  slice.service.sessions.events.on((event) => events.push(event));
}

const call: Step = { tool: { id: "call_1", name: "look", input: { at: "it" }, deltas: 1 } };
const looks = (): Script[] => [reply("", call), reply("Done.")];

interface Heard {
  event: string;
  session_id: string;
  [fact: string]: unknown;
}
function heard(): Heard[] {
  const file = join(slice.data_dir, "heard.jsonl");
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Heard);
}
const eventually = (met: () => unknown) => expect.poll(met, { timeout: 20_000, interval: 20 });
const notices = () => events.filter(({ type }) => type === "background-error");

const ALL = [
  "session_create",
  "message.user",
  "tool.before",
  "tool.after",
  "session_save",
  "compaction",
  "session_delete",
] as const;

test("[AG-5a] a session's life is told in order: made, asked, its call before and after, saved, summarised, removed for good", async () => {
  await started(ALL.map((on) => ({ on, run: NOTE })));
  slice.provider.enqueue(...looks(), reply("More."), reply("And more."));
  const { session_id } = slice.ask("Look at it.");
  await slice.rest(session_id);
  for (const text of ["Again.", "And again."]) {
    slice.send({ session_id, text });
    await slice.rest(session_id);
  }
  slice.provider.summary(() => reply("In short."));
  slice.service.compactions.start({ session_id });
  await slice.rest(session_id);
  slice.service.trash.put({ session_id });
  await slice.service.trash.remove({ session_id });
  await eventually(() => heard().at(-1)?.event).toBe("session_delete");

  const told = heard();
  expect(told.every((one) => one.session_id === session_id)).toBe(true);
  const names = told.map(({ event }) => event);
  const turn = ["message.user", "session_save"];
  expect(names.filter((name) => name !== "tool.before")).toEqual([
    ...["session_create", "message.user", "tool.after", "session_save"],
    ...[...turn, ...turn, "compaction", "session_delete"],
  ]);
  const facts = (event: string) => told.find((one) => one.event === event);
  expect(facts("session_create")).toMatchObject({ title: "Look at it.", agent: "chat" });
  expect(facts("message.user")).toMatchObject({ text: "Look at it." });
  expect(facts("tool.before")).toMatchObject({
    tool_call_id: "call_1",
    tool_name: "look",
    input: { at: "it" },
  });
  expect(facts("tool.after")).toMatchObject({ tool_call_id: "call_1", output: { text: "seen" } });
  expect(facts("session_save")).toMatchObject({ finish_reason: "stop", model: { model_id: "big" } });
  expect(facts("compaction")).toMatchObject({ auto: false, summary: "In short." });
  expect(sentences).toEqual([]);
});

test("[AG-5] a hook may refuse a call with a reason, which the model reads; the tool never runs", async () => {
  const deny = `read -r told; case $told in *'"tool_name":"look"'*) echo '{"deny": "not on a Sunday"}';; esac`;
  await started([{ on: "tool.before", run: deny }]);
  slice.provider.enqueue(...looks());
  const answer = await slice.rest(slice.ask().session_id);
  expect(ran).toBe(0);
  expect(textOf(answer)).toBe("Done.");
  expect(answer.parts.find((part) => "toolCallId" in part)).toMatchObject({
    state: "output-error",
    errorText: "A hook of the user refused this call, and it did not run: not on a Sunday",
  });
  expect(slice.provider.requests[1]?.rawBody).toContain("not on a Sunday");
});

test("[AG-5b] hooks that fail, hang, or cannot be started break no run: the call runs, the log hears of each, and one notice comes of each hook", async () => {
  await started([
    { on: "tool.before", run: "echo 'a planted word' >&2; exit 3" },
    { on: "tool.before", run: "sleep 600", timeout_ms: 50 },
    { on: "session_save", run: "no-such-program-anywhere" },
  ]);
  slice.provider.enqueue(...looks(), ...looks());
  const { session_id } = slice.ask();
  expect(textOf(await slice.rest(session_id))).toBe("Done.");
  slice.send({ session_id, text: "Again." });
  await slice.rest(session_id);
  expect(ran).toBe(2);
  await eventually(() => sentences.length).toBe(6);
  expect(sentences.filter((one) => one.includes("it ended with 3"))).toHaveLength(2);
  expect(sentences.filter((one) => one.includes("longer than 50 ms"))).toHaveLength(2);
  expect(sentences.filter((one) => one.startsWith("session_save"))).toHaveLength(2);
  expect(sentences.join()).not.toContain("planted");
  expect(notices()).toHaveLength(3);
});

test("[TK-4e, AG-5] what a hook says that an answer has cost is stored with it, counts in the session, and is told to windows", async () => {
  await started([
    { on: "session_save", run: "echo 'asked the bank'; echo '{\"cost_usd\": 0.125}'" },
    { on: "session_save", run: "echo '{\"cost_usd\": 7}'" },
  ]);
  slice.provider.enqueue(reply("One."), reply("Two."));
  const { session_id } = slice.ask();
  const cost = () => slice.service.sessions.read({ session_id }).billing.cost_usd;
  const window = slice.watch(session_id);
  await window.rest();
  await eventually(cost).toBe(0.125);
  expect(slice.messages(session_id).at(-1)?.metadata.cost_usd).toBe(0.125);
  expect(window.events.at(-1)).toMatchObject({ type: "session", view: { billing: { cost_usd: 0.125 } } });
  slice.send({ session_id, text: "More?" });
  await slice.rest(session_id);
  await eventually(cost).toBe(0.25);
  slice = await restartSlice(slice);
  expect(slice.messages(session_id).map(({ metadata }) => metadata.cost_usd)).toEqual([
    ...[undefined, 0.125, undefined, 0.125],
  ]);
});

test("[AG-5, AB-1] Stop ends a hook for which a call waits", async () => {
  await started([{ on: "tool.before", run: "touch began; sleep 600", timeout_ms: 600_000 }]);
  slice.provider.enqueue(...looks());
  const { session_id } = slice.ask();
  await eventually(() => existsSync(join(slice.data_dir, "began"))).toBe(true);
  await stopSoon(slice, slice.watch(session_id));
  const answer = await slice.rest(session_id);
  expect(answer.metadata.finish_reason).toBe("aborted");
  expect([ran, sentences]).toEqual([0, []]);
});

test("[AG-5, PM-1] a hook has a clean environment, runs in the data folder, and no opened folder can bring one", async () => {
  await started([{ on: "session_create", run: "env > env.txt; pwd > pwd.txt" }]);
  const folder = join(slice.data_dir, "folder");
  const { mkdir } = await import("node:fs/promises");
  await mkdir(folder);
  for (const name of ["settings.json", "braid.json"])
    await writeFile(
      join(folder, name),
      JSON.stringify({ hooks: [{ on: "session_create", run: "touch ../hostile" }] }),
    );
  slice.service.sessions.create({ workspace_root: folder });
  await eventually(
    () =>
      existsSync(join(slice.data_dir, "pwd.txt")) &&
      readFileSync(join(slice.data_dir, "pwd.txt"), "utf8").trim(),
  ).toBe(slice.data_dir);
  expect(readFileSync(join(slice.data_dir, "env.txt"), "utf8")).not.toContain(KEY);
  expect(existsSync(join(slice.data_dir, "hostile"))).toBe(false);
});

test("[AG-5] the end of the app lets the hook of a stopped answer finish", async () => {
  await started([{ on: "session_save", run: NOTE }]);
  slice.provider.enqueue([{ text: "Half" }, { gate: "never" }]);
  const { session_id } = slice.ask();
  const window = slice.watch(session_id);
  await window.until(() => window.text === "Half");
  await slice.app.close();
  expect(heard()).toMatchObject([{ event: "session_save", finish_reason: "interrupted" }]);
});
