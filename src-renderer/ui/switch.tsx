/** A switch that takes effect at once. */
import { Switch as Base } from "@base-ui/react/switch";
import { useLayoutEffect, useRef } from "react";
import "./field.css";

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  autoFocus?: boolean;
  /** The accessible name, where no element with `aria-labelledby` holds it. */
  "aria-label"?: string;
  "aria-labelledby"?: string;
  "aria-describedby"?: string | undefined;
}

export function Switch({ onChange, autoFocus = false, ...rest }: SwitchProps) {
  const root = useRef<HTMLElement>(null);
  // React focuses form elements alone by itself.
  useLayoutEffect(() => {
    if (autoFocus) root.current?.focus();
  }, [autoFocus]);
  return (
    <Base.Root ref={root} className="switch" {...rest} onCheckedChange={(checked) => onChange(checked)}>
      <Base.Thumb className="switch-thumb" />
    </Base.Root>
  );
}
