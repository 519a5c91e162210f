/** The app without its window: the composed core on a real database, with a scripted provider over real HTTP. */

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type App, type ComposeOptions, compose } from "../../src-main/compose";
import type { Tool } from "../../src-main/core/ports/tools";
import { draftKey } from "../../src-main/core/session/drafts";
import type { SessionService } from "../../src-main/core/session/session-service";
import { createInProcessCounter } from "../../src-main/models/tokens/in-process";
import { dataRoot } from "../../src-main/store/testing/data-root";
import { placeEmptyDatabase } from "../../src-main/store/testing/empty-database";
import type { ReadableKind } from "../../src-preload/contract/domain/attachments";
import type { FeedEvent, FeedPacket, Snapshot } from "../../src-preload/contract/domain/feed";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import type { Chunk, StoredMessage } from "../../src-preload/contract/domain/messages";
import type { ThinkingLevel } from "../../src-preload/contract/domain/models";
import type { SendRequest } from "../../src-preload/contract/domain/requests";
import type { SessionStatus } from "../../src-preload/contract/domain/sessions";
import { elsewhere, startProxy, type TestProxy } from "../fixtures/company/company-network";
import { type ScriptedProvider, startProvider } from "../fixtures/provider/provider";

export const RESOURCES = join(import.meta.dirname, "../../resources");
export const KEY = "sk-planted-0123456789";

export type WireType = "openai-compatible" | "anthropic";

export interface SliceOptions {
  wire?: WireType;
  /** Merged into the `run` section; retries are quick unless said otherwise. */
  run?: Record<string, unknown>;
  recorder?: Record<string, unknown>;
  compaction?: Record<string, unknown>;
  /** The windows of models, by their ids; 200,000 tokens with answers of 8,192 unless said otherwise. */
  windows?: Readonly<Record<string, { context_limit: number; max_output?: number }>>;
  tools?: Tool[];
  /** A folder to go on with, e.g. after a kill. */
  data_dir?: string;
  compose?: Partial<ComposeOptions>;
  base_url?: string;
  /** The provider seems to stand on another computer: one on this computer is waited for longer (RN-8). */
  elsewhere?: true;
  /** Ids of models beside `big`; one called `small` is the provider's small one. */
  models?: string[];
  /** The kinds of file that models read (AG-7), by their ids; absent: what their wire says. */
  reads?: Readonly<Record<string, readonly ReadableKind[]>>;
  /** The default thinking levels of models (MS-1), by their ids. */
  default_thinking?: Readonly<Record<string, ThinkingLevel>>;
  /** Ids of models whose answers begin with their thoughts. */
  begin_thinking?: readonly string[];
}

export class Slice {
  constructor(
    readonly app: App,
    readonly provider: ScriptedProvider,
    readonly data_dir: string,
    private readonly proxy?: TestProxy,
  ) {}

  get service(): SessionService {
    return this.app;
  }

  /** A further message to a session that is idle. @throws BraidError `SESSION_BUSY` where it is not */
  send({ session_id, draft, ...words }: SendRequest, writer?: string): StoredMessage {
    const view = this.app.sessions.read({ session_id });
    return this.app.turns.send(view, words, { draft: draftKey(draft, writer) });
  }

  /** A new session with its first message sent. */
  ask(text = "Hello?"): { session_id: SessionId; message: StoredMessage } {
    const { session, message } = this.service.sessions.create({ text });
    if (message === undefined) throw new Error("no message was stored");
    return { session_id: session.id, message };
  }

  /** All visible messages as the database has them. */
  messages(session_id: SessionId): StoredMessage[] {
    return this.look(session_id).page.messages;
  }

  /** Returns what a new window would be shown, and detaches that window at once. */
  look(session_id: SessionId): Snapshot {
    const watcher = this.watch(session_id);
    watcher.detach();
    return watcher.snapshot;
  }

  watch(session_id: SessionId): Watcher {
    return new Watcher(this, session_id);
  }

  /** Waits until the session has come to rest, and returns its last message. */
  async rest(session_id: SessionId): Promise<StoredMessage> {
    const watcher = this.watch(session_id);
    await watcher.rest();
    watcher.detach();
    const last = this.messages(session_id).at(-1);
    if (last === undefined) throw new Error("the session is empty");
    return last;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.provider.close();
    await this.proxy?.close();
  }
}

/** One window's worth of a session: takes every packet in and remembers it. */
export class Watcher {
  readonly events: FeedEvent[] = [];
  status: SessionStatus;
  closed = false;
  private readonly waiting = new Set<() => void>();
  private readonly handle;
  private first: Snapshot | undefined;

  constructor(
    slice: Slice,
    readonly session_id: SessionId,
  ) {
    const handle = slice.service.sessions.attach(session_id, {
      post: (packet) => {
        this.take(packet);
        // Acknowledged like a window does: after it was taken in, in a later task.
        queueMicrotask(() => this.handle.ack(packet.seq));
      },
      closed: () => {
        this.closed = true;
      },
    });
    this.handle = handle;
    this.status = this.snapshot.status;
  }

  get snapshot(): Snapshot {
    if (this.first === undefined) throw new Error("no snapshot came");
    return this.first;
  }

  chunksOf(message_id: MessageId): Chunk[] {
    return this.events.flatMap((event) =>
      event.type === "chunks" && event.message_id === message_id ? event.chunks : [],
    );
  }

  /** All text that was sent to this window, of all live messages. */
  get text(): string {
    const chunks = this.events.flatMap((event) => (event.type === "chunks" ? event.chunks : []));
    return chunks.map((chunk) => (chunk.type === "text-delta" ? chunk.delta : "")).join("");
  }

  /** Resolves once `met` holds; looked at after each packet. */
  async until(met: () => boolean): Promise<void> {
    while (!met()) await new Promise<void>((resolve) => this.waiting.add(resolve));
  }

  rest(): Promise<void> {
    return this.until(() => this.status.state === "idle" || this.status.state === "error");
  }

  detach(): void {
    this.handle.detach();
  }

  private take(packet: FeedPacket): void {
    if (packet.type === "snapshot") this.first = packet.snapshot;
    if (packet.type === "events") {
      this.events.push(...packet.events);
      for (const event of packet.events) if (event.type === "status") this.status = event.status;
    }
    for (const wake of this.waiting) wake();
    this.waiting.clear();
  }
}

const QUICK = {
  max_retries: 2,
  max_retry_wait_ms: 30,
  first_chunk_timeout_ms: 30_000,
  stall_timeout_ms: 30_000,
  // Calls beside the turn are for the tests that look at them.
  precompact_tokens: 0,
};

export async function startSlice(options: SliceOptions = {}): Promise<Slice> {
  const provider = await startProvider();
  const data_dir = options.data_dir ?? (await freshDataFolder());
  const proxy = options.elsewhere && (await startProxy());
  const { base_url = proxy ? elsewhere(provider.baseUrl) : provider.baseUrl } = options;
  await writeSettings(data_dir, base_url, options);
  const app = await compose({
    data_dir,
    resources_dir: RESOURCES,
    env: { SCRIPTED_KEY: KEY, ...(proxy && { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` }) },
    counter: createInProcessCounter(),
    ...(options.tools === undefined ? {} : { tools: options.tools }),
    ...options.compose,
  });
  // A key of the environment goes to no other computer without its user's word.
  if (proxy) await app.providers.setKey({ provider_id: "scripted", key: KEY, keep: "run" });
  return new Slice(app, provider, data_dir, proxy);
}

async function freshDataFolder(): Promise<string> {
  const data_dir = await mkdtemp(join(dataRoot(), "braid-slice-"));
  placeEmptyDatabase(join(data_dir, "braid.db"));
  return data_dir;
}

export async function writeSettings(
  data_dir: string,
  base_url: string,
  options: SliceOptions = {},
): Promise<void> {
  const { wire = "openai-compatible", run, recorder, models: more = [] } = options;
  const settings = {
    providers: [
      {
        id: "scripted",
        type: wire,
        base_url,
        api_key_env: "SCRIPTED_KEY",
        models: ["big", ...more].map((id) => ({
          id,
          context_limit: 200000,
          max_output: 8192,
          ...options.windows?.[id],
          ...(options.reads?.[id] && { reads: options.reads[id] }),
          ...(options.begin_thinking?.includes(id) ? { begins_thinking: true } : {}),
          ...(id === "small" ? { small: true } : {}),
          ...(options.default_thinking?.[id] && { default_thinking: options.default_thinking[id] }),
        })),
      },
    ],
    default_model: { provider_id: "scripted", model_id: "big" },
    run: { ...QUICK, ...run },
    ...(recorder === undefined ? {} : { recorder }),
    ...(options.compaction === undefined ? {} : { compaction: options.compaction }),
  };
  await writeFile(join(data_dir, "settings.json"), JSON.stringify(settings));
}

/** The app closed and started again on the same folder. */
export async function restartSlice(slice: Slice, options: Partial<ComposeOptions> = {}): Promise<Slice> {
  await slice.app.close();
  const app = await compose({
    data_dir: slice.data_dir,
    resources_dir: RESOURCES,
    env: { SCRIPTED_KEY: KEY },
    counter: createInProcessCounter(),
    ...options,
  });
  return new Slice(app, slice.provider, slice.data_dir);
}

export async function removeSlice(slice: Slice): Promise<void> {
  await slice.close();
  await rm(slice.data_dir, { recursive: true, force: true });
}

export const textOf = (message: StoredMessage | undefined): string =>
  message?.parts.map((part) => (part.type === "text" ? part.text : "")).join("") ?? "";
