/** The popup of a popover. At its end it gives the focus to `focusAtEnd`, unless its user has gone on by then. */
import { Popover } from "@base-ui/react/popover";
import { useRef } from "react";
import { isFocusLeft } from "./popup-focus";
import "./popup.css";

interface PopoverPopupProps extends Omit<Popover.Popup.Props, "ref" | "className" | "finalFocus"> {
  className?: string;
  /** Returns the element that gets the focus. True: the one that had it before; false: none. */
  focusAtEnd: () => HTMLElement | boolean | null;
}

export function PopoverPopup({ className = "", focusAtEnd, ...props }: PopoverPopupProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Popover.Popup
      {...props}
      ref={popup}
      className={`popover popup ${className}`}
      finalFocus={() => isFocusLeft(popup) && focusAtEnd()}
    />
  );
}
