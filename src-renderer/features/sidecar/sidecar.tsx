/** An aside in the column beside the main thread (BR-4): what is asked there is not part of the main conversation. */
import { GitBranch, Quote } from "lucide-react";
import { flushSync } from "react-dom";
import { useTranslation } from "../../language/use-translation";
import { doing, showSession } from "../../state/actions";
import { closeAside, promoteAside } from "../../state/asides";
import { leaveBeside } from "../../state/beside";
import { closeCompared } from "../../state/compared";
import { once } from "../../state/once";
import { mainPane, usePane, usePaneDrawn } from "../../state/pane";
import { holdKeysFor } from "../../ui/held-keys";
import { IconButton } from "../../ui/icon-button";
import { BesideFrame } from "../beside/beside-frame";
import { Status } from "../status/status";
import { lastAnswer, quoteInMain } from "./quote";

/** Who has gone to another session meanwhile stays there, and finds it in the list. */
async function promote(isHere: () => boolean): Promise<void> {
  const { session_id: shown } = mainPane.view.getState();
  const session_id = await promoteAside();
  if (session_id === undefined || mainPane.view.getState().session_id !== shown) return;
  showSession(session_id);
  if (isHere()) mainPane.focusComposer();
}

/** Once: the second press of two says the same. */
const promoteHere = () => once("promote", () => holdKeysFor({ into: mainPane.composer }, promote));

function QuoteButton() {
  const { t } = useTranslation("beside");
  const pane = usePane();
  const nothing = usePaneDrawn((state) => lastAnswer(state) === undefined);
  const quote = () => {
    // Where a text goes has to be in sight to take it.
    flushSync(() => closeCompared("main"));
    quoteInMain(pane);
    leaveBeside();
  };
  return (
    <IconButton
      label={t("quote")}
      disabled={nothing}
      // What is marked stays marked.
      onMouseDown={(event) => event.preventDefault()}
      onClick={quote}
    >
      <Quote />
    </IconButton>
  );
}

export function Sidecar() {
  const { t } = useTranslation("beside");
  return (
    <BesideFrame
      as="aside"
      label={t("sidecar")}
      title={t("sidecar")}
      closeLabel={t("close-sidecar")}
      onClose={() => doing(closeAside)}
    >
      <Status />
      <QuoteButton />
      <IconButton label={t("promote")} onClick={() => doing(promoteHere)}>
        <GitBranch />
      </IconButton>
    </BesideFrame>
  );
}
