/** Any sequence of sends, rewinds, tries, restores, undos and restarts leaves what a simple model of it says, and sends just that. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { SessionId } from "../../src-preload/contract/ids";
import { reply } from "../fixtures/provider/script";
import { query } from "./database";
import { broken } from "./invariants";
import { removeSlice, restartSlice, type Slice, startSlice, textOf } from "./slice";
import { TimelineModel } from "./timeline-model";

/** `at` chooses among what there is: the nth of the user's messages, or of the ways that were left. */
interface Step {
  do: "send" | "restart" | "undo" | "rewind" | "retry" | "restore";
  at: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom("send", "undo", "rewind", "rewind", "retry", "restore", "restore", "restart"),
  at: fc.nat({ max: 20 }),
});

class Talk {
  private readonly model = new TimelineModel();
  private asked = 0;

  private constructor(
    private slice: Slice,
    private readonly session_id: SessionId,
  ) {}

  static async begin(): Promise<Talk> {
    const slice = await startSlice();
    const { session } = slice.service.create({ title: "A talk" });
    const talk = new Talk(slice, session.id);
    slice.provider.respond(() => reply(`answer ${++talk.asked}`));
    await talk.take({ do: "send", at: 0 });
    return talk;
  }

  close(): Promise<void> {
    return removeSlice(this.slice);
  }

  async take(step: Step): Promise<void> {
    const { session_id } = this;
    const { service } = this.slice;
    const [text, answer] = [`question ${this.asked + 1}`, `answer ${this.asked + 1}`];
    if (step.do === "restart") this.slice = await restartSlice(this.slice);
    else if (step.do === "send") {
      service.send({ session_id, text });
      this.model.say(text, answer);
    } else if (step.do === "undo") {
      if (this.model.undo()) service.undo({});
      else expect(() => service.undo({})).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
    } else if (step.do === "restore") this.restore(step.at);
    else this.goBack(step.do, step.at, text, answer);
    await this.slice.rest(session_id);
  }

  /** What is visible, what is hidden where, what was sent: the app's against the model's. */
  check(): void {
    const { session_id } = this;
    const { page, hidden } = this.slice.watch(session_id).snapshot;
    expect(page.messages.map(textOf)).toEqual(this.model.texts);
    expect(hidden.map(({ op_id }) => this.beginningOf(op_id)).sort()).toEqual(this.model.left.sort());
    expect(broken(this.slice)).toEqual([]);
  }

  /** After a turn: the messages that the provider was sent are those before its answer. */
  checkSent(): void {
    const messages = this.slice.provider.requests.at(-1)?.body.messages as { content: unknown }[];
    const sent = messages.slice(1).map(({ content }) => wordsIn(content));
    expect(sent).toEqual(this.model.texts.slice(0, -1));
  }

  private goBack(what: "rewind" | "retry", at: number, text: string, answer: string): void {
    const { session_id } = this;
    const questions = this.model.visible.flatMap(({ role }, index) => (role === "user" ? [index] : []));
    const index = questions[at % questions.length];
    const message = this.slice.messages(session_id)[index ?? -1];
    if (index === undefined || message === undefined) return;
    const message_id = message.id;
    if (what === "retry") this.slice.service.retry({ session_id, message_id });
    else this.slice.service.rewind({ session_id, message_id, text });
    if (what === "retry") this.model.retry(index, answer);
    else this.model.rewind(index, text, answer);
  }

  private restore(at: number): void {
    const { session_id } = this;
    const { hidden } = this.slice.watch(session_id).snapshot;
    const chosen = hidden[at % Math.max(hidden.length, 1)];
    if (chosen === undefined) return;
    this.model.restore(this.beginningOf(chosen.op_id));
    this.slice.service.unrewind({ session_id, op_id: chosen.op_id });
  }

  /** The first words of the turns that an op hides. */
  private beginningOf(op_id: string): string {
    const sql = `SELECT json_extract(p.data_json, '$.text') AS text FROM chat_message_hides h
      JOIN chat_parts p ON p.message_id = h.message_id WHERE h.op_id = ? AND p.type = 'text' ORDER BY h.message_id LIMIT 1`;
    return query<{ text: string }>(this.slice, sql, op_id)[0]?.text ?? "";
  }
}

function wordsIn(content: unknown): string {
  if (typeof content === "string") return content;
  return (content as { text?: string }[]).map(({ text = "" }) => text).join("");
}

test("[RW-2, RW-3, RW-7, TK-2, DB-3, DB-11] the visible timeline is the model's after any sequence, and the provider is sent just that", async () => {
  const sequences = fc.asyncProperty(fc.array(step, { maxLength: 16, size: "max" }), async (steps) => {
    const talk = await Talk.begin();
    try {
      for (const next of steps) {
        await talk.take(next);
        talk.check();
        if (next.do === "send" || next.do === "rewind" || next.do === "retry") talk.checkSent();
      }
    } finally {
      await talk.close();
    }
  });
  await fc.assert(sequences, { numRuns: 100 });
}, 120_000);
