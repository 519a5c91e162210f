/**
 * Components whose code is fetched when one of them is first drawn. Not React's `lazy`: that holds what it has fetched back for a third of
 * a second, and a fetched component draws here in the same step as its surroundings.
 */
import { type ComponentType, type ReactNode, useSyncExternalStore } from "react";
import { reportError } from "./notices";

const Nothing = () => null;

/** `Before` stands in the place until the code has come. A failed fetch is told, and made again with the next component. */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Before: ComponentType<Props> = Nothing,
): (props: Props) => ReactNode {
  let loaded: ComponentType<Props> | undefined;
  let asked = false;
  const waiting = new Set<() => void>();
  const take = (component: ComponentType<Props>) => {
    loaded = component;
    for (const tell of waiting) tell();
  };
  const subscribe = (tell: () => void): (() => void) => {
    waiting.add(tell);
    if (!asked) {
      asked = true;
      load().then(take, (error: unknown) => {
        asked = false;
        reportError(error);
      });
    }
    return () => waiting.delete(tell);
  };
  return function Late(props: Props) {
    const Loaded = useSyncExternalStore(subscribe, () => loaded);
    return Loaded === undefined ? <Before {...props} /> : <Loaded {...props} />;
  };
}
