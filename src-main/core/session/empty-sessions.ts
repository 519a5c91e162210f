/** How many sessions a window may make without a word in them: none of the app's own pages makes more than one. */
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { MOST_EMPTY_SESSIONS } from "../../../src-preload/contract/domain/limits";
import { BraidError } from "../braid-error";
import { t } from "../language/language";

export class EmptySessions {
  /** By the window's slot; of this run. */
  readonly #made = new Map<string, SessionId[]>();
  readonly #isEmpty: (session_id: SessionId) => boolean;

  constructor(isEmpty: (session_id: SessionId) => boolean) {
    this.#isEmpty = isEmpty;
  }

  /** @throws BraidError `FORBIDDEN` where this window has made too many that are still empty. */
  refuseMore(slot: string): void {
    const empty = (this.#made.get(slot) ?? []).filter(this.#isEmpty);
    this.#made.set(slot, empty);
    if (empty.length >= MOST_EMPTY_SESSIONS)
      throw new BraidError("FORBIDDEN", t("session.too-many-empty.message"), {
        hint: t("session.too-many-empty.hint"),
      });
  }

  note(slot: string, session_id: SessionId): void {
    this.#made.set(slot, [...(this.#made.get(slot) ?? []), session_id]);
  }
}
