/** One message. A settled one renders once; the live one renders the parts that have changed. */
import { memo, useSyncExternalStore } from "react";
import type { StoredMessage } from "../../../src-preload/contract/types";
import type { MessageCell } from "../../state/message-cell";
import { clockTime, fullTime } from "../../ui/time";
import { MessageEnd, stateOf } from "./message-end";
import { Part } from "./parts";

/** Characters of a message that stand for it where messages are listed by name. */
const EXCERPT = 60;

function excerpt(message: StoredMessage): string {
  const text = message.parts.find((part) => part.type === "text" && part.text.trim() !== "");
  return text?.type === "text"
    ? ` ${text.text
        .slice(0, 4 * EXCERPT)
        .trim()
        .replace(/\s+/g, " ")
        .slice(0, EXCERPT)}`
    : "";
}

function Meta({ message }: { message: StoredMessage }) {
  const who = message.role === "user" ? "You" : (message.metadata.model?.model_id ?? "Assistant");
  return (
    <header className="message-meta">
      {who} ·{" "}
      <time dateTime={new Date(message.created_at).toISOString()} title={fullTime(message.created_at)}>
        {clockTime(message.created_at)}
      </time>
    </header>
  );
}

interface MessageProps {
  cell: MessageCell;
  isLast: boolean;
}

export const Message = memo(function Message({ cell, isLast }: MessageProps) {
  const { message, live } = useSyncExternalStore(cell.subscribe, cell.get);
  const { role, parts } = message;
  // The name of a live message does not follow its words: it would change with every frame.
  const name = `${role === "user" ? "You" : "Assistant"} said…${live ? "" : excerpt(message)}`;
  const waits = live && !parts.some((part) => part.type !== "step-start");
  return (
    <article
      className="message"
      aria-label={name}
      data-message-id={message.id}
      data-role={role}
      data-state={stateOf(message, live)}
    >
      <Meta message={message} />
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added at the end; their index is their identity.
        <Part key={index} part={part} live={live} />
      ))}
      {waits ? <div className="text" data-streaming="true" aria-hidden="true" /> : null}
      {live ? null : <MessageEnd message={message} isLast={isLast} />}
    </article>
  );
});
