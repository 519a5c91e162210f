/**
 * Reads side by side: two sessions from the place where they part (BR-3), and a hidden timeline beside the visible one (RW-3). Tells where a
 * message is read.
 */

import type { BranchLinks, SharedBeginning } from "../../../src-preload/contract/domain/branches";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { MessagePage } from "../../../src-preload/contract/domain/messages";
import type { HiddenRequest, MessageRef, SessionRef } from "../../../src-preload/contract/domain/requests";
import type { HiddenIn, MessagePlace } from "../../../src-preload/contract/domain/timeline";
import { BraidError } from "../braid-error";
import type { BranchStore } from "../ports/branch-store";
import type { SessionStore } from "../ports/session-store";
import type { HidingOp, TimelineStore } from "../ports/timeline-store";
import type { TranscriptStore } from "../ports/transcript-store";
import { say } from "../say";
import type { SessionNews } from "./news";

export class Compare {
  constructor(
    private readonly store: BranchStore &
      TimelineStore &
      Pick<SessionStore, "isInTrash"> &
      Pick<TranscriptStore, "message">,
    private readonly news: Pick<SessionNews, "read">,
  ) {}

  /** A branch has copies of its parent's messages, and both may have changed since. @throws BraidError `SESSION_NOT_FOUND` */
  async shared({ a, b }: { a: SessionId; b: SessionId }): Promise<SharedBeginning> {
    for (const session_id of [a, b]) this.news.read(session_id);
    return await this.store.sharedBeginning(a, b);
  }

  /** @throws BraidError `SESSION_NOT_FOUND` */
  links({ session_id }: SessionRef): BranchLinks {
    this.news.read(session_id);
    return this.store.branchLinks(session_id);
  }

  /** @throws BraidError `SESSION_NOT_FOUND`, `INVALID_INPUT` where the op hides nothing here */
  hidden({ session_id, op_id, ...page }: HiddenRequest): MessagePage {
    this.news.read(session_id);
    if (!this.store.isInForce(session_id, op_id))
      throw new BraidError("INVALID_INPUT", say("timeline.gone.message"), {
        hint: say("timeline.gone.hint"),
      });
    return this.store.hiddenPage(op_id, page);
  }

  /** @throws BraidError `SESSION_NOT_FOUND`, `MESSAGE_NOT_FOUND` */
  place({ session_id, message_id }: MessageRef): MessagePlace {
    const { store } = this;
    const sidecar_of = store.sidecarOf(session_id)?.main_id;
    // A sidecar goes into the trash with the session beside which it stands.
    const in_trash = [session_id, ...(sidecar_of === undefined ? [] : [sidecar_of])].find((id) =>
      store.isInTrash(id),
    );
    if (in_trash !== undefined) return { in_trash };
    this.news.read(session_id);
    const hiding = store.hiddenBy(session_id, message_id);
    if (hiding === undefined) throw new BraidError("MESSAGE_NOT_FOUND", say("timeline.no-message.message"));
    const summary = store.isSummary(message_id) ? store.message(session_id, message_id) : undefined;
    return {
      ...(sidecar_of === undefined ? {} : { sidecar_of }),
      ...(hiding === null ? {} : { hidden: this.hiddenIn(session_id, hiding) }),
      ...(summary === undefined ? {} : { summary }),
    };
  }

  private hiddenIn(session_id: SessionId, { op_id, cause, summary_id }: HidingOp): HiddenIn {
    const summary = summary_id && this.store.message(session_id, summary_id);
    if (summary) return { is: "summarised", op_id, summary };
    const isMarked = this.store.hiddenTurns(session_id).some((turns) => turns.op_id === op_id);
    return isMarked ? { is: "turns", op_id } : { is: "unmarked", op_id, cause };
  }
}
