/** A switch that takes effect at once. */
import { Switch as Base } from "@base-ui/react/switch";
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

export function Switch({ onChange, ...rest }: SwitchProps) {
  return (
    <Base.Root className="switch" {...rest} onCheckedChange={(checked) => onChange(checked)}>
      <Base.Thumb className="switch-thumb" />
    </Base.Root>
  );
}
