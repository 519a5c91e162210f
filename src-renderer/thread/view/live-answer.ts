/** The live message and its cell: reduced as chunks arrive, shown at most once a frame. */

import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { Chunk, StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { PrunedOutput } from "../../../src-preload/contract/domain/pruning";
import { LiveMessage } from "./live-message";
import { MessageCell } from "./message-cell";

/** Epoch ms from an id's 14 hex digits of `ms * 4096 + counter` (DB-5). */
export function timeOf(id: MessageId): number {
  return Number(BigInt(`0x${id.slice(4, 18)}`) >> 12n);
}

export class LiveAnswer {
  readonly cell: MessageCell;
  readonly #live: LiveMessage;
  readonly #session_id: SessionId;
  #frame: number | undefined;
  #pruned: PrunedOutput[] | undefined;

  constructor(id: MessageId, session_id: SessionId) {
    this.#session_id = session_id;
    this.#live = new LiveMessage(id, () => this.#showSoon());
    this.cell = new MessageCell(this.#stored(), true);
  }

  get id(): MessageId {
    return this.cell.id;
  }

  push(chunks: readonly Chunk[]): void {
    this.#live.push(chunks);
  }

  drained(): Promise<void> {
    return this.#live.drained();
  }

  /** Shows the present state at once, for a window whose frames may be asleep. */
  show(): void {
    this.#cancelFrame();
    this.cell.set(this.#stored(), true);
  }

  /** Puts the final message into the same cell. Returns false where the chunks made no sense: then the store has to be asked. */
  async settle(): Promise<boolean> {
    await this.#live.end();
    this.#cancelFrame();
    this.cell.set({ ...this.#stored(), ended_at: Date.now() }, false);
    return this.#live.failure === undefined;
  }

  /** The outputs that the model does not read whole (PR-2). */
  prune(pruned: PrunedOutput[]): void {
    this.#pruned = pruned;
    this.#showSoon();
  }

  detach(): void {
    this.#cancelFrame();
    this.#live.detach();
  }

  #stored(): StoredMessage {
    const { id } = this.#live;
    const { metadata = {}, parts } = this.#live.message;
    const pruned = this.#pruned === undefined ? {} : { pruned: this.#pruned };
    const session_id = this.#session_id;
    return { id, session_id, role: "assistant", metadata, parts, ...pruned, created_at: timeOf(id) };
  }

  #showSoon(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.cell.set(this.#stored(), true);
    });
  }

  #cancelFrame(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
  }
}
