/** Loads the labelled messages page after page, and anew when labels change. */
import { useEffect, useRef, useState } from "react";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { call, onAppEvent } from "../../platform/bridge";
import { latest } from "../../platform/latest";
import { reportError } from "../../platform/notices";
import { PAGE, type Pages, pagesOf } from "./label-pages";
import type { Entry } from "./matching";

interface Labelled {
  /** Undefined until the first page has come. */
  entries: readonly Entry[] | undefined;
  more: boolean;
  loadMore: () => void;
}

/** @param whole loads all pages: a filter looks through all labels, which are made by hand */
export function useLabelled(session_id: SessionId | undefined, whole: boolean): Labelled {
  const [loaded, setLoaded] = useState<Pages>();
  const { entries, more = false } = loaded ?? {};
  const newest = useRef(latest());
  const shown = useRef(0);
  /** Set while the list is read anew: a further page of the old one would be put behind other entries, or in their place. */
  const anew = useRef(false);
  const load = (earlier: readonly Entry[], least: number) =>
    newest
      .current(
        (isWanted) =>
          pagesOf(
            (before) =>
              call("label.messages", {
                limit: PAGE,
                ...(session_id === undefined ? {} : { session_id }),
                ...(before === undefined ? {} : { before }),
              }),
            { earlier, least, isWanted },
          ),
        (pages) => {
          anew.current = false;
          shown.current = pages.entries.length;
          setLoaded(pages);
        },
      )
      .catch((error: unknown) => {
        anew.current = false;
        reportError(error);
      });
  const reload = (least: number) => {
    anew.current = true;
    void load([], least);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session is another list.
  useEffect(() => {
    reload(0);
    return onAppEvent(({ type }) => {
      if (type === "labels-changed" || type === "session-removed" || type === "trash-left")
        reload(shown.current);
    });
  }, [session_id]);
  const loadMore = () => {
    if (more && !anew.current) void load(entries ?? [], 0);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that has come asks for the next one.
  useEffect(() => {
    if (whole) loadMore();
  }, [whole, entries]);
  return { entries, more, loadMore };
}
