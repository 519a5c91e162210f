/**
 * A field over a list. Typed letters are drawn before the list answers them, so typing stays light. A key for the list makes its answers
 * come first.
 */
import { type KeyboardEvent, useDeferredValue, useState } from "react";
import { flushSync } from "react-dom";

/** Keys that choose in a list. */
export const MOVES = ["ArrowUp", "ArrowDown", "Home", "End"];

interface Query {
  typed: string;
  type: (text: string) => void;
  /** The query that the list answers. */
  asked: string;
  /** Hears of each key before the list does. */
  catchUp: (event: KeyboardEvent) => void;
}

export function useQuery(): Query {
  const [typed, type] = useState("");
  const [entered, setEntered] = useState<string>();
  const deferred = useDeferredValue(typed);
  const asked = entered === typed ? typed : deferred;
  return {
    typed,
    type,
    asked,
    catchUp({ key }) {
      const isForList = key === "Enter" || MOVES.includes(key);
      if (isForList && asked !== typed) flushSync(() => setEntered(typed));
    },
  };
}
