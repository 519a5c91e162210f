/** In the place of an answer's actions: the list of models, of which the one that is chosen tries again (RW-2). */
import { useEffect } from "react";
import { useTranslation } from "../../language/use-translation";
import { PaneContext, usePane } from "../../state/pane";
import { type ChoosingModel, rewindingOf } from "../../state/rewinding";
import { ModelSelect } from "../models/model-select";
import { leaveChoice, tryAgain } from "./rewind";

export function RetryWith({ choosing: { message_id, place } }: { choosing: ChoosingModel }) {
  const { t } = useTranslation("rewind");
  const pane = usePane();
  useEffect(() => {
    const { model } = place;
    const stop = model.store.subscribe(({ picked, open }, before) => {
      if (picked !== before.picked) {
        rewindingOf(pane).setState({ choosing: undefined });
        tryAgain(pane, message_id, picked);
      } else if (open === undefined && before.open !== undefined) leaveChoice(pane, message_id);
    });
    model.open("models");
    return stop;
  }, [pane, place, message_id]);
  return (
    <div className="retry-with">
      <span>{t("with")}</span>
      <PaneContext.Provider value={place}>
        <ModelSelect />
      </PaneContext.Provider>
    </div>
  );
}
