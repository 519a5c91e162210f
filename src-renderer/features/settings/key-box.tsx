/** The control of keys for the whole system: takes the keys that are pressed in it. Backspace takes them away. */
import { useStore } from "zustand";
import type { SettingPath } from "../../../src-preload/contract/domain/settings";
import { isMac, nameOfKey } from "../../platform/commands/key-names";
import { useTranslation } from "../../platform/language/use-translation";
import { changeSetting, settings, shownValue } from "./settings-state";
import { systemKeyOf } from "./system-key";

interface KeyBoxProps {
  path: SettingPath & "window.quick_window";
  "aria-label": string;
  "aria-describedby": string;
}

export function KeyBox({ path, ...named }: KeyBoxProps) {
  const { t } = useTranslation("settings");
  const value = useStore(settings, (state) => shownValue(state, path));
  if (value === undefined) return null;
  const take = (event: React.KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
    const isCleared = isPlain && (event.key === "Backspace" || event.key === "Delete");
    const key = isCleared ? null : systemKeyOf(event.nativeEvent, isMac());
    if (key === undefined) return;
    // The window has commands of its own for many keys.
    event.preventDefault();
    event.stopPropagation();
    if (key !== value) void changeSetting(path, key);
  };
  return (
    <input
      {...named}
      className="input setting-keys"
      readOnly
      placeholder={t("press-keys")}
      value={value === null ? "" : nameOfKey(value)}
      onKeyDown={take}
    />
  );
}
