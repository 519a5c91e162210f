/** One line for each command: what it is, since when it runs, and the way to stop it. */
import { SquareTerminal } from "lucide-react";
import { useState } from "react";
import type { BackgroundRun } from "../../../src-preload/contract/domain/background-runs";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { call } from "../../platform/bridge";
import { clockTime } from "../../platform/language/time";
import { useTranslation } from "../../platform/language/use-translation";
import { visible } from "../../platform/visible";
import { doing } from "../../thread/actions";
import "./runs.css";

interface StopButtonProps {
  session_id: SessionId;
  id: string;
  name: string;
}

/** Does nothing more while the command ends. Its line then goes. */
function StopButton({ session_id, id, name }: StopButtonProps) {
  const { t } = useTranslation("tools");
  const [isEnding, setEnding] = useState(false);
  const stop = () => {
    setEnding(true);
    doing(() => call("background_runs.stop", { session_id, id }).finally(() => setEnding(false)));
  };
  return (
    <button
      type="button"
      className="button"
      aria-label={name}
      aria-disabled={isEnding}
      onClick={() => isEnding || stop()}
    >
      {isEnding ? t("runs.stopping") : t("runs.stop")}
    </button>
  );
}

interface RunListProps {
  session_id: SessionId;
  runs: readonly BackgroundRun[];
}

export function RunList({ session_id, runs }: RunListProps) {
  const { t } = useTranslation("tools");
  return (
    <ul className="runs" aria-label={t("runs.list")}>
      {runs.map(({ id, command, started_at }) => (
        <li key={id} className="run">
          <SquareTerminal aria-hidden="true" />
          <code className="one-line" dir="ltr" title={command}>
            {visible(command)}
          </code>
          <span className="run-since">{t("runs.since", { time: clockTime(started_at) })}</span>
          <StopButton session_id={session_id} id={id} name={t("runs.stop-named", { command })} />
        </li>
      ))}
    </ul>
  );
}
