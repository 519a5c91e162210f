/**
 * The prompt of an answer as it was sent (SP-2). No prompt is stored: this makes it anew, by the stages of the prompt itself, from the
 * timeline in which the answer stands, with the outputs pruned that were pruned then.
 */

import { type Compaction, compactionOf } from "../../../src-preload/contract/domain/compaction";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import { leftSummaryOf } from "../../../src-preload/contract/domain/left-summary";
import type { BraidMessage, StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type {
  PromptGap,
  PromptHead,
  PromptMessage,
  PromptPage,
} from "../../../src-preload/contract/domain/prompts";
import type { PromptRequest } from "../../../src-preload/contract/domain/requests";
import { BraidError } from "../braid-error";
import { summarised } from "../context/compaction";
import { counted, leftOut, type Reader } from "../context/left-out";
import { toModelMessages, toPrompt } from "../context/model-messages";
import { isTool, toolName } from "../context/part-text";
import { asOf, pruned } from "../context/pruning";
import { type FileReader, fileReader } from "../context/told-files";
import type { CopiedTimeline } from "../ports/branch-store";
import { say } from "../say";
import { createBreathing } from "../time-slice";
import { countedTokens } from "./measure";
import type { TurnDeps } from "./turn-context";

/** The messages of a prompt, oldest first, and what it takes to read them. */
interface Reading {
  answer: StoredMessage;
  reader: Reader;
  ids: MessageId[];
  gaps: PromptGap[];
}

/** Characters of a message that tell which one it is. */
const PREVIEW = 200;
/** Messages that are counted where the provider did not count the prompt: a few seconds of work beside everything else. */
const MOST_COUNTED = 2000;
/** Keeps the SDK from downloading files: each stands in the prompt as it is stored. */
const ANY_URL = { supportedUrls: { "*/*": [/.*/] } };

type PromptDeps = Pick<TurnDeps, "store" | "counter" | "calibration" | "models">;

/** @throws BraidError `MESSAGE_NOT_FOUND` for a message that is no model's answer, or is not in this prompt */
export const readSentPrompt = (deps: PromptDeps, request: PromptRequest): Promise<PromptPage> =>
  new SentPrompts(deps).read(request);

class SentPrompts {
  constructor(private readonly deps: PromptDeps) {}

  async read({ session_id, message_id, before, limit }: PromptRequest): Promise<PromptPage> {
    const reading = this.readingOf(session_id, message_id);
    const end = before === undefined ? reading.ids.length : reading.ids.indexOf(before);
    if (end < 0) throw notFound();
    const from = Math.max(0, end - limit);
    const messages = await this.messagesOf(reading, reading.ids.slice(from, end));
    if (before !== undefined) return { messages, more: from > 0 };
    return { head: await this.headOf(reading, messages), messages, more: from > 0 };
  }

  private readingOf(session_id: SessionId, message_id: MessageId): Reading {
    const { store } = this.deps;
    const answer = store.message(session_id, message_id);
    const model = answer?.metadata.model;
    if (answer?.role !== "assistant" || model === undefined) throw notFound();
    const timeline = store.timelineThrough(session_id, message_id);
    const { summary, gaps } = this.summaryOf(answer, timeline);
    const behind = timeline.ids.filter(
      (id) =>
        id !== message_id &&
        timeline.summaries[id] === undefined &&
        (summary === undefined || id > summary.id),
    );
    const own = stepsBefore(answer).length > 0 ? [message_id] : [];
    return {
      answer,
      reader: { model, split: summary && compactionOf(summary)?.split },
      ids: [...(summary === undefined ? [] : [summary.id]), ...behind, ...own],
      gaps,
    };
  }

  /**
   * The summary that the answer read. In a branch its message has another id, and keeps the name that the answer knows. A summary that was
   * undone since stands in no timeline any more.
   */
  private summaryOf(
    { session_id, metadata, created_at }: StoredMessage,
    { summaries }: CopiedTimeline,
  ): { summary?: StoredMessage; gaps: PromptGap[] } {
    const { store } = this.deps;
    const found = () =>
      (Object.keys(summaries) as MessageId[]).flatMap((id) => store.message(session_id, id) ?? []);
    const { summary_id } = metadata;
    if (summary_id !== undefined) {
      const named = store.message(session_id, summary_id);
      const summary = named ?? found().find((message) => message.metadata.summary_id === summary_id);
      return summary === undefined ? { gaps: ["summary-missing"] } : { summary, gaps: [] };
    }
    // An answer notes its usage and its summary together.
    if (metadata.usage !== undefined) return { gaps: [] };
    const summary = found()
      .filter((message) => message.created_at <= created_at)
      .toSorted((a, b) => b.created_at - a.created_at)[0];
    const gaps: PromptGap[] = Object.keys(summaries).length > 0 ? ["interrupted"] : [];
    return summary === undefined ? { gaps } : { summary, gaps };
  }

  private async messagesOf(reading: Reading, ids: readonly MessageId[]): Promise<PromptMessage[]> {
    const { store } = this.deps;
    const { session_id } = reading.answer;
    const breathe = createBreathing();
    const told: PromptMessage[] = [];
    for (const id of ids) {
      const message = store.message(session_id, id);
      // A session that is removed for good loses its messages bit by bit.
      if (message !== undefined) told.push(await this.told(reading, message));
      await breathe();
    }
    return told;
  }

  private async told({ answer, reader }: Reading, stored: StoredMessage): Promise<PromptMessage> {
    const isOwn = stored.id === answer.id;
    const record = compactionOf(stored) ?? leftSummaryOf(stored);
    const then = asOf(stored, answer.ended_at ?? Infinity);
    const message = isOwn ? { ...then, parts: stepsBefore(stored) } : then;
    const [read] = summarised(pruned([message]), reader.split);
    const tokens = await this.tokensOf(read, reader.model);
    const { model } = stored.metadata;
    return {
      message_id: stored.id,
      ...kindOf(record, isOwn),
      role: record !== undefined || stored.role === "user" ? "user" : "assistant",
      ...(stored.role === "user" || model === undefined ? {} : { model }),
      ...(tokens === undefined ? {} : { tokens }),
      preview: record === undefined ? previewOf(read ?? message) : beginning(record.summary),
      left: record === undefined ? counted(leftOut(message, reader)) : [],
      ...(stored.unreadable ? { unreadable: true } : {}),
    };
  }

  /** Undefined where nothing of the message is sent. */
  private async tokensOf(message: BraidMessage | undefined, model: ModelRef): Promise<number | undefined> {
    if (message === undefined) return undefined;
    const said = await toModelMessages([message], model, this.filesFor(model));
    if (said.length === 0) return undefined;
    return await this.count({ messages: await toPrompt(said, ANY_URL) }, model);
  }

  /** A model that cannot be asked any more is taken for one that reads no files. */
  private filesFor(model: ModelRef): FileReader {
    const { store, models } = this.deps;
    try {
      return fileReader(store, models.resolve(model));
    } catch {
      return fileReader(store, {});
    }
  }

  private count(said: Parameters<typeof countedTokens>[2], model: ModelRef): Promise<number> {
    return countedTokens(this.deps, model, said, new AbortController().signal);
  }

  private async headOf(reading: Reading, last: readonly PromptMessage[]): Promise<PromptHead> {
    const { answer, reader, ids, gaps } = reading;
    const { system_prompt_digest: digest, sent_tokens: sent } = answer.metadata;
    const stored = digest === undefined ? undefined : this.deps.store.systemPrompt(digest);
    const sections = await Promise.all(
      (stored?.sections ?? []).map(async ({ name, text }) => ({
        name,
        text,
        tokens: await this.count({ messages: [{ role: "system", content: text }] }, reader.model),
      })),
    );
    const missing: PromptGap[] =
      digest === undefined ? ["not-sent"] : stored === undefined ? ["system-missing"] : [];
    const estimated = sent === undefined ? await this.estimate(reading, [...sections, ...last]) : undefined;
    return {
      ...(digest === undefined ? {} : { system: { digest, sections } }),
      tokens: { ...(sent === undefined ? {} : { sent }), ...(estimated === undefined ? {} : { estimated }) },
      model: reader.model,
      count: ids.length,
      gaps: [...missing, ...gaps],
    };
  }

  /** `known`: the system prompt, and the last messages. */
  private async estimate(
    reading: Reading,
    known: readonly { message_id?: MessageId; tokens?: number }[],
  ): Promise<number | undefined> {
    const { ids } = reading;
    if (ids.length > MOST_COUNTED) return undefined;
    const told = new Set(known.map(({ message_id }) => message_id));
    const rest = await this.messagesOf(
      reading,
      ids.filter((id) => !told.has(id)),
    );
    return [...known, ...rest].reduce((sum, { tokens = 0 }) => sum + tokens, 0);
  }
}

/** The steps of an answer that its last step read. */
function stepsBefore({ parts }: BraidMessage): BraidMessage["parts"] {
  return parts.slice(
    0,
    Math.max(
      0,
      parts.findLastIndex(({ type }) => type === "step-start"),
    ),
  );
}

function kindOf(
  compaction: Pick<Compaction, "turns"> | undefined,
  isOwn: boolean,
): Pick<PromptMessage, "kind" | "turns"> {
  if (compaction !== undefined) return { kind: "summary", turns: compaction.turns };
  return { kind: isOwn ? "own" : "said" };
}

/** The first words, or the names of the tools where there are none. */
function previewOf({ parts }: BraidMessage): string {
  const words = parts.find((part) => part.type === "text" && part.text.trim() !== "");
  if (words?.type === "text") return beginning(words.text);
  return beginning(
    parts
      .flatMap((part) =>
        isTool(part) ? [toolName(part)] : part.type === "file" ? [part.filename ?? ""] : [],
      )
      .slice(0, PREVIEW)
      .join(", "),
  );
}

const beginning = (text: string): string =>
  text
    .trimStart()
    .slice(0, PREVIEW)
    .replace(/\s+/g, " ")
    .replace(/[\ud800-\udbff]$/, "")
    .trim();

const notFound = (): BraidError => new BraidError("MESSAGE_NOT_FOUND", say("timeline.no-message.message"));
