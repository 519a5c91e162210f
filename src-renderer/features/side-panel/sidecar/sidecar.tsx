/** A sidecar in the column beside the main thread (BR-4): what is asked there is not part of the main conversation. */
import { GitBranch, Quote } from "lucide-react";
import { useTranslation } from "../../../platform/language/use-translation";
import { unchanged } from "../../../platform/latest";
import { once } from "../../../platform/once";
import { doing, showSession } from "../../../thread/actions";
import { Status } from "../../../thread/status/status";
import { mainThread, useThread, useThreadDrawn } from "../../../thread/thread";
import { IconButton } from "../../../ui/icon-button";
import { leavePanel } from "../panel";
import { PanelFrame } from "../panel-frame";
import { closeCompared } from "../sidecar-compare";
import { closeSidecar, promoteSidecar } from "../sidecars";
import { lastAnswer, quoteInMain } from "./quote";

/** Shows the new branch, unless the user has gone to another session meanwhile: then it is found in the list. */
async function promote(): Promise<void> {
  const isShown = unchanged(() => mainThread.view.getState().session_id);
  const session_id = await promoteSidecar();
  if (session_id !== undefined && isShown()) showSession(session_id);
}

/** Once: the second press of two says the same. */
const promoteHere = () => once("promote", promote);

function QuoteButton() {
  const { t } = useTranslation("side-panel");
  const thread = useThread();
  const nothing = useThreadDrawn((state) => lastAnswer(state) === undefined);
  const quote = () => {
    // Where a text goes has to be in sight to take it.
    closeCompared("main");
    quoteInMain(thread);
    leavePanel();
  };
  return (
    <IconButton
      label={t("quote")}
      disabled={nothing}
      // A press would take away the selection that is to be quoted.
      onMouseDown={(event) => event.preventDefault()}
      onClick={quote}
    >
      <Quote />
    </IconButton>
  );
}

export function Sidecar() {
  const { t } = useTranslation("side-panel");
  return (
    <PanelFrame
      as="aside"
      label={t("sidecar")}
      title={t("sidecar")}
      closeLabel={t("close-sidecar")}
      onClose={() => doing(closeSidecar)}
    >
      <Status />
      <QuoteButton />
      <IconButton label={t("promote")} onClick={() => doing(promoteHere)}>
        <GitBranch />
      </IconButton>
    </PanelFrame>
  );
}
