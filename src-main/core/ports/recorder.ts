/** The core's port to the recorder: chunks of a running turn in, rows out (SV-2…6). */

import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { Chunk, MessageMetadata } from "../../../src-preload/contract/domain/messages";
import type { Fold } from "../transcript/fold";
import type { FrameWrite, UnsettledMessage } from "./transcript-store";

export interface RecordingStart {
  session_id: SessionId;
  message_id: MessageId;
  metadata: MessageMetadata;
}

/**
 * One assistant message that is being written. Once a verb has thrown, only the store knows what is saved: the caller drops the recording.
 */
export interface Recording {
  readonly fold: Fold;
  /** Takes a chunk in; the next commit saves it. @throws BraidError `PROVIDER_BAD_STREAM`, and takes nothing in then */
  apply(chunk: Chunk): void;
  /** Saves all applied chunks in one transaction (SV-2), and syncs it where `durable` (SV-9). @throws BraidError `STORE_UNAVAILABLE` */
  commit(durable: boolean): void;
  /** Hands out the frame that `commit` would save, for a transaction that saves more than the frame. */
  takeFrame(durable: boolean): FrameWrite;
  /** Saves the applied chunks, the final metadata and the rollups in one transaction (SV-6). */
  end(): void;
  /** Ends this message, hides it by a `retry` op and begins `next` with the chunks applied to it, in one transaction (RN-7). */
  supersede(next: Recording, op_id: OpId): void;
}

export interface Recorder {
  /** A new message; its row comes with the first frame. */
  begin(start: RecordingStart): Recording;
  /** A message that a crash or a full disk left open. */
  reopen(unsettled: UnsettledMessage): Recording;
}
