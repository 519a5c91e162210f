/**
 * What has been written and not sent: for each window and session one draft of the composer (QU-2), and beside it what stands in the
 * editors of an earlier message (RW-1) and of a waiting one (QU-1). Each is kept and deleted by itself; a window that takes over a row
 * takes over all.
 */
import { and, desc, eq, isNull, notInArray } from "drizzle-orm";
import type { SessionId } from "../../src-preload/contract/ids";
import { MOST_DRAFT_BYTES, MOST_DRAFTS } from "../../src-preload/contract/limits";
import type { Draft } from "../../src-preload/contract/types";
import { BraidError } from "../core/braid-error";
import { t } from "../core/language/language";
import type { SentFrom } from "../core/ports/queue-store";
import type { DraftPlace, Store } from "../core/ports/store";
import type { Connection } from "./connection";
import { drafts, windowDrafts } from "./schema";

/** Characters from which on a draft is no longer typed by hand. */
const LONG = 100_000;

/** The empty id is the session that does not exist yet. */
const keyOf = (session_id: SessionId | null): string => session_id ?? "";

const at = ({ slot, session_id }: DraftPlace) =>
  and(eq(windowDrafts.slot, slot), eq(windowDrafts.session_id, keyOf(session_id)));

type Row = typeof windowDrafts.$inferSelect;
/** What of a row one of them writes. */
type Share = Partial<Pick<Row, "text_json" | "model_json" | "rewind_json" | "queued_json">>;

const EMPTY = {
  text_json: "",
  model_json: null,
  rewind_json: null,
  queued_json: null,
} as const satisfies Share;

/** Bytes of each. */
type Lengths = Record<"text_json" | "rewind_json" | "queued_json", number>;
const TEXTS = ["text_json", "rewind_json", "queued_json"] as const satisfies (keyof Lengths)[];
const lengthOf = (column: string): string => `coalesce(octet_length(${column}), 0)`;

export function draftVerbs(
  { orm, raw, write }: Connection,
  most = { drafts: MOST_DRAFTS, bytes: MOST_DRAFT_BYTES },
): Pick<Store, "saveDraft" | "addToDraft" | "saveEdited" | "saveQueued" | "takeDraft"> {
  const find = (where: ReturnType<typeof at>) =>
    orm.select().from(windowDrafts).where(where).orderBy(desc(windowDrafts.updated_at)).limit(1).get();

  // Neither reads what is kept: the length of a text stands in its row's header.
  const all = raw.prepare<[string, string], { drafts: number; bytes: number | null }>(
    `SELECT count(*) AS drafts, sum(${TEXTS.map(lengthOf).join(" + ")}) AS bytes
      FROM window_drafts WHERE NOT (slot = ? AND session_id = ?)`,
  );
  const lengths = raw.prepare<[string, string], Lengths>(
    `SELECT ${TEXTS.map((column) => `${lengthOf(column)} AS ${column}`).join(", ")} FROM window_drafts
      WHERE slot = ? AND session_id = ?`,
  );
  /** What a person types is looked at once, when its draft begins; what is long, each time. */
  const refuseTooMuch = (place: DraftPlace, text: string, share: Share) => {
    const key = keyOf(place.session_id);
    const mine = lengths.get(place.slot, key);
    if (text.length < LONG && mine !== undefined) return;
    const others = all.get(place.slot, key);
    if (others === undefined) return;
    const beside = TEXTS.filter((column) => share[column] === undefined).map((column) => mine?.[column] ?? 0);
    const bytes = beside.reduce((sum, length) => sum + length, (others.bytes ?? 0) + text.length);
    if (others.drafts < most.drafts && bytes <= most.bytes) return;
    throw new BraidError("FORBIDDEN", t("draft.too-much.message"), { hint: t("draft.too-much.hint") });
  };

  const save = (place: DraftPlace, share: Share, text: string, now: number) =>
    write(() => {
      if (text !== "") refuseTooMuch(place, text, share);
      const row = { ...share, updated_at: now };
      const insert = orm
        .insert(windowDrafts)
        .values({ ...EMPTY, ...row, slot: place.slot, session_id: keyOf(place.session_id) });
      insert.onConflictDoUpdate({ target: [windowDrafts.slot, windowDrafts.session_id], set: row }).run();
      removeEmpty(orm, place);
    });

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
    saveDraft: (place, { text, model }, now) =>
      save(place, { text_json: text, model_json: model ?? null }, text, now),
    addToDraft: (place, text, now) => {
      const before = find(at(place))?.text_json ?? "";
      const whole = before === "" ? text : `${before}\n\n${text}`;
      save(place, { text_json: whole }, whole, now);
    },
    saveEdited: (place, edited, now) =>
      save(place, { rewind_json: edited.text === "" ? null : edited }, edited.text, now),
    saveQueued: (place, queued, now) =>
      save(place, { queued_json: queued.text === "" ? null : queued }, queued.text, now),
    takeDraft: (place, open_slots) => {
      const row = find(at(place)) ?? adopt(place, [...open_slots, place.slot]);
      if (row === undefined) return { text: "" };
      return {
        text: row.text_json,
        ...(row.model_json === null ? {} : { model: row.model_json }),
        ...(row.rewind_json === null ? {} : { edited: row.rewind_json }),
        ...(row.queued_json === null ? {} : { queued: row.queued_json }),
      } satisfies Draft;
    },
  };
}

type Orm = Connection["orm"];

function removeEmpty(orm: Orm, place: DraftPlace): void {
  const isEmpty = and(
    eq(windowDrafts.text_json, ""),
    isNull(windowDrafts.model_json),
    isNull(windowDrafts.rewind_json),
    isNull(windowDrafts.queued_json),
  );
  orm
    .delete(windowDrafts)
    .where(and(at(place), isEmpty))
    .run();
}

/** In a transaction of the caller, e.g. the one that stores what was sent. What is being edited stays. */
export function deleteDraft(orm: Orm, place: DraftPlace): void {
  orm.update(windowDrafts).set({ text_json: "", model_json: null }).where(at(place)).run();
  removeEmpty(orm, place);
}

/** As `deleteDraft`, of what stood in the editor of an earlier message: all else stays. */
export function deleteEdited(orm: Orm, place: DraftPlace): void {
  orm.update(windowDrafts).set({ rewind_json: null }).where(at(place)).run();
  removeEmpty(orm, place);
}

/** As `deleteDraft`, of what a message was written in. */
export function deleteSent(
  orm: Orm,
  session_id: SessionId,
  { draft_slot, editor_slot }: Omit<SentFrom, "queued">,
): void {
  if (draft_slot !== undefined) deleteDraft(orm, { slot: draft_slot, session_id });
  if (editor_slot === undefined) return;
  const place = { slot: editor_slot, session_id };
  orm.update(windowDrafts).set({ queued_json: null }).where(at(place)).run();
  removeEmpty(orm, place);
}
