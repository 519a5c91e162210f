/** Counts what an export would hold, anew where the choice changes. */
import { useEffect, useRef, useState } from "react";
import type { ExportPlan } from "../../../src-preload/contract/domain/exchange";
import type { CallInput } from "../../../src-preload/contract/window/calls";
import { call } from "../../platform/bridge";
import { reportError } from "../../platform/notices";

interface Planned {
  /** Undefined until the first choice is counted, and where the last one could not be. */
  plan: ExportPlan | undefined;
  /** True where the last choice could not be counted. */
  failed: boolean;
  again: () => void;
}

/**
 * Counts one choice at a time: a key that is held down changes the choice faster than a large library is counted, and only the last
 * choice matters.
 */
export function usePlan(request: CallInput<"exchange.plan">): Planned {
  const [{ plan, failed }, show] = useState<Pick<Planned, "plan" | "failed">>({
    plan: undefined,
    failed: false,
  });
  const asked = JSON.stringify(request);
  const wanted = useRef<string>(undefined);
  const counting = useRef(false);
  const count = () => {
    if (counting.current) return;
    counting.current = true;
    void countWanted(wanted, (counted) => show({ plan: counted, failed: false }))
      .catch((error: unknown) => {
        // The numbers of the choice before are none of this one's.
        show({ plan: undefined, failed: true });
        reportError(error);
      })
      .finally(() => {
        counting.current = false;
      });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice is counted.
  useEffect(() => {
    wanted.current = asked;
    count();
  }, [asked]);
  return { plan, failed, again: count };
}

async function countWanted(
  wanted: { readonly current: string | undefined },
  take: (plan: ExportPlan) => void,
): Promise<void> {
  for (let counted: string | undefined; counted !== wanted.current && wanted.current !== undefined; ) {
    const asked = wanted.current;
    const request: CallInput<"exchange.plan"> = JSON.parse(asked);
    const plan = await call("exchange.plan", request).catch((error: unknown) => {
      // The failure of a choice that is gone tells nothing of the next.
      if (asked === wanted.current) throw error;
    });
    if (plan !== undefined && asked === wanted.current) take(plan);
    counted = asked;
  }
}
