/** Reads long transcripts bit by bit, so that no window waits: main has one thread for all windows. */

import { compactionOf } from "../../../src-preload/contract/domain/compaction";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { Store } from "../ports/store";
import { createBreathing } from "../time-slice";

/** Messages, and bytes of their parts, that are read and converted without a pause: a few milliseconds of work. */
const AT_ONCE = { messages: 64, bytes: 128 * 1024 };
/** Messages of a page that is read backwards. */
const PAGE = 64;

/** Yields the visible messages in their order. @throws the signal's reason, BraidError `STORE_UNAVAILABLE` */
export async function* visibleSlices(
  store: Pick<Store, "visibleMessages">,
  session_id: SessionId,
  signal: AbortSignal,
): AsyncGenerator<StoredMessage[], undefined> {
  const breathe = createBreathing();
  for (let after: MessageId | undefined; ; ) {
    signal.throwIfAborted();
    const read = store.visibleMessages(session_id, { ...AT_ONCE, after });
    after = read.at(-1)?.id;
    if (after === undefined) return;
    yield read;
    await breathe();
  }
}

/** All visible messages. @throws as `visibleSlices` */
export async function visibleMessages(
  store: Pick<Store, "visibleMessages">,
  session_id: SessionId,
  signal: AbortSignal,
): Promise<StoredMessage[]> {
  const messages: StoredMessage[] = [];
  for await (const slice of visibleSlices(store, session_id, signal)) messages.push(...slice);
  return messages;
}

/**
 * The messages that a summary stands for, with the summary before it. Looks through a summary that was edited or written anew: that one
 * hides its predecessor alone. @throws as `visibleSlices`
 */
export async function messagesBehind(
  store: Pick<Store, "hiddenPage">,
  summary: StoredMessage,
  signal: AbortSignal,
): Promise<StoredMessage[]> {
  const breathe = createBreathing();
  for (let at = summary; ; ) {
    const compaction = compactionOf(at);
    if (compaction === undefined) return [];
    const found: StoredMessage[] = [];
    for (let more = true; more; ) {
      const before = found[0]?.id;
      const page = store.hiddenPage(compaction.op_id, {
        limit: PAGE,
        ...(before === undefined ? {} : { before }),
      });
      found.unshift(...page.messages);
      more = page.more;
      await breathe();
      signal.throwIfAborted();
    }
    const [only] = found;
    if (found.length !== 1 || only === undefined || compactionOf(only) === undefined) return found;
    at = only;
  }
}
