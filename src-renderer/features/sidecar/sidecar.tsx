/** An aside in the column beside the main thread (BR-4): what is asked there is not part of the main conversation. */
import { GitBranch, Quote, X } from "lucide-react";
import { useTranslation } from "../../language/use-translation";
import { doing, showSession } from "../../state/actions";
import { closeAside, promoteAside } from "../../state/asides";
import { leaveBeside } from "../../state/beside";
import { mainPane, usePane, usePaneView } from "../../state/pane";
import { IconButton } from "../../ui/icon-button";
import { Conversation } from "../chat/conversation";
import { Composer } from "../composer/composer";
import { Status } from "../status/status";
import { lastAnswer, quoteInMain } from "./quote";

async function promote(): Promise<void> {
  const session_id = await promoteAside();
  if (session_id === undefined) return;
  showSession(session_id);
  mainPane.focusComposer();
}

function QuoteButton() {
  const { t } = useTranslation("beside");
  const pane = usePane();
  const nothing = usePaneView((state) => lastAnswer(state) === undefined);
  const quote = () => {
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
    <aside className="beside-content" aria-label={t("sidecar")}>
      <header className="beside-bar">
        <h2>{t("sidecar")}</h2>
        <Status />
        <QuoteButton />
        <IconButton label={t("promote")} onClick={() => doing(promote)}>
          <GitBranch />
        </IconButton>
        <IconButton label={t("close-sidecar")} onClick={() => doing(closeAside)}>
          <X />
        </IconButton>
      </header>
      <div className="pane" data-pane="beside-conversation">
        <Conversation />
      </div>
      <div className="pane" data-pane="beside-composer">
        <Composer />
      </div>
    </aside>
  );
}
