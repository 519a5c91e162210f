/**
 * The message that is being written: the SDK's own `Chat` (architecture decision 3) over the chunks of the feed, one for each run.
 *
 * As it comes it clones every part of the message for every chunk, which makes a chunk cost more the more parts there are and gives
 * each part a new identity. Here the reducer's object is taken as it is, so a chunk costs the same at any length, and reading
 * `message` keeps the identity of each part that has not changed: only those render that have. Runs without a DOM.
 */
import "./without-eval";
import { Chat } from "@ai-sdk/react";
import type { ChatTransport, UIMessageChunk } from "ai";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { BraidMessage, BraidPart, Chunk } from "../../../src-preload/contract/domain/messages";

class LiveChat extends Chat<BraidMessage> {
  #dirty = false;

  constructor(transport: ChatTransport<BraidMessage>, onChange: () => void) {
    super({ transport });
    const { state } = this;
    const { pushMessage, replaceMessage } = state;
    const changed = () => {
      if (this.#dirty) return;
      this.#dirty = true;
      onChange();
    };
    // The reducer goes on writing into the object it gave us; what others may keep is taken in `LiveMessage.message`.
    state.snapshot = (thing) => thing;
    state.pushMessage = (message) => {
      pushMessage(message);
      changed();
    };
    state.replaceMessage = (index, message) => {
      replaceMessage(index, message);
      changed();
    };
  }

  /** Returns true if anything came since the last call. */
  takeChange(): boolean {
    const dirty = this.#dirty;
    this.#dirty = false;
    return dirty;
  }
}

/** Chunks wait here until the reducer asks for them, so that we know when it has taken in all of them. */
class ChunkSource {
  readonly stream: ReadableStream<UIMessageChunk>;
  #pending: Chunk[] = [];
  #next = 0;
  #ended = false;
  #wanted: ReadableStreamDefaultController<UIMessageChunk> | undefined;
  #release: (() => void) | undefined;
  #drained: (() => void)[] = [];

  constructor() {
    this.stream = new ReadableStream<UIMessageChunk>(
      {
        pull: (controller) => {
          this.#wanted = controller;
          return this.#give();
        },
        cancel: () => {
          this.#ended = true;
          this.#pending = [];
          this.#settle();
        },
      },
      { highWaterMark: 0 },
    );
  }

  push(chunks: readonly Chunk[]): void {
    if (this.#ended) return;
    for (const chunk of chunks) this.#pending.push(chunk);
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** Resolves when the reducer has asked for more than there is: everything before has been reduced. */
  drained(): Promise<void> {
    if (this.#next >= this.#pending.length && (this.#wanted !== undefined || this.#ended))
      return Promise.resolve();
    return new Promise((resolve) => this.#drained.push(resolve));
  }

  #wake(): void {
    const release = this.#release;
    this.#release = undefined;
    release?.();
  }

  async #give(): Promise<void> {
    while (this.#next >= this.#pending.length && !this.#ended) {
      this.#settle();
      await new Promise<void>((resolve) => {
        this.#release = resolve;
      });
    }
    const controller = this.#wanted;
    const chunk = this.#pending[this.#next];
    this.#wanted = undefined;
    if (chunk !== undefined) {
      this.#next += 1;
      if (this.#next === this.#pending.length) {
        this.#pending = [];
        this.#next = 0;
      }
      controller?.enqueue(chunk);
    } else if (this.#ended) {
      controller?.close();
      this.#settle();
    }
  }

  #settle(): void {
    for (const resolve of this.#drained.splice(0)) resolve();
  }
}

/**
 * While a tool's input streams, the SDK parses all of it again for every delta. We show it as text, so we ask for text; the whole
 * input, parsed, comes with `tool-input-available`. And no chunk may end the reducer (`error` would, and lose what follows).
 */
function prepare(chunk: Chunk): Chunk[] {
  if (chunk.type === "error") return [];
  // biome-ignore lint/plugin/one-part-registry: a chunk, not a part.
  return [chunk.type === "tool-input-start" ? { ...chunk, inputEncoding: "text" } : chunk];
}

function sameFields(a: object, b: object): boolean {
  const keys = Object.keys(a) as (keyof typeof a)[];
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.is(a[key], b[key]));
}

/** Copies what has changed and keeps what has not: the reducer writes into its parts, a reader must not see them change. */
function takeParts(parts: readonly BraidPart[], before: readonly BraidPart[]): BraidPart[] {
  return parts.map((part, index) => {
    const known = before[index];
    return known !== undefined && sameFields(known, part) ? known : { ...part };
  });
}

export class LiveMessage {
  readonly id: MessageId;
  /** Resolves when the reducer has taken in everything up to the end; never rejects, see `failure`. */
  readonly finished: Promise<void>;
  readonly #source = new ChunkSource();
  readonly #chat: LiveChat;
  #message: BraidMessage;

  /** `onChange` tells of the first change since `message` was last read: the reader chooses when to read again. */
  constructor(id: MessageId, onChange: () => void = () => undefined) {
    this.id = id;
    this.#message = { id, role: "assistant", parts: [] };
    const transport: ChatTransport<BraidMessage> = {
      resumeStreamIsReplay: true,
      reconnectToStream: () => Promise.resolve(this.#source.stream),
      sendMessages: () => Promise.reject(new Error("Messages are sent through the bridge.")),
    };
    this.#chat = new LiveChat(transport, onChange);
    this.finished = this.#chat.resumeStream();
  }

  /** Why the reducer gave up, if it did: then what is stored is right and this is not. */
  get failure(): Error | undefined {
    return this.#chat.error;
  }

  /** Takes chunks in order; the first is `start` with this message's id, `finish` is the last. */
  push(chunks: readonly Chunk[]): void {
    this.#source.push(chunks.flatMap(prepare));
    if (chunks.at(-1)?.type === "finish") this.#source.end();
  }

  /** Resolves when all that was pushed has been reduced. */
  async drained(): Promise<void> {
    await Promise.race([this.#source.drained(), this.finished]);
  }

  /** No more chunks will come: resolves when the message is as it will stay. */
  async end(): Promise<void> {
    this.#source.end();
    await this.finished;
  }

  /** Stops reading; the run itself goes on (LY-3). */
  detach(): void {
    void this.#chat.stop();
  }

  /** The message as of now. Never changes once read; unchanged parts are the same objects as in the reading before. */
  get message(): BraidMessage {
    const reduced = this.#chat.lastMessage;
    if (this.#chat.takeChange() && reduced !== undefined) {
      this.#message = { ...reduced, parts: takeParts(reduced.parts, this.#message.parts) };
    }
    return this.#message;
  }
}
