/**
 * The core keeps drafts (QU-2). If the core could not store one (a full disk), the window keeps it when its session is left. The text is
 * there again when the session comes back, and is handed over anew after the next draft that could be stored.
 */

import { type DraftPlace, isEmptyDraft, type PlacedDraft } from "../../../src-preload/contract/domain/drafts";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { CallError, call } from "../../platform/bridge";

interface KeptDraft {
  draft: PlacedDraft;
  /** True where another attempt with the same draft may succeed. */
  again: boolean;
}

const kept = new Map<string, KeptDraft>();
const keyOf = (place: DraftPlace): string =>
  `${place.kind} ${place.session_id ?? ""} ${place.kind === "composer" ? "" : place.id}`;

/** Stores a draft. @throws CallError; the window keeps the draft then */
export async function storeDraft(draft: PlacedDraft): Promise<void> {
  const key = keyOf(draft.place);
  // Calls are answered in order: an older draft must not be sent after this one.
  kept.delete(key);
  try {
    await call("draft.save", draft);
  } catch (error) {
    const code = error instanceof CallError ? error.code : undefined;
    // The draft of a session that is gone is not kept: nobody can come back to it.
    if (code !== "SESSION_NOT_FOUND") kept.set(key, { draft, again: code === "STORE_UNAVAILABLE" });
    throw error;
  }
  storeRest();
}

/** Stores the kept drafts, one after the other, until one fails: each success asks for the next. The first failure was told already. */
function storeRest(): void {
  const next = [...kept.values()].find(({ again }) => again);
  if (next !== undefined) storeDraft(next.draft).catch(() => undefined);
}

/** Forgets a draft that the core has stored as a message. */
export function forgetRetry(place: DraftPlace): void {
  kept.delete(keyOf(place));
}

/** Reads all drafts of a session. @throws CallError */
export async function readDrafts(session_id: SessionId | null): Promise<PlacedDraft[]> {
  const stored = await call("draft.read", { session_id });
  const mine = [...kept.values()].map(({ draft }) => draft);
  const here = mine.filter(({ place }) => place.session_id === session_id);
  const newer = new Set(here.map(({ place }) => keyOf(place)));
  const drafts = [...stored.filter(({ place }) => !newer.has(keyOf(place))), ...here];
  return drafts.filter((draft) => !isEmptyDraft(draft));
}
