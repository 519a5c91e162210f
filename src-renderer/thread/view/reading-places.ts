/** Remembers where the reader was in each session that this window has left, so that they come back there. */
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";

export interface ReadingPlace {
  /** The message at the top of the view, and the distance of its top from there, in pixels. */
  message_id: MessageId;
  offset: number;
  /** The newest message at that time: newer ones are news. */
  newest: MessageId;
}

/** Sessions; the one that was left longest ago is forgotten. */
const REMEMBERED = 200;

const places = new Map<SessionId, ReadingPlace>();

/** Without a place the reader was at the end. */
export function notePlace(session_id: SessionId, place: ReadingPlace | undefined): void {
  places.delete(session_id);
  if (place === undefined) return;
  places.set(session_id, place);
  const [oldest] = places.keys();
  if (places.size > REMEMBERED && oldest !== undefined) places.delete(oldest);
}

export const placeIn = (session_id: SessionId): ReadingPlace | undefined => places.get(session_id);
