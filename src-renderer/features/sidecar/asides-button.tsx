/** The asides of the session at hand (BR-4), in its bar: each is opened again from here, or removed. */
import { Popover } from "@base-ui/react/popover";
import { PanelRight, Plus, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useStore } from "zustand";
import type { Aside } from "../../../src-preload/contract/calls/branches";
import { useTranslation } from "../../language/use-translation";
import { doing } from "../../state/actions";
import { asides, askAside, removeAside, reopenAside } from "../../state/asides";
import { mainPane } from "../../state/pane";
import { IconButton } from "../../ui/icon-button";
import { tip } from "../../ui/tooltip";
import "../../ui/popup.css";
import "./sidecar.css";

function Item({ aside, onDone }: { aside: Aside; onDone: () => void }) {
  const { t } = useTranslation("beside");
  const name = aside.question ?? t("asides.unasked");
  const open = () => {
    onDone();
    doing(() => reopenAside(aside));
  };
  return (
    <li className="aside-item" aria-current={aside.closed_at === undefined || undefined}>
      <button type="button" className="aside-name" dir="auto" onClick={open}>
        {name}
      </button>
      <IconButton label={t("asides.remove", { name })} onClick={() => doing(() => removeAside(aside))}>
        <Trash2 />
      </IconButton>
    </li>
  );
}

export function AsidesButton() {
  const { t } = useTranslation("beside");
  const list = useStore(asides, (state) => state.list);
  const [open, setOpen] = useState(false);
  const moved = useRef(false);
  if (list.length === 0) return null;
  const name = t("asides.count", { count: list.length });
  // The focus goes into the aside, not back to this button.
  const leave = () => {
    moved.current = true;
    setOpen(false);
  };
  return (
    <Popover.Root
      open={open}
      onOpenChange={(isOpen) => {
        moved.current = false;
        setOpen(isOpen);
      }}
    >
      <Popover.Trigger className="button button-quiet asides-button" aria-label={name} {...tip(name)}>
        <PanelRight aria-hidden="true" />
        <span aria-hidden="true">{list.length}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="popup-place" align="end" sideOffset={6}>
          <Popover.Popup className="popover popup asides" finalFocus={() => !moved.current}>
            <Popover.Title className="asides-title">{t("asides.title")}</Popover.Title>
            <ul className="asides-list">
              {list.map((aside) => (
                <Item key={aside.session.id} aside={aside} onDone={leave} />
              ))}
            </ul>
            <button
              type="button"
              className="button button-quiet"
              onClick={() => {
                leave();
                doing(() => askAside(mainPane));
              }}
            >
              <Plus aria-hidden="true" />
              {t("asides.new")}
            </button>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
