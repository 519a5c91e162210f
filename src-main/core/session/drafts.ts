/** Keeps texts that are not sent yet (QU-2), each by its place and its writer. */

import type { DraftPlace, PlacedDraft } from "../../../src-preload/contract/domain/drafts";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { SessionSummary } from "../../../src-preload/contract/domain/sessions";
import type { DraftKey } from "../ports/draft-store";
import type { TurnDeps } from "../run/turn-context";
import { keptAttachments } from "./attachments";
import type { SessionNews } from "./news";

/** The draft whose text a call stores; undefined for a text that was no draft. */
export const draftKey = (place: DraftPlace | undefined, writer: string | undefined): DraftKey | undefined =>
  place === undefined || writer === undefined ? undefined : { place, writer };

export class Drafts {
  constructor(
    private readonly deps: Pick<TurnDeps, "store" | "clock">,
    private readonly news: Pick<SessionNews, "read" | "announce">,
  ) {}

  /** Replaces the writer's earlier draft in that place. Lists hear of a session's first draft and of its last. @throws BraidError `SESSION_NOT_FOUND`, `FORBIDDEN` */
  save({ place, attachments, ...words }: PlacedDraft, writer: string): void {
    const { session_id } = place;
    // Another window may have deleted the session meanwhile: its draft comes back with it.
    if (session_id !== null && !this.deps.store.isInTrash(session_id)) this.news.read(session_id);
    const files = attachments && { attachments: keptAttachments(this.deps.store, attachments) };
    const draft = { ...words, ...files };
    const before = this.listed(place);
    this.deps.store.saveDraft({ place, writer }, draft, this.deps.clock.now());
    const after = this.listed(place);
    if (after !== undefined && after.draft !== before?.draft) this.news.announce(after.id);
  }

  /** The session of a composer, as lists have it; undefined where no list has it. */
  private listed({ kind, session_id }: DraftPlace): SessionSummary | undefined {
    const view = kind === "composer" && session_id !== null ? this.deps.store.session(session_id) : undefined;
    return view?.session.ephemeral === undefined ? view?.session : undefined;
  }

  /** This writer's drafts, else those of another writer who is not among `writing`. */
  read(session_id: SessionId | null, writer: string, writing: readonly string[]): PlacedDraft[] {
    return this.deps.store.takeDrafts(session_id, writer, writing);
  }

  /** True if anybody has words or files that are not sent, also for a session that does not exist yet. */
  any(): boolean {
    return this.deps.store.hasDrafts();
  }
}
