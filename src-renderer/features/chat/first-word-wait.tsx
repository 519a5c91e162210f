/** Says in words how long an answer has been without one: a model that is being loaded may take minutes. The status has told screen readers. */
import { useEffect, useState } from "react";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { duration } from "../../platform/language/numbers";
import { useTranslation } from "../../platform/language/use-translation";
import { useModelName } from "../../thread/model/model-name";
import { useThreadDrawn } from "../../thread/thread";

/** Most answers begin sooner, and a count that comes and goes is only a flicker. */
const WORTH_SAYING_MS = 8_000;
/** From here on people wonder whether anything happens at all. */
const LONG_MS = 30_000;

interface FirstWordWaitProps {
  /** Epoch ms at which the answer began. */
  since: number;
  model: ModelRef | undefined;
}

/** The words stand in the line of the first ones, which take their place. */
export function FirstWordWait({ since, model }: FirstWordWaitProps) {
  const { t } = useTranslation("chat");
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const nameOf = useModelName();
  // A summary that comes first has a line of its own.
  const isModel = useThreadDrawn(({ status }) => status.doing === undefined);
  const ms = now - since;
  if (model === undefined || !isModel || ms < WORTH_SAYING_MS)
    return <div className="text" data-streaming="true" aria-hidden="true" />;
  const waited = { model: nameOf(model), duration: duration(Math.floor(ms / 1000) * 1000) };
  return (
    <div className="text first-word-wait" data-streaming="true" aria-hidden="true">
      {t(ms < LONG_MS ? "message.waiting" : "message.waiting-long", waited)}{" "}
    </div>
  );
}
