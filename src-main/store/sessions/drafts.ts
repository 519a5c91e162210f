/** Keeps texts that are not sent yet (QU-2): a row for each place and writer. */
import { and, desc, eq, isNotNull, ne, notInArray, or, type SQL, sql } from "drizzle-orm";
import { type DraftPlace, isEmptyDraft, type PlacedDraft } from "../../../src-preload/contract/domain/drafts";
import type { MessageId, QueueId, SessionId } from "../../../src-preload/contract/domain/ids";
import { MOST_DRAFT_BYTES, MOST_DRAFTS } from "../../../src-preload/contract/domain/limits";
import { BraidError } from "../../core/braid-error";
import type { DraftKey, DraftStore } from "../../core/ports/draft-store";
import { say } from "../../core/say";
import type { Connection } from "../database/connection";
import { drafts, placeDrafts, windowDrafts } from "../database/schema";

type Orm = Connection["orm"];
type Row = typeof placeDrafts.$inferSelect;

/** The empty id stands for the session that does not exist yet. */
const keyOf = (session_id: SessionId | null): string => session_id ?? "";

const rowOf = ({ place, writer }: DraftKey) => ({
  session_id: keyOf(place.session_id),
  place: place.kind,
  target: place.kind === "composer" ? "" : place.id,
  writer,
});

const at = (of: DraftKey): SQL | undefined => {
  const { session_id, place, target, writer } = rowOf(of);
  return and(
    eq(placeDrafts.session_id, session_id),
    eq(placeDrafts.place, place),
    eq(placeDrafts.target, target),
    eq(placeDrafts.writer, writer),
  );
};

/** Deletes a draft in the caller's transaction, e.g. the one that stores its text. Does nothing for a text that was no draft. */
export function deleteDraft(orm: Orm, of: DraftKey | undefined): void {
  if (of !== undefined) orm.delete(placeDrafts).where(at(of)).run();
}

export function draftVerbs(
  { orm, write }: Connection,
  most = { drafts: MOST_DRAFTS, bytes: MOST_DRAFT_BYTES },
): DraftStore {
  /**
   * Refuses drafts beyond a bound: otherwise a faulty page could fill its user's disk with drafts, and no chat could be saved. The query
   * reads no text: the length of a text stands in the header of its row.
   */
  const refuseTooMuch = (of: DraftKey, text: string): void => {
    const others = orm
      .select({
        drafts: sql<number>`count(*)`,
        bytes: sql<number>`coalesce(sum(octet_length(${placeDrafts.text_json})), 0)`,
      })
      .from(placeDrafts)
      .where(sql`NOT (${at(of)})`)
      .get();
    if (others === undefined) return;
    if (others.drafts < most.drafts && others.bytes + text.length <= most.bytes) return;
    throw new BraidError("FORBIDDEN", say("draft.too-much.message"), { hint: say("draft.too-much.hint") });
  };
  const of = (session_id: string, writer: string) =>
    and(eq(placeDrafts.session_id, session_id), eq(placeDrafts.writer, writer));
  const all = (session_id: string, writer: string): Row[] =>
    orm.select().from(placeDrafts).where(of(session_id, writer)).all();

  /** Gives this writer the drafts of another one who no longer writes. Runs in a transaction of the caller. */
  const takeOver = (session_id: string, writer: string, writing: readonly string[]): void => {
    const left = orm
      .select({ writer: placeDrafts.writer })
      .from(placeDrafts)
      .where(and(eq(placeDrafts.session_id, session_id), notInArray(placeDrafts.writer, [...writing])))
      .orderBy(desc(placeDrafts.updated_at))
      .limit(1)
      .get();
    if (left !== undefined) orm.update(placeDrafts).set({ writer }).where(of(session_id, left.writer)).run();
  };

  return {
    saveDraft: (of, saved, now) =>
      write(() => {
        const { text, model = null, agent = null, as_of = null, attachments = [] } = saved;
        // Migration 7 has taken their rows over.
        for (const older of [windowDrafts, drafts]) orm.delete(older).run();
        if (isEmptyDraft(saved)) return deleteDraft(orm, of);
        if (text !== "") refuseTooMuch(of, text);
        const files_json = attachments.length === 0 ? null : attachments;
        const draft = { text_json: text, model_json: model, agent, as_of, updated_at: now, files_json };
        const insert = orm.insert(placeDrafts).values({ ...rowOf(of), ...draft });
        const { session_id, place, target, writer } = placeDrafts;
        insert.onConflictDoUpdate({ target: [session_id, place, target, writer], set: draft }).run();
      }),
    takeDrafts: (session_id, writer, writing) => {
      const key = keyOf(session_id);
      const mine = all(key, writer);
      if (mine.length > 0) return mine.map((row) => toDraft(session_id, row));
      write(() => takeOver(key, writer, [...writing, writer]));
      return all(key, writer).map((row) => toDraft(session_id, row));
    },
    hasDrafts: () =>
      orm
        .select({ writer: placeDrafts.writer })
        .from(placeDrafts)
        .where(or(ne(placeDrafts.text_json, ""), isNotNull(placeDrafts.files_json)))
        .limit(1)
        .get() !== undefined,
  };
}

function toDraft(session_id: SessionId | null, row: Row): PlacedDraft {
  return {
    place: toPlace(session_id, row),
    text: row.text_json,
    ...(row.model_json === null ? {} : { model: row.model_json }),
    ...(row.agent === null ? {} : { agent: row.agent }),
    ...(row.as_of === null ? {} : { as_of: row.as_of }),
    ...(row.files_json === null ? {} : { attachments: row.files_json }),
  };
}

function toPlace(session_id: SessionId | null, { place, target }: Row): DraftPlace {
  if (session_id === null || place === "composer") return { kind: "composer", session_id };
  if (place === "message") return { kind: "message", session_id, id: target as MessageId };
  return { kind: "waiting", session_id, id: target as QueueId };
}
