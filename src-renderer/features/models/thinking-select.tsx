/** Chooses how much the model thinks about the next message, and that one alone (MS-1). Shown only for models that take levels. */

import { Select } from "@base-ui/react/select";
import { Brain, Check, ChevronDown } from "lucide-react";
import { useRef } from "react";
import { useStore } from "zustand";
import { THINKING_LEVELS } from "../../../src-preload/contract/domain/models";
import { useKeyNames } from "../../platform/commands/key-names";
import { useTranslation } from "../../platform/language/use-translation";
import { setLevel, useChoice, useCurrentModel } from "../../thread/model/current-model";
import { useThread } from "../../thread/thread";
import { chosenOption, usePopupFocus } from "../../ui/popup-focus";
import { tip } from "../../ui/tooltip";
import "../../thread/writing/writing.css";
import "../../ui/popup.css";
import "./models.css";

const OFF = "off";
type Level = (typeof THINKING_LEVELS)[number] | typeof OFF;

export function ThinkingSelect() {
  const { t } = useTranslation("models");
  const current = useCurrentModel();
  const choice = useChoice();
  const thread = useThread();
  const open = useStore(thread.model.store, (state) => state.open === "levels");
  const popup = useRef<HTMLDivElement>(null);
  usePopupFocus(open, popup, chosenOption);
  const { hotkey, ...keys } = useKeyNames("choose-thinking");
  const taken = choice?.thinking ?? [];
  const set = THINKING_LEVELS.find((level) => level === current?.variant);
  // A level that was set once, but is not taken any more, stays visible, so that the user can leave it.
  if (taken.length === 0 && set === undefined) return null;
  const levels: Level[] = [OFF, ...taken, ...(set === undefined || taken.includes(set) ? [] : [set])];
  const value: Level = set ?? OFF;
  return (
    <Select.Root
      value={value}
      modal={false}
      open={open}
      onOpenChange={(open) => thread.model.open(open ? "levels" : undefined)}
      onValueChange={(level: Level | null) => level !== null && setLevel(thread, level)}
    >
      <Select.Trigger
        className="writing-choice thinking-select"
        aria-label={t("thinking")}
        {...keys}
        {...tip(t("thinking"), hotkey)}
      >
        <Brain />
        <span className="one-line">{t(`level.${value}`)}</span>
        <ChevronDown />
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner
          className="popup-place"
          side="top"
          align="start"
          sideOffset={6}
          alignItemWithTrigger={false}
        >
          <Select.Popup ref={popup} className="menu popup">
            <Select.List>
              {levels.map((level) => (
                <Select.Item key={level} className="menu-item" value={level}>
                  <span className="menu-check">
                    <Select.ItemIndicator>
                      <Check />
                    </Select.ItemIndicator>
                  </span>
                  <Select.ItemText className="menu-label">{t(`level.${level}`)}</Select.ItemText>
                </Select.Item>
              ))}
            </Select.List>
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  );
}
