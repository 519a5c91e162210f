/** The conversation as a log: the messages in order, the button for earlier ones, and the notes at the end. */

import {
  memo,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from "react";
import { useStore } from "zustand";
import type { Fork } from "../../../src-preload/contract/domain/branches";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { HiddenTurns } from "../../../src-preload/contract/domain/timeline";
import { boot } from "../../platform/bridge";
import { useTranslation } from "../../platform/language/use-translation";
import { branchLinks, forksByMessage } from "../../thread/branch-links";
import { hasContent, isAlone } from "../../thread/parts";
import { useSlots } from "../../thread/slots";
import { mainThread, useIsHomeFree, useThread, useThreadDrawn } from "../../thread/thread";
import { BEGINNING, hiddenByPlace } from "../../thread/view/hidden-turns";
import type { MessageCell } from "../../thread/view/message-cell";
import { useRewindEditor } from "../../thread/writing/use-rewind";
import { Announcer, AnswerAnnouncer } from "./announcer";
import { articleIn, topArticle } from "./articles";
import { AsTextNote } from "./as-text-note";
import { BranchChoice } from "./branch-choice";
import { copyMarked, selectAll } from "./copy-marked";
import { Details } from "./details";
import { Earlier } from "./earlier";
import { EndMark } from "./end-mark";
import { FindBar } from "./find-bar";
import { type Flow, useFollow } from "./follow";
import { fetchMarkdownSoon } from "./markdown/answer-text";
import { Message } from "./message";
import { MessageMenu } from "./message-menu";
import { ModelChangeNote } from "./model-change-note";
import { modelChanges, modelsBefore } from "./model-changes";
import { MessageRows } from "./rows";
import { scrollByKey } from "./scroll-keys";
import { SessionError } from "./session-error";
import { useSummaryNews } from "./summary-news";
import { useTurnAtHand } from "./turn-at-hand";
import { useWords } from "./use-words";
import "../../thread/view/empty-thread.css";
import "./chat.css";

const NO_BRANCHES: readonly Fork[] = [];
const NO_LINKS: ReadonlyMap<string, readonly Fork[]> = new Map();

/** Returns the branches by the message that they were made at. Threads beside the main thread show none. */
function useBranches(): ReadonlyMap<string, readonly Fork[]> {
  const isMain = useThread() === mainThread;
  const forks = useStore(branchLinks, (links) => links.forks);
  return useMemo(() => (isMain ? forksByMessage(forks) : NO_LINKS), [isMain, forks]);
}

interface RowProps {
  cell: MessageCell;
  /** Counted from 1; `count` is -1 while earlier messages are not loaded. */
  place: number;
  count: number;
  height: number;
  isLast: boolean;
  /** The next message goes on with this answer. */
  isResumed: boolean;
  /** The model that begins to answer here. */
  newModel: ModelRef | undefined;
  modelBefore: ModelRef | undefined;
  branches: readonly Fork[];
  hidden: readonly HiddenTurns[] | undefined;
}

/** The note in place of a message that is no answer. */
function NoteOf({ cell, height }: Pick<RowProps, "cell" | "height">) {
  const slots = useSlots();
  const isAway = useSyncExternalStore(cell.subscribe, () => cell.get().message.away === true);
  useWords(cell, isAway);
  if (isAway) return <div aria-busy="true" style={{ blockSize: height }} />;
  return slots && <slots.SummaryNote cell={cell} />;
}

const useIsAlone = (cell: MessageCell): boolean =>
  useSyncExternalStore(cell.subscribe, () => isAlone(cell.get().message));

/** True for an answer that has begun, and has no words yet. */
const useIsEmpty = (cell: MessageCell): boolean =>
  useSyncExternalStore(cell.subscribe, () => cell.get().live && !hasContent(cell.get().message));

const Row = memo(function Row({ newModel, branches, hidden, ...row }: RowProps) {
  const { cell, height, isLast } = row;
  const slots = useSlots();
  const isNote = useIsAlone(cell);
  // An answer may have begun when earlier turns are summarised: the line stands where its words will appear.
  const isEmpty = useIsEmpty(cell);
  const progress = isLast && slots && <slots.CompactionProgress />;
  return (
    <>
      {newModel === undefined ? null : <ModelChangeNote model={newModel} />}
      {isEmpty ? progress : null}
      {isNote ? <NoteOf cell={cell} height={height} /> : <Message {...row} />}
      {slots && <slots.ForkNote forks={branches} />}
      {hidden && slots && <slots.HiddenNote timelines={hidden} after={cell.id} />}
      {isEmpty ? null : progress}
    </>
  );
});

/** True for a message of the model that stands for itself. */
function isAnswer(cell: MessageCell | undefined): boolean {
  const message = cell?.get().message;
  return message?.role === "assistant" && !isAlone(message);
}

function Messages({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const cells = useThreadDrawn((state) => state.cells);
  const branches = useBranches();
  const hidden = useThreadDrawn((state) => state.hidden);
  const more = useThreadDrawn((state) => state.more);
  const floor = useThreadDrawn((state) => state.floor);
  const hiddenAfter = useMemo(() => hiddenByPlace(hidden), [hidden]);
  const slots = useSlots();
  const first = more ? undefined : hiddenAfter.get(floor ?? BEGINNING);
  const changes = useMemo(() => modelChanges(cells), [cells]);
  const before = useMemo(() => modelsBefore(cells), [cells]);
  const lastId = cells.at(-1)?.id;
  return (
    <>
      {first && slots && <slots.FirstHiddenNote timelines={first} after={floor ?? BEGINNING} />}
      <MessageRows scroller={scroller} cells={cells}>
        {(cell, height, index) => (
          <Row
            cell={cell}
            place={index + 1}
            count={more ? -1 : cells.length}
            // Loaded words have their own height.
            height={cell.get().message.away ? height : 0}
            isLast={cell.id === lastId}
            isResumed={isAnswer(cells[index + 1])}
            newModel={changes.get(cell.id)}
            modelBefore={before.get(cell.id)}
            branches={branches.get(cell.id) ?? NO_BRANCHES}
            hidden={hiddenAfter.get(cell.id)}
          />
        )}
      </MessageRows>
    </>
  );
}

function EmptySession() {
  const { t } = useTranslation("chat");
  const isNew = useThreadDrawn((state) => state.session_id === null);
  const workspace_root = useThreadDrawn((state) => state.workspace_root);
  const blank = useThreadDrawn(
    ({ view, cells, floor }) => view !== undefined && cells.length === 0 && floor === undefined,
  );
  const slots = useSlots();
  if (!isNew && !blank) return null;
  const empty = (
    <p className="empty-thread">
      {t(boot().private === true ? "empty-private" : "empty")}
      {workspace_root === undefined ? null : ` ${t("empty-folder", { folder: workspace_root })}`}
    </p>
  );
  return isNew && slots ? <slots.FirstRun>{empty}</slots.FirstRun> : empty;
}

function NewBelow({ scroller, content }: Record<"scroller" | "content", RefObject<HTMLDivElement | null>>) {
  // Changes when the view has to go to the end: for another session, and after the user has sent a message.
  const subject = useThreadDrawn((state) => `${state.session_id} ${state.sent}`);
  const cells = useThreadDrawn((state) => state.cells);
  const flow = useThreadDrawn(({ cells, status }): Flow => {
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

/** Registers the log of this thread for everyone who asks the thread. */
function useLog(scroller: RefObject<HTMLDivElement | null>): void {
  const thread = useThread();
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    return thread.register("log", {
      box,
      article: (id) => articleIn(box, id),
      topArticle: (below) => topArticle(box, below),
    });
  }, [thread, scroller]);
}

/** Moves the focus out of a conversation that was left: from a field to the composer, from anything else to the log. */
function useFocusOfLeft(content: RefObject<HTMLDivElement | null>, left: boolean): void {
  const thread = useThread();
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (!left || activeElement === null || content.current?.contains(activeElement) !== true) return;
    if (activeElement.matches("textarea, input")) thread.focusComposer();
    else thread.focusLog();
  }, [thread, content, left]);
}

export function Conversation() {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { t } = useTranslation("chat");
  const thread = useThread();
  const isMain = thread === mainThread;
  const slots = useSlots();
  const session_id = useThreadDrawn((state) => state.session_id);
  const left = useThreadDrawn((state) => state.left);
  const loaded = useThreadDrawn(({ view }) => view !== undefined);
  const busy = !useIsHomeFree();
  useLog(scroller);
  useFocusOfLeft(content, left);
  const atHand = useTurnAtHand();
  useEffect(fetchMarkdownSoon, []);
  useRewindEditor();
  useSummaryNews();
  return (
    <div className="conversation" data-busy={busy || undefined}>
      <div
        ref={scroller}
        className="conversation-scroller"
        onCopy={(event) => copyMarked(event, thread)}
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
        {/* The scroller keeps its focus; only its content belongs to another session. */}
        <MessageMenu content={content} inert={left}>
          <Earlier key={session_id ?? "new"} scroller={scroller} />
          {slots && <slots.BeginningNote scroller={scroller} />}
          <Messages key={`messages-${session_id ?? "new"}`} scroller={scroller} />
          <AsTextNote />
          <SessionError />
          <EmptySession />
        </MessageMenu>
        {session_id && loaded ? <EndMark key={session_id} session_id={session_id} /> : null}
      </div>
      {/* The search lies over its marks. */}
      {isMain && slots ? <slots.LabelLayer /> : null}
      {isMain ? <FindBar scroller={scroller} /> : null}
      {isMain ? <Details /> : null}
      {isMain ? <BranchChoice /> : null}
      <NewBelow scroller={scroller} content={content} />
      {isMain ? <AnswerAnnouncer /> : null}
      {isMain ? <Announcer /> : null}
    </div>
  );
}
