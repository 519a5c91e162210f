/**
 * Any sequence of sends, switches of the model, rewinds, tries, restores, summaries, prunings, branches, deletions, undos and restarts leaves
 * what a simple model of it says, and sends just that.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Tool } from "../../src-main/core/ports/tools";
import { compactionOf } from "../../src-preload/contract/domain/compaction";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../src-preload/contract/domain/messages";
import type { PrunedOutput } from "../../src-preload/contract/domain/pruning";
import { fuzzRuns } from "../fixtures/fuzz-runs";
import type { RecordedRequest } from "../fixtures/provider/recorded-request";
import { reply, type Step as Scripted } from "../fixtures/provider/script";
import { enforcing } from "../fixtures/provider/window";
import { query } from "./database";
import { broken } from "./invariants";
import { removeSlice, restartSlice, type Slice, startSlice, textOf } from "./slice";
import { type Sent, TimelineModel, type Turn } from "./timeline-model";
import { messagesOf, type WireMessage } from "./well-formed";

type GoingBack = "rewind" | "retry" | "restore";
type Summarising = "compact" | "edit" | "again";
/** `switch`: to the other large model. `fail`: to one that is too small for any question. */
type Sending = "send" | "switch" | "fail";
type Pruning = "free" | "back";

/**
 * `at` and `of` choose among what there is: the nth message, way that was left, or pruned output of the nth session. Every third turn calls
 * a tool.
 */
interface Step {
  do: "restart" | "undo" | "branch" | "delete" | Sending | GoingBack | Summarising | Pruning;
  at: number;
  of: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom(
    ...(["send", "undo", "undo", "rewind", "rewind", "retry", "restore", "restore"] as const),
    ...(["compact", "compact", "edit", "again", "branch", "delete", "restart"] as const),
    ...(["send", "send", "switch", "fail", "free", "back"] as const),
  ),
  at: fc.nat({ max: 20 }),
  of: fc.nat({ max: 20 }),
});

/** A session and what is to be seen in it. */
interface Told {
  session_id: SessionId;
  model: TimelineModel;
}

const WINDOW = 2_000_000;
const TINY = 64;
/** Two models of a large window, and one that holds no question. All outputs are pruned that may be, and none but their middle. */
const SETTINGS = {
  models: ["other", "tiny"],
  windows: {
    big: { context_limit: WINDOW },
    other: { context_limit: WINDOW },
    tiny: { context_limit: TINY },
  },
  compaction: { prune_at: 0, clear_at: 1 },
};

/** Fifty thousand characters: an output that is worth pruning. */
const outputOf = (n: number) => `HEAD ${n}\n${"line of an output\n".repeat(2800)}TAIL ${n}`;
const tool: Tool = {
  name: "run",
  description: "Runs.",
  input_schema: { type: "object", properties: {} },
  execute: async (input) => outputOf((input as { n: number }).n),
};

class Talks {
  private readonly undos: (() => void)[] = [];
  private readonly living: Told[] = [];
  private asked = 0;
  private summaries = 0;
  /** The turn that is being answered. */
  private turn: Turn = { text: "", answer: "" };

  private constructor(private slice: Slice) {}

  static async begin(): Promise<Talks> {
    const talks = new Talks(await startSlice({ ...SETTINGS, tools: [tool] }));
    const counting = { sent: [], refused: 0 };
    talks.slice.provider.respond(enforcing(WINDOW, (request) => talks.answerTo(request), counting));
    talks.slice.provider.summary(() => reply(`S${++talks.summaries}`));
    await talks.take({ do: "send", at: 0, of: 0 });
    return talks;
  }

  close(): Promise<void> {
    return removeSlice(this.slice);
  }

  async take(step: Step): Promise<void> {
    const told = this.living[step.of % Math.max(this.living.length, 1)] ?? this.create();
    if (step.do === "restart") this.slice = await restartSlice(this.slice, { tools: [tool] });
    else if (step.do === "undo") this.undo();
    else if (step.do === "delete") this.delete(told);
    else if (step.do === "branch") await this.branch(told, step.at);
    else if (step.do === "restore") this.restore(told, step.at);
    else if (step.do === "compact" || step.do === "edit" || step.do === "again")
      await this.summarise(told, step.do);
    else if (step.do === "free") await this.freeUp(told);
    else if (step.do === "back") await this.bringBack(told, step.at);
    else await this.ask(told, { ...step, do: step.do });
  }

  /** A turn, from its question to the requests that it made. */
  private async ask(told: Told, step: { do: Sending | "rewind" | "retry"; at: number }): Promise<void> {
    const { model } = told;
    const n = ++this.asked;
    // Before the first turn there is no model to go back to.
    const fails = step.do === "fail" && model.visible.length > 0;
    const other = step.do === "switch" ? { model: model.model === "big" ? "other" : "big" } : {};
    this.turn = {
      text: `question ${n}`,
      answer: fails ? "" : `answer ${n}`,
      ...(fails ? { model: "tiny" } : other),
      ...(step.at % 3 === 0 && !fails ? { call: { id: `call_${n}`, output: outputOf(n) } } : {}),
    };
    const before = this.slice.provider.requests.length;
    if (step.do === "rewind" || step.do === "retry") this.goBack(told, { ...step, do: step.do });
    else this.send(told);
    const { metadata } = await this.slice.rest(told.session_id);
    expect(metadata.switched_from !== undefined).toBe(fails);
    const requests = this.slice.provider.requests.slice(before);
    if (fails) expect(requests).toEqual([]);
    else this.checkSent(told, requests);
  }

  private answerTo(request: RecordedRequest): Scripted[] {
    const { answer, call } = this.turn;
    if (call === undefined || messagesOf(request).at(-1)?.role === "tool") return [{ text: answer }];
    return [{ tool: { id: call.id, name: "run", input: { n: this.asked } } }];
  }

  /** Which sessions there are; in each what is visible, and what is hidden where: the app's against the models'. */
  check(): void {
    const listed = this.slice.service.sessions.list({ limit: 200 }).sessions.map(({ id }) => id);
    expect(listed.sort()).toEqual(this.living.map(({ session_id }) => session_id).sort());
    for (const { session_id, model } of this.living) {
      const { page, hidden } = this.slice.look(session_id);
      expect(page.messages.map(shown)).toEqual(model.texts.slice(-page.messages.length));
      const messages = this.messages(session_id);
      expect(messages.map(shown)).toEqual(model.texts);
      expect(messages.flatMap(({ pruned = [] }) => pruned.map(readAs))).toEqual(model.marks);
      expect(hidden.map(({ op_id }) => this.beginningOf(op_id)).sort()).toEqual(model.left.sort());
      expect(this.slice.service.sessions.read({ session_id }).session.model?.model_id ?? "big").toBe(
        model.model,
      );
    }
    expect(broken(this.slice)).toEqual([]);
  }

  /** All visible messages: a snapshot has the last of them. */
  private messages(session_id: SessionId): StoredMessage[] {
    const before = "msg_~" as MessageId;
    return this.slice.service.sessions.messages({ session_id, before, limit: 200 }).messages;
  }

  private create(): Told {
    const { session } = this.slice.service.sessions.create({ title: "A talk" });
    const told = { session_id: session.id, model: new TimelineModel(this.undos, "big") };
    this.living.push(told);
    return told;
  }

  private send({ session_id, model }: Told): void {
    const { text, model: model_id } = this.turn;
    const chosen = model_id === undefined ? {} : { model: { provider_id: "scripted", model_id } };
    this.slice.send({ session_id, text, ...chosen });
    model.say(this.turn);
  }

  private undo(): void {
    const undo = this.undos.pop();
    if (undo === undefined)
      expect(() => this.slice.service.undo.last({})).toThrow(
        expect.objectContaining({ code: "INVALID_INPUT" }),
      );
    else this.slice.service.undo.last({});
    undo?.();
  }

  private delete(told: Told): void {
    this.slice.service.trash.put({ session_id: told.session_id });
    this.living.splice(this.living.indexOf(told), 1);
    this.undos.push(() => this.living.push(told));
  }

  private async branch({ session_id, model }: Told, at: number): Promise<void> {
    // Hidden ones too: nobody says the same twice in a conversation.
    const messages = query<{ id: MessageId; text: string }>(this.slice, SAID, session_id);
    const from = messages[at % Math.max(messages.length, 1)];
    if (from === undefined) return;
    const { id } = await this.slice.service.branches.branch({
      parent_session_id: session_id,
      from_message_id: from.id,
    });
    this.living.push({ session_id: id, model: model.branch(from.text) });
  }

  /** The messages that the provider was sent are those before its answer, and its model is the question's. */
  private checkSent({ model }: Told, requests: readonly RecordedRequest[]): void {
    const sent = requests.map((request) => {
      const [first, ...others] = messagesOf(request).slice(1).map(sentIn);
      const isSummary = model.summary !== undefined && first !== undefined;
      return isSummary ? [{ ...first, words: summaryIn(first.words) }, ...others] : [first, ...others];
    });
    expect(sent.map(withPlacesOfCalls)).toEqual(model.prompts().map(withPlacesOfCalls));
    expect(requests.map(({ body }) => body.model)).toEqual(requests.map(() => model.told.at(-2)?.asked));
  }

  private goBack({ session_id, model }: Told, step: { do: "rewind" | "retry"; at: number }): void {
    // Summarised ones too (RW-4). A question to the small model would only fail again. A question that ends a summary is not tried again:
    // that takes the summary away and leaves its last message, for which the model has no words.
    const questions = model.visible.flatMap(({ asked = "tiny", summaries }, index) =>
      asked === "tiny" || (step.do === "retry" && summaries.length > 0) ? [] : [index],
    );
    const index = questions[step.at % questions.length];
    const said = query<{ id: MessageId; text: string }>(this.slice, SAID, session_id);
    const message_id = said.find(({ text: words }) => words === model.visible[index ?? -1]?.text)?.id;
    // A session that was just begun: there is nothing to go back in.
    if (index === undefined || message_id === undefined) return this.send({ session_id, model });
    if (step.do === "retry") {
      this.slice.service.timeline.retry({ session_id, message_id });
      model.retry(index, this.turn);
    } else {
      this.slice.service.timeline.rewind({ session_id, message_id, text: this.turn.text });
      model.rewind(index, this.turn);
    }
  }

  private async freeUp({ session_id, model }: Told): Promise<void> {
    await this.slice.service.pruning.freeUp({ session_id });
    model.freeUp();
  }

  private async bringBack({ session_id, model }: Told, at: number): Promise<void> {
    const call = model.pruned[at % Math.max(model.pruned.length, 1)];
    if (call === undefined) return;
    for (const { id: message_id, parts } of this.messages(session_id)) {
      const index = parts.findIndex((part) => "toolCallId" in part && part.toolCallId === call.id);
      if (index >= 0) await this.slice.service.pruning.bringBack({ session_id, message_id, index });
    }
    model.bringBack(call);
  }

  private async summarise({ session_id, model }: Told, how: Summarising): Promise<void> {
    const { compactions } = this.slice.service;
    const [first] = this.messages(session_id);
    if (how === "compact") {
      if (!model.told.some(({ role }) => role === "user")) return;
      compactions.start({ session_id });
      await this.slice.watch(session_id).rest();
      return model.compact(`S${this.summaries}`);
    }
    if (first === undefined || model.summary === undefined) return;
    const message_id = first.id;
    if (how === "edit") await compactions.edit({ session_id, message_id, summary: `E${++this.summaries}` });
    else compactions.again({ session_id, message_id });
    await this.slice.watch(session_id).rest();
    model.resummarise(`${how === "edit" ? "E" : "S"}${this.summaries}`);
  }

  private restore({ session_id, model }: Told, at: number): void {
    const { hidden } = this.slice.look(session_id);
    const chosen = hidden[at % Math.max(hidden.length, 1)];
    if (chosen === undefined) return;
    model.restore(this.beginningOf(chosen.op_id));
    this.slice.service.timeline.unrewind({ session_id, op_id: chosen.op_id });
  }

  /** The first words of the turns that an op hides. */
  private beginningOf(op_id: string): string {
    const sql = `SELECT json_extract(p.data_json, '$.text') AS text FROM chat_message_hides h
      JOIN chat_parts p ON p.message_id = h.message_id WHERE h.op_id = ? AND p.type = 'text' ORDER BY h.message_id LIMIT 1`;
    return query<{ text: string }>(this.slice, sql, op_id)[0]?.text ?? "";
  }
}

const readAs = ({ level, back_at }: PrunedOutput) => (back_at === undefined ? level : "back");

const shown = (message: StoredMessage): string => compactionOf(message)?.summary ?? textOf(message);

/** The summary between its marks. */
const summaryIn = (text = ""): string => /\n([SE]\d+)\n/.exec(text)?.[1] ?? text;

/** The prompt with the place of each call instead of its id: another model is sent other ids, and each output still belongs to its call. */
function withPlacesOfCalls(prompt: readonly (Sent | undefined)[]): (Sent | undefined)[] {
  const ids = new Set(prompt.flatMap((message) => message?.calls ?? []));
  const places = new Map([...ids].map((id, place) => [id, String(place)]));
  return prompt.map(
    (message) => message && { ...message, calls: message.calls.map((id) => places.get(id) ?? "") },
  );
}

function sentIn({ role, content, tool_calls, tool_call_id }: WireMessage): Sent {
  const calls =
    tool_call_id === undefined ? ((tool_calls ?? []) as { id: string }[]) : [{ id: tool_call_id }];
  const words =
    typeof content === "string"
      ? content
      : ((content ?? []) as { text?: string }[]).map(({ text = "" }) => text).join("");
  return { role: role as Sent["role"], words, calls: calls.map(({ id }) => id as string) };
}

const SAID = `SELECT m.id, json_extract(p.data_json, '$.text') AS text FROM chat_messages m
  JOIN chat_parts p ON p.message_id = m.id WHERE m.session_id = ? AND p.type = 'text' ORDER BY m.id`;

/** A branch that ends with a question: Try again answers it, and there is nothing to undo. */
const BARE_QUESTION: Step[] = [
  { do: "branch", at: 0, of: 0 },
  { do: "retry", at: 0, of: 1 },
  { do: "undo", at: 0, of: 0 },
];

/** Outputs are pruned as answers follow, freed by hand, brought back, and undone; a switch that fails changes none of it. */
const PRUNED: Step[] = [
  ...Array<Step>(5).fill({ do: "send", at: 0, of: 0 }),
  { do: "fail", at: 0, of: 0 },
  { do: "free", at: 0, of: 0 },
  { do: "back", at: 1, of: 0 },
  { do: "switch", at: 1, of: 0 },
  { do: "fail", at: 0, of: 0 },
  { do: "retry", at: 2, of: 0 },
  { do: "undo", at: 0, of: 0 },
  { do: "undo", at: 0, of: 0 },
  { do: "send", at: 0, of: 0 },
];

/** A summary comes back with its timeline, after another one was made of the beginning that both have. */
const SUMMARY_OF_SUMMARY: Step[] = [
  { do: "send", at: 0, of: 0 },
  { do: "fail", at: 0, of: 0 },
  { do: "send", at: 0, of: 0 },
  { do: "compact", at: 0, of: 0 },
  { do: "rewind", at: 4, of: 0 },
  { do: "compact", at: 0, of: 0 },
  { do: "restore", at: 0, of: 0 },
  { do: "undo", at: 0, of: 0 },
  { do: "undo", at: 0, of: 0 },
];

/** A timeline comes back of which a summary stands for every turn: its model is that of the last of them. */
const MODEL_BENEATH: Step[] = [
  { do: "compact", at: 0, of: 0 },
  { do: "retry", at: 0, of: 0 },
  { do: "switch", at: 0, of: 0 },
  { do: "restore", at: 0, of: 0 },
];

/** A branch ends with a question whose model was too small, without the answer that says so; that timeline comes back. */
const MODEL_OF_QUESTION: Step[] = [
  { do: "fail", at: 0, of: 0 },
  { do: "branch", at: 11, of: 0 },
  { do: "rewind", at: 0, of: 1 },
  { do: "restore", at: 0, of: 1 },
];

test("[RW-2, RW-3, RW-4, RW-7, BR-1, PR-1, PR-2, PR-3, MS-1, MS-3, Z-1, DB-10, TK-2, DB-3, DB-11] the visible timelines are the models' after any sequence, and the provider is sent just that", async () => {
  const sequences = fc.asyncProperty(fc.array(step, { maxLength: 16, size: "max" }), async (steps) => {
    const talks = await Talks.begin();
    try {
      for (const next of steps) {
        await talks.take(next);
        talks.check();
      }
    } finally {
      await talks.close();
    }
  });
  await fc.assert(sequences, {
    numRuns: fuzzRuns(10),
    examples: [[BARE_QUESTION], [PRUNED], [SUMMARY_OF_SUMMARY], [MODEL_BENEATH], [MODEL_OF_QUESTION]],
  });
});
