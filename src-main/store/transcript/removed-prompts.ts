/** Notes which texts their user took out of the prompt history (SE-5b). The messages stay: only the history leaves them out. */
import { createHash } from "node:crypto";
import type { Database } from "better-sqlite3";
import type { PromptHistoryStore } from "../../core/ports/prompt-history-store";
import type { Connection } from "../database/connection";
import type { AtOnce } from "./at-once";

/** Names a text in the table of removed ones, which holds no words. */
const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

export function removedPromptVerbs({
  raw,
  write,
}: Connection): AtOnce<Pick<PromptHistoryStore, "removePrompt">> {
  const remove = raw.prepare<[string, number]>("INSERT OR REPLACE INTO removed_prompts VALUES (?, ?)");
  return { removePrompt: (text, now) => write(() => void remove.run(digestOf(text), now)) };
}

/** Returns the function that tells whether a text was taken out after it was sent. */
export function removedIn(db: Database): (text: string, sent_at: number) => boolean {
  const rows = db.prepare<[], { sha256: string; removed_at: number }>("SELECT * FROM removed_prompts").all();
  if (rows.length === 0) return () => false;
  const removed = new Map(rows.map(({ sha256, removed_at }) => [sha256, removed_at]));
  return (text, sent_at) => sent_at <= (removed.get(digestOf(text)) ?? -1);
}
