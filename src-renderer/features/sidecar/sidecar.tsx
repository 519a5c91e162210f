/** An aside in the column beside the main thread (BR-4): what is asked there is not part of the main conversation. */
import { X } from "lucide-react";
import { useTranslation } from "../../language/use-translation";
import { closeBeside } from "../../state/beside";
import { IconButton } from "../../ui/icon-button";
import { Conversation } from "../chat/conversation";
import { Composer } from "../composer/composer";
import { Status } from "../status/status";

export function Sidecar() {
  const { t } = useTranslation("beside");
  return (
    <aside className="beside-content" aria-label={t("sidecar")}>
      <header className="beside-bar">
        <h2>{t("sidecar")}</h2>
        <Status />
        <IconButton label={t("close-sidecar")} onClick={closeBeside}>
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
