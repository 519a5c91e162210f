/** Follows a long work of main that the window has begun: its progress, its failure, and its end. */
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import { call, onAppEvent } from "./bridge";

interface Progress {
  underWay: boolean;
  /** From 0 to 1. */
  share: number;
  failure: unknown;
}

interface Doing {
  /** Begins, unless the last work is still under way. */
  begin(work: (work_id: string) => Promise<void>): void;
  cancel(): void;
  dismiss(): void;
}

export type Work = Progress & Doing;

/** One work at a time. */
export interface LongWork extends Doing {
  progress: StoreApi<Progress>;
}

/** The call that cancels the work. */
type Cancel = "exchange.cancel" | "backups.cancel";

export function longWork(by: Cancel): LongWork {
  const progress = createStore<Progress>(() => ({ underWay: false, share: 0, failure: undefined }));
  let current: string | undefined;
  return {
    progress,
    begin: (work) => {
      if (current !== undefined) return;
      const id = crypto.randomUUID();
      current = id;
      progress.setState({ underWay: true, share: 0, failure: undefined });
      const deafen = onAppEvent((event) => {
        if (event.type === "exchange-progress" && event.work_id === id)
          progress.setState({ share: event.share });
      });
      work(id)
        .catch((failure: unknown) => progress.setState({ failure }))
        .finally(() => {
          deafen();
          current = undefined;
          progress.setState({ underWay: false });
        });
    },
    cancel: () => {
      if (current !== undefined) call(by, { work_id: current }).catch(() => undefined);
    },
    dismiss: () => progress.setState({ failure: undefined }),
  };
}

/** Follows a work that goes on without this part of the window. */
export function useLongWork({ progress, begin, cancel, dismiss }: LongWork): Work {
  return { ...useStore(progress), begin, cancel, dismiss };
}

/** For a work that ends with this part of the window: closing it cancels the work. */
export function useWork(by: Cancel = "exchange.cancel"): Work {
  const [work] = useState(() => longWork(by));
  useEffect(() => work.cancel, [work]);
  return useLongWork(work);
}
