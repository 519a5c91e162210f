/** Helpers (AG-2) for those who need them at every start: their agents and their end. Their work is loaded with the first of them. */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { HelperWork } from "../ports/helpers";
import { PARENT_STOPPED } from "../run/run-state";
import type { TurnDeps } from "../run/turn-context";
import type { Helpers } from "./helpers";

type Given = ConstructorParameters<typeof Helpers>;

export function laterHelpers(...given: Given): HelperWork {
  let loaded: Promise<Helpers> | undefined;
  return {
    run: async (order, context) => {
      loaded ??= import("./helpers").then(({ Helpers }) => new Helpers(...given));
      return (await loaded).run(order, context);
    },
  };
}

/** Stops the helpers of a session that goes into the trash (DB-10). Returns their sessions, to be closed where they are shown. */
export function leaveHelpers(deps: Pick<TurnDeps, "store" | "state">, parent_id: SessionId): SessionId[] {
  const { store, state } = deps;
  return store.tasksOf(parent_id).flatMap((id) => {
    if (state.isRunning(id)) state.abort(id, PARENT_STOPPED);
    return [id, ...leaveHelpers(deps, id)];
  });
}
