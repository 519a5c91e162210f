/** The patterns that a lasting permission would allow. Each can be changed before it is given. */
import { useState } from "react";
import type { PermissionQuestion } from "../../../../../src-preload/contract/domain/permissions";
import { useTranslation } from "../../../../platform/language/use-translation";
import { TextField } from "../../../../ui/text-field";
import { arePatternsLong, canLast, MOST_NEEDS, offeredPattern, placedNeeds } from "./asking";

interface PatternsProps {
  question: PermissionQuestion;
  /** The changed ones, by the place of their need among all. */
  typed: Readonly<Record<number, string>>;
  onChange: (typed: Readonly<Record<number, string>>) => void;
}

function Fields({ question, typed, onChange }: PatternsProps) {
  const { t } = useTranslation("permissions");
  return placedNeeds(question)
    .slice(0, MOST_NEEDS)
    .map(({ need, at }) => {
      const value = typed[at] ?? offeredPattern(need);
      return canLast(need) ? (
        <TextField
          key={at}
          label={t("pattern")}
          dir="ltr"
          spellCheck={false}
          value={value}
          error={value.trim() === "" ? t("pattern-empty") : undefined}
          onChange={(pattern) => onChange({ ...typed, [at]: pattern })}
        />
      ) : null;
    });
}

export function Patterns(props: PatternsProps) {
  const { t } = useTranslation("permissions");
  const [open, setOpen] = useState(false);
  const fields = (
    <div className="asked-patterns">
      <Fields {...props} />
      <p className="asked-note">{t("pattern-hint")}</p>
    </div>
  );
  if (!arePatternsLong(props.question)) return fields;
  return (
    <details
      className="fold asked-change"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t("change-pattern")}</summary>
      {open ? fields : null}
    </details>
  );
}
