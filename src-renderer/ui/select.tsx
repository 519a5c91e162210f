/** A choice of one among a few. */
import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronDown } from "lucide-react";
import { useRef, useState } from "react";
import { chosenOption, usePopupFocus } from "./popup-focus";
import "./field.css";
import "./popup.css";

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  /** The meaning, in a line. */
  hint?: string;
  disabled?: boolean;
}

interface SelectProps<Value extends string> {
  value: Value;
  options: readonly SelectOption<Value>[];
  onChange: (value: Value) => void;
  disabled?: boolean;
  /** The accessible name, where no element with `aria-labelledby` holds it. */
  "aria-label"?: string;
  "aria-labelledby"?: string;
  "aria-describedby"?: string | undefined;
}

function Option<Value extends string>({ option }: { option: SelectOption<Value> }) {
  const { value, label, hint, disabled = false } = option;
  return (
    <Base.Item className="menu-item" value={value} label={label} disabled={disabled}>
      <span className="menu-check">
        <Base.ItemIndicator>
          <Check />
        </Base.ItemIndicator>
      </span>
      <span className="menu-label">
        <Base.ItemText>{label}</Base.ItemText>
        {hint === undefined ? null : <div className="menu-hint">{hint}</div>}
      </span>
    </Base.Item>
  );
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, options, onChange, disabled = false, ...named } = props;
  const [open, setOpen] = useState(false);
  const popup = useRef<HTMLDivElement>(null);
  usePopupFocus(open, popup, chosenOption);
  return (
    <Base.Root
      value={value}
      items={options}
      disabled={disabled}
      modal={false}
      onOpenChange={setOpen}
      onValueChange={(chosen) => chosen !== null && onChange(chosen as Value)}
    >
      <Base.Trigger className="select" {...named}>
        <Base.Value className="select-value one-line" />
        <ChevronDown />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="popup-place" alignItemWithTrigger={false} align="start" sideOffset={4}>
          <Base.Popup ref={popup} className="menu popup">
            <Base.List>
              {options.map((option) => (
                <Option key={option.value} option={option} />
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
