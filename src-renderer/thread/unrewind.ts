/** Brings hidden turns back (RW-3). The place that the user looks at stays where it is on the screen. */

import { say } from "../platform/announce";
import { call } from "../platform/bridge";
import { t } from "../platform/language/language";
import { clearErrors } from "../platform/notices";
import { once } from "../platform/once";
import { doing } from "./actions";
import type { PlaceToHold } from "./surface";
import type { Thread } from "./thread";
import type { HiddenTimeline } from "./view/read-only";

/** Swaps the timelines in `thread`. */
export function unrewind(thread: Thread, hidden: HiddenTimeline, place?: PlaceToHold): void {
  const swap = async () => {
    clearErrors();
    thread.holdPlace(place);
    try {
      await call("timeline.unrewind", hidden);
    } catch (error) {
      thread.holdPlace(undefined);
      throw error;
    }
    say(t("rewind:restored"));
  };
  doing(() => once(`restore ${hidden.session_id}`, swap));
}
