/** The conversation as a log: messages in order, what can be loaded before them, and what is true at their end. */
import { memo, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import type { MessageCell } from "../../state/message-cell";
import { sessionView } from "../../state/session-view";
import { Announcer } from "./announcer";
import { Earlier } from "./earlier";
import { useFollow } from "./follow";
import { Message } from "./message";
import { groupCells, type MessageGroup } from "./message-groups";
import { SessionTrouble } from "./session-trouble";
import "./chat.css";

/**
 * Messages that are far away are not laid out, once their height is known: a guessed height would move what is being read when it
 * turns out to be another.
 */
function useMeasured(): boolean {
  const [measured, setMeasured] = useState(false);
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setMeasured(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return measured;
}

const Group = memo(function Group({
  cells,
  lastId,
}: {
  cells: readonly MessageCell[];
  lastId: string | undefined;
}) {
  const measured = useMeasured();
  return (
    <div className="message-group" data-measured={measured || undefined}>
      {cells.map((cell) => (
        <Message key={cell.id} cell={cell} isLast={cell.id === lastId} />
      ))}
    </div>
  );
});

function Messages() {
  const cells = useStore(sessionView, (state) => state.cells);
  const before = useRef<readonly MessageGroup[]>([]);
  const groups = useMemo(() => {
    before.current = groupCells(cells, before.current);
    return before.current;
  }, [cells]);
  const lastId = cells.at(-1)?.id;
  return groups.map((group, index) => (
    <Group key={group.start} cells={group.cells} lastId={index === groups.length - 1 ? lastId : undefined} />
  ));
}

function EmptySession() {
  const isNew = useStore(sessionView, (state) => state.session_id === null);
  const workspace_root = useStore(sessionView, (state) => state.workspace_root);
  const blank = useStore(sessionView, (state) => state.view !== undefined && state.cells.length === 0);
  if (!isNew && !blank) return null;
  const where = workspace_root === undefined ? "" : ` It will belong to ${workspace_root}.`;
  return (
    <p className="empty">
      Write a message below to begin; every word of the answer is saved as it arrives.{where}
    </p>
  );
}

function NewBelow({ scroller, content }: Record<"scroller" | "content", RefObject<HTMLDivElement | null>>) {
  // Another session is read from its end, and who sends a message looks for the answer.
  const subject = useStore(sessionView, (state) => `${state.session_id} ${state.sent}`);
  const cells = useStore(sessionView, (state) => state.cells);
  const { newBelow, toEnd } = useFollow(scroller, content, subject, cells);
  if (!newBelow) return null;
  return (
    <button type="button" className="button new-below" onClick={toEnd}>
      New below
    </button>
  );
}

export function Conversation() {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const session_id = useStore(sessionView, (state) => state.session_id);
  return (
    <div className="conversation">
      <div
        ref={scroller}
        className="conversation-scroller"
        role="log"
        aria-label="Conversation"
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key.
        tabIndex={0}
      >
        <div ref={content} className="page">
          <Earlier key={session_id ?? "new"} scroller={scroller} />
          <Messages key={`messages-${session_id ?? "new"}`} />
          <SessionTrouble />
          <EmptySession />
        </div>
      </div>
      <NewBelow scroller={scroller} content={content} />
      <Announcer />
    </div>
  );
}
