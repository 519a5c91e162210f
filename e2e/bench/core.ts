/**
 * The core without window and network: the parts of `compose`, wired the same way, with a language model in this process that answers
 * at full speed. Its store may be one that saves nothing of an answer. Beside it, databases of its own in temporary folders.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { LanguageModelV3, LanguageModelV3Prompt, LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { simulateReadableStream } from "ai";
import { Emitter } from "../../src-main/core/emitter";
import { createIds, type Ids } from "../../src-main/core/ids";
import type { AgentSource } from "../../src-main/core/ports/agents";
import { systemClock } from "../../src-main/core/ports/clock";
import type { Models } from "../../src-main/core/ports/models";
import type { Recorder } from "../../src-main/core/ports/recorder";
import type { Store } from "../../src-main/core/ports/store";
import type { TokenCounter } from "../../src-main/core/ports/token-counter";
import type { Tool } from "../../src-main/core/ports/tools";
import { createSessionService, type SessionService } from "../../src-main/core/session/session-service";
import { createTokenCounter } from "../../src-main/models/tokens/token-counter";
import { createRecorder } from "../../src-main/recorder/recorder";
import { openStore } from "../../src-main/store";
import { openDatabase } from "../../src-main/store/database/connection";
import { sizeOf } from "../../src-main/store/database/folder";
import { createUpkeep } from "../../src-main/store/upkeep/tidying";
import type { CoreEvent } from "../../src-preload/contract/domain/events";
import { COMPACTION } from "../fixtures/compaction";
import { fillRows } from "../fixtures/many-rows";

/** Twenty characters, as the goals say; the line's end lets the window cut its blocks. */
export const CHUNK = "nineteen characters\n";

/** A thread as the app starts it: `npm run bench` has built it. */
export const thread = (name: string): URL => new URL(`../../out/main/${name}.js`, import.meta.url);

/** Milliseconds; the worker begins after two quiet seconds. */
const SETTLED_MS = 30_000;

export interface OpenedDatabase {
  file: string;
  store: Store;
  recorder: Recorder;
  ids: Ids;
  /** Vacuums and checkpoints at once, as the app does in a quiet moment. */
  settle(): Promise<void>;
  /** Waits until the app's own worker has done so. */
  settled(): Promise<void>;
  /** Closes it and removes its folder. @throws the first error that the store met in the background */
  close(): Promise<void>;
}

/** A database in a folder of its own, empty or with `sessions` of so many `messages` each. */
export async function openDatabaseFolder(
  filled?: { sessions: number; messages: number },
  { search = false } = {},
): Promise<OpenedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "braid-bench-"));
  const file = join(folder, "braid.db");
  if (filled !== undefined) await fillSessions(file, filled.sessions, filled.messages);
  const background_errors: unknown[] = [];
  const { store, maintenance, storage } = openStore({
    file,
    onBackgroundError: (error) => background_errors.push(error),
    worker_file: thread("store-worker"),
    reader_file: thread("store-reader"),
    job_file: thread("store-job"),
    ...(search ? { search_file: thread("store-search") } : {}),
  });
  // Made now: the one of the day would read the database, and hold its log, in the midst of the measures.
  await storage.backUp();
  const ids = createIds(systemClock, store.newestIdTime());
  return {
    file,
    store,
    recorder: createRecorder({ store, ids, clock: systemClock }),
    ids,
    settle: async () => {
      const upkeep = createUpkeep(file);
      await upkeep.tidy();
      upkeep.close();
    },
    settled: async () => {
      const begun = performance.now();
      // The worker's last act cuts the log to nothing.
      while (sizeOf(`${file}-wal`) > 0) {
        if (performance.now() - begun > SETTLED_MS)
          throw new Error("the store's worker left its log as it was");
        await pause(100);
      }
    },
    close: async () => {
      await maintenance.close();
      store.close();
      await rm(folder, { recursive: true, force: true });
      if (background_errors.length > 0) throw background_errors[0];
    },
  };
}

/** Makes the database if there is none, and adds sessions to it (`fillRows`). No app has it open. */
export async function fillSessions(file: string, count: number, messages: number): Promise<void> {
  const { store, maintenance } = openStore({ file });
  await maintenance.close();
  store.close();
  const db = openDatabase(file);
  fillRows(db, 0, count, messages);
  db.close();
}

/** Takes frames and forgets them: questions are still saved, answers are not. */
export const forgetful = (store: Store): Store => ({
  ...store,
  commitFrame: () => undefined,
  endTurn: () => undefined,
});

/** The model's answer to each call, at full speed. */
type Stream = (prompt: LanguageModelV3Prompt) => Iterable<LanguageModelV3StreamPart>;

/** Over a store that saves, or one that does not. Without `context_limit` nobody knows the model's window, and nothing looks for room in it. */
export function createCore(
  { store, ids }: Pick<OpenedDatabase, "store" | "ids">,
  stream: Stream = () => answer(0),
  {
    tools = [],
    counter = createTokenCounter({ worker_file: thread("token-worker") }),
    ...window
  }: { tools?: Tool[]; counter?: TokenCounter; context_limit?: number } = {},
): SessionService {
  const clock = systemClock;
  const recorder = createRecorder({ store, ids, clock });
  const settings = { run: () => RUN, recorder: () => RECORDER, compaction: () => COMPACTION };
  const agent = { name: "chat", manifest: "Answer.", limits: {} };
  const given = new Map(tools.map((tool) => [tool.name, tool]));
  const models = fullSpeed(stream, window);
  const titling = { agent, onFailure: () => {} };
  const events = new Emitter<CoreEvent>();
  const deps = {
    store,
    recorder,
    ids,
    clock,
    models,
    counter,
    settings,
    agents: onlyAgent(agent),
    events,
    tools: async () => given,
  };
  return createSessionService({
    ...deps,
    summariser: agent,
    precompactor: agent,
    titling,
    isSeen: () => true,
  }).service;
}

const onlyAgent = (agent: { name: string; manifest: string; limits: object }): AgentSource => ({
  list: async () => ({ agents: [{ ...agent, origin: "braid" }], problems: [] }),
  helpers: async () => [],
  save: async () => {},
  remove: async () => {},
});

const RUN = {
  max_steps: 50,
  token_budget: null,
  max_retries: 0,
  max_retry_wait_ms: 1000,
  first_chunk_timeout_ms: 60_000,
  stall_timeout_ms: 60_000,
  precompact_tokens: 0,
};
/** The defaults of `settings.json`. */
const RECORDER = { save_on: "chunk", save_buffer_ms: 16, save_buffer_size: 65_536 } as const;

function fullSpeed(stream: Stream, window: { context_limit?: number }): Models {
  const ref = { provider_id: "bench", model_id: "full-speed" };
  const language_model: LanguageModelV3 = {
    specificationVersion: "v3",
    provider: ref.provider_id,
    modelId: ref.model_id,
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("not asked for")),
    // Only summaries and titles set a longest answer for a model without a limit.
    doStream: async ({ prompt, maxOutputTokens }) => ({
      stream: simulateReadableStream({
        chunks: [...(maxOutputTokens === undefined ? stream(prompt) : answer(1))],
        initialDelayInMs: null,
        chunkDelayInMs: null,
      }),
    }),
  };
  const resolve = () => ({ ref, language_model, ...window });
  const same = () => ref;
  return {
    choices: () => [],
    default_model: same,
    with_default_level: same,
    side_models: () => [ref],
    note_refusal: () => {},
    resolve,
  };
}

/** An answer of so many chunks. `sent`: tokens of its prompt, as its provider counts them. */
export function* answer(count: number, sent?: number): Iterable<LanguageModelV3StreamPart> {
  const id = "0";
  yield { type: "stream-start", warnings: [] };
  yield { type: "text-start", id };
  for (let sent = 0; sent < count; sent++) yield { type: "text-delta", id, delta: CHUNK };
  yield { type: "text-end", id };
  yield finish("stop", count, sent);
}

/** A step that does nothing but call a tool. `sent`: tokens of its prompt, as its provider counts them. */
export function* call(
  toolName: string,
  toolCallId: string,
  sent?: number,
): Iterable<LanguageModelV3StreamPart> {
  yield { type: "stream-start", warnings: [] };
  yield { type: "tool-call", toolCallId, toolName, input: "{}" };
  yield finish("tool-calls", 1, sent);
}

const finish = (unified: "stop" | "tool-calls", count: number, sent = 10): LanguageModelV3StreamPart => ({
  type: "finish",
  finishReason: { unified, raw: unified },
  usage: {
    inputTokens: { total: sent, noCache: sent, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: count, text: count, reasoning: 0 },
  },
});
