/** Tells in a dialog that something has failed, until it is dismissed. */
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./icon-button";

interface FailureBarProps {
  /** The name of the button that dismisses it. */
  dismiss: string;
  onDismiss: () => void;
  children: ReactNode;
}

export function FailureBar({ dismiss, onDismiss, children }: FailureBarProps) {
  return (
    <div className="list-failure" role="alert">
      <p>{children}</p>
      <IconButton label={dismiss} onClick={onDismiss}>
        <X />
      </IconButton>
    </div>
  );
}
