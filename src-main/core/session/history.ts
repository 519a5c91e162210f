/** The user's own words, newest first: those of the session at hand, then those of all others. */
import type { HistoryPage, HistoryRequest } from "../../../src-preload/contract/domain/requests";
import type { TranscriptStore } from "../ports/transcript-store";

/** A page never mixes the session with others. An empty page with a `next` says that the session has no more. */
export function listHistory(
  store: Pick<TranscriptStore, "said">,
  { session_id, from = { in: "session" }, limit }: HistoryRequest,
): HistoryPage {
  const found = store.said({ session_id, ...from, limit });
  const texts = found.map(({ text }) => text).filter((text) => text !== "");
  const before = found.at(-1)?.id;
  if (before !== undefined) return { texts, next: { in: from.in, before } };
  return from.in === "session" ? { texts, next: { in: "rest" } } : { texts };
}
