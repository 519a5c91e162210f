/** Where turns are hidden (RW-3): one quiet line that says so and brings them back; several timelines fold into one line with a menu. */
import { useRef } from "react";
import type { HiddenTurns } from "../../../src-preload/contract/types";
import { useTranslation } from "../../language/use-translation";
import { say } from "../../state/announce";
import { type Pane, usePane, usePaneDrawn } from "../../state/pane";
import { isFree } from "../../state/session-view";
import { isSecondOfTwo } from "../../ui/clicks";
import { MenuButton } from "../../ui/menu";
import { clockTime } from "../../ui/time";
import { refusing } from "../../ui/tooltip";
import { Note } from "../chat/note";
import { openCompare } from "../compare/side-by-side";
import { useNoteFocus } from "./note-focus";
import { restoreTurns } from "./restore";
import "./rewind.css";

/** The note, which both timelines have, stays where it is. */
function restore(pane: Pane, { op_id }: HiddenTurns, note: HTMLElement | null): void {
  const { session_id } = pane.view.getState();
  if (session_id) restoreTurns(pane, { session_id, op_id }, note ?? undefined);
}

interface ChoiceProps {
  label: string;
  short: string;
  timelines: readonly HiddenTurns[];
  /** Why it cannot be done now: the button keeps its place, and says so. */
  refusal?: string | undefined;
  onChoose(timeline: HiddenTurns): void;
}

/** Of the only timeline at once, of several by a menu: the one hidden last stands first. */
function Choice({ label, short, timelines, refusal, onChoose }: ChoiceProps) {
  const { t } = useTranslation("rewind");
  const [only, ...others] = timelines;
  const refused = refusal !== undefined;
  const shared = {
    className: "button button-link",
    ...refusing(refusal),
  };
  if (only === undefined) return null;
  if (others.length === 0)
    return (
      <button
        type="button"
        aria-label={label}
        {...shared}
        onClick={(event) => {
          if (refused) say(refusal);
          else if (!isSecondOfTwo(event)) onChoose(only);
        }}
      >
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
    <MenuButton
      label={label}
      entries={entries}
      closed={refused}
      {...shared}
      onClick={() => refused && say(refusal)}
    >
      {short}
    </MenuButton>
  );
}

interface HiddenNoteProps {
  timelines: readonly HiddenTurns[];
  /** After which message they part; `BEGINNING` before the first. */
  after: string;
}

export function HiddenNote({ timelines, after }: HiddenNoteProps) {
  const { t } = useTranslation("rewind");
  const pane = usePane();
  const free = usePaneDrawn(isFree);
  const line = useRef<HTMLDivElement>(null);
  useNoteFocus(line, pane, after);
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
              refusal={free ? undefined : t("when-free")}
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
