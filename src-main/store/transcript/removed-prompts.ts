/** Notes which texts their user took out of the prompt history (SE-5b). The messages stay: only the history leaves them out. */
import { createHash } from "node:crypto";
import type { PromptHistoryStore } from "../../core/ports/prompt-history-store";
import type { Connection } from "../database/connection";
import type { AtOnce } from "./at-once";

/** Names a text in the table of removed ones, which holds no words. */
export const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

export function removedPromptVerbs({
  raw,
  write,
}: Connection): AtOnce<Pick<PromptHistoryStore, "removePrompt">> {
  const remove = raw.prepare<[string, number]>("INSERT OR REPLACE INTO removed_prompts VALUES (?, ?)");
  return { removePrompt: (text, now) => write(() => void remove.run(digestOf(text), now)) };
}
