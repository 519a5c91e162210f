/**
 * Remembers messages that were taken out of a queue, so that they can be put back (QU-1). Memory is enough: the user sees such a mistake at
 * once.
 */
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { QueuedWhole } from "../ports/queue-store";

/** Removals that can be undone. */
const MOST = 10;

export interface Removal {
  session_id: SessionId;
  messages: readonly QueuedWhole[];
  /** The queue stood still. */
  paused: boolean;
}

export class RemovedMessages {
  private readonly removals = new Map<number, Removal>();
  private last = 0;

  /** Returns the number under which the removal can be put back. */
  keep(removal: Removal): number {
    this.last += 1;
    this.removals.set(this.last, removal);
    this.removals.delete(this.last - MOST);
    return this.last;
  }

  find(session_id: SessionId, number: number): Removal | undefined {
    const removal = this.removals.get(number);
    return removal?.session_id === session_id ? removal : undefined;
  }

  forget(number: number): void {
    this.removals.delete(number);
  }
}
