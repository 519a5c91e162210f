/** A button that does nothing while its action is under way. Not `disabled`: each press would lose the focus. */
import type { RefObject } from "react";

interface ActionButtonProps {
  disabled?: boolean;
  /** The deed that its dialog is for. */
  primary?: boolean;
  /** What it removes is gone for good. */
  danger?: boolean;
  onClick: () => void;
  children: string;
  ref?: RefObject<HTMLButtonElement | null>;
}

export function ActionButton({
  disabled = false,
  primary = false,
  danger = false,
  onClick,
  children,
  ref,
}: ActionButtonProps) {
  const kind = primary ? " button-primary" : danger ? " button-danger" : "";
  return (
    <button
      ref={ref}
      type="button"
      className={`button${kind}`}
      aria-disabled={disabled}
      onClick={() => disabled || onClick()}
    >
      {children}
    </button>
  );
}
