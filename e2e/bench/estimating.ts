/** Measures for how long an estimate of a prompt of 200,000 tokens holds the input thread: from the prompt to its number, in the app's own thread. */
import type { LanguageModelV3Prompt } from "@ai-sdk/provider";
import { rawTokens } from "../../src-main/core/context/raw-tokens";
import { createTokenCounter } from "../../src-main/models/tokens/token-counter";
import { thread } from "./core";
import { type Line, median, milliseconds, never } from "./lines";
import { interleaved, watchThread } from "./measure";

const TOKENS = 200_000;
const ROUNDS = 12;
/** As many tokens of prose as of a tool's output, in messages of a few thousand. */
const PARAGRAPH = "A boat that nobody rows goes where the river goes, and so did we, until the evening. ";
const FOUND = {
  path: "src/boats/river-boat.ts",
  line: 120,
  text: "export const oars = (boat: Boat): Oar[] => [];",
};

export async function estimating(): Promise<Line[]> {
  const messages = [...longPrompt(25)];
  const { thread: rounds } = await interleaved(ROUNDS, {
    thread: async () => {
      // A fresh thread each time: its start counts as well.
      const counter = createTokenCounter({ worker_file: thread("token-worker"), onFailure: fail });
      const begun = performance.now();
      const watch = watchThread();
      const tokens = await rawTokens(counter, { messages });
      const held = watch.stop();
      const whole = performance.now() - begun;
      await counter.close();
      return { tokens, held, whole };
    },
  });
  const least = Math.min(...rounds.map(({ tokens }) => tokens));
  if (least < TOKENS) throw new Error(`The prompt has only ${least} tokens.`);
  return [
    never(
      "time the input thread is held by an estimate of a prompt of 200,000 tokens",
      rounds.map(({ held }) => held),
      16,
      `the estimate takes ${milliseconds(median(rounds.map(({ whole }) => whole)))}, start of its thread included`,
    ),
  ];
}

/** So many turns: a question, a call of a tool, its output, an answer. */
function* longPrompt(turns: number): Iterable<LanguageModelV3Prompt[number]> {
  for (let turn = 0; turn < turns; turn++) {
    const call = { toolCallId: `call_${turn}`, toolName: "search" };
    const value = Array.from({ length: 120 }, (_, line) => ({ ...FOUND, line }));
    yield { role: "user", content: [{ type: "text", text: PARAGRAPH.repeat(20) }] };
    yield { role: "assistant", content: [{ type: "tool-call", ...call, input: { words: "boat" } }] };
    yield { role: "tool", content: [{ type: "tool-result", ...call, output: { type: "json", value } }] };
    yield { role: "assistant", content: [{ type: "text", text: PARAGRAPH.repeat(190) }] };
  }
}

function fail(error: unknown): never {
  throw error;
}
