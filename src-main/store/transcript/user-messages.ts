/** Stores a user's message: the message, its parts, and its effects on the session. */

import { eq, sql } from "drizzle-orm";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { BraidError } from "../../core/braid-error";
import type { NewUserMessage } from "../../core/ports/transcript-store";
import { say } from "../../core/say";
import type { Connection } from "../database/connection";
import { IS_TURN } from "../database/migrations/0011-session-turns";
import { newMessageRow, partColumns } from "../database/rows";
import { chatMessages, chatParts, chatSessions, sessionTurns } from "../database/schema";

/** Another model counts tokens differently: the last measured window becomes an estimate (TK-3). */
function answeredBy(model: ModelRef) {
  const { model_json, context_estimated } = chatSessions;
  const isSame = sql`${model_json} ->> '$.provider_id' = ${model.provider_id} AND ${model_json} ->> '$.model_id' = ${model.model_id}`;
  const isFirst = sql`${model_json} IS NULL`;
  return {
    model_json: model,
    context_estimated: sql<boolean>`iif(${isFirst} OR ${isSame}, ${context_estimated}, 1)`,
  };
}

/** Makes a model the session's (MS-1). Runs inside a transaction of the caller. */
export function answerBy(orm: Connection["orm"], session_id: SessionId, model: ModelRef | undefined): void {
  if (model !== undefined)
    orm.update(chatSessions).set(answeredBy(model)).where(eq(chatSessions.id, session_id)).run();
}

/** Nobody has said anything of its own in the session that is still shown, or that a summary stands for. */
const SAYS_NOTHING = sql`NOT EXISTS (SELECT 1 FROM chat_messages m WHERE m.session_id = chat_sessions.id AND ${sql.raw(IS_TURN)}
    AND m.id > coalesce(chat_sessions.metadata_json ->> '$.copied_through', ''))`;

/**
 * SE-4, BR-3: the first own message of a branch names it, and so does one that is said in place of the words that a session is named by,
 * until the title agent has a better name. Where it had none (`words`), it is asked again. Runs before the message is stored.
 */
function nameAfter(orm: Connection["orm"], { session_id, names, names_before = "" }: NewUserMessage): void {
  if (names === undefined || names === "") return;
  const { id, title, metadata_json } = chatSessions;
  const titled_by = sql`${metadata_json} ->> '$.titled_by'`;
  const isBranch = sql`(${metadata_json} ->> '$.copied_through' IS NOT NULL AND ${titled_by} IS NULL)`;
  const isNamedByThem = sql`(${title} = ${names_before} AND coalesce(${titled_by}, 'words') = 'words')`;
  orm
    .update(chatSessions)
    .set({ title: names, metadata_json: sql`json_remove(${metadata_json}, '$.titled_by')` })
    .where(sql`${id} = ${session_id} AND (${isBranch} OR ${isNamedByThem}) AND ${SAYS_NOTHING}`)
    .run();
}

/** Runs inside a transaction of the caller. Moves the session's `updated_at`, counts the turn, names the session (SE-4, BR-3), and, where the message names a model, `model_json` (MS-1). */
export function insertUserMessage(orm: Connection["orm"], message: NewUserMessage): StoredMessage {
  const { parts, now, names: _, names_before: __, ...said } = message;
  const { id, session_id, metadata } = said;
  const moved = orm
    .update(chatSessions)
    .set({ updated_at: now, ...(metadata.model === undefined ? {} : answeredBy(metadata.model)) })
    .where(eq(chatSessions.id, session_id))
    .run();
  if (moved.changes === 0) {
    throw new BraidError("SESSION_NOT_FOUND", say("session.gone.message", { id: session_id }), {
      hint: say("session.gone.hint"),
    });
  }
  nameAfter(orm, message);
  orm
    .insert(sessionTurns)
    .values({ session_id, turns: 1 })
    .onConflictDoUpdate({ target: sessionTurns.session_id, set: { turns: sql`${sessionTurns.turns} + 1` } })
    .run();
  orm.insert(chatMessages).values(newMessageRow(message)).run();
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
  return { ...said, role: "user", parts: parts.map(({ part }) => part), created_at: now };
}
