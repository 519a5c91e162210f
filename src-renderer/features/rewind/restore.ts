/** Hidden turns are brought back (RW-3); the place that its user looks at stays where it is on the screen. */
import { call } from "../../bridge";
import { t } from "../../language/language";
import { doing } from "../../state/actions";
import { say } from "../../state/announce";
import { once } from "../../state/once";
import type { Pane, PlaceToHold } from "../../state/pane";
import type { HiddenTimeline } from "../../state/session-view";

/** The timelines swap in `pane`. */
export function restoreTurns(pane: Pane, hidden: HiddenTimeline, place?: PlaceToHold): void {
  const swap = async () => {
    pane.holdPlace(place);
    try {
      await call("timeline.unrewind", hidden);
    } catch (error) {
      pane.holdPlace(undefined);
      throw error;
    }
    say(t("rewind:restored"));
  };
  doing(() => once(`restore ${hidden.session_id}`, swap));
}
