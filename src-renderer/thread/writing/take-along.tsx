/** The choice to take a summary along of what is left (RW-8). Off at first; on, it may name the points to keep in more detail. */

import { useId } from "react";
import { LONGEST_FOCUS } from "../../../src-preload/contract/domain/compaction";
import { useTranslation } from "../../platform/language/use-translation";
import { TextField } from "../../ui/text-field";
import type { TakeAlongChoice } from "./along";
import "./take-along.css";

interface TakeAlongProps {
  choice: TakeAlongChoice;
  disabled?: boolean;
  onChange: (choice: TakeAlongChoice) => void;
}

export function TakeAlong({ choice, disabled = false, onChange }: TakeAlongProps) {
  const { t } = useTranslation("rewind");
  const [box, hint] = [useId(), useId()];
  const { on, focus } = choice;
  return (
    <div className="take-along">
      <input
        id={box}
        type="checkbox"
        checked={on}
        disabled={disabled}
        aria-describedby={hint}
        onChange={({ target }) => onChange({ ...choice, on: target.checked })}
      />
      <div>
        <label htmlFor={box}>{t("take-along.name")}</label>
        <p className="take-along-hint" id={hint}>
          {t("take-along.hint")}
        </p>
        {on ? (
          <TextField
            label={t("take-along.focus")}
            hideLabel
            placeholder={t("take-along.focus-hint")}
            dir="auto"
            maxLength={LONGEST_FOCUS}
            disabled={disabled}
            value={focus}
            onChange={(words) => onChange({ ...choice, focus: words })}
          />
        ) : null}
      </div>
    </div>
  );
}
