/** Saving a private session (SE-10). */
import { BraidError } from "../../../core/braid-error";
import { say } from "../../../core/say";
import type { HandlersOf, IpcContext } from "../context";

export function privateHandlers({ privateSaving }: IpcContext): HandlersOf<"private"> {
  const saving = () => {
    if (privateSaving === undefined) throw new BraidError("SESSION_NOT_FOUND", say("session.not-found"));
    return privateSaving;
  };
  return {
    "private.plan": (input) => saving().plan(input),
    "private.save": async (input, window) => {
      await saving().save(input);
      await window.becomeOrdinary(input.session_id);
      return undefined;
    },
  };
}
