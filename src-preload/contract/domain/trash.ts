/** The trash (DB-10). */

import type { SessionId } from "./ids";

export interface TrashedSession {
  id: SessionId;
  /** The session's title; for a sidecar its first question, if it has one (BR-4). */
  title: string;
  /** The title of the session beside which a sidecar stood. */
  sidecar_of?: string;
  updated_at: number;
  deleted_at: number;
}

/** A page of the trash, the last deleted session first. */
export interface TrashPage {
  sessions: TrashedSession[];
  /** The number of all sessions in the trash. */
  count: number;
  /** The next page's `before`; absent on the last page. */
  next?: TrashCursor;
}

export interface TrashCursor {
  deleted_at: number;
  id: SessionId;
}
