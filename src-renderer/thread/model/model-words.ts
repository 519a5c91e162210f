/** Words about a model: its name without the provider, its limits and its price in a few characters. */
import type { ModelChoice, ModelPrice } from "../../../src-preload/contract/domain/models";
import { spokenLanguage, t } from "../../platform/language/language";

/** The name of a model in a group, whose title names the provider already. */
export function nameInGroup({ label, ref }: ModelChoice): string {
  const whose = ` (${ref.provider_id})`;
  return label.endsWith(whose) && label.length > whose.length ? label.slice(0, -whose.length) : label;
}

/** `200k`, `1M`. */
export function shortTokens(tokens: number): string {
  return new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 })
    .format(tokens)
    .replace("K", "k");
}

function dollars(amount: number): string {
  const digits =
    amount !== 0 && amount < 0.1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 };
  const format = {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: 0,
  } as const;
  return new Intl.NumberFormat(spokenLanguage(), { ...format, ...digits }).format(amount);
}

/** The prices of a million tokens, input and output. */
export function shortPrice({ input, output }: ModelPrice): string {
  return input === 0 && output === 0 ? t("models:free") : `${dollars(input)} / ${dollars(output)}`;
}

type ShortFacts = Pick<ModelChoice, "context_limit" | "assumed" | "price" | "offline">;

/** The facts for a row: `200k · $3 / $15`. A tilde marks an assumption. */
export function shortFacts({ context_limit, assumed, price, offline }: ShortFacts): string {
  const facts: string[] = [];
  if (context_limit !== undefined && !offline)
    facts.push(`${assumed === true ? "~" : ""}${shortTokens(context_limit)}`);
  if (price !== undefined) facts.push(shortPrice(price));
  return facts.join(" · ");
}

/** The same facts in sentences. */
export function factSentences(model: ModelChoice): string[] {
  const { context_limit, max_output, assumed, price, offline } = model;
  if (offline) return [t("models:offline")];
  const facts: string[] = [];
  if (context_limit !== undefined) {
    const tokens = shortTokens(context_limit);
    facts.push(assumed === true ? t("models:context-assumed", { tokens }) : t("models:context", { tokens }));
  }
  if (max_output !== undefined) facts.push(t("models:output", { tokens: shortTokens(max_output) }));
  if (price !== undefined) facts.push(t("models:price", { price: shortPrice(price) }));
  return facts;
}
