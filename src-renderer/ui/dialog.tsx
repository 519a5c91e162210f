/**
 * A dialog over the window: the focus goes in and comes back, Escape and a press beside it close it, what is behind it is out of reach,
 * and its body scrolls by itself.
 */
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, type RefObject, useRef } from "react";
import { IconButton } from "./icon-button";
import { usePopupFocus } from "./popup-focus";
import "./dialog.css";

interface DialogProps {
  open: boolean;
  onClose: () => void;
  /** The accessible name of the dialog. */
  title: string;
  /** The name of its close button. Without one there is no bar: the title is then only said. */
  closeLabel?: string;
  /** Added to `.dialog`, for its size. */
  className?: string;
  /** Where the focus goes; the first field otherwise. */
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

export function Dialog({
  open,
  onClose,
  title,
  closeLabel,
  className = "",
  initialFocus,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  usePopupFocus(open, popup, (dialog) => initialFocus?.current ?? dialog.querySelector("input"));
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => isOpen || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Popup
          ref={popup}
          className={`dialog ${className}`}
          {...(initialFocus === undefined ? {} : { initialFocus })}
        >
          {closeLabel === undefined ? (
            <Base.Title className="unseen">{title}</Base.Title>
          ) : (
            <DialogBar title={title} closeLabel={closeLabel} onClose={onClose} />
          )}
          <div className="dialog-body">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function DialogBar({
  title,
  closeLabel,
  onClose,
}: Required<Pick<DialogProps, "title" | "closeLabel" | "onClose">>) {
  return (
    <header className="dialog-bar">
      <Base.Title className="dialog-title">{title}</Base.Title>
      <IconButton label={closeLabel} hotkey="Esc" onClick={onClose}>
        <X />
      </IconButton>
    </header>
  );
}
