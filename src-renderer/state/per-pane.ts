/** View state of which each pane has its own, made when it is first asked for. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Pane } from "./pane";

export function perPane<T>(initial: () => T): (pane: Pane) => StoreApi<T> {
  const states = new WeakMap<Pane, StoreApi<T>>();
  return (pane) => {
    const known = states.get(pane);
    if (known !== undefined) return known;
    const made = createStore<T>(initial);
    states.set(pane, made);
    return made;
  };
}
