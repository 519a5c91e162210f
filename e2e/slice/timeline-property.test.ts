/** Any sequence of sends, rewinds, tries, restores, branches, deletions, undos and restarts leaves what a simple model of it says, and sends just that. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import { reply } from "../fixtures/provider/script";
import { query } from "./database";
import { broken } from "./invariants";
import { removeSlice, restartSlice, type Slice, startSlice, textOf } from "./slice";
import { TimelineModel } from "./timeline-model";

/** `at` and `of` choose among what there is: the nth message, or way that was left, of the nth session. */
interface Step {
  do: "send" | "restart" | "undo" | "rewind" | "retry" | "restore" | "branch" | "delete";
  at: number;
  of: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom(
    ...(["send", "undo", "undo", "rewind", "rewind", "retry", "restore", "restore"] as const),
    ...(["branch", "delete", "restart"] as const),
  ),
  at: fc.nat({ max: 20 }),
  of: fc.nat({ max: 20 }),
});

/** A session and what is to be seen in it. */
interface Told {
  session_id: SessionId;
  model: TimelineModel;
}

class Talks {
  private readonly undos: (() => void)[] = [];
  private readonly living: Told[] = [];
  private asked = 0;

  private constructor(private slice: Slice) {}

  static async begin(): Promise<Talks> {
    const talks = new Talks(await startSlice());
    talks.slice.provider.respond(() => reply(`answer ${++talks.asked}`));
    await talks.take({ do: "send", at: 0, of: 0 });
    return talks;
  }

  close(): Promise<void> {
    return removeSlice(this.slice);
  }

  async take(step: Step): Promise<void> {
    const told = this.living[step.of % Math.max(this.living.length, 1)] ?? this.create();
    const [text, answer] = [`question ${this.asked + 1}`, `answer ${this.asked + 1}`];
    if (step.do === "restart") this.slice = await restartSlice(this.slice);
    else if (step.do === "undo") this.undo();
    else if (step.do === "delete") this.delete(told);
    else if (step.do === "branch") await this.branch(told, step.at);
    else if (step.do === "restore") this.restore(told, step.at);
    else if (step.do === "send") this.send(told, text, answer);
    else this.goBack(told, { ...step, do: step.do }, text, answer);
    if (step.do !== "send" && step.do !== "rewind" && step.do !== "retry") return;
    await this.slice.rest(told.session_id);
    this.checkSent(told);
  }

  /** Which sessions there are; in each what is visible, and what is hidden where: the app's against the models'. */
  check(): void {
    const listed = this.slice.service.sessions.list({ limit: 200 }).sessions.map(({ id }) => id);
    expect(listed.sort()).toEqual(this.living.map(({ session_id }) => session_id).sort());
    for (const { session_id, model } of this.living) {
      const { page, hidden } = this.slice.watch(session_id).snapshot;
      expect(page.messages.map(textOf)).toEqual(model.texts.slice(-page.messages.length));
      expect(this.slice.messages(session_id).map(textOf)).toEqual(model.texts);
      expect(hidden.map(({ op_id }) => this.beginningOf(op_id)).sort()).toEqual(model.left.sort());
    }
    expect(broken(this.slice)).toEqual([]);
  }

  private create(): Told {
    const { session } = this.slice.service.sessions.create({ title: "A talk" });
    const told = { session_id: session.id, model: new TimelineModel(this.undos) };
    this.living.push(told);
    return told;
  }

  private send({ session_id, model }: Told, text: string, answer: string): void {
    this.slice.send({ session_id, text });
    model.say(text, answer);
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

  /** The messages that the provider was sent are those before its answer. */
  private checkSent({ model }: Told): void {
    const messages = this.slice.provider.requests.at(-1)?.body.messages as { content: unknown }[];
    const sent = messages.slice(1).map(({ content }) => wordsIn(content));
    expect(sent).toEqual(model.texts.slice(0, -1));
  }

  private goBack(
    { session_id, model }: Told,
    step: { do: "rewind" | "retry"; at: number },
    text: string,
    answer: string,
  ): void {
    const questions = model.visible.flatMap(({ role }, index) => (role === "user" ? [index] : []));
    const index = questions[step.at % questions.length];
    const message_id = this.slice.messages(session_id)[index ?? -1]?.id;
    // A session that was just begun: there is nothing to go back in.
    if (index === undefined || message_id === undefined)
      return this.send({ session_id, model }, text, answer);
    if (step.do === "retry") {
      this.slice.service.timeline.retry({ session_id, message_id });
      model.retry(index, answer);
    } else {
      this.slice.service.timeline.rewind({ session_id, message_id, text });
      model.rewind(index, text, answer);
    }
  }

  private restore({ session_id, model }: Told, at: number): void {
    const { hidden } = this.slice.watch(session_id).snapshot;
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

function wordsIn(content: unknown): string {
  if (typeof content === "string") return content;
  return (content as { text?: string }[]).map(({ text = "" }) => text).join("");
}

const SAID = `SELECT m.id, json_extract(p.data_json, '$.text') AS text FROM chat_messages m
  JOIN chat_parts p ON p.message_id = m.id WHERE m.session_id = ? AND p.type = 'text' ORDER BY m.id`;

/** A branch that ends with a question: Try again answers it, and there is nothing to undo. */
const BARE_QUESTION: Step[] = [
  { do: "branch", at: 0, of: 0 },
  { do: "retry", at: 0, of: 1 },
  { do: "undo", at: 0, of: 0 },
];

/** Tests of their own: one after the other they take long on a machine that has other things to do. */
const SEQUENCES = 30;
const PARTS = [1, 2];

test.each(PARTS)(
  "[RW-2, RW-3, RW-7, BR-1, DB-10, TK-2, DB-3, DB-11] the visible timelines are the models' after any sequence, and the provider is sent just that: part %i",
  async () => {
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
      numRuns: SEQUENCES / PARTS.length,
      examples: [[BARE_QUESTION]],
    });
  },
);
