/** Loads the labelled messages page after page, and anew when labels change. */
import { useEffect, useReducer } from "react";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { LabelCursor } from "../../../src-preload/contract/domain/labels";
import { call, onAppEvent } from "../../platform/bridge";
import { latest } from "../../platform/latest";
import { reportError } from "../../platform/notices";
import { PAGE, pagesOf } from "./label-pages";
import { type Labelled, labelled, NOTHING } from "./labelled";

/** @param whole loads all pages: a filter looks through all labels, which are made by hand */
export function useLabelled(
  session_id: SessionId | undefined,
  whole: boolean,
): Pick<Labelled, "entries" | "more" | "failed"> & { loadMore: () => void; again: () => void } {
  const [{ entries, more, wanted, failed }, tell] = useReducer(labelled, NOTHING);
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
    const answers = latest();
    const pageBefore = (before: LabelCursor | undefined) =>
      call("label.messages", {
        limit: PAGE,
        ...(session_id === undefined ? {} : { session_id }),
        ...(before === undefined ? {} : { before }),
      });
    answers(
      (isWanted) => pagesOf(pageBefore, { ...wanted, isWanted }),
      (pages) => tell({ is: "came", wanted, pages }),
    ).catch((error: unknown) => {
      tell({ is: "failed", wanted });
      reportError(error);
    });
    return answers.drop;
  }, [wanted]);
  const loadMore = () => tell({ is: "more" });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that has come asks for the next one.
  useEffect(() => {
    if (whole) loadMore();
  }, [whole, entries]);
  const again = () => tell({ is: "another" });
  return { entries, more, failed, loadMore, again };
}
