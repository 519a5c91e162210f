/** Shows the content of the window by its origin (TK-3): a bar with the line where summarising begins, and each part with its name. */

import type { ContextBreakdown } from "../../../src-preload/contract/domain/context";
import type { Usage } from "../../../src-preload/contract/domain/usage";
import { count } from "../../platform/language/numbers";
import { useTranslation } from "../../platform/language/use-translation";
import { Fact, Facts } from "../../ui/facts";
import type { ContextUse } from "./context";

const NAMED = ["tools", "summary", "turns", "attachments", "tool_results"] as const;

interface Part {
  name: string;
  tokens: number;
}

function useParts({ parts }: ContextBreakdown, draft: number): Part[] {
  const { t } = useTranslation("chat");
  const section = (name: string) =>
    name === "manifest" || name === "environment" ? t(`meter.parts.${name}`) : name;
  const all = [
    ...parts.system.map(({ name, tokens }) => ({ name: section(name), tokens })),
    ...NAMED.map((name) => ({ name: t(`meter.parts.${name}`), tokens: parts[name] })),
    { name: t("meter.parts.draft"), tokens: draft },
  ];
  return all.filter(({ tokens }) => tokens > 0);
}

/** Shades of one colour; the names beside the list's marks say which is which. */
const shade = (at: number, of: number) => ({
  background: `color-mix(in oklab, var(--accent) ${Math.round(100 - (70 * at) / Math.max(1, of - 1))}%, var(--ground))`,
});

export function ContextParts({ use, breakdown }: { use: ContextUse; breakdown: ContextBreakdown }) {
  const { t } = useTranslation("chat");
  const parts = useParts(breakdown, use.draft);
  const { tokens, summarised_at, limit = tokens } = use;
  const whole = Math.max(limit, tokens);
  const share = (part: number) => `${((100 * part) / whole).toFixed(2)}%`;
  return (
    <>
      <Facts title={t("meter.filled-by")}>
        <div className="context-parts" aria-hidden="true">
          {parts.map((part, at) => (
            <span key={part.name} style={{ inlineSize: share(part.tokens), ...shade(at, parts.length) }} />
          ))}
          {summarised_at === undefined ? null : (
            <span className="context-bar-mark" style={{ insetInlineStart: share(summarised_at) }} />
          )}
        </div>
        {parts.map((part, at) => (
          <Fact
            key={part.name}
            name={
              <>
                <span className="context-part-mark" style={shade(at, parts.length)} aria-hidden="true" />
                {part.name}
              </>
            }
          >
            {breakdown.estimated || part.name === t("meter.parts.draft") ? "~" : null}
            {count(part.tokens)}
          </Fact>
        ))}
      </Facts>
      {breakdown.last_step === undefined ? null : <LastStep usage={breakdown.last_step} />}
    </>
  );
}

const KINDS = ["input", "cache_read", "cache_write", "reasoning", "output"] as const;

function LastStep({ usage }: { usage: Usage }) {
  const { t } = useTranslation("chat");
  return (
    <Facts title={t("meter.last-step")}>
      {KINDS.map((kind) => (
        <Fact key={kind} name={t(`usage.kinds.${kind}`)}>
          {count(usage[kind])}
        </Fact>
      ))}
    </Facts>
  );
}
