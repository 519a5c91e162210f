/**
 * Turns frames of a running turn into rows. Knows the row of each part, and how much of it is saved already, so that a save costs as much
 * as arrived (SV-3).
 */

import type { OpId, PartId } from "../../src-preload/contract/domain/ids";
import type { BraidPart, Chunk, MessageMetadata } from "../../src-preload/contract/domain/messages";
import type { Ids } from "../core/ids";
import type { Clock } from "../core/ports/clock";
import type { Recorder, Recording, RecordingStart } from "../core/ports/recorder";
import type { FrameWrite, PartWrite, TranscriptStore } from "../core/ports/transcript-store";
import { reopenFold } from "../core/transcript/closing";
import { createFold, type Fold, foldChunk } from "../core/transcript/fold";

interface Row {
  id: PartId;
  /** The growing text in the row itself; later text is in the row's deltas. */
  base: string;
  /** The number of the row's deltas. */
  deltas: number;
}

interface Dirty {
  changed: boolean;
  delta: string;
}

export interface RecorderDeps {
  store: TranscriptStore;
  ids: Ids;
  clock: Clock;
}

export function createRecorder(deps: RecorderDeps): Recorder {
  return {
    begin: (start) => new MessageRecording(deps, start, createFold(start.message_id, start.metadata), []),
    reopen: (unsettled) => {
      const parts = unsettled.parts.map(({ part }) => part);
      const rows = unsettled.parts.map(({ id, part }) => ({ id, base: growingText(part), deltas: 0 }));
      const start = {
        session_id: unsettled.session_id,
        message_id: unsettled.id,
        metadata: unsettled.metadata,
      };
      return new MessageRecording(
        deps,
        start,
        reopenFold(unsettled.id, unsettled.metadata, parts),
        rows,
        true,
      );
    },
  };
}

class MessageRecording implements Recording {
  private readonly dirty = new Map<number, Dirty>();
  private savedMetadata: MessageMetadata;
  private readonly changes = {
    changed: (index: number) => {
      this.dirtyAt(index).changed = true;
    },
    grew: (index: number, delta: string) => {
      this.dirtyAt(index).delta += delta;
    },
  };

  constructor(
    private readonly deps: RecorderDeps,
    private readonly start: RecordingStart,
    readonly fold: Fold,
    private readonly rows: Row[],
    private begun = false,
  ) {
    this.savedMetadata = fold.metadata;
  }

  apply(chunk: Chunk): void {
    foldChunk(this.fold, chunk, this.changes);
  }

  commit(durable: boolean): void {
    this.deps.store.commitFrame(this.takeFrame(durable));
  }

  end(): void {
    this.deps.store.endTurn(this.takeEnd());
  }

  supersede(next: Recording, op_id: OpId): void {
    this.deps.store.retryTurn({ end: this.takeEnd(), op_id, next: next.takeFrame(false) });
  }

  takeFrame(durable: boolean): FrameWrite {
    const parts: PartWrite[] = [];
    for (const [index, dirty] of this.dirty) parts.push(...this.writesOf(index, dirty));
    this.dirty.clear();
    const { session_id, message_id } = this.start;
    const frame: FrameWrite = { session_id, message_id, parts, durable, now: this.deps.clock.now() };
    const { metadata } = this.fold;
    if (!this.begun) frame.start = { metadata };
    else if (metadata !== this.savedMetadata) frame.metadata = metadata;
    this.begun = true;
    this.savedMetadata = metadata;
    return frame;
  }

  private takeEnd() {
    const { metadata: _replaced, ...frame } = this.takeFrame(false);
    return { frame, metadata: this.fold.metadata };
  }

  private writesOf(index: number, { changed, delta }: Dirty): PartWrite[] {
    const part = this.fold.parts[index];
    if (part === undefined) return [];
    const row = this.rows[index];
    const settled = !isGrowing(part);
    if (row === undefined) {
      const id = this.deps.ids.part();
      this.rows[index] = { id, base: growingText(part), deltas: 0 };
      return [{ kind: "insert", id, index, part: { ...part }, settled }];
    }
    if (changed && settled) return [{ kind: "update", id: row.id, part: { ...part }, settled }];
    const writes: PartWrite[] = [];
    if (changed) writes.push({ kind: "update", id: row.id, part: withGrowingText(part, row.base), settled });
    if (delta !== "") writes.push({ kind: "append", id: row.id, seq: row.deltas++, delta });
    return writes;
  }

  private dirtyAt(index: number): Dirty {
    const existing = this.dirty.get(index);
    if (existing !== undefined) return existing;
    const dirty = { changed: false, delta: "" };
    this.dirty.set(index, dirty);
    return dirty;
  }
}

/** Returns true for a part that may get longer: its row is not whole without its deltas. */
const isGrowing = (part: BraidPart): boolean =>
  part.type === "text" || part.type === "reasoning"
    ? part.state === "streaming"
    : "state" in part && part.state === "input-streaming";

function growingText(part: BraidPart): string {
  if (part.type === "text" || part.type === "reasoning") return part.text;
  return "rawInput" in part && typeof part.rawInput === "string" ? part.rawInput : "";
}

function withGrowingText(part: BraidPart, text: string): BraidPart {
  return part.type === "text" || part.type === "reasoning"
    ? { ...part, text }
    : ({ ...part, rawInput: text } as BraidPart);
}
