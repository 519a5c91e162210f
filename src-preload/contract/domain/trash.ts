/** The trash (DB-10). */

import type { SessionId } from "./ids";

export interface TrashedSession {
  id: SessionId;
  /** Of a sidecar what was asked there first, if anything was (BR-4). */
  title: string;
  /** The title of what it is a sidecar of. */
  sidecar_of?: string;
  updated_at: number;
  deleted_at: number;
}

/** A page of the trash, what was deleted last first. */
export interface TrashPage {
  sessions: TrashedSession[];
  /** How many there are in all. */
  count: number;
  /** Pass as `before` for the next page; absent on the last. */
  next?: TrashCursor;
}

export interface TrashCursor {
  deleted_at: number;
  id: SessionId;
}
