/** While two conversations are read side by side, their shared beginning is folded and they scroll in step. */
import { useEffect, useLayoutEffect } from "react";
import { useStore } from "zustand";
import { latest } from "../../../platform/latest";
import { doing } from "../../../thread/actions";
import { mainThread, sideThread, type Thread } from "../../../thread/thread";
import { sidePanel } from "../panel";
import { compareState } from "./compare";
import { scrollInStep } from "./scroll-in-step";

/** Folds in both threads; what is shown again when it ends is the main thread alone. */
export function useFolding(): void {
  const fork = useStore(compareState, (state) => state.fork);
  const folded = useStore(compareState, (state) => state.folded);
  // Another session begins unfolded.
  const main_id = useStore(mainThread.view, (state) => state.session_id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `main_id`.
  useLayoutEffect(() => {
    mainThread.shown.foldAway(folded ? fork?.main : undefined);
    sideThread.shown.foldAway(folded ? fork?.beside : undefined);
    return () => mainThread.shown.foldAway(undefined);
  }, [fork, folded, main_id]);
}

const useHasMessages = ({ view }: Thread): boolean => useStore(view, ({ cells }) => cells.length > 0);

/** Turns are counted from the fork on: all since then has to be there. */
export function useInStep(one = mainThread, two = sideThread): void {
  const fork = useStore(compareState, (state) => state.fork);
  const inStep = useStore(compareState, (state) => state.inStep);
  // A side that was hidden is put in its place when it is seen again.
  const over = useStore(sidePanel, ({ front }) => front);
  const main = useHasMessages(one);
  const other = useHasMessages(two);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `over`.
  useEffect(() => {
    if (!inStep || !main || !other || fork === undefined) return;
    let end: (() => void) | undefined;
    const both = latest();
    const begin = () => {
      const { fresh } = compareState.getState();
      compareState.setState({ fresh: false });
      const sides = [
        { thread: one, fork: fork.main },
        { thread: two, fork: fork.beside },
      ] as const;
      end = scrollInStep(...sides, fresh ? "from the top" : undefined);
    };
    doing(() => both(() => Promise.all([one.shown.loadToFloor(), two.shown.loadToFloor()]), begin));
    return () => {
      both.drop();
      end?.();
    };
  }, [inStep, main, other, fork, over, one, two]);
}
