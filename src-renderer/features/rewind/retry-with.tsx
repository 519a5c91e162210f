/** The list of models in place of an answer's actions. The chosen model tries again (RW-2). */
import { useEffect } from "react";
import { useTranslation } from "../../platform/language/use-translation";
import { useSlots } from "../../thread/slots";
import { ThreadContext, useThread } from "../../thread/thread";
import { leaveChoice, tryAgain } from "../../thread/writing/rewind";
import { type ChoosingModel, rewindState } from "../../thread/writing/rewind-state";

export function RetryWith({ choosing: { message_id, place } }: { choosing: ChoosingModel }) {
  const { t } = useTranslation("rewind");
  const thread = useThread();
  const slots = useSlots();
  useEffect(() => {
    const { model } = place;
    const stop = model.store.subscribe(({ picked, open }, before) => {
      if (picked !== before.picked) {
        rewindState(thread).setState({ choosing: undefined });
        tryAgain(thread, message_id, picked);
      } else if (open === undefined && before.open !== undefined) leaveChoice(thread, message_id);
    });
    model.open("models");
    return stop;
  }, [thread, place, message_id]);
  return (
    <div className="retry-with">
      <span>{t("with")}</span>
      <ThreadContext.Provider value={place}>{slots && <slots.ModelSelect />}</ThreadContext.Provider>
    </div>
  );
}
