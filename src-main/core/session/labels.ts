/** Names on messages (SE-11). A label is no part of the conversation: no model reads it, and the session does not move in the list. */
import type { Label, LabelledMessage, LabelName } from "../../../src-preload/contract/domain/labels";
import type { SessionRef } from "../../../src-preload/contract/domain/requests";
import { BraidError } from "../braid-error";
import type { LabelledRequest, LabelPlace } from "../ports/label-store";
import type { TurnDeps } from "../run/turn-context";
import { say } from "../say";
import type { SessionNews } from "./news";

export class Labels {
  constructor(
    private readonly deps: Pick<TurnDeps, "store" | "clock">,
    private readonly news: Pick<SessionNews, "read" | "events">,
  ) {}

  /** Returns false where the message has that label already. @throws BraidError `SESSION_NOT_FOUND`, `MESSAGE_NOT_FOUND` */
  async add(label: LabelPlace): Promise<boolean> {
    const { store, clock } = this.deps;
    this.news.read(label.session_id);
    if (!(await store.hasMessage(label.session_id, label.message_id)))
      throw new BraidError("MESSAGE_NOT_FOUND", say("timeline.no-message.message"));
    return this.told(label.session_id, await store.addLabel({ ...label, now: clock.now() }));
  }

  /** Returns false where the message has no such label: another window took it away. @throws BraidError */
  async remove(label: LabelPlace): Promise<boolean> {
    return this.told(label.session_id, await this.deps.store.removeLabel(label));
  }

  /** Renames a label everywhere. @throws BraidError */
  async rename(names: { from: string; to: string }): Promise<number> {
    const renamed = names.from === names.to ? 0 : await this.deps.store.renameLabel(names);
    this.told(null, renamed > 0);
    return renamed;
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

  private told(session_id: LabelPlace["session_id"] | null, changed: boolean): boolean {
    if (changed) this.news.events.emit({ type: "labels-changed", session_id });
    return changed;
  }
}
