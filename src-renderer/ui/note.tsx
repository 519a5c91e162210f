/** A note in the thread: one line between hairlines, with one or two actions. */
import type { ReactNode } from "react";
import "./note.css";

interface NoteProps {
  children: ReactNode;
  actions?: ReactNode;
  /** The name for screen readers, for a note that is looked for by it. */
  label?: string;
}

export function Note({ children, actions, label }: NoteProps) {
  return (
    <div className="note" role="note" aria-label={label}>
      <span>{children}</span>
      {actions}
    </div>
  );
}
