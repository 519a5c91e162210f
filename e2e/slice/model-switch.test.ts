/** A switch to a model that is too small for the conversation, and the ways out of it (MS-3, BR-5). */
import { afterEach, describe, expect, test } from "vitest";
import type { Compaction } from "../../src-preload/contract/domain/compaction";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { reply, type Step } from "../fixtures/provider/script";
import { enforcing, type Seen } from "../fixtures/provider/window";
import { query, tamper } from "./database";
import { broken } from "./invariants";
import {
  removeSlice,
  restartSlice,
  type Slice,
  type SliceOptions,
  startSlice,
  textOf,
  writeSettings,
} from "./slice";

const WINDOW = 6000;
const BIG = { provider_id: "scripted", model_id: "big" };
const TINY = { provider_id: "scripted", model_id: "tiny" };
/** More tokens than the small model's window has. */
const TOO_LONG = `Compare: ${"a very long question with many words ".repeat(1200)}`;

let slice: Slice;
let seen: Seen;
afterEach(() => removeSlice(slice));

const isTiny = ({ body }: { body: Record<string, unknown> }) => body.model === TINY.model_id;

async function started(options: SliceOptions = {}): Promise<void> {
  slice = await startSlice({
    models: ["tiny"],
    windows: { big: { context_limit: 200_000 }, tiny: { context_limit: WINDOW, max_output: 500 } },
    ...options,
  });
  seen = { sent: [], refused: 0 };
  tinyWindow(WINDOW);
  slice.provider.summary(() => reply("SUMMARY of what was said so far."));
}

/** The window that the provider of the small model enforces, whatever the settings say. */
function tinyWindow(tokens: number): void {
  const tiny = enforcing(tokens, words, seen);
  const big = enforcing(200_000, words, { sent: [], refused: 0 });
  slice.provider.respond((request) => (isTiny(request) ? tiny(request) : big(request)));
}

async function* fileOf(text: string) {
  yield Buffer.from(text);
}

const words = (): Step[] => [{ text: "An answer. ".repeat(60) }];

async function talk(turns: number): Promise<SessionId> {
  const { session_id } = slice.ask(`question 1 ${"with words ".repeat(300)}`);
  await slice.rest(session_id);
  for (let n = 2; n <= turns; n++) {
    slice.send({ session_id, text: `question ${n} ${"with words ".repeat(300)}` });
    await slice.rest(session_id);
  }
  return session_id;
}

async function switched(session_id: SessionId, text: string) {
  slice.send({ session_id, text, model: TINY });
  return await slice.rest(session_id);
}

const view = (session_id: SessionId) => slice.service.sessions.read({ session_id });
/** The ids of all visible messages. */
const visible = (session_id: SessionId) =>
  query<{ id: string }>(
    slice,
    "SELECT id FROM chat_messages WHERE session_id = ? AND hidden_at IS NULL ORDER BY id",
    session_id,
  ).map(({ id }) => id);

function summaryIn(session_id: SessionId): Compaction | undefined {
  const sql = `SELECT p.data_json FROM chat_parts p JOIN chat_messages m ON m.id = p.message_id
    WHERE m.session_id = ? AND m.hidden_at IS NULL AND p.type = 'data-compaction'`;
  const [row] = query<{ data_json: string }>(slice, sql, session_id);
  return row && JSON.parse(row.data_json).data;
}

describe("a switch that fails", () => {
  test("[MS-3] says so, keeps the question, and the session is with its model before again", async () => {
    await started();
    const session_id = await talk(12);
    const before = view(session_id);
    const failed = await switched(session_id, TOO_LONG);
    expect(failed.metadata).toMatchObject({
      model: TINY,
      switched_from: BIG,
      finish_reason: "error",
      error: { code: "CONTEXT_TOO_LARGE", message: { key: "compaction.switch-failed.message" } },
    });
    // Nothing was asked and nothing summarised: no summary could have made room.
    expect(seen).toEqual({ sent: [], refused: 0 });
    expect(slice.provider.summaries).toEqual([]);
    const after = view(session_id);
    expect(after.session.model).toEqual(BIG);
    const window = ({ billing }: typeof after) => [billing.context_tokens, billing.context_estimated];
    expect(window(after)).toEqual(window(before));
    expect(slice.messages(session_id).at(-2)?.metadata.model).toEqual(TINY);
    slice.send({ session_id, text: "Short." });
    expect((await slice.rest(session_id)).metadata).toMatchObject({ model: BIG, finish_reason: "stop" });
    expect(broken(slice)).toEqual([]);
  });

  test("[MS-3] back to the model before: the question is answered by it, with the whole conversation", async () => {
    await started();
    const session_id = await talk(12);
    const failed = await switched(session_id, TOO_LONG);
    slice.service.timeline.retry({ session_id, message_id: failed.id, model: BIG });
    const answer = await slice.rest(session_id);
    expect(answer.metadata).toMatchObject({ model: BIG, finish_reason: "stop" });
    expect(visible(session_id)).toHaveLength(26);
    expect(view(session_id).session.model).toEqual(BIG);
  });

  test("[MS-3] tried again it fails again, and goes back to the same model", async () => {
    await started();
    const session_id = await talk(12);
    const failed = await switched(session_id, TOO_LONG);
    slice.service.timeline.retry({ session_id, message_id: failed.id });
    expect((await slice.rest(session_id)).metadata).toMatchObject({ switched_from: BIG });
    expect(view(session_id).session.model).toEqual(BIG);
  });

  test("[MS-3] a summary that was made for it does not stay", async () => {
    await started();
    const session_id = await talk(12);
    const before = visible(session_id);
    // The provider has a smaller window than anybody knows.
    tinyWindow(100);
    const failed = await switched(session_id, "Go on.");
    expect(slice.provider.summaries.length).toBeGreaterThan(0);
    expect(failed.metadata.switched_from).toEqual(BIG);
    expect(summaryIn(session_id)).toBeUndefined();
    expect(visible(session_id).slice(0, -2)).toEqual(before);
    expect(view(session_id).session.model).toEqual(BIG);
    expect(broken(slice)).toEqual([]);
  });

  test("[MS-3, BR-5, CP-6] a summary that does not come fails it too: the reason is told, and the ways out are the same", async () => {
    await started({ compaction: { retry_on_transient: 0 } });
    slice.provider.summary(() => [{ status: 503 }]);
    const session_id = await talk(12);
    const before = visible(session_id);
    const failed = await switched(session_id, "Go on.");
    expect(slice.provider.summaries.map(({ body }) => body.model)).toEqual([BIG.model_id, TINY.model_id]);
    expect(failed.metadata).toMatchObject({
      model: TINY,
      switched_from: BIG,
      finish_reason: "error",
      error: {
        message: { key: "compaction.failed.message" },
        hint: { key: "compaction.switch-failed.hint" },
      },
    });
    expect(failed.metadata.error?.code).not.toBe("CONTEXT_TOO_LARGE");
    expect(view(session_id).session.model).toEqual(BIG);
    expect(visible(session_id).slice(0, -2)).toEqual(before);
    expect(seen.refused + seen.sent.length).toBe(0);

    slice.provider.summary(() => reply("SUMMARY of what was said so far."));
    const branch = { session_id, message_id: failed.id, model: TINY };
    const { id } = await (await slice.service.modelBranches()).branch(branch, "a window");
    await slice.rest(id);
    expect(summaryIn(id)).toMatchObject({ model: BIG });
    slice.service.timeline.retry({ session_id, message_id: failed.id });
    const again = await slice.rest(session_id);
    expect(again.metadata).toMatchObject({ model: TINY, finish_reason: "stop" });
    expect(view(session_id).session.model).toEqual(TINY);
    expect(summaryIn(session_id)).toMatchObject({ model: BIG });
    slice.service.timeline.retry({ session_id, message_id: again.id, model: BIG });
    expect((await slice.rest(session_id)).metadata).toMatchObject({ model: BIG, finish_reason: "stop" });
    expect(broken(slice)).toEqual([]);
  });

  test("[MS-3, CP-7] a summary that its user cancels is no failure: the turn was stopped", async () => {
    await started();
    slice.provider.summary(() => [{ gate: "never" }]);
    const session_id = await talk(12);
    slice.send({ session_id, text: "Go on.", model: TINY });
    await slice.provider.reached("never");
    slice.service.compactions.cancel({ session_id });
    const stopped = await slice.rest(session_id);
    expect(stopped.metadata).toMatchObject({ finish_reason: "aborted" });
    expect(stopped.metadata.switched_from).toBeUndefined();
    // The model before was asked, and no other after it.
    expect(slice.provider.summaries).toHaveLength(1);
  });

  test("[MS-3] a conversation that outgrows its own model is no switch", async () => {
    await started();
    const session_id = await talk(2);
    slice.send({ session_id, text: "Hello.", model: TINY });
    await slice.rest(session_id);
    slice.send({ session_id, text: TOO_LONG });
    const failed = await slice.rest(session_id);
    expect(failed.metadata.error?.message).toMatchObject({ key: "compaction.no-room.message" });
    expect(failed.metadata.switched_from).toBeUndefined();
    expect(view(session_id).session.model).toEqual(TINY);
  });
});

describe("a conversation of 150,000 tokens, and a model for 8,000", () => {
  const windows = {
    big: { context_limit: 200_000, max_output: 4000 },
    mid: { context_limit: 200_000, max_output: 4000 },
    tiny: { context_limit: 8000, max_output: 500 },
  };

  /** A talk with a model of a large window. */
  async function longTalk(model = BIG): Promise<SessionId> {
    await started({ models: ["tiny", "mid"], windows });
    tinyWindow(8000);
    const { session_id } = slice.ask("Let us begin.");
    await slice.rest(session_id);
    for (let n = 1; n <= 6; n++) {
      slice.send({ session_id, text: `question ${n} ${"with many words ".repeat(8000)}`, model });
      await slice.rest(session_id);
    }
    expect(view(session_id).billing.context_tokens).toBeGreaterThan(140_000);
    return session_id;
  }
  /** The models that were asked for a summary, in order. */
  const writers = () => slice.provider.summaries.map(({ body }) => body.model);

  test("[MS-2, BR-5, CP-5] succeeds with one summary, which the model before writes, short enough for the new one", async () => {
    const session_id = await longTalk();
    const answer = await switched(session_id, "Go on.");
    expect(answer.metadata).toMatchObject({ model: TINY, finish_reason: "stop" });
    expect(writers()).toEqual([BIG.model_id]);
    expect(slice.provider.summaries[0]?.rawBody).toContain("Let us begin.");
    expect(slice.provider.summaries[0]?.rawBody).toContain("question 6");
    expect(slice.provider.summaries[0]?.rawBody).not.toContain("Go on.");
    expect(slice.provider.summaries[0]?.body.max_tokens).toBe(2000);
    expect(summaryIn(session_id)).toMatchObject({ auto: true, model: BIG });
    expect(seen).toMatchObject({ refused: 0 });
    // From now on the model's own window is enough.
    expect((await switched(session_id, "And on.")).metadata).toMatchObject({ finish_reason: "stop" });
    expect(writers()).toEqual([BIG.model_id]);
    expect(broken(slice)).toEqual([]);
  });

  test("[CP-6, MS-2] where the model before fails, the new one writes it, in parts", async () => {
    const session_id = await longTalk();
    slice.provider.summary((request) => (isTiny(request) ? reply("SUMMARY of a part.") : [{ status: 401 }]));
    const answer = await switched(session_id, "Go on.");
    expect(answer.metadata).toMatchObject({ model: TINY, finish_reason: "stop" });
    expect(writers()[0]).toBe(BIG.model_id);
    expect(new Set(writers().slice(1))).toEqual(new Set([TINY.model_id]));
    expect(writers().length).toBeGreaterThan(10);
    expect(summaryIn(session_id)).toMatchObject({ model: TINY });
  });

  test("[CP-6, MS-2] where the model before is not there any more, the new one writes it, in parts", async () => {
    const session_id = await longTalk({ ...BIG, model_id: "mid" });
    await writeSettings(slice.data_dir, slice.provider.baseUrl, { models: ["tiny"], windows });
    slice = await restartSlice(slice);
    const answer = await switched(session_id, "Go on.");
    expect(answer.metadata).toMatchObject({ model: TINY, finish_reason: "stop" });
    expect(new Set(writers())).toEqual(new Set([TINY.model_id]));
    expect(writers().length).toBeGreaterThan(10);
  });
});

describe("a branch with the other model", () => {
  const writer = "a window";
  const drafts = (session_id: SessionId) => slice.service.drafts.read(session_id, writer, [writer]);

  test("[BR-5] is summarised by the model before for the window of the new one, and has the question as its draft", async () => {
    await started();
    const session_id = await talk(12);
    const failed = await switched(session_id, TOO_LONG);
    const input = { session_id, message_id: failed.id, model: TINY };
    const { id } = await (await slice.service.modelBranches()).branch(input, writer);
    expect(slice.service.sessions.status({ session_id: id })).toMatchObject({ state: "busy" });
    const place = { kind: "composer", session_id: id };
    expect(drafts(id)).toEqual([{ place, text: TOO_LONG, model: TINY }]);
    await slice.rest(id);
    const compaction = summaryIn(id);
    expect(compaction).toMatchObject({ auto: false, model: BIG });
    // The window of the model before would keep two turns.
    expect(compaction?.turns).toBe(11);
    expect(view(id).session).toMatchObject({ parent_id: session_id });
    slice.send({ session_id: id, text: "Shorter: go on.", model: TINY });
    expect((await slice.rest(id)).metadata).toMatchObject({ model: TINY, finish_reason: "stop" });
    expect(seen.refused).toBe(0);
    // The parent has all its turns.
    expect(summaryIn(session_id)).toBeUndefined();
    expect(visible(session_id)).toHaveLength(26);
    expect(broken(slice)).toEqual([]);
  });

  test("[BR-5] that fits as it is, is left as it is", async () => {
    await started();
    const session_id = await talk(1);
    const failed = await switched(session_id, TOO_LONG);
    const input = { session_id, message_id: failed.id, model: TINY };
    const { id } = await (await slice.service.modelBranches()).branch(input, writer);
    expect(slice.service.sessions.status({ session_id: id })).toEqual({ state: "idle" });
    expect(slice.provider.summaries).toEqual([]);
    expect(slice.messages(id).map(textOf)).toEqual(slice.messages(session_id).slice(0, 2).map(textOf));
  });

  test("[BR-5, AG-7] has the files of the question in its draft, as far as they are still kept", async () => {
    await started();
    const session_id = await talk(1);
    const add = (name: string) => slice.app.attachments.add(fileOf(name), name);
    const [note, gone] = [await add("note.txt"), await add("gone.txt")];
    slice.send({ session_id, text: "What do they say?", attachments: [note, gone], model: TINY });
    const answer = await slice.rest(session_id);
    tamper(slice, `DELETE FROM blobs WHERE sha256 = '${gone.sha256}'`);
    const input = { session_id, message_id: answer.id, model: TINY };
    const { id } = await (await slice.service.modelBranches()).branch(input, writer);
    const place = { kind: "composer", session_id: id };
    expect(drafts(id)).toEqual([{ place, text: "What do they say?", attachments: [note], model: TINY }]);
  });

  test("[BR-5] whose summary fails keeps its draft and all its turns", async () => {
    await started({ compaction: { retry_on_transient: 0 } });
    const session_id = await talk(12);
    const failed = await switched(session_id, TOO_LONG);
    slice.provider.summary(() => [{ status: 503 }]);
    const input = { session_id, message_id: failed.id, model: TINY };
    const { id } = await (await slice.service.modelBranches()).branch(input, writer);
    await slice.rest(id);
    expect(slice.service.sessions.status({ session_id: id })).toMatchObject({ state: "error" });
    expect(visible(id)).toHaveLength(24);
    expect(drafts(id)).toMatchObject([{ text: TOO_LONG }]);
  });

  test("[BR-5] there is none before the first question", async () => {
    await started();
    const session_id = await talk(1);
    const [first] = slice.messages(session_id);
    if (first === undefined) throw new Error("nothing was said");
    const input = { session_id, message_id: first.id, model: TINY };
    await expect((await slice.service.modelBranches()).branch(input, writer)).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
    expect(query(slice, "SELECT id FROM chat_sessions")).toHaveLength(1);
  });
});
