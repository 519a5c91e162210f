/** The prompt history as the core tells it (SE-5b). */
import type { MessageId, SessionId } from "./ids";

/** A message that its user sent. */
export interface SentPrompt {
  id: MessageId;
  session_id: SessionId;
  /** The beginning of the message. */
  text: string;
  /** Epoch milliseconds. */
  created_at: number;
}

export interface PromptHistoryPage {
  /** Newest first, of equal neighbours only the newest. May be empty where `next` leads on. */
  found: SentPrompt[];
  /** The last message that was looked at; absent where there are no more. */
  next?: MessageId;
}
