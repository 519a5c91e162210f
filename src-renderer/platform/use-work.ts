/**
 * Follows a long work of main that a part of the window has begun: its progress, its failure, and its end. Closing that part cancels it, unless
 * the work goes on without it.
 */
import { useEffect, useRef, useState } from "react";
import { call, onAppEvent } from "./bridge";

export interface Work {
  underWay: boolean;
  /** From 0 to 1. */
  share: number;
  failure: unknown;
  begin(work: (work_id: string) => Promise<void>): void;
  cancel(): void;
  dismiss(): void;
}

/** The call that cancels the work. */
type Cancel = "exchange.cancel" | "backups.cancel";

export function useWork(by: Cancel = "exchange.cancel", { goesOn = false } = {}): Work {
  const cancelWork = (work_id: string): void => void call(by, { work_id }).catch(() => undefined);
  const [work_id, setWork] = useState<string>();
  const [share, setShare] = useState(0);
  const [failure, setFailure] = useState<unknown>();
  const current = useRef<string>(undefined);
  useEffect(
    () =>
      onAppEvent((event) => {
        if (event.type === "exchange-progress" && event.work_id === current.current) setShare(event.share);
      }),
    [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: cancelled once, when the part of the window goes.
  useEffect(
    () => () => {
      if (current.current !== undefined && !goesOn) cancelWork(current.current);
    },
    [],
  );
  return {
    underWay: work_id !== undefined,
    share,
    failure,
    begin: (work) => {
      if (current.current !== undefined) return;
      const id = crypto.randomUUID();
      current.current = id;
      setWork(id);
      setShare(0);
      setFailure(undefined);
      work(id)
        .catch(setFailure)
        .finally(() => {
          current.current = undefined;
          setWork(undefined);
        });
    },
    cancel: () => {
      if (current.current !== undefined) cancelWork(current.current);
    },
    dismiss: () => setFailure(undefined),
  };
}
