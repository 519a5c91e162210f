/** Runs the actions of a page that shows facts: after each the facts are read anew, and shown together with the result in words. */
import { useEffect, useState } from "react";
import { toErrorInfo } from "./bridge";
import { inWords } from "./language/words";

export interface Acting {
  /** The result of the last action. */
  said: string;
  busy: boolean;
  /** Runs an action, then reads. A failure is told in the place of its result. */
  act(action: () => Promise<string>): void;
  /** Reads after a failure. */
  again(): void;
}

const justRead = async (): Promise<string> => "";

/** Reads once when the page opens. @param read reads the facts and shows them */
export function useActing(read: () => Promise<void>): Acting {
  const [said, setSaid] = useState("");
  /** The number of actions under way. The first is the reading with which the page opens. */
  const [count, setCount] = useState(1);
  const run = (action: () => Promise<string>) =>
    void action()
      .then(async (result) => {
        await read();
        return result;
      })
      .catch((error: unknown) => {
        const { message, hint = "" } = toErrorInfo(error);
        return `${inWords(message)} ${inWords(hint)}`;
      })
      .then(setSaid)
      .finally(() => setCount((now) => now - 1));
  const act = (action: () => Promise<string>) => {
    setCount((now) => now + 1);
    setSaid("");
    run(action);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the page opens; each action reads again.
  useEffect(() => run(justRead), []);
  return { said, busy: count > 0, act, again: () => act(justRead) };
}
