/** All keys, as the settings page and the cheat sheet show them. */
import { useId } from "react";
import { useShortcuts } from "../../platform/commands/key-names";
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

/** `groups` makes the groups to show in the words of the language: all of them, if none are named. */
export function KeyList({ groups = keyGroups }: { groups?: () => KeyGroup[] }) {
  // Draws the list anew when the language changes, and when the user chooses other keys.
  useTranslation("keys");
  useShortcuts();
  return (
    <div className="keys-list">
      {groups().map((group) => (
        <Lines key={group.id} {...group} />
      ))}
    </div>
  );
}
