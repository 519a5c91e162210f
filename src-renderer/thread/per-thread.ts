/** View state of each thread, made when it is first asked for. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Thread } from "./thread";

export function perThread<T>(initial: () => T): (thread: Thread) => StoreApi<T> {
  const states = new WeakMap<Thread, StoreApi<T>>();
  return (thread) => {
    const known = states.get(thread);
    if (known !== undefined) return known;
    const made = createStore<T>(initial);
    states.set(thread, made);
    return made;
  };
}
