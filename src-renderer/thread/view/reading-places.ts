/** Where the reader was in each session that this window has left, so that coming back is coming back there. */
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";

export interface ReadingPlace {
  /** The message at the top of the view, and how far its top is from there, in pixels. */
  message_id: MessageId;
  offset: number;
  /** The newest message at that time: what is newer is news. */
  newest: MessageId;
}

/** Sessions; the one left longest ago is forgotten. */
const REMEMBERED = 200;

const places = new Map<SessionId, ReadingPlace>();

/** Without a place: the reader was at the end. */
export function notePlace(session_id: SessionId, place: ReadingPlace | undefined): void {
  places.delete(session_id);
  if (place === undefined) return;
  places.set(session_id, place);
  const [oldest] = places.keys();
  if (places.size > REMEMBERED && oldest !== undefined) places.delete(oldest);
}

export const placeIn = (session_id: SessionId): ReadingPlace | undefined => places.get(session_id);
