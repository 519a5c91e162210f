/** The standing of a question that waits in a message (LY-6). */
import { useContext, useEffect, useSyncExternalStore } from "react";
import type { SessionId } from "../../../../../src-preload/contract/domain/ids";
import { say } from "../../../../platform/announce";
import { useThreadDrawn } from "../../../../thread/thread";
import { CellContext } from "../../opened";

const never = () => () => undefined;

/** Returns the session that waits; undefined where nobody can answer any more: the message has ended, or is only read. */
export function useWaiting(): SessionId | undefined {
  const cell = useContext(CellContext);
  const isRead = useThreadDrawn(({ timeline }) => timeline !== undefined);
  const get = () => {
    const { message } = cell?.get() ?? {};
    return message === undefined || message.metadata.finish_reason !== undefined
      ? undefined
      : message.session_id;
  };
  const session_id = useSyncExternalStore(cell?.subscribe ?? never, get);
  return isRead ? undefined : session_id;
}

/** The questions that were announced. A row that is built again does not announce its question again. */
const announced = new Set<string>();

/** Tells screen readers that somebody is asked. The focus stays where it is. */
export function useAnnounced(id: string, words: string): void {
  useEffect(() => {
    if (announced.has(id)) return;
    announced.add(id);
    say(words);
  }, [id, words]);
}
