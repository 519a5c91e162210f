/** What holds while two conversations are read side by side: their shared beginning is folded, and they scroll in step. */
import { useEffect, useLayoutEffect } from "react";
import { useStore } from "zustand";
import { doing } from "../../state/actions";
import { beside } from "../../state/beside";
import { besidePane, mainPane, type Pane } from "../../state/pane";
import { scrollInStep } from "./scroll-in-step";
import { sideBySide } from "./side-by-side";

/** Folds in both panes; what is shown again when it ends is the main thread alone. */
export function useFolding(): void {
  const fork = useStore(sideBySide, (state) => state.fork);
  const folded = useStore(sideBySide, (state) => state.folded);
  // Another session begins unfolded.
  const main_id = useStore(mainPane.view, (state) => state.session_id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `main_id`.
  useLayoutEffect(() => {
    mainPane.shown.fold(folded ? fork?.main : undefined);
    besidePane.shown.fold(folded ? fork?.beside : undefined);
    return () => mainPane.shown.fold(undefined);
  }, [fork, folded, main_id]);
}

const useHasMessages = ({ view }: Pane): boolean => useStore(view, ({ cells }) => cells.length > 0);

/** Turns are counted from the fork on: all since then has to be there. */
export function useInStep(one = mainPane, two = besidePane): void {
  const fork = useStore(sideBySide, (state) => state.fork);
  const inStep = useStore(sideBySide, (state) => state.inStep);
  // What was not seen is put in its place when it is.
  const over = useStore(beside, (state) => state.over);
  const main = useHasMessages(one);
  const other = useHasMessages(two);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `over`.
  useEffect(() => {
    if (!inStep || !main || !other || fork === undefined) return;
    let end: (() => void) | undefined;
    let over = false;
    doing(async () => {
      await Promise.all([one.shown.loadToFloor(), two.shown.loadToFloor()]);
      if (over) return;
      const { fresh } = sideBySide.getState();
      sideBySide.setState({ fresh: false });
      const sides = [
        { pane: one, fork: fork.main },
        { pane: two, fork: fork.beside },
      ] as const;
      end = scrollInStep(...sides, fresh ? "from the top" : undefined);
    });
    return () => {
      over = true;
      end?.();
    };
  }, [inStep, main, other, fork, over, one, two]);
}
