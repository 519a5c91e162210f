/** The button in the session bar that lists the session's sidecars (BR-4), to open or remove each. */

import { Popover } from "@base-ui/react/popover";
import { PanelRight, Plus, Trash2 } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useStore } from "zustand";
import type { Sidecar } from "../../../../src-preload/contract/domain/branches";
import type { SessionId } from "../../../../src-preload/contract/domain/ids";
import type { SessionState } from "../../../../src-preload/contract/domain/sessions";
import { useTranslation } from "../../../platform/language/use-translation";
import { doing } from "../../../thread/actions";
import { ask } from "../../../thread/requests";
import { type SessionListState, sessionList } from "../../../thread/session-list";
import { SessionMark } from "../../../thread/session-mark";
import { mainThread } from "../../../thread/thread";
import { focusIfNowhere, isFocusNowhere } from "../../../ui/focus";
import { IconButton } from "../../../ui/icon-button";
import { PopoverPopup } from "../../../ui/popover-popup";
import { tip } from "../../../ui/tooltip";
import { sidePanel } from "../panel";
import { askSidecar, reopenSidecar } from "../sidecars";
import "./sidecar.css";

/** Ordered by urgency. */
const PRESSING: readonly SessionState[] = ["waiting", "error", "retrying", "busy"];

const stateIn = ({ states }: SessionListState, { session }: Sidecar): SessionState =>
  states.get(session.id) ?? "idle";

/** Returns one mark for the states of all sidecars. */
function useMark(list: readonly Sidecar[]): { state: SessionState; unread: boolean } {
  const state = useStore(
    sessionList,
    (all) => PRESSING.find((one) => list.some((sidecar) => stateIn(all, sidecar) === one)) ?? "idle",
  );
  return { state, unread: list.some(({ session }) => session.unread === true) };
}

/** Returns the mark in words, because the mark is a drawing. */
function useMarkWords({ state, unread }: { state: SessionState; unread: boolean }): string {
  const { t } = useTranslation("sessions");
  return [...(state === "idle" ? [] : [t(`state.${state}`)]), ...(unread ? [t("unread")] : [])].join(", ");
}

function Item({ sidecar, onDone, onRemove }: { sidecar: Sidecar; onDone: () => void; onRemove: () => void }) {
  const { t } = useTranslation("side-panel");
  const name = sidecar.question ?? t("sidecars.unasked");
  const state = useStore(sessionList, (all) => stateIn(all, sidecar));
  const mark = { state, unread: sidecar.session.unread === true };
  const words = useMarkWords(mark);
  const open = () => {
    onDone();
    reopenSidecar(sidecar);
  };
  return (
    <li className="sidecar-item" aria-current={sidecar.closed_at === undefined || undefined}>
      <button
        type="button"
        className="sidecar-name one-line"
        dir="auto"
        {...(words === "" ? {} : { "aria-description": words })}
        onClick={open}
      >
        {name}
      </button>
      {words === "" ? null : <SessionMark {...mark} />}
      <IconButton label={t("sidecars.remove", { name })} onClick={onRemove}>
        <Trash2 />
      </IconButton>
    </li>
  );
}

/** Moves the focus from a removed row to the one that takes its place. */
function useFocusOfRows(list: readonly Sidecar[]) {
  const rows = useRef<HTMLUListElement>(null);
  const removed = useRef(0);
  useLayoutEffect(() => {
    const row = rows.current?.children[Math.min(removed.current, list.length - 1)];
    focusIfNowhere(row?.querySelector<HTMLButtonElement>(":scope > button:last-child"));
  }, [list]);
  const noteRemoval = (id: SessionId) => {
    removed.current = list.findIndex(({ session }) => session.id === id);
  };
  return { rows, noteRemoval };
}

export function SidecarsButton() {
  const { t } = useTranslation("side-panel");
  const list = useStore(sidePanel, ({ sidecars }) => sidecars);
  const mark = useMark(list);
  const words = useMarkWords(mark);
  const [open, setOpen] = useState(false);
  const moved = useRef(false);
  const { rows, noteRemoval } = useFocusOfRows(list);
  if (list.length === 0) return null;
  const name = [t("sidecars.count", { count: list.length }), ...(words === "" ? [] : [words])].join(", ");
  // Closes the list. The focus goes into the sidecar, not back to this button.
  const leave = () => {
    moved.current = true;
    setOpen(false);
  };
  const remove = async ({ session }: Sidecar) => {
    noteRemoval(session.id);
    await ask().deleteSession(session.id);
    if (sidePanel.getState().sidecars.some(({ session: { id } }) => id !== session.id)) return;
    // The button vanishes with the last sidecar, and the focus with it. If it returns, its list is closed.
    flushSync(leave);
    if (isFocusNowhere()) mainThread.focusComposer();
  };
  return (
    <Popover.Root
      open={open}
      onOpenChange={(isOpen) => {
        moved.current = false;
        setOpen(isOpen);
      }}
    >
      <Popover.Trigger className="button button-quiet sidecars-button" aria-label={name} {...tip(name)}>
        <PanelRight aria-hidden="true" />
        <span aria-hidden="true">{list.length}</span>
        {words === "" ? null : <SessionMark {...mark} />}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="popup-place" align="end" sideOffset={6}>
          <PopoverPopup className="sidecars" focusAtEnd={() => !moved.current}>
            <Popover.Title className="popover-title">{t("sidecars.title")}</Popover.Title>
            <ul ref={rows} className="sidecars-list">
              {list.map((sidecar) => (
                <Item
                  key={sidecar.session.id}
                  sidecar={sidecar}
                  onDone={leave}
                  onRemove={() => doing(() => remove(sidecar))}
                />
              ))}
            </ul>
            <button
              type="button"
              className="button button-quiet"
              onClick={() => {
                leave();
                askSidecar(mainThread);
              }}
            >
              <Plus aria-hidden="true" />
              {t("sidecars.new")}
            </button>
          </PopoverPopup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
