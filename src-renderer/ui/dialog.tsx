/**
 * A dialog over the window. The focus goes in and comes back. Escape and a press beside it close it. The page behind is out of reach. Its
 * body scrolls by itself. What the window has to tell meanwhile stands under the body.
 */
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, type RefObject, useRef } from "react";
import { flushSync } from "react-dom";
import { useFrontPlace } from "./front-dialog";
import { IconButton } from "./icon-button";
import { isFocusLeft, usePopupFocus } from "./popup-focus";
import "./dialog.css";

/** `leave` closes a dialog for something that takes the focus itself: the dialog gives it back to nobody then. */
export function useLeaving(close: () => void): { leave: () => void; givesFocusBack: () => boolean } {
  const leaves = useRef(false);
  return {
    leave: () => {
      leaves.current = true;
      flushSync(close);
    },
    givesFocusBack: () => !leaves.current,
  };
}

interface DialogProps {
  open: boolean;
  onClose: () => void;
  /** The accessible name of the dialog. */
  title: string;
  /** The name of the close button. Without one the dialog has no bar, and only screen readers get the title. */
  closeLabel?: string;
  /** Added to `.dialog`, for its size. */
  className?: string;
  /** The element that takes the focus; without it the first field does. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Asked when the dialog closes: see `useLeaving`. */
  givesFocusBack?: () => boolean;
  children: ReactNode;
}

export function Dialog({
  open,
  onClose,
  title,
  closeLabel,
  className = "",
  initialFocus,
  givesFocusBack = () => true,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  const firstIn = (dialog: HTMLElement) => initialFocus?.current ?? dialog.querySelector("input");
  usePopupFocus(open, popup, firstIn);
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => isOpen || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" />
        {/* The focus is in by `usePopupFocus`. Base UI would give it with a later frame, and take it from a list that has it by then. */}
        <Base.Popup
          ref={popup}
          className={`dialog ${className}`}
          initialFocus={false}
          finalFocus={() => givesFocusBack() && isFocusLeft(popup)}
        >
          {closeLabel === undefined ? (
            <Base.Title className="unseen">{title}</Base.Title>
          ) : (
            <DialogBar title={title} closeLabel={closeLabel} onClose={onClose} />
          )}
          <div className="dialog-body">{children}</div>
          <Told takeFocus={() => popup.current && (firstIn(popup.current) ?? popup.current).focus()} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Under the body, so that nothing moves that is read. */
function Told({ takeFocus }: { takeFocus: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useFrontPlace(place, takeFocus);
  return <div ref={place} className="dialog-told" />;
}

function DialogBar({
  title,
  closeLabel,
  onClose,
}: Required<Pick<DialogProps, "title" | "closeLabel" | "onClose">>) {
  return (
    <div className="dialog-bar">
      <Base.Title className="dialog-title">{title}</Base.Title>
      <IconButton label={closeLabel} hotkey="Esc" onClick={onClose}>
        <X />
      </IconButton>
    </div>
  );
}
