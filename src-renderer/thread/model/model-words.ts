/** The words about a model: its name without what the list says anyway, its limits and its price in a few characters. */
import type { ModelChoice, ModelPrice } from "../../../src-preload/contract/domain/models";
import { spokenLanguage, t } from "../../platform/language/language";

/** The group says whose it is. */
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

/** Per million tokens, in and out. */
export function shortPrice({ input, output }: ModelPrice): string {
  return input === 0 && output === 0 ? t("models:free") : `${dollars(input)} / ${dollars(output)}`;
}

/** For a row: `200k · $3 / $15`. A tilde marks what is assumed. */
export function shortFacts({ context_limit, assumed, price, offline }: ModelChoice): string {
  const facts: string[] = [];
  if (context_limit !== undefined && !offline)
    facts.push(`${assumed === true ? "~" : ""}${shortTokens(context_limit)}`);
  if (price !== undefined) facts.push(shortPrice(price));
  return facts.join(" · ");
}

/** The same in words. */
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
