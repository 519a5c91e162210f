/** The diffs of changed files (RW-5), each asked for once: of an opened file at once, of the first files for the counts in their rows. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import type { ChangeDiff } from "../../../src-preload/contract/domain/file-changes";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import { call, toErrorInfo } from "../../platform/bridge";

export interface Turns {
  session_id: SessionId;
  message_id: MessageId;
}

export type KnownDiff = ChangeDiff | { failure: ErrorInfo };

/**
 * The diffs of one look at the files: after a restore they are other ones. Until the new ones are there, those of the look before stand:
 * most files are as they were.
 */
export function createFileDiffs({ session_id, message_id }: Turns, before?: FileDiffs): FileDiffs {
  const store = createStore<Readonly<Record<string, KnownDiff>>>(() => before?.store.getState() ?? {});
  const asked = new Map<string, Promise<void>>();
  const request = async (path: string): Promise<void> => {
    const known = await call("changes.diff", { session_id, message_id, path }).catch((error: unknown) => {
      asked.delete(path);
      return { failure: toErrorInfo(error) };
    });
    store.setState({ [path]: known });
  };
  /** A diff that failed is asked for anew. */
  const ask = (path: string): Promise<void> => {
    const asking = asked.get(path) ?? request(path);
    asked.set(path, asking);
    return asking;
  };
  return {
    store,
    ask,
    /** Asks one after the other: opened files come between. */
    async askInTurn(paths: readonly string[], signal: AbortSignal): Promise<void> {
      for (const path of paths) {
        if (signal.aborted) return;
        await ask(path);
      }
    },
  };
}

export interface FileDiffs {
  store: StoreApi<Readonly<Record<string, KnownDiff>>>;
  ask(path: string): Promise<void>;
  askInTurn(paths: readonly string[], signal: AbortSignal): Promise<void>;
}
