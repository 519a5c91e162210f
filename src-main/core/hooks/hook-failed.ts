/** The failure of a hook in words (AG-5). */

import type { SentenceParams } from "../../../src-preload/contract/domain/sentence";
import { BraidError } from "../braid-error";
import type { HookEvent } from "../ports/hooks";
import { say } from "../say";

/** @param details the hook's own words */
export const hookFailed = (
  event: HookEvent,
  why: "behind" | "not-started" | "late" | "code",
  params?: SentenceParams,
  details = "",
): BraidError =>
  new BraidError("INTERNAL", say("hook.failed.message", { event, reason: say(`hook.${why}`, params) }), {
    hint: say("hook.failed.hint"),
    details,
  });
