/** Where turns are hidden (RW-3): one quiet line that says so and brings them back; several timelines fold into one line with a menu. */
import { useRef } from "react";
import type { HiddenTurns } from "../../../src-preload/contract/types";
import { call } from "../../bridge";
import { t as translate } from "../../language/language";
import { useTranslation } from "../../language/use-translation";
import { doing } from "../../state/actions";
import { say } from "../../state/announce";
import { type Pane, usePane } from "../../state/pane";
import { MenuButton } from "../../ui/menu";
import { clockTime } from "../../ui/time";
import { Note } from "../chat/note";
import { openCompare } from "../compare/side-by-side";
import "./rewind.css";

/** The timelines swap; the note, which both have, stays where it is on the screen. */
function restore(pane: Pane, { op_id }: HiddenTurns, note: HTMLElement | null): void {
  const { session_id } = pane.view.getState();
  if (!session_id) return;
  if (note !== null) pane.holdPlace(note);
  doing(async () => {
    try {
      await call("timeline.unrewind", { session_id, op_id });
    } catch (error) {
      pane.holdPlace(undefined);
      throw error;
    }
    say(translate("rewind:restored"));
  });
}

interface ChoiceProps {
  label: string;
  short: string;
  timelines: readonly HiddenTurns[];
  /** It changes the conversation. */
  whenFree?: true;
  onChoose(timeline: HiddenTurns): void;
}

/** Of the only timeline at once, of several by a menu: the one hidden last stands first. */
function Choice({ label, short, timelines, whenFree, onChoose }: ChoiceProps) {
  const { t } = useTranslation("rewind");
  const [only, ...others] = timelines;
  const shared = { className: "button button-link", ...(whenFree ? { "data-when-free": "" } : {}) };
  if (only === undefined) return null;
  if (others.length === 0)
    return (
      <button type="button" aria-label={label} {...shared} onClick={() => onChoose(only)}>
        {short}
      </button>
    );
  const entries = timelines
    .toSorted((a, b) => b.hidden_at - a.hidden_at)
    .map((timeline) => ({
      label: t("timeline", {
        turns: t("hidden", { count: timeline.turns }),
        time: clockTime(timeline.hidden_at),
      }),
      onChoose: () => onChoose(timeline),
    }));
  return (
    <MenuButton label={label} entries={entries} {...shared}>
      {short}
    </MenuButton>
  );
}

export function HiddenNote({ timelines }: { timelines: readonly HiddenTurns[] }) {
  const { t } = useTranslation("rewind");
  const pane = usePane();
  const line = useRef<HTMLDivElement>(null);
  const [only, ...others] = timelines;
  const words =
    only !== undefined && others.length === 0
      ? t("hidden", { count: only.turns })
      : t("versions", { count: timelines.length });
  return (
    <div ref={line} className="hidden-note">
      <Note
        actions={
          <>
            <Choice
              label={t("restore")}
              short={t("restore-short")}
              timelines={timelines}
              whenFree
              onChoose={(timeline) => restore(pane, timeline, line.current)}
            />
            <Choice
              label={t("compare")}
              short={t("compare")}
              timelines={timelines}
              onChoose={({ op_id }) => openCompare(pane, op_id)}
            />
          </>
        }
      >
        {words}
      </Note>
    </div>
  );
}
