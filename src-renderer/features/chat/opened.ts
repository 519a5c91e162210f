/** The parts of a message that the reader has opened. They are still open when the message's row is built again. */
import { createContext, useContext, useState } from "react";

export const OpenedContext = createContext<Set<string>>(new Set());

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
