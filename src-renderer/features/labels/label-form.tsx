/** The form that gives a message a name: a line of text, and the names that are in use. */

import { Popover } from "@base-ui/react/popover";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { useStore } from "zustand";
import { LONGEST_LABEL } from "../../../src-preload/contract/domain/labels";
import { useTranslation } from "../../platform/language/use-translation";
import { doing } from "../../thread/actions";
import type { Subject } from "../../thread/message-action";
import { PopoverPopup } from "../../ui/popover-popup";
import { TextField } from "../../ui/text-field";
import { addLabel, endLabelling, labelling, labels } from "./label-state";
import { offeredNames } from "./offered-names";
import { useNames } from "./use-names";
import "./labels.css";

/** Moves between the line of text and the names beneath it. */
function onArrow(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const places = [...event.currentTarget.querySelectorAll<HTMLElement>("input, .label-offer")];
  const at = places.findIndex((place) => place.matches(":focus"));
  const next = places[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
}

function Form({ at: { cell } }: { at: Subject }) {
  const { t } = useTranslation("labels");
  const [typed, type] = useState("");
  const { id: message_id, session_id } = cell.get().message;
  const taken = useStore(labels, ({ of }) => of.get(session_id)?.get(message_id));
  const offered = offeredNames(useNames(), typed, taken ?? []);
  const add = (name: string) => {
    if (name.trim() === "") return;
    endLabelling();
    doing(() => addLabel({ session_id, message_id, name }));
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    add(typed);
  };
  return (
    <form className="label-form" onSubmit={onSubmit} onKeyDown={onArrow}>
      <TextField label={t("name")} value={typed} maxLength={LONGEST_LABEL} dir="auto" onChange={type} />
      {offered.length === 0 ? null : (
        <ul className="label-offers" aria-label={t("in-use")}>
          {offered.map(({ name, count }) => (
            <li key={name}>
              <button type="button" className="menu-item label-offer" onClick={() => add(name)}>
                <bdi className="menu-label">{name}</bdi>
                <span className="menu-hint">{t("count", { count })}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="popover-foot">
        <button type="submit" className="button button-primary" disabled={typed.trim() === ""}>
          {t("add")}
        </button>
      </div>
    </form>
  );
}

export function LabelForm() {
  const { t } = useTranslation("labels");
  const { at } = useStore(labelling);
  const anchor = at?.article.querySelector<HTMLElement>("[data-action=label]") ?? at?.article ?? null;
  return (
    <Popover.Root open={at !== undefined} onOpenChange={(open) => open || endLabelling()}>
      <Popover.Portal>
        <Popover.Positioner className="popup-place" anchor={anchor} align="start" sideOffset={6}>
          <PopoverPopup focusAtEnd={() => anchor}>
            <Popover.Title className="popover-title">{t("title-one")}</Popover.Title>
            {at === undefined ? null : <Form at={at} />}
          </PopoverPopup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
