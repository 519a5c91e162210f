/** The parts of context and cost (TK-3, TK-4): each number with its name, and a note for unknown ones. */

import { useStore } from "zustand";
import type { ContextBreakdown } from "../../../src-preload/contract/domain/context";
import type { ModelChoice } from "../../../src-preload/contract/domain/models";
import type { ModelUsage, SessionBilling } from "../../../src-preload/contract/domain/usage";
import { appInfo } from "../../platform/app-info";
import { count, dollars } from "../../platform/language/numbers";
import { useTranslation } from "../../platform/language/use-translation";
import { type Cost, costOf, totalCost } from "../../thread/model/cost";
import { useModelName } from "../../thread/model/model-name";
import { mainThread } from "../../thread/thread";
import { Fact, Facts } from "../../ui/facts";
import { type ContextUse, isNearlyFull } from "./context";
import { ContextParts } from "./context-parts";
import { usageView } from "./usage-state";

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

function TokenFacts({ billing }: { billing: SessionBilling }) {
  const { t } = useTranslation("chat");
  const { prompt_tokens, cache_read, cache_write, reasoning_tokens, completion_tokens, total_tokens } =
    billing;
  return (
    <Facts title={t("meter.all-answers")}>
      <Fact name={t("usage.kinds.input")}>{count(prompt_tokens)}</Fact>
      <Fact name={t("usage.kinds.cache_read")}>{count(cache_read)}</Fact>
      <Fact name={t("usage.kinds.cache_write")}>{count(cache_write)}</Fact>
      <Fact name={t("usage.kinds.reasoning")}>{count(reasoning_tokens)}</Fact>
      <Fact name={t("usage.kinds.output")}>{count(completion_tokens)}</Fact>
      <Fact name={t("meter.total")}>{count(total_tokens)}</Fact>
    </Facts>
  );
}

function useCostWords(): (cost: Cost, estimated: boolean) => string {
  const { t } = useTranslation("chat");
  return ({ told, computed, unknown }, estimated) => {
    const about = estimated && computed !== undefined ? "~" : "";
    const sum = told === undefined && computed === undefined ? undefined : (told ?? 0) + (computed ?? 0);
    if (sum === undefined) return t("usage.no-price");
    return unknown ? t("meter.at-least", { cost: `${about}${dollars(sum)}` }) : `${about}${dollars(sum)}`;
  };
}

function CostFacts({ models }: { models: readonly ModelUsage[] }) {
  const { t } = useTranslation("chat");
  const words = useCostWords();
  const choices = useStore(appInfo, (state) => state.info?.models ?? NO_MODELS);
  const nameOf = useModelName();
  const costs = models.map((used) => ({ used, cost: costOf(used, choices) }));
  const estimated = models.some((used) => used.estimated);
  const source = ({ told, computed, free }: Cost) => {
    if (free) return t("meter.runs-here");
    if (told !== undefined && computed !== undefined) return t("meter.told-and-computed");
    if (told !== undefined) return t("meter.told");
    return computed === undefined ? undefined : t("meter.computed");
  };
  return (
    <Facts title={t("meter.cost")} hint={t("meter.cost-hint")}>
      {costs.map(({ used, cost }) => {
        const hint = source(cost);
        return (
          <Fact
            key={`${used.model.provider_id}/${used.model.model_id}`}
            name={<bdi>{nameOf(used.model)}</bdi>}
            {...(hint === undefined ? {} : { hint })}
          >
            {words(cost, used.estimated)}
          </Fact>
        );
      })}
      {costs.length > 1 ? (
        <Fact name={t("meter.total")}>{words(totalCost(costs.map(({ cost }) => cost)), estimated)}</Fact>
      ) : null}
    </Facts>
  );
}

interface Shown {
  use: ContextUse;
  breakdown: ContextBreakdown | undefined;
}

export function ContextAndCost({ use, breakdown }: Shown) {
  const { t } = useTranslation("chat");
  const billing = useStore(mainThread.view, (state) => state.view?.billing);
  const models = useStore(usageView, (state) => state.models);
  return (
    <>
      <ContextFacts use={use} />
      {breakdown === undefined ? (
        <p className="usage-counting">{t("meter.counting-parts")}</p>
      ) : (
        <ContextParts use={use} breakdown={breakdown} />
      )}
      {billing === undefined ? null : <TokenFacts billing={billing} />}
      {models === undefined ? (
        <p className="usage-counting">{t("meter.counting")}</p>
      ) : (
        <CostFacts models={models} />
      )}
    </>
  );
}
