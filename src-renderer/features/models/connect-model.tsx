/** The way back to the page that connects a model, beside the guide's name, as long as nothing but the guide answers. */
import { useStore } from "zustand";
import { runCommand } from "../../platform/commands/registry";
import { useTranslation } from "../../platform/language/use-translation";
import { connecting, useIsGuideAlone } from "../../thread/connecting";
import { mainThread, useThread } from "../../thread/thread";

export function ConnectModel() {
  const { t } = useTranslation("models");
  const alone = useIsGuideAlone();
  const shown = useStore(connecting, (state) => state.shown);
  const isMain = useThread() === mainThread;
  if (!alone || shown || !isMain) return null;
  return (
    <button type="button" className="button button-link" onClick={() => runCommand("connect-model")}>
      {t("connect")}
    </button>
  );
}
