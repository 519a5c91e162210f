/**
 * Gathers a turn's chunks into frames, saves each, and only then publishes it (SV-2): `flush` does both in this order. With the setting
 * `save_on` at `step` or `turn` its user has chosen that words are shown before they are saved.
 */

import type { FeedEvent } from "../../../src-preload/contract/domain/feed";
import type { Chunk } from "../../../src-preload/contract/domain/messages";
import type { Recording } from "../ports/recorder";
import type { RecorderSettings } from "../ports/settings";
import type { FrameWrite } from "../ports/transcript-store";
import { chunkBytes, splitLong } from "../transcript/coalesce";

export interface FrameWriterOptions {
  recording: Recording;
  settings: RecorderSettings;
  publish(event: FeedEvent): void;
  /** Hears of a frame that a timer flushed and the store did not take: a timer has no caller to throw at. */
  onFailure(error: unknown): void;
}

export class FrameWriter {
  private pending: Chunk[] = [];
  private bytes = 0;
  private openedAt = 0;
  private timer: NodeJS.Timeout | undefined;
  /** The error of a failed save. From then on only the store knows what is saved, and the writer refuses further saves. */
  private failure: { error: unknown } | undefined;

  constructor(private readonly options: FrameWriterOptions) {}

  get recording(): Recording {
    return this.options.recording;
  }

  /** @throws BraidError `PROVIDER_BAD_STREAM` for a chunk that does not fit, `STORE_UNAVAILABLE` where a full frame could not be saved. */
  push(chunk: Chunk): void {
    for (const piece of splitLong(chunk)) this.take(piece);
  }

  private take(chunk: Chunk): void {
    this.gather(chunk);
    const now = performance.now();
    if (this.pending.length === 1) this.openedAt = now;
    const { save_buffer_ms, save_buffer_size, save_on } = this.options.settings;
    // A stream at full speed may keep timers from firing, so the age of the frame is checked here too.
    if (this.bytes >= save_buffer_size || now - this.openedAt >= save_buffer_ms) this.flush();
    else this.timer ??= setTimeout(() => this.flushLate(), save_buffer_ms);
    if (save_on === "step" && chunk.type === "finish-step") this.save(false);
  }

  private gather(chunk: Chunk): void {
    this.recording.apply(chunk);
    this.pending.push(chunk);
    this.bytes += chunkBytes(chunk);
  }

  /** @param durable sync to the disk first (SV-9). @throws BraidError `STORE_UNAVAILABLE`; nothing was published then. */
  flush(durable = false): void {
    if (durable || this.options.settings.save_on === "chunk") this.save(durable);
    this.publish();
  }

  /**
   * Takes the message's last chunks in, lets `commit` save them with all that waits (SV-6), then publishes. The last chunks get no frame of
   * their own: a frame with the finish reason would end the message before its usage is counted.
   */
  endWith(chunks: readonly Chunk[], commit: () => void): void {
    for (const chunk of chunks) this.gather(chunk);
    this.saving(commit);
    this.publish();
  }

  /** Takes chunks in, lets `commit` save their frame, synced, with more (SV-9), then publishes. @throws BraidError `STORE_UNAVAILABLE` */
  saveWith(chunks: readonly Chunk[], commit: (frame: FrameWrite) => void): void {
    for (const chunk of chunks) this.gather(chunk);
    this.saving(() => commit(this.recording.takeFrame(true)));
    this.publish();
  }

  private save(durable: boolean): void {
    this.saving(() => this.recording.commit(durable));
  }

  private saving(commit: () => void): void {
    if (this.failure !== undefined) throw this.failure.error;
    try {
      commit();
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }

  private publish(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const chunks = this.pending;
    this.pending = [];
    this.bytes = 0;
    if (chunks.length === 0) return;
    this.options.publish({ type: "chunks", message_id: this.recording.fold.id, chunks });
  }

  private flushLate(): void {
    this.timer = undefined;
    try {
      this.flush();
    } catch (error) {
      this.options.onFailure(error);
    }
  }

  /** Drops the chunks that are neither saved nor published: the store has failed, and only its content counts. */
  discard(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.pending = [];
  }
}
