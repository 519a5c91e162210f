/** All keys, as the settings page and the cheat sheet show them. */
import { useId } from "react";
import { useTranslation } from "../../platform/language/use-translation";
import { type KeyGroup, type KeyLine, keyGroups } from "./key-groups";
import "./keys.css";

function Line({ name, keys }: KeyLine) {
  return (
    <div className="keys-line">
      <dt>{name}</dt>
      <dd>
        {keys.map((key) => (
          <kbd key={key} className="key">
            {key}
          </kbd>
        ))}
      </dd>
    </div>
  );
}

function Lines({ id, lines }: KeyGroup) {
  const { t } = useTranslation("keys");
  const heading = useId();
  return (
    <section className="keys-group" aria-labelledby={heading}>
      <h3 id={heading}>{t(`groups.${id}`)}</h3>
      <dl>
        {lines.map((line) => (
          <Line key={line.name} {...line} />
        ))}
      </dl>
    </section>
  );
}

export function KeyList() {
  // Draws the list anew when the language changes.
  useTranslation("keys");
  return (
    <div className="keys-list">
      {keyGroups().map((group) => (
        <Lines key={group.id} {...group} />
      ))}
    </div>
  );
}
