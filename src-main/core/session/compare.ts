/** Reads side by side: two sessions from the place where they part (BR-3), and a hidden timeline beside the visible one (RW-3). */

import type { BranchLinks, SharedBeginning } from "../../../src-preload/contract/domain/branches";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { MessagePage } from "../../../src-preload/contract/domain/messages";
import type { HiddenRequest, SessionRef } from "../../../src-preload/contract/domain/requests";
import { BraidError } from "../braid-error";
import type { BranchStore } from "../ports/branch-store";
import type { TimelineStore } from "../ports/timeline-store";
import { say } from "../say";
import type { SessionNews } from "./news";

export class Compare {
  constructor(
    private readonly store: BranchStore & TimelineStore,
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

  /** @throws BraidError `SESSION_NOT_FOUND`, `INVALID_INPUT` for a timeline that is not hidden here */
  hidden({ session_id, op_id, before, limit }: HiddenRequest): MessagePage {
    this.news.read(session_id);
    if (!this.store.hiddenTurns(session_id).some((turns) => turns.op_id === op_id))
      throw new BraidError("INVALID_INPUT", say("timeline.gone.message"), {
        hint: say("timeline.gone.hint"),
      });
    return this.store.hiddenPage(op_id, { limit, ...(before === undefined ? {} : { before }) });
  }
}
