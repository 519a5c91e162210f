/** Counts what an export would hold, anew where the choice changes. */
import { useEffect, useRef, useState } from "react";
import type { ExportPlan } from "../../../src-preload/contract/domain/exchange";
import type { CallInput } from "../../../src-preload/contract/window/calls";
import { call } from "../../platform/bridge";
import { reportError } from "../../platform/notices";

/**
 * Counts one choice at a time: a key that is held down changes the choice faster than a large library is counted, and only the last
 * choice matters. Undefined until the first is counted.
 */
export function usePlan(request: CallInput<"exchange.plan">): ExportPlan | undefined {
  const [plan, setPlan] = useState<ExportPlan>();
  const asked = JSON.stringify(request);
  const wanted = useRef<string>(undefined);
  const counting = useRef(false);
  useEffect(() => {
    wanted.current = asked;
    if (counting.current) return;
    counting.current = true;
    void countWanted(wanted, setPlan)
      .catch(reportError)
      .finally(() => {
        counting.current = false;
      });
  }, [asked]);
  return plan;
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
