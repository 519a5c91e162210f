/** Asks the core for sessions that match a query. One question runs at a time; the next begins when its answer has come. No timers. */
import type { SessionSummary } from "../../../src-preload/contract/domain/sessions";

export interface SessionFinder {
  /** Returns at once. The newest query is always answered; older ones that have not begun are skipped. */
  look(query: string): void;
  close(): void;
}

/** `found` hears each answer that is still wanted. After a failed call it hears an empty answer, and `failed` hears the error. */
export function createSessionFinder(
  ask: (query: string, isWanted: () => boolean) => Promise<SessionSummary[]>,
  found: (sessions: SessionSummary[], query: string) => void,
  failed: (error: unknown) => void,
): SessionFinder {
  let wanted: string | undefined;
  let asked: string | undefined;
  let asking = false;
  let open = true;

  async function work(): Promise<void> {
    if (asking) return;
    asking = true;
    while (open && wanted !== undefined && wanted !== asked) {
      const query = wanted;
      asked = query;
      try {
        const sessions = await ask(query, () => open && wanted === query);
        if (open) found(sessions, query);
      } catch (error) {
        if (open) failed(error);
      }
    }
    asking = false;
  }
  return {
    look(query) {
      wanted = query;
      void work();
    },
    close() {
      open = false;
    },
  };
}
