/** Loads the labelled messages page after page, and anew when labels change. */
import { useEffect, useRef, useState } from "react";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { call, onAppEvent } from "../../platform/bridge";
import { latest } from "../../platform/latest";
import { reportError } from "../../platform/notices";
import { type Entry, entryOf } from "./matching";

const PAGE = 200;

interface Labelled {
  /** Undefined until the first page has come. */
  entries: readonly Entry[] | undefined;
  more: boolean;
  loadMore: () => void;
}

/** @param whole loads all pages: a filter looks through all labels, which are made by hand */
export function useLabelled(session_id: SessionId | undefined, whole: boolean): Labelled {
  const [entries, setEntries] = useState<readonly Entry[]>();
  const [more, setMore] = useState(false);
  const newest = useRef(latest());
  const load = (earlier: readonly Entry[]) => {
    const last = earlier.at(-1);
    const before = last && { created_at: last.created_at, message_id: last.message_id, name: last.name };
    newest
      .current(
        () =>
          call("label.messages", {
            limit: PAGE,
            ...(session_id === undefined ? {} : { session_id }),
            ...(before === undefined ? {} : { before }),
          }),
        (found) => {
          setEntries([...earlier, ...found.map(entryOf)]);
          setMore(found.length === PAGE);
        },
      )
      .catch(reportError);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session is another list.
  useEffect(() => {
    load([]);
    return onAppEvent(({ type }) => {
      if (type === "labels-changed" || type === "session-removed" || type === "trash-left") load([]);
    });
  }, [session_id]);
  const loadMore = () => more && load(entries ?? []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that has come asks for the next one.
  useEffect(() => {
    if (whole) loadMore();
  }, [whole, entries]);
  return { entries, more, loadMore };
}
