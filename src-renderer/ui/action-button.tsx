/** A button that does nothing while its action is under way. Not `disabled`: each press would lose the focus. */
import type { RefObject } from "react";

interface ActionButtonProps {
  disabled?: boolean;
  /** The deed that its dialog is for. */
  primary?: boolean;
  onClick: () => void;
  children: string;
  ref?: RefObject<HTMLButtonElement | null>;
}

export function ActionButton({
  disabled = false,
  primary = false,
  onClick,
  children,
  ref,
}: ActionButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      className={primary ? "button button-primary" : "button"}
      aria-disabled={disabled}
      onClick={() => disabled || onClick()}
    >
      {children}
    </button>
  );
}
