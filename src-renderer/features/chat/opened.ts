/** The parts of a message that the reader has opened. They are still open when the message's row is built again. */
import { createContext, useContext, useState } from "react";
import type { MessageCell } from "../../thread/view/message-cell";

export const OpenedContext = createContext<Set<string>>(new Set());

/** The message whose parts are drawn, for a part that has to do with others of its message. */
export const CellContext = createContext<MessageCell | undefined>(undefined);

/** `name`: unique in the message. */
export function useOpened(name: string): [boolean, (open: boolean) => void] {
  const opened = useContext(OpenedContext);
  const [open, setOpen] = useState(() => opened.has(name));
  const change = (now: boolean) => {
    setOpen(now);
    if (now) opened.add(name);
    else opened.delete(name);
  };
  return [open, change];
}

const focused = (name: string): string => `focus ${name}`;

/** Returns true while a part is opened, or has the focus. */
export const isInUse = (opened: ReadonlySet<string>, name: string): boolean =>
  opened.has(name) || opened.has(focused(name));

/** Returns the handlers by which a part notes that it has the focus. */
export function useFocusNoted(name: string): { onFocus: () => void; onBlur: () => void } {
  const opened = useContext(OpenedContext);
  return { onFocus: () => void opened.add(focused(name)), onBlur: () => void opened.delete(focused(name)) };
}

export const nameOfRun = (from: number): string => `run ${from}`;
