/** Names on messages (SE-11). A label is no part of the conversation: no model reads it, and the session does not move in the list. */
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type {
  Label,
  LabelledMessage,
  LabelName,
  LabelShare,
  RenamedLabel,
} from "../../../src-preload/contract/domain/labels";
import type { SessionRef } from "../../../src-preload/contract/domain/requests";
import { BraidError } from "../braid-error";
import type { LabelledRequest, LabelPlace, Rename, Renamed } from "../ports/label-store";
import type { TurnDeps } from "../run/turn-context";
import { say } from "../say";
import type { SessionNews } from "./news";

/** The renamings that can be taken back: those whose notices may still stand in some window. */
const KEPT = 8;

type MessageRef = Pick<LabelPlace, "session_id" | "message_id">;

export class Labels {
  /** By their numbers, the oldest first. */
  readonly #renamings = new Map<number, Pick<Rename, "from" | "to"> & Renamed & { in: SessionId | null }>();
  #lastChange = 0;

  constructor(
    private readonly deps: Pick<TurnDeps, "store" | "clock">,
    private readonly news: Pick<SessionNews, "read" | "events">,
  ) {}

  /** Returns false where the message has that label already. @throws BraidError `SESSION_NOT_FOUND`, `MESSAGE_NOT_FOUND` */
  async add(label: LabelPlace): Promise<boolean> {
    const { store, clock } = this.deps;
    await this.#mustHave(label);
    return this.told(label.session_id, await store.addLabel({ ...label, now: clock.now() }));
  }

  /** Returns false where the message has no such label: another window took it away. @throws BraidError */
  async remove(label: LabelPlace): Promise<boolean> {
    return this.told(label.session_id, await this.deps.store.removeLabel(label));
  }

  /** Renames the label of one message, or of all that have it. @throws BraidError `SESSION_NOT_FOUND`, `MESSAGE_NOT_FOUND` */
  async rename({
    only,
    ...names
  }: Pick<Rename, "from" | "to"> & { only?: MessageRef }): Promise<RenamedLabel> {
    if (only !== undefined) await this.#mustHave(only);
    const at = only === undefined ? {} : { message_id: only.message_id };
    const changed =
      names.from === names.to
        ? { moved: [], merged: [] }
        : await this.deps.store.renameLabel({ ...names, ...at });
    const renamed = changed.moved.length + changed.merged.length;
    const where = only?.session_id ?? null;
    this.told(where, renamed > 0);
    this.#lastChange += 1;
    this.#renamings.set(this.#lastChange, { ...names, ...changed, in: where });
    this.#renamings.delete(this.#lastChange - KEPT);
    return { renamed, merged: changed.merged.length, change: this.#lastChange };
  }

  /** Takes a renaming back, once. Returns the number of messages that have the old name again. @throws BraidError */
  async undoRename(change: number): Promise<number> {
    const renaming = this.#renamings.get(change);
    if (renaming === undefined) return 0;
    this.#renamings.delete(change);
    const restored = await this.deps.store.undoRename(renaming);
    this.told(renaming.in, restored > 0);
    return restored;
  }

  /** @throws BraidError `SESSION_NOT_FOUND` */
  async list({ session_id }: SessionRef): Promise<Label[]> {
    this.news.read(session_id);
    return await this.deps.store.labelsOf(session_id);
  }

  names(limit: number): Promise<LabelName[]> {
    return this.deps.store.labelNames(limit);
  }

  messages(request: LabelledRequest): Promise<LabelledMessage[]> {
    return this.deps.store.labelledMessages(request);
  }

  /** The labelled messages that are shown and stand before another one. */
  places(request: { session_id: SessionId; before: MessageId }): Promise<LabelShare[]> {
    return this.deps.store.labelPlaces(request);
  }

  async #mustHave({ session_id, message_id }: MessageRef): Promise<void> {
    this.news.read(session_id);
    if (!(await this.deps.store.hasMessage(session_id, message_id)))
      throw new BraidError("MESSAGE_NOT_FOUND", say("timeline.no-message.message"));
  }

  private told(session_id: LabelPlace["session_id"] | null, changed: boolean): boolean {
    if (changed) this.news.events.emit({ type: "labels-changed", session_id });
    return changed;
  }
}
