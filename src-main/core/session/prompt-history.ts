/** The prompt history (SE-5b): what its user sent anywhere, found by words. */

import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import { foldQuery } from "../../../src-preload/contract/domain/matching";
import type { PromptHistoryPage } from "../../../src-preload/contract/domain/prompt-history";
import { BraidError } from "../braid-error";
import type { PromptQuery } from "../ports/prompt-history-store";
import type { TurnDeps } from "../run/turn-context";
import { say } from "../say";
import type { SessionNews } from "./news";

interface SentRef {
  session_id: SessionId;
  message_id: MessageId;
}

export class PromptHistory {
  constructor(
    private readonly deps: Pick<TurnDeps, "store" | "clock">,
    private readonly news: Pick<SessionNews, "read">,
  ) {}

  async search({
    words,
    ...query
  }: Omit<PromptQuery, "words"> & { words: string }): Promise<PromptHistoryPage> {
    const folded = foldQuery(words);
    return await this.deps.store.searchPrompts({ ...query, words: folded === "" ? [] : folded.split(" ") });
  }

  /** The whole text of a message. @throws BraidError `SESSION_NOT_FOUND`, `MESSAGE_NOT_FOUND` */
  text({ session_id, message_id }: SentRef): string {
    this.news.read(session_id);
    const message = this.deps.store.message(session_id, message_id);
    if (message?.role !== "user")
      throw new BraidError("MESSAGE_NOT_FOUND", say("timeline.no-message.message"));
    return message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
  }

  /** Takes a text out of the history. The message stays. @throws BraidError as `text` */
  async remove(sent: SentRef): Promise<void> {
    await this.deps.store.removePrompt(this.text(sent), this.deps.clock.now());
  }
}
