/** A button that cannot be pressed while something is under way. Not `disabled`: the focus would be lost with each press. */
import type { RefObject } from "react";

interface ActionButtonProps {
  disabled?: boolean;
  onClick: () => void;
  children: string;
  ref?: RefObject<HTMLButtonElement | null>;
}

export function ActionButton({ disabled = false, onClick, children, ref }: ActionButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      className="button"
      aria-disabled={disabled}
      onClick={() => disabled || onClick()}
    >
      {children}
    </button>
  );
}
