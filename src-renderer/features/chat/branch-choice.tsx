/** Branch from here, with the choice to take a summary along of what comes after (RW-8). */

import { Popover } from "@base-ui/react/popover";
import { type FormEvent, useState } from "react";
import { useStore } from "zustand";
import { useTranslation } from "../../platform/language/use-translation";
import { doing } from "../../thread/actions";
import type { Subject } from "../../thread/message-action";
import { NOT_ALONG, takenAlong } from "../../thread/writing/along";
import { TakeAlong } from "../../thread/writing/take-along";
import { PopoverPopup } from "../../ui/popover-popup";
import { choosingBranch, closeBranchChoice } from "./branch-choice-state";
import { branchFrom } from "./branching";

function Form({ at: { thread, cell } }: { at: Subject }) {
  const { t } = useTranslation("chat");
  const [choice, choose] = useState(NOT_ALONG);
  // Behind the last message nothing is left.
  const isLast = thread.view.getState().cells.at(-1) === cell;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    closeBranchChoice();
    doing(() => branchFrom(thread, cell.id, takenAlong(choice)));
  };
  return (
    <form onSubmit={onSubmit}>
      <TakeAlong choice={choice} disabled={isLast} onChange={choose} />
      <div className="popover-foot">
        <button type="submit" className="button button-primary">
          {t("branch.do")}
        </button>
      </div>
    </form>
  );
}

export function BranchChoice() {
  const { t } = useTranslation("chat");
  const { at } = useStore(choosingBranch);
  const anchor = at?.article.querySelector<HTMLElement>("[data-action=branch]") ?? at?.article ?? null;
  return (
    <Popover.Root open={at !== undefined} onOpenChange={(open) => open || closeBranchChoice()}>
      <Popover.Portal>
        <Popover.Positioner className="popup-place" anchor={anchor} align="start" sideOffset={6}>
          <PopoverPopup focusAtEnd={() => anchor}>
            <Popover.Title className="popover-title">{t("message.actions.branch")}</Popover.Title>
            {at === undefined ? null : <Form at={at} />}
          </PopoverPopup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
