/** Saves a private session (SE-10): with all that descends from it, it leaves the memory and becomes an ordinary one. */
import words from "../../../resources/locales/en/private.json";
import type { WhatIsSaved } from "../../../src-preload/contract/domain/private";
import type { SessionRef } from "../../../src-preload/contract/domain/requests";
import { BraidError } from "../braid-error";
import { addEnglish } from "../english";
import type { SessionsOfMemory } from "../ports/exchange";
import type { Descent, MemoryStore } from "../ports/memory-store";
import type { RunState } from "../run/run-state";
import { say } from "../say";
import type { Imports } from "./imports";
import type { Trash } from "./trash";

addEnglish("private", words);

export interface PrivateSavingDeps {
  store: MemoryStore;
  state: Pick<RunState, "isIdle">;
  trash: Pick<Trash, "put" | "remove">;
  /** The ordinary sessions. @throws the store's failure; nothing was saved then */
  adopt(sessions: SessionsOfMemory): Promise<void>;
  arrivals(): Promise<Pick<Imports, "arrived">>;
}

export class PrivateSaving {
  constructor(private readonly deps: PrivateSavingDeps) {}

  plan(session: SessionRef): WhatIsSaved {
    const { sessions, sidecars } = this.descent(session);
    return { branches: sessions.length - 1, sidecars: sidecars.length };
  }

  /**
   * Resolves when the session is on the disk, and gone from memory.
   * @throws BraidError `SESSION_NOT_FOUND`, `SESSION_BUSY` while a private answer is written, `STORE_UNAVAILABLE`: nothing has changed then
   */
  async save(session: SessionRef): Promise<void> {
    const { store, state, trash, adopt, arrivals } = this.deps;
    const { sessions, sidecars } = this.descent(session);
    if (!state.isIdle) throw new BraidError("SESSION_BUSY", say("private:answering"));
    const all = [...sessions, ...sidecars].sort();
    await store.whileHeld(all, (held) => adopt(held).catch(notSaved));
    // In one step for every window: none of them shows a session that is on the disk already.
    for (const session_id of sessions) trash.put({ session_id });
    const imports = await arrivals();
    await imports.arrived(all);
    for (const session_id of sessions) await trash.remove({ session_id });
  }

  private descent({ session_id }: SessionRef): Descent {
    const { store } = this.deps;
    const main_id = store.sidecarOf(session_id)?.main_id ?? session_id;
    const found = store.descent(main_id);
    if (!found.sessions.includes(main_id))
      throw new BraidError("SESSION_NOT_FOUND", say("session.not-found"));
    return found;
  }
}

function notSaved(cause: unknown): never {
  throw new BraidError("STORE_UNAVAILABLE", say("private:not-saved"), {
    hint: cause instanceof BraidError ? cause.info.message : say("private:not-saved-hint"),
    cause,
  });
}
