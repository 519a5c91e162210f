/** A small panel beside the control that opens it; Escape and a press elsewhere close it, and the focus comes back. */
import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";
import "./popup.css";

interface PopoverProps {
  /** Its accessible name. */
  label: string;
  /** The button that opens it. */
  trigger: ReactElement;
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  side?: "top" | "bottom";
  align?: "start" | "center" | "end";
}

export function Popover(props: PopoverProps) {
  const { label, trigger, children, open, onOpenChange, side = "bottom", align = "center" } = props;
  return (
    <Base.Root {...(open === undefined ? {} : { open })} onOpenChange={(isOpen) => onOpenChange?.(isOpen)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="popup-place" side={side} align={align} sideOffset={6}>
          <Base.Popup className="popover popup" aria-label={label}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
