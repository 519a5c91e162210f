/**
 * Further steps of a turn: compared with the first step, which reads all messages, and in a long conversation with those in a short one.
 */
import type { LanguageModelV3Message, LanguageModelV3Prompt } from "@ai-sdk/provider";
import type { TokenCounter } from "../../src-main/core/ports/token-counter";
import type { SessionService } from "../../src-main/core/session/session-service";
import { createTokenCounter } from "../../src-main/models/tokens/token-counter";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { sessionId } from "../fixtures/many-rows";
import { ownTime } from "../fixtures/own-time";
import { answer, call, createCore, type OpenedDatabase, openDatabaseFolder, thread } from "./core";
import { type Line, median, never, timeRatio } from "./lines";
import { type Clocks, interleaved, watchThread } from "./measure";

const MESSAGES = 100_000;
const [LONG, SHORT] = [10_000, 100];
const STEPS = 6;
const ROUNDS = { against_first: 3, against_short: 12 };
/** Tokens. With a window the app looks for room in it before each step. */
const ROOMY = 100_000_000;

export async function steps(): Promise<Line[]> {
  return [...(await againstFirst()), await againstShort()];
}

async function againstFirst(): Promise<Line[]> {
  const session = await stepping(MESSAGES, {});
  const { turns } = await interleaved(ROUNDS.against_first, { turns: session.turn });
  await session.close();
  const what = "after 100,000 visible messages";
  return [
    timeRatio(
      `what a step sends, ${what}: a further step / the first of its turn`,
      turns.map(({ further }) => further),
      turns.map(({ first }) => first),
      0.1,
    ),
    never(
      `time the input thread is held by a turn of ${STEPS} steps, ${what}`,
      turns.map(({ held }) => held),
      16,
    ),
  ];
}

async function againstShort(): Promise<Line> {
  const [long, short] = [
    await stepping(LONG, { context_limit: ROOMY }),
    await stepping(SHORT, { context_limit: ROOMY }),
  ];
  const found = await interleaved(ROUNDS.against_short, { long: long.turn, short: short.turn });
  await Promise.all([long.close(), short.close()]);
  return timeRatio(
    "prompt of a further step, after 10,000 visible messages / after 100",
    found.long.map(({ further }) => further),
    found.short.map(({ further }) => further),
    1.3,
  );
}

interface Turn {
  /** Milliseconds before the model is asked for the first time, and (median) before each further time. */
  first: number;
  further: number;
  held: Clocks;
}

interface Stepping {
  turn(): Promise<Turn>;
  close(): Promise<void>;
}

/** A conversation of so many messages, and turns of some steps in it. */
async function stepping(messages: number, window: { context_limit?: number }): Promise<Stepping> {
  const database: OpenedDatabase = await openDatabaseFolder({ sessions: 1, messages });
  const session_id = sessionId(0);
  let ready = 0;
  let waits: number[] = [];
  // The model is asked: the time since the question was stored, or since the tool before has answered, is what the step cost.
  const stream = (prompt: LanguageModelV3Prompt) => {
    waits.push(ownTime() - ready);
    const sent = window.context_limit === undefined ? undefined : tokensOf(prompt);
    return waits.length < STEPS ? call("look", `call_${waits.length}`, sent) : answer(1, sent);
  };
  const look = {
    name: "look",
    description: "Looks.",
    input_schema: { type: "object" as const },
    execute: async () => {
      ready = ownTime();
      return { seen: waits.length };
    },
  };
  const { counter, rested } = watchedCounter();
  const service = createCore(database, stream, { tools: [look], counter, ...window });
  return {
    turn: async () => {
      // After an app's start, the prompt of its first steps is counted whole once: that is no cost of a step.
      await rested();
      waits = [];
      service.queue.send({ session_id, text: "Go on." });
      const watch = watchThread();
      ready = ownTime();
      await rest(service, session_id);
      const held = watch.stop();
      const [first = Number.NaN, ...further] = waits;
      if (further.length !== STEPS - 1) throw new Error(`The turn had ${waits.length} steps.`);
      return { first, further: median(further), held };
    },
    close: async () => {
      await counter.close();
      await database.close();
    },
  };
}

/** Counts as the app does; `rested` resolves when nothing is being counted. */
function watchedCounter(): { counter: TokenCounter; rested(): Promise<unknown> } {
  const counter = createTokenCounter({ worker_file: thread("token-worker") });
  const running = new Set<Promise<number[]>>();
  const count: TokenCounter["count"] = (texts, signal) => {
    const counted = counter.count(texts, signal).finally(() => running.delete(counted));
    running.add(counted);
    return counted;
  };
  return { counter: { ...counter, count }, rested: () => Promise.allSettled(running) };
}

/** Lengths of messages that the provider has read. One that wrote each prompt down anew would leave its garbage to the next step. */
const lengths = new WeakMap<object, number>();
function lengthOf(message: LanguageModelV3Message): number {
  const length = lengths.get(message) ?? JSON.stringify(message).length;
  lengths.set(message, length);
  return length;
}

/** A provider's count: in proportion to the prompt, as every provider's is. */
const tokensOf = (prompt: LanguageModelV3Prompt): number =>
  Math.ceil(prompt.reduce((sum, message) => sum + lengthOf(message), 0) / 4);

/** Resolves when the turn is over. */
function rest(service: SessionService, session_id: SessionId): Promise<void> {
  return new Promise((resolve, reject) => {
    const handle = service.sessions.attach(session_id, {
      post: (packet) => {
        setImmediate(() => handle.ack(packet.seq));
        if (packet.type !== "events") return;
        for (const event of packet.events) {
          if (event.type !== "status" || event.status.state === "busy") continue;
          setImmediate(() => handle.detach());
          if (event.status.state === "idle") resolve();
          else reject(new Error(JSON.stringify(event.status.message ?? event.status.state)));
        }
      },
      closed: () => reject(new Error("The window was let go.")),
    });
  });
}
