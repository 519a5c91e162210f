/**
 * The message that is being written: the SDK's own `Chat` over the chunks of the feed, one for each run.
 *
 * On its own `Chat` clones every part of the message for every chunk. A chunk then costs more the more parts there are, and each part gets
 * a new identity. Here the reducer's object is used as it is, so a chunk costs the same at any length. `message` keeps the identity of each
 * unchanged part, so that only changed parts render. Runs without a DOM.
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
    // The reducer goes on writing into the object that it gave us; `LiveMessage.message` makes the copies that others may keep.
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

/** Holds chunks until the reducer asks for them, so that we know when it has taken in all of them. */
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

  /** Resolves when the reducer has asked for more than there is, which means that it has reduced everything before. */
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
 * Prepares a chunk for the reducer. While a tool's input streams, the SDK would parse all of it again for every delta, so this asks for
 * text. `tool-input-available` brings the whole input, parsed. Drops `error`, which would end the reducer and lose the chunks after it.
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

const FINAL: ReadonlySet<unknown> = new Set(["done", "output-available", "output-error", "output-denied"]);

/** Nothing moves a part from such a state (SV-4), so that a turn of a hundred calls does not compare all of them in each frame. */
const isFinal = (part: BraidPart): boolean =>
  "state" in part && FINAL.has(part.state) && !("preliminary" in part && part.preliminary === true);

/** Copies changed parts and keeps the others: the reducer writes into its parts, and a reader must not see them change. */
function takeParts(parts: readonly BraidPart[], before: readonly BraidPart[]): BraidPart[] {
  return parts.map((part, index) => {
    const known = before[index];
    return known !== undefined && (isFinal(known) || sameFields(known, part)) ? known : { ...part };
  });
}

export class LiveMessage {
  readonly id: MessageId;
  /** Resolves when the reducer has taken in everything up to the end. Never rejects; see `failure`. */
  readonly finished: Promise<void>;
  readonly #source = new ChunkSource();
  readonly #chat: LiveChat;
  #message: BraidMessage;

  /** `onChange` hears of the first change since `message` was last read: the reader chooses when to read again. */
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

  /** Why the reducer gave up, if it did. The stored message is right then, and this one is not. */
  get failure(): Error | undefined {
    return this.#chat.error;
  }

  /** Takes chunks in order. The first is `start` with this message's id, the last is `finish`. */
  push(chunks: readonly Chunk[]): void {
    this.#source.push(chunks.flatMap(prepare));
    if (chunks.at(-1)?.type === "finish") this.#source.end();
  }

  /** Resolves when all pushed chunks have been reduced. */
  async drained(): Promise<void> {
    await Promise.race([this.#source.drained(), this.finished]);
  }

  /** Called after the last chunk. Resolves when the message is final. */
  async end(): Promise<void> {
    this.#source.end();
    await this.finished;
  }

  /** Stops reading; the run itself goes on (LY-3). */
  detach(): void {
    void this.#chat.stop();
  }

  /** The message as of now. A read message never changes, and unchanged parts are the same objects as in the last one. */
  get message(): BraidMessage {
    const reduced = this.#chat.lastMessage;
    if (this.#chat.takeChange() && reduced !== undefined) {
      this.#message = { ...reduced, parts: takeParts(reduced.parts, this.#message.parts) };
    }
    return this.#message;
  }
}
