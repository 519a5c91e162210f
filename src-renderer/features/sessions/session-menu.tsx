/** What can be done with a session of the picker, where it was asked for. */
import { type KeyboardEvent, useEffect, useRef } from "react";
import type { SessionId } from "../../../src-preload/contract/ids";
import { doing, setArchived } from "../../state/actions";

export interface MenuPlace {
  session_id: SessionId;
  /** Pixels in the window. */
  x: number;
  y: number;
}

interface SessionMenuProps {
  place: MenuPlace;
  archived: boolean;
  onRename: (session_id: SessionId) => void;
  onClose: () => void;
}

function onArrow(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=menuitem]")];
  const step = event.key === "ArrowDown" ? 1 : -1;
  const at = items.indexOf(document.activeElement as HTMLElement);
  items[(at + step + items.length) % items.length]?.focus();
}

export function SessionMenu({ place, archived, onRename, onClose }: SessionMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = menu.current;
    if (element === null) return;
    const { activeElement } = document;
    element.showPopover();
    element.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    return () => {
      if (activeElement instanceof HTMLElement && document.activeElement === document.body)
        activeElement.focus();
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    onArrow(event);
    if (event.key !== "Escape" && event.key !== "Tab") return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  const choose = (action: () => void) => {
    onClose();
    action();
  };
  const { session_id } = place;
  return (
    <div
      ref={menu}
      // Not "auto": the release of the button that opened it would close it again.
      popover="manual"
      role="menu"
      aria-label="Session"
      className="menu"
      style={{
        left: Math.min(place.x, window.innerWidth - 180),
        top: Math.min(place.y, window.innerHeight - 90),
      }}
      onKeyDown={onKeyDown}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onClose()}
    >
      <button
        type="button"
        role="menuitem"
        className="menu-item"
        onClick={() => choose(() => onRename(session_id))}
      >
        Rename{" "}
        <span className="key" aria-hidden="true">
          F2
        </span>
      </button>
      <button
        type="button"
        role="menuitem"
        className="menu-item"
        onClick={() => choose(() => doing(() => setArchived(session_id, !archived)))}
      >
        {archived ? "Unarchive" : "Archive"}
      </button>
    </div>
  );
}
