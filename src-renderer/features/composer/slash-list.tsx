/** The list above the composer: of commands while a `/` is typed, of files while an `@` is. The focus stays in the text box, which names the chosen option. */
import { useLayoutEffect, useRef } from "react";
import type { SlashOption } from "./slash-commands";
import "../../ui/popup.css";

export const SLASH_LIST_ID = "slash-commands";
export const slashOptionId = (index: number): string => `${SLASH_LIST_ID}-${index}`;

interface SlashListProps {
  name: string;
  options: readonly SlashOption[];
  chosen: number;
  onTake: (option: SlashOption) => void;
}

export function SlashList({ name, options, chosen, onTake }: SlashListProps) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the chosen one.
  useLayoutEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosen, options]);
  return (
    <div
      ref={list}
      id={SLASH_LIST_ID}
      role="listbox"
      // The text box has the keys. Without this, a list that scrolls could be reached by mouse alone.
      tabIndex={0}
      aria-label={name}
      className="popup slash-list"
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the keys are the text box's.
        <div
          key={option.key}
          id={slashOptionId(index)}
          role="option"
          aria-selected={index === chosen}
          aria-disabled={option.disabled || undefined}
          className="menu-item slash-option"
          {...(index === chosen ? { "data-highlighted": "" } : {})}
          {...(option.disabled ? { "data-disabled": "" } : {})}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => option.disabled || onTake(option)}
        >
          <bdi className="slash-name">{option.label}</bdi>
          <bdi className="slash-hint">{option.hint}</bdi>
        </div>
      ))}
    </div>
  );
}
