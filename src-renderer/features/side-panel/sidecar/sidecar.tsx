/** A sidecar in the column beside the main thread (BR-4). Its messages are not part of the main conversation. */
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

/** Shows the new branch. If the user has gone to another session meanwhile, the branch is only listed. */
async function promote(): Promise<void> {
  const isShown = unchanged(() => mainThread.view.getState().session_id);
  const session_id = await promoteSidecar();
  if (session_id !== undefined && isShown()) showSession(session_id);
}

/** Promotes once: the second of two presses does nothing more. */
const promoteHere = () => once("promote", promote);

function QuoteButton() {
  const { t } = useTranslation("side-panel");
  const thread = useThread();
  const nothing = useThreadDrawn((state) => lastAnswer(state) === undefined);
  const quote = () => {
    // The main composer has to be in sight to take the quote.
    closeCompared("main");
    quoteInMain(thread);
    leavePanel();
  };
  return (
    <IconButton
      label={t("quote")}
      disabled={nothing}
      // A press would otherwise clear the selection to quote.
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
