/** What a user said, as rows: the message, its parts, and what it moves in its session. */
import { eq } from "drizzle-orm";
import type { StoredMessage } from "../../src-preload/contract/types";
import { BraidError } from "../core/braid-error";
import { t } from "../core/language/language";
import type { NewUserMessage } from "../core/ports/store";
import type { Connection } from "./connection";
import { partColumns } from "./rows";
import { chatMessages, chatParts, chatSessions } from "./schema";

/** Runs inside a transaction of the caller. Moves the session's `updated_at` and, where the message names a model, `model_json` (MS-1). */
export function insertUserMessage(orm: Connection["orm"], message: NewUserMessage): StoredMessage {
  const { id, session_id, metadata, parts, now } = message;
  const moved = orm
    .update(chatSessions)
    .set({ updated_at: now, ...(metadata.model === undefined ? {} : { model_json: metadata.model }) })
    .where(eq(chatSessions.id, session_id))
    .run();
  if (moved.changes === 0) {
    throw new BraidError("SESSION_NOT_FOUND", t("session.gone.message", { id: session_id }), {
      hint: t("session.gone.hint"),
    });
  }
  orm
    .insert(chatMessages)
    .values({ id, session_id, role: "user", metadata_json: metadata, created_at: now, updated_at: now })
    .run();
  for (const [index, { id: part_id, part }] of parts.entries()) {
    orm
      .insert(chatParts)
      .values({
        id: part_id,
        message_id: id,
        session_id,
        index,
        ...partColumns(part),
        created_at: now,
        updated_at: now,
      })
      .run();
  }
  return { id, session_id, role: "user", metadata, parts: parts.map(({ part }) => part), created_at: now };
}
