/** Commands in the background. */
import type { HandlersOf, IpcContext } from "../context";

export const backgroundRunHandlers = ({ backgroundRuns }: IpcContext): HandlersOf<"background_runs"> => ({
  "background_runs.list": ({ session_id }) => backgroundRuns.list(session_id),
  "background_runs.stop": ({ session_id, id }) => backgroundRuns.stop(session_id, id),
});
