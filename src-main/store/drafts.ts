/** What stands in the composers and has not been sent: one draft for each window and session (QU-2). */
import { and, desc, eq, notInArray } from "drizzle-orm";
import type { SessionId } from "../../src-preload/contract/ids";
import { MOST_DRAFT_BYTES, MOST_DRAFTS } from "../../src-preload/contract/limits";
import type { Draft } from "../../src-preload/contract/types";
import { BraidError } from "../core/braid-error";
import { t } from "../core/language/language";
import type { DraftPlace, Store } from "../core/ports/store";
import type { Connection } from "./connection";
import { drafts, windowDrafts } from "./schema";

/** Characters from which on a draft is no longer typed by hand. */
const LONG = 100_000;

/** The empty id is the session that does not exist yet. */
const keyOf = (session_id: SessionId | null): string => session_id ?? "";

const at = ({ slot, session_id }: DraftPlace) =>
  and(eq(windowDrafts.slot, slot), eq(windowDrafts.session_id, keyOf(session_id)));

export function draftVerbs(
  { orm, raw, write }: Connection,
  most = { drafts: MOST_DRAFTS, bytes: MOST_DRAFT_BYTES },
): Pick<Store, "saveDraft" | "takeDraft"> {
  const find = (where: ReturnType<typeof at>) =>
    orm.select().from(windowDrafts).where(where).orderBy(desc(windowDrafts.updated_at)).limit(1).get();

  // Neither reads what is kept: the length of a text stands in its row's header.
  const all = raw.prepare<[string, string], { drafts: number; bytes: number | null }>(
    `SELECT count(*) AS drafts, sum(octet_length(text_json)) AS bytes FROM window_drafts
      WHERE NOT (slot = ? AND session_id = ?)`,
  );
  /** What a person types is looked at once, when its draft begins; what is long, each time. */
  const refuseTooMuch = (place: DraftPlace, text: string) => {
    if (
      text.length < LONG &&
      orm.select({ slot: windowDrafts.slot }).from(windowDrafts).where(at(place)).get()
    )
      return;
    const others = all.get(place.slot, keyOf(place.session_id));
    if (others === undefined) return;
    if (others.drafts < most.drafts && (others.bytes ?? 0) + text.length <= most.bytes) return;
    throw new BraidError("FORBIDDEN", t("draft.too-much.message"), { hint: t("draft.too-much.hint") });
  };

  /** The newest of those that no open window has, moved to this one. */
  const adopt = (place: DraftPlace, open_slots: readonly string[]) =>
    write(() => {
      const session_id = keyOf(place.session_id);
      const left = find(
        and(eq(windowDrafts.session_id, session_id), notInArray(windowDrafts.slot, [...open_slots])),
      );
      if (left === undefined) return undefined;
      orm
        .update(windowDrafts)
        .set({ slot: place.slot })
        .where(at({ ...place, slot: left.slot }))
        .run();
      if (left.slot === "") orm.delete(drafts).where(eq(drafts.session_id, session_id)).run();
      return left;
    });

  return {
    saveDraft: (place, { text, model }, now) => {
      const row = { text_json: text, model_json: model ?? null, updated_at: now };
      write(() => {
        if (text === "" && model === undefined) {
          deleteDraft(orm, place);
          return;
        }
        refuseTooMuch(place, text);
        const insert = orm.insert(windowDrafts).values({
          slot: place.slot,
          session_id: keyOf(place.session_id),
          ...row,
        });
        const target = [windowDrafts.slot, windowDrafts.session_id];
        insert.onConflictDoUpdate({ target, set: row }).run();
      });
    },
    takeDraft: (place, open_slots) => {
      const row = find(at(place)) ?? adopt(place, [...open_slots, place.slot]);
      if (row === undefined) return { text: "" };
      return {
        text: row.text_json,
        ...(row.model_json === null ? {} : { model: row.model_json }),
      } satisfies Draft;
    },
  };
}

/** In a transaction of the caller, e.g. the one that stores what was sent. */
export function deleteDraft(orm: Connection["orm"], place: DraftPlace): void {
  orm.delete(windowDrafts).where(at(place)).run();
}
