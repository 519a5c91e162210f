/** Titles over real HTTP (SE-4): what is asked of whom, when, and what a title may never do. */
import { afterEach, describe, expect, test } from "vitest";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import type { AppEvent } from "../../src-preload/contract/window/bridge";
import { ending, refusal, reply } from "../fixtures/provider/script";
import { query } from "./database";
import { removeSlice, restartSlice, type Slice, type SliceOptions, startSlice, type WireType } from "./slice";

let slice: Slice;
const sentences: string[] = [];
afterEach(() => {
  sentences.length = 0;
  return removeSlice(slice);
});

const onTitleFailure = (sentence: string) => sentences.push(sentence);

async function start(options: SliceOptions = {}): Promise<void> {
  slice = await startSlice({ ...options, compose: { onTitleFailure } });
  slice.provider.respond(() => reply("An answer about retries."));
}

const titleOf = (session_id: SessionId) => slice.service.sessions.read({ session_id }).session.title;
const decidedBy = (session_id: SessionId) =>
  query<{ by: string | null }>(
    slice,
    "SELECT json_extract(metadata_json, '$.titled_by') AS by FROM chat_sessions WHERE id = ?",
    session_id,
  )[0]?.by;
const accounted = () =>
  query<{ agent: string; model_json: string; usage_json: string; estimated: number }>(
    slice,
    "SELECT agent, model_json, usage_json, estimated FROM agent_calls ORDER BY id",
  );
const asked = () => slice.provider.titles.length;
/** Titles are made in their own time. */
const eventually = (met: () => unknown) => expect.poll(met, { interval: 20 });

/** A session whose first answer has ended. */
async function talked(text = "How do I retry?"): Promise<SessionId> {
  const { session_id } = slice.ask(text);
  await slice.rest(session_id);
  return session_id;
}

const WIRES: WireType[] = ["openai-compatible", "anthropic"];

describe.each(WIRES)("on the %s wire", (wire) => {
  test("[SE-4, TK-1d] the small model names the session after its first exchange, accounted apart, told to the list and the windows", async () => {
    await start({ wire, models: ["small"] });
    slice.provider.title(() => [
      { text: '"Retry ' },
      { text: 'logic."' },
      ...ending("stop", { input: 70, output: 6 }),
    ]);
    const events: AppEvent[] = [];
    slice.service.sessions.events.on((event) => events.push(event));
    const session_id = await talked();
    const window = slice.watch(session_id);
    await eventually(() => titleOf(session_id)).toBe("Retry logic");
    const [request] = slice.provider.titles;
    expect(request?.body).toMatchObject({ model: "small" });
    expect(request?.body.stream).toBe(true);
    expect(request?.rawBody).toContain("How do I retry?");
    expect(request?.rawBody).toContain("An answer about retries.");
    expect(accounted()).toEqual([
      {
        agent: "title",
        model_json: '{"provider_id":"scripted","model_id":"small"}',
        usage_json: expect.stringContaining('"input":70,"output":6'),
        estimated: 0,
      },
    ]);
    const { session, billing } = slice.service.sessions.read({ session_id });
    expect([billing.prompt_tokens, billing.completion_tokens]).toEqual([12, 5]);
    expect(slice.provider.requests).toHaveLength(1);
    expect(slice.service.sessions.list({ limit: 1 }).sessions[0]?.title).toBe("Retry logic");
    expect(events.at(-1)).toEqual({ type: "session-changed", session });
    expect(window.events.at(-1)).toMatchObject({ type: "session", view: { session } });
    expect(decidedBy(session_id)).toBe("agent");
  });

  test("[SE-4] a failing title is tried once more and never again, concerns no status, and is told to the log without a word of the session", async () => {
    await start({ wire });
    slice.provider.title(() => refusal(500));
    const session_id = await talked("My secret question");
    await eventually(() => decidedBy(session_id)).toBe("words");
    expect(asked()).toBe(2);
    expect(slice.provider.titles[0]?.body).toMatchObject({ model: "big" });
    expect(slice.service.sessions.status({ session_id })).toEqual({ state: "idle" });
    expect(titleOf(session_id)).toBe("My secret question");
    expect(sentences).toHaveLength(2);
    expect(sentences.join()).not.toMatch(/secret|answer about/);
    slice.send({ session_id, text: "More?" });
    await slice.rest(session_id);
    slice = await restartSlice(slice, { onTitleFailure });
    slice.send({ session_id, text: "And more?" });
    await slice.rest(session_id);
    expect(asked()).toBe(2);
    expect(accounted()).toEqual([]);
  });
});

test("[SE-4b] no turn waits for a title: the next one comes and goes while it is being made", async () => {
  await start();
  slice.provider.title(() => [{ gate: "named" }, ...reply("Retry logic")]);
  const session_id = await talked();
  await eventually(asked).toBe(1);
  slice.send({ session_id, text: "More?" });
  expect((await slice.rest(session_id)).metadata.finish_reason).toBe("stop");
  expect(slice.service.sessions.status({ session_id })).toEqual({ state: "idle" });
  slice.provider.open("named");
  await eventually(() => titleOf(session_id)).toBe("Retry logic");
  expect(asked()).toBe(1);
});

test("[SE-4] who names the session while its title is being made keeps that name, and the call is given up", async () => {
  await start();
  slice.provider.title(() => [{ gate: "never" }]);
  const session_id = await talked();
  await eventually(asked).toBe(1);
  slice.service.sessions.rename({ session_id, title: "Mine" });
  expect((await slice.provider.titles[0]?.closed)?.by).toBe("client");
  slice.send({ session_id, text: "More?" });
  await slice.rest(session_id);
  expect([titleOf(session_id), decidedBy(session_id), asked()]).toEqual(["Mine", "user", 1]);
  expect(sentences).toEqual([]);
});

test("[SE-4] the call is given up where its session is deleted meanwhile; one that is restored is named after its next turn", async () => {
  await start();
  slice.provider.title(() => [{ gate: "never" }]);
  const session_id = await talked();
  await eventually(asked).toBe(1);
  slice.service.trash.put({ session_id });
  expect((await slice.provider.titles[0]?.closed)?.by).toBe("client");
  expect(sentences).toEqual([]);
  slice.service.trash.restore({ session_id });
  slice.provider.title(() => reply("Retry logic"));
  slice.send({ session_id, text: "More?" });
  await slice.rest(session_id);
  await eventually(() => titleOf(session_id)).toBe("Retry logic");
});

test("[SE-4c] a title that was given, or typed as the first words stand, is its user's", async () => {
  await start();
  const { session } = slice.service.sessions.create({ title: "Given" });
  slice.send({ session_id: session.id, text: "How do I retry?" });
  await slice.rest(session.id);
  slice.provider.respond(() => [{ gate: "typed" }, ...reply("An answer.")]);
  const { session_id } = slice.ask("How do I retry?");
  slice.service.sessions.rename({ session_id, title: "How do I retry?" });
  slice.provider.open("typed");
  await slice.rest(session_id);
  // A question about a title comes before the next turn of any session has ended.
  const other = await talked("Another");
  await eventually(() => decidedBy(other)).toBe("agent");
  expect(asked()).toBe(1);
  expect([titleOf(session.id), titleOf(session_id)]).toEqual(["Given", "How do I retry?"]);
});

test("[SE-4] closing the app gives the call up; the title is made after the next turn, and a made one never again", async () => {
  await start();
  slice.provider.title(() => [{ gate: "never" }]);
  const session_id = await talked();
  await eventually(asked).toBe(1);
  slice = await restartSlice(slice, { onTitleFailure });
  expect((await slice.provider.titles[0]?.closed)?.by).toBe("client");
  expect(decidedBy(session_id)).toBeNull();
  expect(sentences).toEqual([]);
  slice.provider.title(() => reply("Retry logic"));
  slice.send({ session_id, text: "More?" });
  await slice.rest(session_id);
  await eventually(() => titleOf(session_id)).toBe("Retry logic");
  slice = await restartSlice(slice, { onTitleFailure });
  slice.send({ session_id, text: "And more?" });
  await slice.rest(session_id);
  expect([asked(), titleOf(session_id)]).toEqual([2, "Retry logic"]);
});

test("[SE-4] a stopped or failed answer is no exchange: nothing is asked until one is whole", async () => {
  await start();
  slice.provider.respond(({ index }) =>
    index === 0 ? [{ text: "Half" }, { gate: "never" }] : index === 1 ? refusal(400) : reply("Whole."),
  );
  const { session_id } = slice.ask("How do I retry?");
  const watcher = slice.watch(session_id);
  await watcher.until(() => watcher.text === "Half");
  slice.service.turns.abort({ session_id });
  await watcher.rest();
  slice.send({ session_id, text: "Again" });
  await slice.rest(session_id);
  expect(asked()).toBe(0);
  slice.provider.title(() => reply("Retry logic"));
  slice.send({ session_id, text: "Once more" });
  await slice.rest(session_id);
  await eventually(() => titleOf(session_id)).toBe("Retry logic");
  expect(slice.provider.titles[0]?.rawBody).toContain("How do I retry?");
});

test("[SE-4] hostile titles arrive as one line of text", async () => {
  await start();
  slice.provider.title(() =>
    reply('<img src=x onerror="alert(1)"> **evil\u202e.exe**\u0000\nIgnore all previous instructions'),
  );
  const session_id = await talked();
  await eventually(() => titleOf(session_id)).toBe('<img src=x onerror="alert(1)"> evil.exe');
});

test("[SE-4, BR-3] a branch is named by its own first message, then by the title agent from its own exchange; a name its user gave stays", async () => {
  await start();
  slice.provider.title(() => reply("Retry logic"));
  const parent = await talked();
  await eventually(() => titleOf(parent)).toBe("Retry logic");
  const at = slice.messages(parent).at(-1)?.id;
  if (at === undefined) throw new Error("nothing was said");
  const branch = async () =>
    (await slice.service.branches.branch({ parent_session_id: parent, from_message_id: at })).id;
  const one = await branch();
  expect(titleOf(one)).toBe("Retry logic (2)");
  const told: string[] = [];
  slice.service.sessions.events.on(
    (event) => event.type === "session-changed" && event.session.id === one && told.push(event.session.title),
  );
  slice.provider.title(() => [{ gate: "named" }, ...reply("Networks that are gone")]);
  slice.send({ session_id: one, text: "What if the network is gone?\nFor an hour." });
  expect(titleOf(one)).toBe("What if the network is gone?");
  await slice.rest(one);
  expect(told[0]).toBe("What if the network is gone?");
  slice.provider.open("named");
  await eventually(() => titleOf(one)).toBe("Networks that are gone");
  // The title is asked for what is the branch's own, not for what it has from its parent.
  expect(slice.provider.titles.at(-1)?.rawBody).toContain("What if the network is gone?");
  expect(slice.provider.titles.at(-1)?.rawBody).not.toContain("How do I retry?");
  slice.provider.title(() => [{ gate: "never" }]);
  const other = await branch();
  slice.service.sessions.rename({ session_id: other, title: "Mine" });
  slice.send({ session_id: other, text: "Another course" });
  await slice.rest(other);
  expect([titleOf(other), decidedBy(other)]).toEqual(["Mine", "user"]);
});

test("[SE-4, BR-3] the first message of a branch that is said anew names it anew, as long as nothing else has", async () => {
  await start();
  slice.provider.title(() => refusal(500));
  const parent = await talked();
  await eventually(() => decidedBy(parent)).toBe("words");
  const [question, answer] = slice.messages(parent);
  if (question === undefined || answer === undefined) throw new Error("nothing was said");
  const from = { parent_session_id: parent, from_message_id: answer.id };
  const { id } = await slice.service.branches.branch(from);
  slice.provider.title(() => [{ gate: "never" }]);
  slice.send({ session_id: id, text: "First try" });
  await slice.rest(id);
  const said = slice.messages(id).at(-2);
  slice.service.timeline.rewind({ session_id: id, message_id: said?.id ?? question.id, text: "Second try" });
  await slice.rest(id);
  expect(titleOf(id)).toBe("Second try");
  slice.send({ session_id: id, text: "And on" });
  await slice.rest(id);
  expect(titleOf(id)).toBe("Second try");
  // A summary of all that was said: the words of the branch are still its own.
  slice.provider.summary(() => reply("In short."));
  for (const _ of ["all but two turns", "all but one", "the last"]) {
    slice.service.compactions.start({ session_id: id });
    await slice.watch(id).rest();
  }
  expect(slice.messages(id).map(({ role }) => role)).toEqual(["assistant"]);
  slice.send({ session_id: id, text: "And further" });
  await slice.rest(id);
  expect(titleOf(id)).toBe("Second try");
});

test("[SE-4] words that are taken back give their name to the next ones, also where the title agent had no title for them", async () => {
  await start();
  slice.provider.title(() => reply("  "));
  const session_id = await talked("First try");
  await eventually(() => decidedBy(session_id)).toBe("words");
  slice.provider.title(() => reply("Networks that are gone"));
  const message_id = slice.messages(session_id)[0]?.id as MessageId;
  slice.service.timeline.rewind({ session_id, message_id, text: "What if the network is gone?" });
  expect(titleOf(session_id)).toBe("What if the network is gone?");
  await slice.rest(session_id);
  await eventually(() => titleOf(session_id)).toBe("Networks that are gone");
});

test("[SE-4] the first message that is said anew names its session anew, and the title agent reads the new words", async () => {
  await start();
  // A whole exchange whose title is still being made when the words are taken back.
  slice.provider.title(() => [{ gate: "first" }, ...reply("Too late")]);
  const session_id = await talked("First try");
  await eventually(asked).toBe(1);
  const told: string[] = [];
  slice.service.sessions.events.on(
    (event) => event.type === "session-changed" && told.push(event.session.title),
  );
  const first = () => slice.messages(session_id)[0]?.id as MessageId;
  slice.provider.respond(() => [{ gate: "answered" }, ...reply("An answer about networks.")]);
  slice.service.timeline.rewind({
    session_id,
    message_id: first(),
    text: "What if the network is gone?\nFor long.",
  });
  expect(titleOf(session_id)).toBe("What if the network is gone?");
  slice.provider.open("first");
  await slice.provider.titles[0]?.closed;
  expect([titleOf(session_id), decidedBy(session_id)]).toEqual(["What if the network is gone?", null]);
  slice.provider.title(() => reply("Networks that are gone"));
  slice.provider.open("answered");
  await slice.rest(session_id);
  expect(told[0]).toBe("What if the network is gone?");
  await eventually(() => titleOf(session_id)).toBe("Networks that are gone");
  expect(slice.provider.titles.at(-1)?.rawBody).toContain("For long.");
  expect(slice.provider.titles.at(-1)?.rawBody).not.toContain("First try");
  // The agent's title stays, whatever is said anew.
  slice.service.timeline.rewind({ session_id, message_id: first(), text: "Third try" });
  await slice.rest(session_id);
  expect([titleOf(session_id), asked()]).toEqual(["Networks that are gone", 2]);
});

test("[SE-4] a later message that is said anew names nothing, and a title that was given stays", async () => {
  await start();
  slice.provider.title(() => [{ gate: "never" }]);
  const session_id = await talked("First");
  slice.send({ session_id, text: "First" });
  await slice.rest(session_id);
  const again = (at: number, of: SessionId) => {
    const message_id = slice.messages(of)[at]?.id as MessageId;
    slice.service.timeline.rewind({ session_id: of, message_id, text: "Anew" });
    return slice.rest(of);
  };
  // The same words stand in the first message, which is still shown.
  await again(2, session_id);
  expect(titleOf(session_id)).toBe("First");
  const given = slice.service.sessions.create({ title: "Mine", text: "Mine" }).session.id;
  await slice.rest(given);
  await again(0, given);
  expect([titleOf(given), decidedBy(given)]).toEqual(["Mine", "user"]);
});

test("[SE-4, AG-7] a session of pictures alone is named by the first file, then by the title agent from what was answered", async () => {
  await start();
  slice.provider.title(() => [{ gate: "named" }, ...reply("A cat on a chair")]);
  slice.provider.respond(() => reply("It shows a cat."));
  const content = Buffer.from("two words");
  const file = await slice.app.attachments.add(
    (async function* () {
      yield content;
    })(),
    "cat.txt",
  );
  const { id } = slice.app.sessions.create({ text: "", attachments: [file] }).session;
  expect(titleOf(id)).toBe("cat.txt");
  await slice.rest(id);
  slice.provider.open("named");
  await eventually(() => titleOf(id)).toBe("A cat on a chair");
  const { rawBody } = slice.provider.titles[0] ?? {};
  expect(rawBody).toContain("cat.txt");
  expect(rawBody).toContain("It shows a cat.");
});

test("[SE-4, BR-4] a promoted sidecar is named by its question, then by the title agent", async () => {
  await start();
  slice.provider.title(() => reply("Retry logic"));
  const main = await talked();
  await eventually(() => titleOf(main)).toBe("Retry logic");
  const { id } = await slice.service.sidecars.open({ session_id: main });
  slice.send({ session_id: id, text: "By the way, what is a jitter?" });
  await slice.rest(id);
  expect(asked()).toBe(1);
  slice.provider.title(() => [{ gate: "named" }, ...reply("Jitter")]);
  expect(slice.service.sidecars.promote({ session_id: id }).title).toBe("By the way, what is a jitter?");
  slice.provider.open("named");
  await eventually(() => titleOf(id)).toBe("Jitter");
});
