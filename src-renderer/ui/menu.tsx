/** Menus that open by the right button, the menu key or Shift+F10, or by a button. */
import { ContextMenu as BaseContextMenu } from "@base-ui/react/context-menu";
import { Menu as BaseMenu } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from "react";
import { usePopupFocus } from "./popup-focus";
import "./popup.css";

export interface MenuItem {
  label: string;
  onChoose: () => void;
  /** The key in the user's notation, e.g. `F2`. */
  hotkey?: string | undefined;
  icon?: ReactNode;
  disabled?: boolean;
  /** Present for an item that can be on or off. */
  checked?: boolean;
  /** Marks an item that takes something away. */
  danger?: boolean;
}

/** The mouse button; a menu that a key opens has none. */
const RIGHT = 2;

/** `"line"` separates groups of items. */
export type MenuEntry = MenuItem | "line";

function Entry({ entry }: { entry: MenuItem }) {
  const { label, onChoose, hotkey, icon, disabled = false, checked, danger = false } = entry;
  const inside = (
    <>
      {checked === undefined ? icon : <span className="menu-check">{checked ? <Check /> : null}</span>}
      <span className="menu-label">{label}</span>
      {hotkey === undefined ? null : (
        <span className="key" aria-hidden="true">
          {hotkey}
        </span>
      )}
    </>
  );
  const shared = { className: "menu-item", label, disabled, ...(danger ? { "data-danger": "" } : {}) };
  if (checked === undefined)
    return (
      <BaseMenu.Item {...shared} onClick={onChoose}>
        {inside}
      </BaseMenu.Item>
    );
  return (
    <BaseMenu.CheckboxItem {...shared} checked={checked} onCheckedChange={onChoose} closeOnClick>
      {inside}
    </BaseMenu.CheckboxItem>
  );
}

interface PopupProps {
  popup: RefObject<HTMLDivElement | null>;
  label: string;
  entries: readonly MenuEntry[];
}

function Popup({ popup, label, entries }: PopupProps) {
  return (
    <BaseMenu.Popup ref={popup} className="menu popup" aria-label={label}>
      {entries.map((entry, index) =>
        entry === "line" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is nothing but its place.
          <BaseMenu.Separator key={index} className="menu-line" />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may read the same.
          <Entry key={index} entry={entry} />
        ),
      )}
    </BaseMenu.Popup>
  );
}

const firstOf = (menu: HTMLElement) =>
  menu.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])');

interface ContextMenuProps extends Omit<ComponentProps<"div">, "onContextMenu"> {
  /** The accessible name of the menu. */
  label: string;
  /** The entries for the pressed element; without any, the system's menu appears. */
  entries: (target: Element) => readonly MenuEntry[];
  children: ReactNode;
}

/** A `div` whose content has a menu; one of these serves a whole list. */
export function ContextMenu({ label, entries, children, ...area }: ContextMenuProps) {
  const [asked, setAsked] = useState<readonly MenuEntry[]>([]);
  const popup = useRef<HTMLDivElement>(null);
  const byKey = useRef(false);
  const onContextMenu: ComponentProps<typeof BaseContextMenu.Trigger>["onContextMenu"] = (event) => {
    const found = entries((event as MouseEvent<Element>).target as Element);
    if (found.length === 0) {
      event.preventBaseUIHandler();
      // Base UI also listens at the document, where it would suppress the system's menu.
      event.stopPropagation();
    }
    byKey.current = (event as MouseEvent).button !== RIGHT;
    setAsked(found);
  };
  const [open, setOpen] = useState(false);
  usePopupFocus(open, popup, (menu) => (byKey.current ? firstOf(menu) : menu));
  return (
    <BaseContextMenu.Root onOpenChange={setOpen}>
      <BaseContextMenu.Trigger {...area} onContextMenu={onContextMenu}>
        {children}
      </BaseContextMenu.Trigger>
      <BaseContextMenu.Portal>
        <BaseContextMenu.Positioner className="popup-place">
          <Popup popup={popup} label={label} entries={asked} />
        </BaseContextMenu.Positioner>
      </BaseContextMenu.Portal>
    </BaseContextMenu.Root>
  );
}

interface MenuButtonProps extends Omit<ComponentProps<"button">, "aria-label"> {
  /** The accessible name of the button and of its menu. */
  label: string;
  entries: readonly MenuEntry[];
  /** The button can have the focus, but opens nothing. */
  closed?: boolean;
}

/** A button that opens a menu. */
export function MenuButton({ label, entries, closed = false, children, ...button }: MenuButtonProps) {
  const popup = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  usePopupFocus(open, popup);
  const onOpenChange: ComponentProps<typeof BaseMenu.Root>["onOpenChange"] = (isOpen, { cancel }) => {
    if (isOpen && closed) cancel();
    else setOpen(isOpen);
  };
  return (
    <BaseMenu.Root modal={false} onOpenChange={onOpenChange}>
      <BaseMenu.Trigger {...button} aria-label={label}>
        {children}
      </BaseMenu.Trigger>
      <BaseMenu.Portal>
        <BaseMenu.Positioner className="popup-place" sideOffset={4}>
          <Popup popup={popup} label={label} entries={entries} />
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}
