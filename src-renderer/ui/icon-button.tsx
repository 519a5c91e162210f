/** A button with an icon. Screen readers get its name; the tooltip shows the name and the key. */
import type { ComponentProps, ReactNode } from "react";
import { tip } from "./tooltip";

interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label" | "title" | "type"> {
  label: string;
  /** The key in the user's notation, e.g. `Ctrl+N`. */
  hotkey?: string | undefined;
  children: ReactNode;
}

export function IconButton({ label, hotkey, className = "", children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={`button button-icon ${className}`}
      aria-label={label}
      {...tip(label, hotkey)}
      {...rest}
    >
      {children}
    </button>
  );
}
