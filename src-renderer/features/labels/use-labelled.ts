/** Loads the labelled messages page after page, and anew when labels change. */
import { useEffect, useReducer } from "react";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { call, onAppEvent } from "../../platform/bridge";
import { reportError } from "../../platform/notices";
import { PAGE, pagesOf } from "./label-pages";
import { type Labelled, labelled, NOTHING } from "./labelled";

/** @param whole loads all pages: a filter looks through all labels, which are made by hand */
export function useLabelled(
  session_id: SessionId | undefined,
  whole: boolean,
): Pick<Labelled, "entries" | "more"> & { loadMore: () => void } {
  const [{ entries, more, wanted }, tell] = useReducer(labelled, NOTHING);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session is another list.
  useEffect(() => {
    tell({ is: "another" });
    return onAppEvent(({ type }) => {
      if (type === "labels-changed" || type === "sessions-removed" || type === "trash-left")
        tell({ is: "changed" });
    });
  }, [session_id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each session begins a reading of its own.
  useEffect(() => {
    if (wanted === undefined) return;
    let isWanted = true;
    pagesOf(
      (before) =>
        call("label.messages", {
          limit: PAGE,
          ...(session_id === undefined ? {} : { session_id }),
          ...(before === undefined ? {} : { before }),
        }),
      { ...wanted, isWanted: () => isWanted },
    )
      .then((pages) => tell({ is: "came", wanted, pages }))
      .catch((error: unknown) => {
        tell({ is: "failed", wanted });
        if (isWanted) reportError(error);
      });
    return () => {
      isWanted = false;
    };
  }, [wanted]);
  const loadMore = () => tell({ is: "more" });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that has come asks for the next one.
  useEffect(() => {
    if (whole) loadMore();
  }, [whole, entries]);
  return { entries, more, loadMore };
}
