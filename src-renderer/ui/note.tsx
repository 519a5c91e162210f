/** A note in the thread: one line between hairlines, with one or two actions. */
import type { ReactNode } from "react";

export function Note({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div className="note" role="note">
      <span>{children}</span>
      {actions}
    </div>
  );
}
