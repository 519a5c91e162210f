/** The ids of things in the database, on the wire and in the window (DB-5): branded, so that one kind cannot pass for another. */

declare const kind: unique symbol;
type Id<Kind extends string> = string & { readonly [kind]: Kind };

/** `ses_` + 14 hex digits + 12 base62 characters. */
export type SessionId = Id<"session">;
/** `msg_` + 14 hex digits + 12 base62 characters. */
export type MessageId = Id<"message">;
/** `prt_` + 14 hex digits + 12 base62 characters. */
export type PartId = Id<"part">;
/** `que_` + 14 hex digits + 12 base62 characters: one message that waits. */
export type QueueId = Id<"queued">;
/** `top_` + 14 hex digits + 12 base62 characters: one timeline op. */
export type OpId = Id<"op">;

const PLACE = "msg_".length + 14;

/**
 * The beginning of a message's id, which tells its place (DB-5). A message shares it with the summaries that stand right behind it, and an
 * answer with its further attempts (RN-7).
 */
export const placeOfId = (id: string): string => id.slice(0, PLACE);
