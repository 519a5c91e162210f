/** The settings page of keys: every command with its key, which can be changed there, and below them the keys that belong to a place. */
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { type CommandPlace, ownCommandIds } from "../../../src-preload/contract/window/commands";
import { clashesOf } from "../../../src-preload/contract/window/shortcut-choice";
import { keyInForce, type Shortcuts } from "../../../src-preload/contract/window/shortcuts";
import { nameOfKey, useShortcuts } from "../../platform/commands/key-names";
import { FailureWords } from "../../platform/language/failure";
import { useTranslation } from "../../platform/language/use-translation";
import { useKeyChange } from "./change-keys";
import { commandsOf, MENUS, places } from "./key-groups";
import { KeyList } from "./key-list";
import { ShortcutRow } from "./shortcut-row";
import "./shortcuts.css";

interface GroupProps {
  menu: CommandPlace["menu"];
  shortcuts: Shortcuts;
  clashes: ReturnType<typeof clashesOf>;
}

const NO_OTHERS: readonly never[] = [];

function Group({ menu, shortcuts, clashes }: GroupProps) {
  const { t } = useTranslation("keys");
  const heading = useId();
  return (
    <section className="shortcuts-group">
      <h3 id={heading}>{t(`groups.${menu}`)}</h3>
      <ul aria-labelledby={heading}>
        {commandsOf(menu).map((id) => (
          <ShortcutRow
            key={id}
            id={id}
            value={keyInForce(id, shortcuts)}
            isChosen={shortcuts[id] !== undefined}
            others={clashes.get(id) ?? NO_OTHERS}
          />
        ))}
      </ul>
    </section>
  );
}

/** Words for screen readers: the commands whose keys have changed while the page is open, each with its key. */
function useChangesInWords(shortcuts: Shortcuts): string {
  const { t } = useTranslation(["keys", "commands"]);
  const [words, setWords] = useState("");
  const before = useRef(shortcuts);
  useEffect(() => {
    const changed = ownCommandIds.filter(
      (id) => keyInForce(id, before.current) !== keyInForce(id, shortcuts),
    );
    before.current = shortcuts;
    if (changed.length === 0) return;
    const inWords = changed.map((id) => {
      const key = keyInForce(id, shortcuts);
      return t("page.box", {
        command: t(`commands:${id}`),
        key: key === undefined ? t("page.none") : nameOfKey(key),
      });
    });
    setWords(inWords.join(", "));
  }, [shortcuts, t]);
  return words;
}

export function ShortcutsPage() {
  const { t } = useTranslation("keys");
  const shortcuts = useShortcuts();
  const clashes = useMemo(() => clashesOf(shortcuts), [shortcuts]);
  const { failure, change } = useKeyChange();
  const changes = useChangesInWords(shortcuts);
  const isDefault = Object.keys(shortcuts).length === 0;
  return (
    <div className="shortcuts">
      <p className="unseen" role="status">
        {changes}
      </p>
      <div className="shortcuts-head">
        <p>{t("page.about")}</p>
        {/* Keeps the focus after its press, so it is not `disabled`. */}
        <button
          type="button"
          className="button"
          aria-disabled={isDefault}
          onClick={() => isDefault || change(ownCommandIds.map((command) => ({ command })))}
        >
          {t("page.reset-all")}
        </button>
      </div>
      {failure === undefined ? null : (
        <p role="alert" className="shortcuts-failure">
          <FailureWords failure={failure} />
        </p>
      )}
      {MENUS.map((menu) => (
        <Group key={menu} menu={menu} shortcuts={shortcuts} clashes={clashes} />
      ))}
      <h3>{t("page.fixed")}</h3>
      <KeyList groups={places} />
    </div>
  );
}
