/** The waiting messages above the composer (QU-1) in order, each with buttons to edit and remove it, and the reason why none is sent. */

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { QueueId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { QueuedMessage, QueuePause } from "../../../src-preload/contract/domain/queue";
import { say } from "../../platform/announce";
import { call } from "../../platform/bridge";
import { useTranslation } from "../../platform/language/use-translation";
import { doing } from "../../thread/actions";
import { useThread, useThreadDrawn } from "../../thread/thread";
import { isFocusNowhere } from "../../ui/focus";
import { begin } from "./editing";
import { useListFocus } from "./list-focus";
import { QueueEditor } from "./queue-editor";
import { QueueRow, type RowActions } from "./queue-row";
import { clearMessages, removeMessage } from "./removing";
import { useEditing, useKeptEditing } from "./use-editing";
import "./queue.css";

export function WaitingMessages() {
  useKeptEditing();
  const session_id = useThreadDrawn((state) => state.session_id);
  const attached = useThreadDrawn((state) => state.view !== undefined);
  return session_id && attached ? <Waiting key={session_id} session_id={session_id} /> : null;
}

function Waiting({ session_id }: { session_id: SessionId }) {
  const { t } = useTranslation("queue");
  const { items, paused } = useThreadDrawn((state) => state.queue);
  const thread = useThread();
  const editing = useEditing();
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState<string>();
  const focus = useListFocus(list, items);
  const [actions] = useState(
    (): RowActions => ({
      edit: (id) => doing(() => begin(thread, session_id, id)),
      remove: (id) => doing(() => removeMessage(session_id, id)),
      sendTo: (id, model) =>
        doing(async () => {
          const { text, updated_at } = await call("queue.read", { session_id, id });
          await call("queue.edit", { session_id, id, text, model, as_of: updated_at });
        }),
    }),
  );

  const left = useRef<QueueId>(undefined);
  useLayoutEffect(() => {
    if (editing === undefined && left.current !== undefined && isFocusNowhere())
      focus.goTo(left.current, "edit");
    left.current = editing?.id;
  });

  const rows = withEdited(items, editing?.id);
  if (rows.length === 0) return null;
  const reachable = items.some(({ id }) => id === current) ? current : items[0]?.id;
  return (
    <div className="queue">
      <Head session_id={session_id} count={items.length} paused={paused} />
      <ul
        ref={list}
        className="queue-list"
        aria-label={t("list")}
        onFocus={(event) => {
          focus.onFocus(event);
          setCurrent(event.target.closest("li")?.dataset.id);
        }}
        onBlur={focus.onBlur}
        onKeyDown={focus.onKeyDown}
      >
        {rows.map(({ id, item }) => (
          <li key={id} data-id={id} className="queue-item">
            {id === editing?.id ? (
              <QueueEditor editing={editing} item={item} />
            ) : item === undefined ? null : (
              <QueueRow
                item={item}
                isCurrent={id === reachable}
                problem={paused?.problem?.id === id ? paused.problem.error : undefined}
                actions={actions}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface Row {
  id: QueueId;
  item: QueuedMessage | undefined;
}

/** Adds a row for an edited message that was sent meanwhile. The row comes first, where the message was. */
function withEdited(items: readonly QueuedMessage[], edited: QueueId | undefined): Row[] {
  const rows = items.map((item): Row => ({ id: item.id, item }));
  if (edited === undefined || items.some(({ id }) => id === edited)) return rows;
  return [{ id: edited, item: undefined }, ...rows];
}

interface HeadProps {
  session_id: SessionId;
  count: number;
  paused: QueuePause | undefined;
}

/** Says why the messages wait, and has the buttons for all of them. */
function Head({ session_id, count, paused }: HeadProps) {
  const { t } = useTranslation("queue");
  const thread = useThread();
  const why = paused === undefined ? t("waiting", { count }) : t(`paused.${paused.why}`);
  const told = useRef(paused?.why);
  useEffect(() => {
    if (paused !== undefined && told.current !== paused.why) say(why);
    told.current = paused?.why;
  }, [paused, why]);
  const all = (work: () => Promise<unknown>) => {
    doing(work);
    thread.focusComposer();
  };
  if (count === 0) return null;
  return (
    <div className="queue-head" data-paused={paused?.why}>
      <span className="queue-why">{why}</span>
      {paused === undefined ? null : (
        <button
          type="button"
          className="button"
          title={t("resume-tip")}
          onClick={() => all(() => call("queue.resume", { session_id }))}
        >
          {t("resume")}
        </button>
      )}
      <button
        type="button"
        className="button button-quiet"
        title={t("clear-tip")}
        onClick={() => all(() => clearMessages(session_id))}
      >
        {t("clear")}
      </button>
    </div>
  );
}
