/**
 * Composes the sessions that are kept in memory alone (SE-10): the same service over a store without a file. They share models, settings
 * and the counter of tokens with the others. They have no folder, no tools and no hooks, because each of these would hand their words on.
 */
import type { CoreEvent } from "../src-preload/contract/domain/events";
import { Emitter } from "./core/emitter";
import { createIds } from "./core/ids";
import type { Exchange } from "./core/ports/exchange";
import type { Imports } from "./core/session/imports";
import { PrivateSaving } from "./core/session/private-saving";
import {
  createSessionService,
  type SessionService,
  type SessionServiceDeps,
} from "./core/session/session-service";
import { createRecorder } from "./recorder/recorder";
import { openMemoryStore } from "./store/memory-store";

/** The parts that private sessions share with the others. */
export type SharedDeps = Omit<
  SessionServiceDeps,
  "store" | "recorder" | "ids" | "events" | "tools" | "hooks"
>;

export interface PrivateSessions {
  service: SessionService;
  saving: PrivateSaving;
  events: Emitter<CoreEvent>;
  /** True if something was said in a private session, archived ones included, or only written for one. The trash does not count. */
  hasWords(): boolean;
  /** Interrupts runs, and forgets all that was said. */
  close(): Promise<void>;
}

/** The parts of the app through which a private session becomes an ordinary one. */
export interface Ordinary {
  exchange(): Promise<Exchange>;
  imports(): Promise<Imports>;
}

export function composePrivate(shared: SharedDeps, { exchange, imports }: Ordinary): PrivateSessions {
  const store = openMemoryStore();
  const events = new Emitter<CoreEvent>();
  const ids = createIds(shared.clock, store.newestIdTime());
  const recorder = createRecorder({ store, ids, clock: shared.clock });
  const none = new Map();
  const { service, state, close } = createSessionService({
    ...shared,
    ...{ store, recorder, ids, events },
    tools: async () => none,
  });
  const saving = new PrivateSaving({
    ...{ store, state, trash: service.trash, arrivals: imports },
    adopt: async (sessions) => (await exchange()).adopt(sessions),
  });
  return {
    service,
    saving,
    events,
    hasWords() {
      const isAny = (archived: boolean) => service.sessions.list({ limit: 1, archived }).sessions.length > 0;
      return isAny(false) || isAny(true) || service.drafts.any();
    },
    async close() {
      await close();
      store.close();
    },
  };
}
