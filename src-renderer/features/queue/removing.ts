/** Removes waiting messages at once. They can be put back as long as the window offers that (QU-1). */

import type { QueueId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { QueueRemoval } from "../../../src-preload/contract/domain/queue";
import { call } from "../../platform/bridge";
import { t } from "../../platform/language/language";
import { clearErrors, showDone } from "../../platform/notices";
import { once } from "../../platform/once";
import { doing } from "../../thread/actions";
import { isTakenBackNext } from "../../thread/undo";

function tellRemoved(session_id: SessionId, { removal, count }: QueueRemoval): void {
  // After two presses, only the first has removed something to put back.
  if (count === 0) return;
  const putBack = async () => {
    clearErrors();
    await call("queue.put_back", { session_id, removal });
  };
  showDone({
    words: () => t("queue:removed", { count }),
    action: { name: () => t("sessions:undo"), run: () => doing(putBack) },
    undoes: true,
  });
}

/** @throws CallError */
export const removeMessage = (session_id: SessionId, id: QueueId): Promise<void> =>
  once(`remove ${id}`, () =>
    isTakenBackNext(async () => tellRemoved(session_id, await call("queue.remove", { session_id, id }))),
  );

/** Removes all waiting messages. @throws CallError */
export const clearMessages = (session_id: SessionId): Promise<void> =>
  isTakenBackNext(async () => tellRemoved(session_id, await call("queue.clear", { session_id })));
