/**
 * A dialog over the window: the focus goes in and comes back, Escape and a press beside it close it, what is behind it is out of reach,
 * and its body scrolls by itself.
 */
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { useTranslation } from "../language/use-translation";
import { IconButton } from "./icon-button";
import "./dialog.css";

interface DialogProps {
  open: boolean;
  onClose: () => void;
  /** Its accessible name. */
  title: string;
  /** Without the bar that shows the title and the close button; the title is then only said. */
  bare?: boolean;
  /** Added to `.dialog`, for its size. */
  className?: string;
  /** Where the focus goes; the first thing that takes it otherwise. */
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

export function Dialog({ open, onClose, title, bare, className = "", initialFocus, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => isOpen || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Popup
          className={`dialog ${className}`}
          {...(initialFocus === undefined ? {} : { initialFocus })}
        >
          {bare ? (
            <Base.Title className="unseen">{title}</Base.Title>
          ) : (
            <DialogBar title={title} onClose={onClose} />
          )}
          <div className="dialog-body">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function DialogBar({ title, onClose }: Pick<DialogProps, "title" | "onClose">) {
  const { t } = useTranslation();
  return (
    <header className="dialog-bar">
      <Base.Title className="dialog-title">{title}</Base.Title>
      <IconButton label={t("close")} hotkey="Esc" onClick={onClose}>
        <X />
      </IconButton>
    </header>
  );
}
