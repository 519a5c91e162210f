/** Folds the shared beginning of two conversations side by side, and scrolls them in step. */
import { useEffect, useLayoutEffect } from "react";
import { useStore } from "zustand";
import { latest } from "../../../platform/latest";
import { doing } from "../../../thread/actions";
import { mainThread, sideThread, type Thread } from "../../../thread/thread";
import { sidePanel } from "../panel";
import { alignTops } from "./align-tops";
import { compareState } from "./compare";
import { scrollInStep } from "./scroll-in-step";

/** Folds both threads. At the end only the main thread is unfolded. */
export function useFolding(): void {
  const fork = useStore(compareState, (state) => state.fork);
  const folded = useStore(compareState, (state) => state.folded);
  // Another session begins unfolded, so it has to be folded again.
  const main_id = useStore(mainThread.view, (state) => state.session_id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `main_id`.
  useLayoutEffect(() => {
    mainThread.shown.foldAway(folded ? fork?.main : undefined);
    sideThread.shown.foldAway(folded ? fork?.side : undefined);
    return () => mainThread.shown.foldAway(undefined);
  }, [fork, folded, main_id]);
}

const useHasMessages = ({ view }: Thread): boolean => useStore(view, ({ cells }) => cells.length > 0);

/** Lets two threads begin at one height, so that their first turns stand beside each other. */
export function useAlignedTops(one = mainThread, two = sideThread): void {
  const main = useHasMessages(one);
  const other = useHasMessages(two);
  useLayoutEffect(() => {
    if (main && other && one.log && two.log) return alignTops(one.log, two.log);
    return undefined;
  }, [main, other, one, two]);
}

/** Scrolls two threads in step. Turns are counted from the fork on, so all messages since then have to be loaded. */
export function useInStep(one = mainThread, two = sideThread): void {
  const fork = useStore(compareState, (state) => state.fork);
  const inStep = useStore(compareState, (state) => state.inStep);
  // A hidden side is scrolled to its place when it is shown again.
  const over = useStore(sidePanel, ({ front }) => front);
  const main = useHasMessages(one);
  const other = useHasMessages(two);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `over`.
  useEffect(() => {
    if (!inStep || !main || !other || fork === undefined) return;
    let end: (() => void) | undefined;
    const both = latest();
    const begin = () => {
      const { fresh, led } = compareState.getState();
      compareState.setState({ fresh: false, led: false });
      const sides = [
        { thread: one, fork: fork.main },
        { thread: two, fork: fork.side },
      ] as const;
      end = scrollInStep(...sides, led ? "by the second" : fresh ? "from the top" : undefined);
    };
    doing(() => both(() => Promise.all([one.shown.loadToFloor(), two.shown.loadToFloor()]), begin));
    return () => {
      both.drop();
      end?.();
    };
  }, [inStep, main, other, fork, over, one, two]);
}
