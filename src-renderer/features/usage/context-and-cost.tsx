/** The parts of context and cost (TK-3, TK-4): each number with its name, and a note for unknown ones. */

import { useEffect } from "react";
import { useStore } from "zustand";
import type { ContextBreakdown } from "../../../src-preload/contract/domain/context";
import type { ModelChoice } from "../../../src-preload/contract/domain/models";
import type { ModelUsage, SessionBilling } from "../../../src-preload/contract/domain/usage";
import { appInfo } from "../../platform/app-info";
import { count, dollars } from "../../platform/language/numbers";
import { useTranslation } from "../../platform/language/use-translation";
import type { Cost } from "../../thread/model/cost";
import { useModelName } from "../../thread/model/model-name";
import { mainThread } from "../../thread/thread";
import { Fact, Facts } from "../../ui/facts";
import { type ContextUse, isNearlyFull } from "./context";
import { ContextParts } from "./context-parts";
import { type Spent, spentOf } from "./spent";
import { sumUsed, usageView } from "./usage-state";

const NO_MODELS: readonly ModelChoice[] = [];

function ContextFacts({ use }: { use: ContextUse }) {
  const { t } = useTranslation("chat");
  const { tokens, estimated, limit, assumed, summarised_at, by_hand } = use;
  const isDue = !by_hand && isNearlyFull(use);
  return (
    <Facts title={t("meter.context")} {...(isDue ? { hint: t("meter.soon") } : {})}>
      <Fact name={t("meter.used")} hint={estimated ? t("meter.estimated") : t("meter.measured")}>
        {estimated ? "~" : null}
        {count(tokens)}
      </Fact>
      <Fact name={t("meter.limit")} {...(assumed ? { hint: t("meter.assumed") } : {})}>
        {limit === undefined ? t("meter.unknown") : count(limit)}
      </Fact>
      {summarised_at === undefined ? null : (
        <Fact name={by_hand ? t("meter.kept-free") : t("meter.summarised-at")}>{count(summarised_at)}</Fact>
      )}
    </Facts>
  );
}

/** @param estimated a part of the sums is an estimate (TK-5) */
function TokenFacts({ billing, estimated }: { billing: SessionBilling; estimated: boolean }) {
  const { t } = useTranslation("chat");
  const sum = (tokens: number) => `${estimated ? "~" : ""}${count(tokens)}`;
  const { prompt_tokens, cache_read, cache_write, reasoning_tokens, completion_tokens, total_tokens } =
    billing;
  return (
    <Facts title={t("meter.all-answers")}>
      <Fact name={t("usage.kinds.input")}>{sum(prompt_tokens)}</Fact>
      <Fact name={t("usage.kinds.cache_read")}>{sum(cache_read)}</Fact>
      <Fact name={t("usage.kinds.cache_write")}>{sum(cache_write)}</Fact>
      <Fact name={t("usage.kinds.reasoning")}>{sum(reasoning_tokens)}</Fact>
      <Fact name={t("usage.kinds.output")}>{sum(completion_tokens)}</Fact>
      <Fact name={t("meter.total")}>{sum(total_tokens)}</Fact>
    </Facts>
  );
}

function useCostWords(): (spent: Spent) => string {
  const { t } = useTranslation("chat");
  return ({ cost: { told, computed, unknown }, estimated }) => {
    const about = estimated && computed !== undefined ? "~" : "";
    const sum = told === undefined && computed === undefined ? undefined : (told ?? 0) + (computed ?? 0);
    if (sum === undefined) return t("usage.no-price");
    return unknown ? t("meter.at-least", { amount: `${about}${dollars(sum)}` }) : `${about}${dollars(sum)}`;
  };
}

function useTokenWords(): (spent: Spent) => string {
  const { t } = useTranslation("chat");
  return ({ tokens, estimated, unknown }) => {
    if (unknown && tokens === 0) return t("meter.tokens-unknown");
    const amount = `${estimated ? "~" : ""}${count(tokens)} ${t("meter.unit")}`;
    return unknown ? t("meter.at-least", { amount }) : amount;
  };
}

/** What was spent for the session, a line for each purpose. */
function SpentFacts({ all, purposes }: Pick<ReturnType<typeof spentOf>, "all" | "purposes">) {
  const { t } = useTranslation("chat");
  const cost = useCostWords();
  const tokens = useTokenWords();
  return (
    <Facts title={t("meter.spent")} hint={t("meter.cost-hint")}>
      {purposes.length === 0 ? <Fact name={t("meter.nothing-spent")}>{dollars(0)}</Fact> : null}
      {purposes.map(({ purpose, ...spent }) => (
        <Fact key={purpose} name={t(`meter.purposes.${purpose}`)} hint={tokens(spent)}>
          {cost(spent)}
        </Fact>
      ))}
      {purposes.length > 1 ? (
        <Fact name={t("meter.total")} hint={tokens(all)}>
          {cost(all)}
        </Fact>
      ) : null}
    </Facts>
  );
}

function CostFacts({ models }: Pick<ReturnType<typeof spentOf>, "models">) {
  const { t } = useTranslation("chat");
  const words = useCostWords();
  const nameOf = useModelName();
  const source = ({ told, computed, free }: Cost) => {
    if (free) return t("meter.runs-here");
    if (told !== undefined && computed !== undefined) return t("meter.told-and-computed");
    if (told !== undefined) return t("meter.told");
    return computed === undefined ? undefined : t("meter.computed");
  };
  if (models.length === 0) return null;
  return (
    <Facts title={t("meter.by-model")}>
      {models.map(({ key, model, ...spent }) => {
        const hint = source(spent.cost);
        return (
          <Fact key={key} name={<bdi>{nameOf(model)}</bdi>} {...(hint === undefined ? {} : { hint })}>
            {words(spent)}
          </Fact>
        );
      })}
    </Facts>
  );
}

function Spending({ used }: { used: readonly ModelUsage[] }) {
  const choices = useStore(appInfo, (state) => state.info?.models ?? NO_MODELS);
  const { all, purposes, models } = spentOf(used, choices);
  return (
    <>
      <SpentFacts all={all} purposes={purposes} />
      <CostFacts models={models} />
    </>
  );
}

interface Shown {
  use: ContextUse;
  breakdown: ContextBreakdown | undefined;
}

export function ContextAndCost({ use, breakdown }: Shown) {
  const { t } = useTranslation("chat");
  const view = useStore(mainThread.view, (state) => state.view);
  const summed = useStore(usageView, (state) => state.summed);
  // Another session may have come into the window.
  const usage = summed?.of === view?.session.id ? summed?.usage : undefined;
  // Each news of the session brings another view: a turn has ended, or the call for its title.
  useEffect(() => {
    if (view !== undefined) void sumUsed(view.session.id);
  }, [view]);
  return (
    <>
      <ContextFacts use={use} />
      {breakdown === undefined ? (
        <p className="usage-counting">{t("meter.counting-parts")}</p>
      ) : (
        <ContextParts use={use} breakdown={breakdown} />
      )}
      {view === undefined ? null : (
        <TokenFacts billing={view.billing} estimated={usage?.sums_estimated === true} />
      )}
      {usage === undefined ? (
        <p className="usage-counting">{t("meter.counting")}</p>
      ) : (
        <Spending used={usage.used} />
      )}
    </>
  );
}
