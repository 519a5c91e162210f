/** What has been written and not sent (QU-2), each by the window that wrote it: `slot` names that, the same after a restart. */
import type { CallInput } from "../../../src-preload/contract/calls";
import type { SessionId } from "../../../src-preload/contract/ids";
import type { Draft } from "../../../src-preload/contract/types";
import type { DraftPlace } from "../ports/store";
import type { TurnDeps } from "../run/call";

/** What drafts need of the one door (LY-2). */
interface SessionDoor {
  /** @throws BraidError `SESSION_NOT_FOUND` */
  read(input: CallInput<"session.read">): unknown;
}

export class Drafts {
  constructor(
    private readonly deps: Pick<TurnDeps, "store" | "clock">,
    private readonly door: SessionDoor,
  ) {}

  /** Of the composer. */
  save({ session_id, ...draft }: CallInput<"draft.save">, slot: string): void {
    this.deps.store.saveDraft(this.placeOf(session_id, slot), draft, this.deps.clock.now());
  }

  /** What was typed on in an editor of the session, after its words were sent, is for the next message. */
  add({ session_id, text }: CallInput<"draft.add">, slot: string): void {
    this.deps.store.addToDraft(this.placeOf(session_id, slot), text, this.deps.clock.now());
  }

  /** RW-1: what stands in the editor of an earlier message. */
  saveEdited({ session_id, ...edited }: CallInput<"draft.save_edited">, slot: string): void {
    this.deps.store.saveEdited(this.placeOf(session_id, slot), edited, this.deps.clock.now());
  }

  /** QU-1: what stands in the editor of a waiting message. */
  saveQueued({ session_id, ...queued }: CallInput<"draft.save_queued">, slot: string): void {
    this.deps.store.saveQueued(this.placeOf(session_id, slot), queued, this.deps.clock.now());
  }

  /** Of this window, else what one that is not open any more has left in the session. */
  take({ session_id }: CallInput<"draft.read">, slot: string, open_slots: readonly string[]): Draft {
    return this.deps.store.takeDraft({ slot, session_id }, open_slots);
  }

  /** Another window may have deleted the session meanwhile: what was being written there comes back with it. */
  private placeOf(session_id: SessionId | null, slot: string): DraftPlace {
    if (session_id !== null && !this.deps.store.isInTrash(session_id)) this.door.read({ session_id });
    return { slot, session_id };
  }
}
