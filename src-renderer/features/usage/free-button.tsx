/** Frees space in the window (PR-3), and tells before what that would free. */
import { useEffect, useId, useState } from "react";
import { useStore } from "zustand";
import type { Freed } from "../../../src-preload/contract/domain/pruning";
import { call } from "../../platform/bridge";
import { runCommand } from "../../platform/commands/registry";
import { count } from "../../platform/language/numbers";
import { useTranslation } from "../../platform/language/use-translation";
import { latest } from "../../platform/latest";
import { mainThread } from "../../thread/thread";
import { closeUsage } from "./usage-state";

/** Undefined until main has answered; a failure counts as nothing to free, which the command would tell. */
function usePlan(): Freed | undefined {
  const session_id = useStore(mainThread.view, (state) => state.session_id);
  const [plan, setPlan] = useState<Freed>();
  useEffect(() => {
    const answers = latest();
    if (session_id)
      answers(() => call("prune.plan", { session_id }), setPlan).catch(() => setPlan(undefined));
    return answers.drop;
  }, [session_id]);
  return plan;
}

/** Nothing is offered where there is nothing to free. */
export function FreeButton() {
  const { t } = useTranslation("compaction");
  const plan = usePlan();
  const hint = useId();
  if (plan === undefined || plan.outputs === 0) return null;
  const free = () => {
    closeUsage();
    mainThread.focusComposer();
    runCommand("free-up-space");
  };
  return (
    <div className="usage-compact">
      <p className="facts-hint" id={hint}>
        {t("free.tip", { count: plan.outputs, tokens: count(plan.tokens) })}
      </p>
      <button type="button" className="button" data-once="" aria-describedby={hint} onClick={free}>
        {t("free.button")}
      </button>
    </div>
  );
}
