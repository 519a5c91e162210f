/** Everything that a call needs, each with the verdict of the rules. */
import type { JudgedNeed } from "../../../../../src-preload/contract/domain/permissions";
import { useTranslation } from "../../../../platform/language/use-translation";
import { relativeTo } from "../../../../platform/paths";
import { visible } from "../../../../platform/visible";
import { MOST_NEEDS } from "./asking";

function Verdict({ need }: { need: JudgedNeed }) {
  const { t } = useTranslation("permissions");
  const { verdict, unsure, rule } = need;
  if (verdict === "allow")
    return rule === undefined
      ? t("verdict.harmless")
      : t("verdict.allowed", { pattern: visible(rule.pattern) });
  if (verdict === "deny") return t("verdict.denied");
  return unsure === undefined ? t("verdict.asked") : t("verdict.unsure", { why: t(`unsure.${unsure}`) });
}

/** A file that is to be changed is read as well: that goes without saying. */
const told = (needs: readonly JudgedNeed[]): JudgedNeed[] =>
  needs.filter(
    (need) =>
      need.verdict !== "allow" ||
      !needs.some(({ target, verdict }) => target === need.target && verdict !== "allow"),
  );

export function Needs({ needs: all, folder }: { needs: readonly JudgedNeed[]; folder: string | undefined }) {
  const { t } = useTranslation("permissions");
  const needs = told(all);
  const more = needs.length - MOST_NEEDS;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by key. */}
      <ul className="asked-needs" aria-label={t("needs")} tabIndex={0}>
        {needs.slice(0, MOST_NEEDS).map((need, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the needs of a question never change.
          <li key={at} data-verdict={need.verdict}>
            <code dir="ltr">{visible(relativeTo(folder, need.target))}</code>
            <span>
              <Verdict need={need} />
            </span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="asked-note">{t("more-needs", { count: more })}</p> : null}
    </>
  );
}
