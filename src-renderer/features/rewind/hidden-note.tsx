/**
 * The note where turns are hidden (RW-3): one quiet line with a button that restores them. Several timelines share one line with a menu.
 */

import { useRef } from "react";
import type { HiddenTurns } from "../../../src-preload/contract/domain/timeline";
import { say } from "../../platform/announce";
import { distinctTimes } from "../../platform/language/moments";
import { useTranslation } from "../../platform/language/use-translation";
import { ask } from "../../thread/requests";
import type { HiddenNoteProps } from "../../thread/slots";
import { type Thread, useThread, useThreadDrawn } from "../../thread/thread";
import { unrewind } from "../../thread/unrewind";
import { isFree } from "../../thread/view/session-view";
import { MenuButton } from "../../ui/menu";
import { Note } from "../../ui/note";
import { refusing } from "../../ui/tooltip";
import { ChangedFilesLine } from "./changed-files-line";
import { useNoteFocus } from "./note-focus";
import "./rewind.css";

/** Restores a hidden timeline. The note stays where it is, because both timelines have it. */
function restore(thread: Thread, { op_id }: HiddenTurns, note: HTMLElement | null): void {
  const { session_id } = thread.view.getState();
  if (session_id) unrewind(thread, { session_id, op_id }, note ?? undefined);
}

interface ChoiceProps {
  label: string;
  short: string;
  timelines: readonly HiddenTurns[];
  /** The reason why this cannot be done now. The button keeps its place and shows the reason. */
  refusal?: string | undefined;
  onChoose(timeline: HiddenTurns): void;
}

/** Acts at once on a single timeline. For several, a menu lets the user choose, the last hidden one first. */
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
        data-once=""
        onClick={() => (refused ? say(refusal) : onChoose(only))}
      >
        {short}
      </button>
    );
  const newestFirst = timelines.toSorted((a, b) => b.hidden_at - a.hidden_at);
  const times = distinctTimes(
    newestFirst.map(({ hidden_at }) => hidden_at),
    Date.now(),
  );
  const entries = newestFirst.map((timeline, index) => ({
    label: t("timeline", { turns: t("hidden", { count: timeline.turns }), time: times[index] }),
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

export function HiddenNote({ timelines, after }: HiddenNoteProps) {
  const { t } = useTranslation("rewind");
  const thread = useThread();
  const free = useThreadDrawn(isFree);
  const line = useRef<HTMLDivElement>(null);
  useNoteFocus(line, thread, after);
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
              onChoose={(timeline) => restore(thread, timeline, line.current)}
            />
            <Choice
              label={t("compare")}
              short={t("compare")}
              timelines={timelines}
              onChoose={({ op_id }) => ask().openCompare(thread, op_id)}
            />
          </>
        }
      >
        {words}
      </Note>
      <ChangedFilesLine hidden={timelines.map(({ op_id }) => op_id)} />
    </div>
  );
}
