/** A button that opens the form for another name of a label: on its message, or on all messages that have it. */

import { Popover } from "@base-ui/react/popover";
import { type ComponentProps, type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { LONGEST_LABEL } from "../../../src-preload/contract/domain/labels";
import { call } from "../../platform/bridge";
import { t as words } from "../../platform/language/language";
import { quoted } from "../../platform/language/undo-words";
import { useTranslation } from "../../platform/language/use-translation";
import { showDone } from "../../platform/notices";
import { doing } from "../../thread/actions";
import { usePopupFocus } from "../../ui/popup-focus";
import { TextField } from "../../ui/text-field";
import { tip } from "../../ui/tooltip";
import type { LabelPlace } from "./label-state";
import { useNames } from "./use-names";
import "../../ui/popup.css";
import "./labels.css";

/** Says how it went, and offers to take it back. Returns true if a message had both names, and has lost one. @throws CallError */
async function renameLabel(place: LabelPlace, to: string, everywhere: boolean): Promise<boolean> {
  const { session_id, message_id, name: from } = place;
  const only = everywhere ? {} : { only: { session_id, message_id } };
  const { renamed, merged, change } = await call("label.rename", { from, to, ...only });
  const gone = () => showDone({ words: () => words("labels:gone", { name: quoted(from) }) });
  if (renamed === 0) {
    gone();
    return false;
  }
  const undo = async () => {
    const { restored } = await call("label.undo_rename", { change });
    if (restored === 0) gone();
    else showDone({ words: () => words("labels:renamed-back", { name: quoted(from) }) });
  };
  showDone({
    words: () =>
      [
        words("labels:renamed", { count: renamed, name: quoted(to) }),
        ...(merged === 0 ? [] : [words("labels:merged", { count: merged })]),
      ].join(" "),
    undoes: true,
    action: { name: () => words("sessions:undo"), run: () => doing(undo) },
  });
  return merged > 0;
}

interface FormProps {
  place: LabelPlace;
  /** Closes the form. */
  done: () => void;
  onMerged: (() => void) | undefined;
}

function Form({ place, done, onMerged }: FormProps) {
  const { t } = useTranslation("labels");
  const [typed, type] = useState(place.name);
  const [everywhere, setEverywhere] = useState(false);
  const box = useId();
  const count = useNames().find(({ name }) => name === place.name)?.count ?? 1;
  const to = typed.trim();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (to === "") return;
    // Gives the focus back before the label has its new name: the button may be gone then.
    flushSync(done);
    if (to !== place.name)
      doing(async () => {
        if (await renameLabel(place, to, everywhere)) onMerged?.();
      });
  };
  return (
    <form className="label-form" onSubmit={onSubmit}>
      <TextField
        label={t("new-name")}
        value={typed}
        maxLength={LONGEST_LABEL}
        dir="auto"
        onFocus={({ target }) => target.select()}
        onChange={type}
      />
      {count < 2 ? null : (
        <label className="label-everywhere" htmlFor={box}>
          <input
            id={box}
            type="checkbox"
            checked={everywhere}
            onChange={({ target }) => setEverywhere(target.checked)}
          />
          {t("everywhere", { count })}
        </label>
      )}
      <div className="popover-foot">
        <button type="submit" className="button button-primary" disabled={to === ""}>
          {t("rename")}
        </button>
      </div>
    </form>
  );
}

interface RenameLabelProps extends Pick<ComponentProps<"button">, "className" | "tabIndex"> {
  place: LabelPlace;
  /** Called where the message had the new name already: this label is gone, and the other one stays. */
  onMerged?: () => void;
  children: ReactNode;
}

export function RenameLabel({ place, onMerged, children, ...button }: RenameLabelProps) {
  const { t } = useTranslation("labels");
  const [open, setOpen] = useState(false);
  const popup = useRef<HTMLDivElement>(null);
  usePopupFocus(open, popup, (element) => element.querySelector("input"));
  const name = t("rename-of", { name: quoted(place.name) });
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger type="button" aria-label={name} {...tip(name)} {...button}>
        {children}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="popup-place" align="start" sideOffset={6}>
          <Popover.Popup ref={popup} className="popover popup" initialFocus={false}>
            <Popover.Title className="popover-title">{t("title-rename")}</Popover.Title>
            <Form place={place} done={() => setOpen(false)} onMerged={onMerged} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
