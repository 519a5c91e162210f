/** One command on the page of keys: its name, its key, the way back to the default, and the commands that have the same key. */
import { memo, useId, useRef, useState } from "react";
import type { KeyRefusal } from "../../../src-preload/contract/domain/shortcuts";
import type { OwnCommandId } from "../../../src-preload/contract/window/commands";
import { isMac } from "../../platform/commands/key-names";
import { FailureWords } from "../../platform/language/failure";
import { useTranslation } from "../../platform/language/use-translation";
import { useArrival } from "../../platform/settings/arrival";
import { useKeyChange } from "./change-keys";
import { ShortcutBox } from "./shortcut-box";

function arrive(row: HTMLLIElement): void {
  row.scrollIntoView({ block: "center" });
  row.querySelector("button")?.focus();
}

interface ShortcutRowProps {
  id: OwnCommandId;
  /** The key in force. */
  value: string | undefined;
  isChosen: boolean;
  /** The commands with the same key. */
  others: readonly OwnCommandId[];
}

export const ShortcutRow = memo(function ShortcutRow({ id, value, isChosen, others }: ShortcutRowProps) {
  const { t } = useTranslation(["keys", "commands"]);
  const row = useArrival<HTMLLIElement>(`shortcut ${id}`, arrive);
  const box = useRef<HTMLButtonElement>(null);
  const [refusal, setRefusal] = useState<KeyRefusal>();
  const { failure, change } = useKeyChange();
  const about = useId();
  const name = t(`commands:${id}`);
  // A button that has done its work goes away, so the focus moves to the key.
  const changeFrom = (...of: Parameters<typeof change>) => {
    box.current?.focus();
    change(...of);
  };
  return (
    <li ref={row} className="shortcut">
      <span className="shortcut-name">{name}</span>
      {isChosen ? (
        <button
          type="button"
          className="button button-link"
          aria-label={t("page.reset-of", { command: name })}
          onClick={() => changeFrom([{ command: id }])}
        >
          {t("page.reset")}
        </button>
      ) : null}
      <ShortcutBox
        ref={box}
        id={id}
        value={value}
        about={about}
        onChoose={(key) => change([{ command: id, key }])}
        onRefuse={setRefusal}
      />
      <div id={about} className="shortcut-notes">
        {others.map((other) => (
          <p key={other} className="shortcut-clash">
            <span>{t("page.also", { command: t(`commands:${other}`) })}</span>{" "}
            <button
              type="button"
              className="button button-link"
              onClick={() => changeFrom([{ command: other, key: null }])}
            >
              {t("page.take", { command: t(`commands:${other}`) })}
            </button>
          </p>
        ))}
        {refusal === undefined ? null : (
          <p role="alert">
            {refusal === "writes" && isMac() ? t("page.writes-mac") : t(`page.refused.${refusal}`)}
          </p>
        )}
        {failure === undefined ? null : (
          <p role="alert">
            <FailureWords failure={failure} />
          </p>
        )}
      </div>
    </li>
  );
});
