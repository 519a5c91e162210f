/** Branches for another model (BR-5): the way out where a switch does not fit (MS-3). */

import { attachmentsOf } from "../../../src-preload/contract/domain/attachments";
import { usableOf } from "../../../src-preload/contract/domain/context";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { ModelBranchRequest } from "../../../src-preload/contract/domain/requests";
import type { SessionSummary } from "../../../src-preload/contract/domain/sessions";
import { BraidError } from "../braid-error";
import type { PlaceInTimeline } from "../ports/timeline-store";
import type { TurnDeps } from "../run/turn-context";
import { say } from "../say";
import { keptAttachments } from "./attachments";
import type { Branches } from "./branches";
import type { Compactions } from "./compactions";
import type { SessionNews } from "./news";
import { wordsOf } from "./timeline";

export class ModelBranches {
  constructor(
    private readonly deps: Pick<TurnDeps, "store" | "models" | "settings" | "clock">,
    private readonly news: Pick<SessionNews, "read" | "announce">,
    private readonly branches: Pick<Branches, "branch">,
    private readonly compactions: Pick<Compactions, "fit">,
  ) {}

  /**
   * Branches before a question, or before the question of an answer. The branch has the question with its files as its draft, for that model,
   * and begins to summarise its earlier turns where they are too long for it. Resolves when the draft is stored.
   * @throws BraidError `SESSION_BUSY`, `MESSAGE_NOT_FOUND`, `INVALID_INPUT` where nothing stands before the question
   */
  async branch(
    { session_id, message_id, model }: ModelBranchRequest,
    writer: string,
  ): Promise<SessionSummary> {
    const { store, models, clock } = this.deps;
    this.news.read(session_id);
    models.resolve(model);
    const { message, before } = this.questionOf(session_id, message_id);
    if (before === undefined)
      throw new BraidError("INVALID_INPUT", say("timeline.nothing-before.message"), {
        hint: say("timeline.nothing-before.hint"),
      });
    const from = { parent_session_id: session_id, from_message_id: before, settled: true };
    const made = await this.branches.branch(from);
    const place = { kind: "composer" as const, session_id: made.id };
    const attachments = keptAttachments(store, attachmentsOf(message));
    store.saveDraft({ place, writer }, { text: wordsOf(message), attachments, model }, clock.now());
    if (!this.fits(made.id, model)) this.compactions.fit({ session_id: made.id, reader: model });
    return this.news.announce(made.id);
  }

  private questionOf(session_id: SessionId, message_id: MessageId): PlaceInTimeline {
    for (let at: MessageId | undefined = message_id; at !== undefined; ) {
      const place: PlaceInTimeline | undefined = this.deps.store.placeOf(session_id, at);
      if (place?.message.role === "user") return place;
      at = place?.before;
    }
    throw new BraidError("MESSAGE_NOT_FOUND", say("timeline.no-message.message"));
  }

  private fits(session_id: SessionId, model: ModelRef): boolean {
    const { context_limit, max_output } = this.deps.models.resolve(model);
    const tokens = this.news.read(session_id).billing.context_tokens;
    if (context_limit === undefined || tokens === null) return false;
    const { reserve_tokens } = this.deps.settings.compaction(model);
    return tokens < usableOf({ context_limit, max_output, reserve_tokens });
  }
}
