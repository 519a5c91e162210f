/** A summary of what a rewind or a branch leaves is taken along, and can be taken out again (RW-8). */
import { afterEach, expect, test } from "vitest";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import { leftSummaryOf } from "../../src-preload/contract/domain/left-summary";
import { refusal, reply } from "../fixtures/provider/script";
import { query } from "./database";
import { broken } from "./invariants";
import { removeSlice, restartSlice, type Slice, startSlice, textOf } from "./slice";

let slice: Slice;

afterEach(() => removeSlice(slice));

/** A conversation of some turns. */
async function conversation(turns: number): Promise<SessionId> {
  slice = await startSlice();
  let asked = 0;
  slice.provider.respond(() => reply(`answer ${++asked}`));
  slice.provider.summary(({ index }) => reply(`LEFT ${index + 1}`));
  const { session_id } = slice.ask("question 1");
  await slice.rest(session_id);
  for (let n = 2; n <= turns; n++) await say(session_id, `question ${n}`);
  return session_id;
}

async function say(session_id: SessionId, text: string): Promise<void> {
  slice.send({ session_id, text });
  await slice.rest(session_id);
}

/** The words of each visible message; of a summary those of the summary. */
const seen = (session_id: SessionId): string[] =>
  slice.messages(session_id).map((message) => leftSummaryOf(message)?.summary ?? textOf(message));

function idOf(session_id: SessionId, words: string): MessageId {
  const found = slice.messages(session_id)[seen(session_id).indexOf(words)];
  if (found === undefined) throw new Error(`nobody said ${words}`);
  return found.id;
}

/** Rewinds with a summary, and waits for the answer. */
async function leave(session_id: SessionId, at: string, text: string, focus?: string): Promise<void> {
  const message_id = idOf(session_id, at);
  await slice.service.timeline.leave({ session_id, message_id, text, take_along: { focus } });
  await slice.rest(session_id);
}

/** The messages of the last request, without the system prompt. */
function sent(): string[] {
  const messages = slice.provider.requests.at(-1)?.body.messages as { role: string; content: unknown }[];
  return messages.slice(1).map(({ role, content }) => {
    const words = typeof content === "string" ? content : JSON.stringify(content);
    return `${role}: ${words}`;
  });
}

const rows = () => query(slice, "SELECT id, hidden_at IS NULL AS visible FROM chat_messages ORDER BY id");

test("[RW-8, AB-1] on a rewind all that leaves is summed up, with a focus, and the model reads the record in front of the question", async () => {
  const session_id = await conversation(3);
  const watcher = slice.watch(session_id);
  await leave(session_id, "question 2", "question two", "numbers");
  expect(slice.provider.summaries[0]?.rawBody).toMatch(
    /question 2[\s\S]*answer 2[\s\S]*question 3[\s\S]*answer 3[\s\S]*numbers/,
  );
  expect(slice.provider.summaries[0]?.rawBody).not.toContain("question 1");
  expect(seen(session_id)).toEqual(["question 1", "answer 1", "LEFT 1", "question two", "answer 4"]);
  const left = slice.messages(session_id)[2];
  expect(left && leftSummaryOf(left)).toMatchObject({ turns: 2, focus: "numbers" });
  expect(sent()[2]).toMatch(/^user: .*record[\s\S]*nothing in it is an instruction[\s\S]*LEFT 1/);
  expect(sent()[3]).toBe("user: question two");
  const message_id = idOf(session_id, "answer 4");
  const prompt = await slice.service.prompts.read({ session_id, message_id, limit: 9 });
  expect(prompt.messages[2]).toMatchObject({ kind: "summary", role: "user", turns: 2, preview: "LEFT 1" });
  expect(watcher.events.filter(({ type }) => type === "message")).toHaveLength(2);
  expect(watcher.snapshot.hidden).toEqual([]);
  expect(slice.look(session_id).hidden).toMatchObject([{ turns: 2 }]);
  expect(broken(slice)).toEqual([]);
});

test("[RW-8, CP-6] a summary that fails, is cancelled or stopped refuses the rewind and the branch, and nothing has changed", async () => {
  const session_id = await conversation(2);
  const before = rows();
  const message_id = idOf(session_id, "question 2");
  const from_message_id = idOf(session_id, "answer 1");
  const ways = [
    () => slice.service.timeline.leave({ session_id, message_id, text: "other words", take_along: {} }),
    () => slice.service.branches.branch({ parent_session_id: session_id, from_message_id, take_along: {} }),
  ];
  for (const [at, way] of ways.entries()) {
    slice.provider.summary(() => refusal(400));
    await expect(way()).rejects.toMatchObject({ code: "PROVIDER_REJECTED" });
    for (const stop of [
      () => slice.service.compactions.cancel({ session_id }),
      () => slice.service.turns.abort({ session_id }),
    ]) {
      const gate = `gate ${at} ${stop}`;
      slice.provider.summary(() => [{ gate }]);
      const refused = expect(way()).rejects.toMatchObject({ code: "RUN_ABORTED" });
      await slice.provider.reached(gate);
      expect(slice.service.sessions.status({ session_id })).toMatchObject({
        doing: { what: "compacting", auto: false },
      });
      stop();
      await refused;
      expect(slice.service.sessions.status({ session_id })).toEqual({ state: "idle" });
    }
  }
  expect(rows()).toEqual(before);
  expect(slice.service.sessions.list({ limit: 9 }).sessions).toHaveLength(1);
  expect(slice.service.undo.list({ limit: 9 })).toEqual([]);
  expect(broken(slice)).toEqual([]);
});

test("[RW-8, RW-3, RW-7] the summary leaves and returns with its timeline", async () => {
  const session_id = await conversation(2);
  const first = seen(session_id);
  await leave(session_id, "question 2", "question two");
  const second = seen(session_id);
  slice.service.undo.last({});
  expect(seen(session_id)).toEqual(first);
  const [marker] = slice.look(session_id).hidden;
  slice.service.timeline.unrewind({ session_id, op_id: marker?.op_id ?? ("" as never) });
  expect(seen(session_id)).toEqual(second);
  // Without another summary the first one stays in front of the new turn.
  const message_id = idOf(session_id, "question two");
  slice.service.timeline.rewind({ session_id, message_id, text: "question deux" });
  await slice.rest(session_id);
  expect(seen(session_id).slice(2)).toEqual(["LEFT 1", "question deux", "answer 4"]);
  expect(broken(slice)).toEqual([]);
});

test("[RW-8, RW-7] it is taken out, and undoing shows it again, after a restart as well", async () => {
  const session_id = await conversation(2);
  await leave(session_id, "question 2", "question two");
  const message_id = idOf(session_id, "question two");
  slice.service.timeline.rewind({ session_id, message_id, text: "question deux" });
  await slice.rest(session_id);
  const whole = seen(session_id);
  slice.service.timeline.takeOut({ session_id, message_id: idOf(session_id, "LEFT 1") });
  expect(seen(session_id)).toEqual(whole.filter((words) => words !== "LEFT 1"));
  // The turns that parted behind the summary can still be restored.
  expect(slice.look(session_id).hidden.map(({ after }) => after)).toEqual(
    Array(2).fill(idOf(session_id, "answer 1")),
  );
  await say(session_id, "question 3");
  expect(sent().join("\n")).not.toContain("LEFT 1");
  slice = await restartSlice(slice);
  expect(slice.service.undo.last({}).kind).toBe("left-summary");
  expect(seen(session_id)).toEqual([...whole, "question 3", "answer 5"]);
  expect(broken(slice)).toEqual([]);
});

test("[RW-8, RW-3] taken out, and its turns left since: undoing does not show it among other turns", async () => {
  const session_id = await conversation(2);
  const first = seen(session_id);
  await leave(session_id, "question 2", "question two");
  const second = seen(session_id);
  const [other] = slice.look(session_id).hidden;
  slice.service.timeline.takeOut({ session_id, message_id: idOf(session_id, "LEFT 1") });
  const [taken] = slice.service.undo.list({ limit: 1 });
  slice.service.timeline.unrewind({ session_id, op_id: other?.op_id ?? ("" as never) });
  slice.service.undo.last({ id: taken?.id });
  expect(seen(session_id)).toEqual(first);
  const [marker] = slice.look(session_id).hidden;
  slice.service.timeline.unrewind({ session_id, op_id: marker?.op_id ?? ("" as never) });
  expect(seen(session_id)).toEqual(second);
  expect(broken(slice)).toEqual([]);
});

test("[RW-8, BR-1] a branch takes a summary along of what comes after its point, and keeps one that stands before it", async () => {
  const session_id = await conversation(2);
  await leave(session_id, "question 2", "question two");
  await say(session_id, "question 3");
  const branch = await slice.service.branches.branch({
    parent_session_id: session_id,
    from_message_id: idOf(session_id, "answer 3"),
    take_along: {},
  });
  const copied = ["question 1", "answer 1", "LEFT 1", "question two", "answer 3"];
  expect(seen(branch.id)).toEqual([...copied, "LEFT 2"]);
  expect(slice.provider.summaries[1]?.rawBody).toMatch(/question 3[\s\S]*answer 4/);
  expect(slice.provider.summaries[1]?.rawBody).not.toContain("question two");
  await say(branch.id, "question four");
  expect(sent().at(-2)).toContain("LEFT 2");
  expect(sent().at(-1)).toBe("user: question four");
  slice.service.timeline.takeOut({ session_id: branch.id, message_id: idOf(branch.id, "LEFT 1") });
  expect(seen(branch.id)).toEqual([
    ...copied.filter((words) => words !== "LEFT 1"),
    "LEFT 2",
    ...seen(branch.id).slice(-2),
  ]);
  expect(slice.service.sessions.status({ session_id })).toEqual({ state: "idle" });
  expect(broken(slice)).toEqual([]);
});

test("[RW-8] after the last message there is nothing to sum up, and while a turn runs nothing is", async () => {
  const session_id = await conversation(1);
  const branch = () =>
    slice.service.branches.branch({
      parent_session_id: session_id,
      from_message_id: idOf(session_id, "answer 1"),
      settled: true,
      take_along: {},
    });
  await expect(branch()).rejects.toMatchObject({ code: "INVALID_INPUT" });
  slice.provider.respond(() => [{ gate: "answer" }]);
  slice.send({ session_id, text: "question 2" });
  await expect(branch()).rejects.toMatchObject({ code: "SESSION_BUSY" });
  slice.provider.open("answer");
  expect(slice.provider.summaries).toEqual([]);
});

test("[RW-8, CP-5, RW-4] a later compaction sums it up with its turns; a rewind past that summary leaves what it stood for", async () => {
  const session_id = await conversation(2);
  await leave(session_id, "question 2", `question two ${"with words ".repeat(200)}`);
  for (const n of [3, 4]) await say(session_id, `question ${n}`);
  const second = slice.messages(session_id)[3]?.id ?? ("" as MessageId);
  slice.provider.summary(() => reply("ALL"));
  slice.service.compactions.start({ session_id });
  await slice.watch(session_id).rest();
  expect(slice.provider.summaries.at(-1)?.rawBody).toMatch(/<left-turns>\\nLEFT 1/);
  expect(seen(session_id)).not.toContain("LEFT 1");
  await slice.service.timeline.leave({ session_id, message_id: second, text: "other", take_along: {} });
  await slice.rest(session_id);
  expect(slice.provider.summaries.at(-1)?.rawBody).toMatch(/question two[\s\S]*question 4/);
  expect(seen(session_id).slice(0, 4)).toEqual(["question 1", "answer 1", "LEFT 1", "ALL"]);
  expect(broken(slice)).toEqual([]);
});
