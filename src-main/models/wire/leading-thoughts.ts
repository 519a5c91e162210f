/**
 * Turns thoughts in tags at the very start of an answer into reasoning. Models that think write `<think>…</think>` themselves, and some
 * servers hand it on as the answer. A tag behind any word stays: it belongs to an answer about it. Of models whose opening tag stands in the
 * prompt the answer has the closing one alone: only the settings know which these are (`begins_thinking`).
 */
import type { LanguageModelV3, LanguageModelV3Content, LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";

type Part = LanguageModelV3StreamPart;
type TextStart = Extract<Part, { type: "text-start" }>;

const TAGS = ["<think>", "<thinking>"] as const;
/** Characters of white space before a tag. What holds more is no answer that thinks. */
const MOST_BLANK = 1000;
/** Parts that say nothing of the answer. */
const BEFORE_ANSWER: readonly Part["type"][] = ["stream-start", "response-metadata", "raw"];

export const withLeadingThoughts = (model: LanguageModelV3, begins_thinking: boolean): LanguageModelV3 =>
  wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: "v3",
      async wrapGenerate({ doGenerate }) {
        const result = await doGenerate();
        return { ...result, content: splitContent(result.content, begins_thinking) };
      },
      async wrapStream({ doStream }) {
        const result = await doStream();
        return { ...result, stream: result.stream.pipeThrough(splitting(begins_thinking)) };
      },
    },
  });

/** Thoughts without an end go to the end: the answer was cut before it began. */
const LEADING = /^\s*<(think|thinking)>\s*([\s\S]*?)(?:<\/\1>\s*([\s\S]*))?$/;
/** The same without the opening tag, in an answer that has words. */
const FROM_THE_START = /^\s*(?=\S)()([\s\S]*?)(?:<\/think>\s*([\s\S]*))?$/;

function splitContent(content: LanguageModelV3Content[], begins_thinking: boolean): LanguageModelV3Content[] {
  const [first, ...rest] = content;
  if (first?.type !== "text") return content;
  const found = LEADING.exec(first.text) ?? (begins_thinking ? FROM_THE_START.exec(first.text) : null);
  if (found === null) return content;
  const [, , thoughts = "", answer = ""] = found;
  return [
    ...(thoughts === "" ? [] : [{ type: "reasoning" as const, text: thoughts }]),
    ...(answer === "" ? [] : [{ ...first, text: answer }]),
    ...rest,
  ];
}

/** The transform of one answer's parts. It holds back no more than what may still be a tag, and the white space around it. */
export function splitting(begins_thinking = false): TransformStream<Part, Part> {
  const answer = new Answer(begins_thinking);
  return new TransformStream({
    transform(part, controller) {
      for (const made of answer.take(part)) controller.enqueue(made);
    },
    flush(controller) {
      for (const made of answer.release()) controller.enqueue(made);
    },
  });
}

class Answer {
  /** `start`: no word yet. `thoughts`: behind the tag. `gap`: behind its end, no word yet. `words`: all goes as it comes. */
  #at: "start" | "thoughts" | "gap" | "words" = "start";
  #held = "";
  /** The beginning of the text part at hand, until it is passed on. */
  #start: TextStart | undefined;
  #end = "";
  #thoughts_id: string | undefined;

  constructor(private readonly begins_thinking: boolean) {}

  *take(part: Part): Generator<Part> {
    if (this.#at === "words") yield part;
    else if (part.type === "text-start") this.#start = part;
    else if (part.type === "text-delta") {
      this.#held += part.delta;
      yield* this.#read(part.id);
    } else if (part.type === "text-end") yield* this.#endText(part);
    else {
      // A server that sends thoughts or calls of its own before the text has read the tags of its model.
      if (this.#at === "start" && !BEFORE_ANSWER.includes(part.type)) yield* this.#passOn();
      yield part;
    }
  }

  /** What is held at the end of a stream that did not end its text. */
  *release(): Generator<Part> {
    if (this.#at === "start" && !this.#beginThoughts()) yield* this.#passOn();
    else if (this.#at === "thoughts") yield* this.#think(this.#held);
  }

  *#read(id: string): Generator<Part> {
    if (this.#at === "start") {
      if (this.#held.length <= MOST_BLANK && mayBecomeTag(this.#held.trimStart())) return;
      if (!this.#beginThoughts()) return yield* this.#passOn(id);
    }
    if (this.#at === "thoughts") {
      const end = this.#held.indexOf(this.#end);
      if (end < 0) return yield* this.#thinkAllBut(beginningAtEnd(this.#held, this.#end));
      yield* this.#think(this.#held.slice(0, end));
      yield* this.#endThoughts();
      this.#held = this.#held.slice(end + this.#end.length);
      this.#at = "gap";
    }
    if (this.#at !== "gap") return;
    this.#held = this.#held.trimStart();
    if (this.#held !== "") yield* this.#passOn(id);
  }

  *#endText(part: Extract<Part, { type: "text-end" }>): Generator<Part> {
    // White space alone is no answer yet: the tag may stand at the start of the next text.
    const isBlank = this.#at === "start" && this.#held.trim() === "";
    if (this.#at === "start" && !this.#beginThoughts()) {
      yield* this.#passOn(part.id);
      yield part;
      if (isBlank) this.#at = "start";
      return;
    }
    if (this.#at === "thoughts") {
      yield* this.#think(this.#held);
      yield* this.#endThoughts();
    }
    this.#start = undefined;
    this.#held = "";
    this.#at = "words";
  }

  /** Goes behind the opening tag. Returns false where the answer begins with its words. */
  #beginThoughts(): boolean {
    const said = this.#held.trimStart();
    const tag = TAGS.find((tag) => said.startsWith(tag));
    if (tag === undefined && (said === "" || !this.begins_thinking)) return false;
    this.#at = "thoughts";
    this.#end = (tag ?? TAGS[0]).replace("<", "</");
    this.#held = said.slice(tag?.length ?? 0);
    return true;
  }

  /** Passes on what is held as text, and from now on everything. */
  *#passOn(id = this.#start?.id): Generator<Part> {
    if (this.#start !== undefined) yield this.#start;
    if (this.#held !== "" && id !== undefined) yield { type: "text-delta", id, delta: this.#held };
    this.#start = undefined;
    this.#held = "";
    this.#at = "words";
  }

  *#thinkAllBut(kept: string): Generator<Part> {
    yield* this.#think(this.#held.slice(0, this.#held.length - kept.length));
    this.#held = kept;
  }

  /** Begins the reasoning at its first word: empty thoughts are none. */
  *#think(thoughts: string): Generator<Part> {
    const delta = this.#thoughts_id === undefined ? thoughts.trimStart() : thoughts;
    if (delta === "") return;
    if (this.#thoughts_id === undefined) {
      this.#thoughts_id = `thoughts-${this.#start?.id ?? ""}`;
      yield { type: "reasoning-start", id: this.#thoughts_id };
    }
    yield { type: "reasoning-delta", id: this.#thoughts_id, delta };
  }

  *#endThoughts(): Generator<Part> {
    if (this.#thoughts_id !== undefined) yield { type: "reasoning-end", id: this.#thoughts_id };
  }
}

const mayBecomeTag = (said: string): boolean => TAGS.some((tag) => tag !== said && tag.startsWith(said));

/** The longest end of the text with which the tag may begin. */
function beginningAtEnd(text: string, tag: string): string {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(tag.slice(0, length))) return tag.slice(0, length);
  return "";
}
