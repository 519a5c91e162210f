/** Loads the running of hooks (AG-5) with the first event that somebody wants to hear of: no start waits for it. */

import type { HookEvent, Hooks } from "../ports/hooks";
import type { HooksDeps, RunningHooks } from "./hooks";

export interface ClosableHooks extends Hooks {
  /** Resolves when no hook runs any more. */
  close(): Promise<void>;
}

export function laterHooks(deps: HooksDeps): ClosableHooks {
  let running: Promise<RunningHooks> | undefined;
  const load = (): Promise<RunningHooks> => {
    running ??= import("./hooks").then(({ RunningHooks }) => new RunningHooks(deps));
    return running;
  };
  const hears = (event: HookEvent): boolean => deps.configured().some(({ on }) => on === event);
  return {
    hears,
    tell: (...told) => {
      if (hears(told[0]))
        load().then(
          (hooks) => hooks.tell(...told),
          () => {},
        );
    },
    ask: async (...asked) => (hears(asked[0]) ? await (await load()).ask(...asked) : []),
    close: async () => await (await running)?.close(),
  };
}
