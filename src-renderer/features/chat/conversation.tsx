/** The conversation as a log: messages in order, what can be loaded before them, and what is true at their end. */
import { memo, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useStore } from "zustand";
import type { Fork } from "../../../src-preload/contract/calls/branches";
import type { HiddenTurns } from "../../../src-preload/contract/types";
import { useTranslation } from "../../language/use-translation";
import { beside } from "../../state/beside";
import { branchLinks, forksByMessage } from "../../state/branch-links";
import type { MessageCell } from "../../state/message-cell";
import { besidePane, mainPane, usePane, usePaneDrawn } from "../../state/pane";
import { isFree } from "../../state/session-view";
import { ForkNote } from "../branches/fork-note";
import { SharedNote } from "../compare/shared-note";
import { FirstRun, useIsFirstRun } from "../providers/first-run";
import { BEGINNING, forksOf } from "../rewind/forks";
import { HiddenNote } from "../rewind/hidden-note";
import { useRewinding } from "../rewind/use-rewinding";
import { KnownNote } from "../sidecar/known-note";
import { Announcer, AnswerAnnouncer } from "./announcer";
import { AsTextNote } from "./as-text-note";
import { copyMarked, selectAll } from "./copy-marked";
import { Details } from "./details";
import { Earlier } from "./earlier";
import { EndMark } from "./end-mark";
import { FindBar } from "./find-bar";
import { type Flow, useFollow } from "./follow";
import { fetchMarkdownSoon } from "./markdown/answer-text";
import { Message } from "./message";
import { MessageMenu } from "./message-menu";
import { type ModelChange, modelChanges } from "./model-changes";
import { ModelChangeNote } from "./note";
import { MessageRows } from "./rows";
import { scrollByKey } from "./scroll-keys";
import { SessionTrouble } from "./session-trouble";
import { useTurnAtHand } from "./turn-at-hand";
import "./chat.css";

const NO_BRANCHES: readonly Fork[] = [];
const NO_LINKS: ReadonlyMap<string, readonly Fork[]> = new Map();

/** By the message they were branched from; beside the main thread none are shown. */
function useBranches(): ReadonlyMap<string, readonly Fork[]> {
  const isMain = usePane() === mainPane;
  const forks = useStore(branchLinks, (links) => links.forks);
  return useMemo(() => (isMain ? forksByMessage(forks) : NO_LINKS), [isMain, forks]);
}

/** Without what is read beside this place already. */
function useUncompared(timelines: readonly HiddenTurns[] | undefined): readonly HiddenTurns[] | undefined {
  const compared = useStore(beside, ({ shown }) => (shown?.kind === "timeline" ? shown.op_id : undefined));
  const others = useMemo(() => timelines?.filter(({ op_id }) => op_id !== compared), [timelines, compared]);
  return others?.length === 0 ? undefined : others;
}

interface RowProps {
  cell: MessageCell;
  /** From 1, and of how many; -1 where nobody knows. */
  place: number;
  count: number;
  height: number;
  isLast: boolean;
  change: ModelChange | undefined;
  branches: readonly Fork[];
  hidden: readonly HiddenTurns[] | undefined;
}

const Row = memo(function Row({ cell, place, count, height, isLast, change, branches, hidden }: RowProps) {
  return (
    <>
      {change === undefined ? null : <ModelChangeNote change={change} />}
      <Message cell={cell} place={place} count={count} height={height} isLast={isLast} />
      <ForkNote forks={branches} />
      {hidden === undefined ? null : <HiddenNote timelines={hidden} after={cell.id} />}
    </>
  );
});

function Messages({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const cells = usePaneDrawn((state) => state.cells);
  const branches = useBranches();
  const hidden = usePaneDrawn((state) => state.hidden);
  const more = usePaneDrawn((state) => state.more);
  const floor = usePaneDrawn((state) => state.floor);
  const forks = useMemo(() => forksOf(hidden), [hidden]);
  const first = useUncompared(more ? undefined : forks.get(floor ?? BEGINNING));
  const changes = useMemo(() => modelChanges(cells), [cells]);
  const lastId = cells.at(-1)?.id;
  return (
    <>
      {first === undefined ? null : <HiddenNote timelines={first} after={floor ?? BEGINNING} />}
      <MessageRows scroller={scroller} cells={cells}>
        {(cell, height, index) => (
          <Row
            cell={cell}
            place={index + 1}
            count={more ? -1 : cells.length}
            // What is there finds its height by itself.
            height={cell.get().message.away ? height : 0}
            isLast={cell.id === lastId}
            change={changes.get(cell.id)}
            branches={branches.get(cell.id) ?? NO_BRANCHES}
            hidden={forks.get(cell.id)}
          />
        )}
      </MessageRows>
    </>
  );
}

function EmptySession() {
  const { t } = useTranslation("chat");
  const isNew = usePaneDrawn((state) => state.session_id === null);
  const workspace_root = usePaneDrawn((state) => state.workspace_root);
  const blank = usePaneDrawn(
    ({ view, cells, floor }) => view !== undefined && cells.length === 0 && floor === undefined,
  );
  const isFirstRun = useIsFirstRun();
  if (!isNew && !blank) return null;
  if (isNew && isFirstRun) return <FirstRun />;
  return (
    <p className="empty">
      {t("empty")}
      {workspace_root === undefined ? null : ` ${t("empty-folder", { folder: workspace_root })}`}
    </p>
  );
}

function NewBelow({ scroller, content }: Record<"scroller" | "content", RefObject<HTMLDivElement | null>>) {
  // Another session is read from its end, and who sends a message looks for the answer.
  const subject = usePaneDrawn((state) => `${state.session_id} ${state.sent}`);
  const cells = usePaneDrawn((state) => state.cells);
  const flow = usePaneDrawn(({ cells, status }): Flow => {
    if (cells.length === 0) return "empty";
    return status.state === "idle" || status.state === "error" ? "rest" : "live";
  });
  const { t } = useTranslation("chat");
  const { newBelow, toEnd } = useFollow(scroller, content, subject, cells, flow);
  if (!newBelow) return null;
  return (
    <button type="button" className="button new-below" onClick={toEnd}>
      {t("new-below")}
    </button>
  );
}

/** What is no longer there to be used gives its focus to what is: who wrote writes on, who read reads on. */
function useFocusOfLeft(content: RefObject<HTMLDivElement | null>, left: boolean): void {
  const pane = usePane();
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (!left || activeElement === null || content.current?.contains(activeElement) !== true) return;
    if (activeElement.matches("textarea, input")) pane.focusComposer();
    else content.current.closest<HTMLElement>("[role=log]")?.focus({ preventScroll: true });
  }, [pane, content, left]);
}

export function Conversation() {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { t } = useTranslation("chat");
  const pane = usePane();
  const isMain = pane === mainPane;
  const isAside = useStore(beside, ({ shown }) => shown?.kind === "sidecar") && pane === besidePane;
  const session_id = usePaneDrawn((state) => state.session_id);
  const left = usePaneDrawn((state) => state.left);
  const loaded = usePaneDrawn(({ view }) => view !== undefined);
  const busy = usePaneDrawn((state) => !isFree(state));
  useFocusOfLeft(content, left);
  const atHand = useTurnAtHand();
  useEffect(fetchMarkdownSoon, []);
  useRewinding();
  return (
    <div className="conversation" data-busy={busy || undefined}>
      <div
        ref={scroller}
        className="conversation-scroller"
        onCopy={(event) => copyMarked(event, pane)}
        onKeyDown={(event) => {
          selectAll(event);
          scrollByKey(event);
        }}
        {...atHand}
        role="log"
        aria-label={t("conversation")}
        aria-live="off"
        aria-busy={left || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key.
        tabIndex={0}
      >
        {/* The scroller keeps its focus: only what stands in it is of another session. */}
        <MessageMenu content={content} inert={left}>
          <Earlier key={session_id ?? "new"} scroller={scroller} />
          {isAside ? <KnownNote key={`known-${session_id}`} /> : <SharedNote scroller={scroller} />}
          <Messages key={`messages-${session_id ?? "new"}`} scroller={scroller} />
          <AsTextNote />
          <SessionTrouble />
          <EmptySession />
        </MessageMenu>
        {session_id && loaded ? <EndMark key={session_id} session_id={session_id} /> : null}
      </div>
      {isMain ? <FindBar scroller={scroller} /> : null}
      {isMain ? <Details /> : null}
      <NewBelow scroller={scroller} content={content} />
      {isMain ? <AnswerAnnouncer /> : null}
      {isMain ? <Announcer /> : null}
    </div>
  );
}
