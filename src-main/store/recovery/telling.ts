/** Tells the user the meaning of failures for the open file: a part of it is damaged, it is gone, or it is back (SV-7, SV-8). */
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { BraidError } from "../../core/braid-error";
import { FileMoved, isDamage, isMoved, toStoreError } from "../database/errors";
import type { StoreConnection } from "./open";
import type { Met } from "./recoverer";

export interface TellingDeps {
  file: string;
  onMet(met: Met): void;
  connection(): StoreConnection;
  /** May throw: the title may be unreadable too. */
  titleOf(session_id: SessionId): string | undefined;
}

export interface Telling {
  /** Returns the error to tell for a failure in any thread. `session_id` is the session that was read or written. */
  failed(failure: unknown, session_id?: SessionId): BraidError;
  /** A read or a write has succeeded. */
  succeeded(): void;
}

export function createTelling({ file, onMet, connection, titleOf }: TellingDeps): Telling {
  let away = false;
  const titled = (session_id: SessionId | undefined): string | undefined => {
    try {
      return session_id && titleOf(session_id);
    } catch {
      return undefined;
    }
  };
  const tellDamage = (title: string | undefined): void => {
    connection().suspectDamage();
    onMet({ is: "damaged", ...(title === undefined ? {} : { title }) });
  };
  return {
    failed: (failure, session_id) => {
      // Damage of another file in its place says nothing about the file that is gone.
      const error = isDamage(failure) && !connection().isInPlace() ? new FileMoved() : failure;
      const title = isDamage(error) ? titled(session_id) : undefined;
      if (isDamage(error)) tellDamage(title);
      if (isMoved(error)) {
        away = true;
        onMet({ is: "moved" });
      }
      return toStoreError(error, file, title);
    },
    succeeded: () => {
      if (!away || !connection().isInPlace()) return;
      away = false;
      onMet({ is: "back" });
    },
  };
}
