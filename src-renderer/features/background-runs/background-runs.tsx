/** The commands that run in the background of the conversation, above the composer. What draws them is fetched with the first. */
import { useEffect, useState } from "react";
import type { BackgroundRun } from "../../../src-preload/contract/domain/background-runs";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { call, onAppEvent } from "../../platform/bridge";
import { late } from "../../platform/late";
import { latest } from "../../platform/latest";
import { reportError } from "../../platform/notices";
import { useThreadDrawn } from "../../thread/thread";

const RunList = late(async () => (await import("./run-list")).RunList);

/** Asks main now, and whenever a command of the session has begun or ended. */
function follow(session_id: SessionId, take: (runs: readonly BackgroundRun[]) => void): () => void {
  const answers = latest();
  const load = () => {
    answers(() => call("background_runs.list", { session_id }), take).catch(reportError);
  };
  const leave = onAppEvent((event) => {
    if (event.type === "background-runs-changed" && event.session_id === session_id) load();
  });
  load();
  return () => {
    leave();
    answers.drop();
  };
}

function Runs({ session_id }: { session_id: SessionId }) {
  const [runs, setRuns] = useState<readonly BackgroundRun[]>([]);
  useEffect(() => follow(session_id, setRuns), [session_id]);
  return runs.length === 0 ? null : <RunList session_id={session_id} runs={runs} />;
}

export function BackgroundRuns() {
  const session_id = useThreadDrawn((state) => state.session_id);
  const hasFolder = useThreadDrawn(({ view }) => view?.session.workspace_root !== undefined);
  return session_id && hasFolder ? <Runs key={session_id} session_id={session_id} /> : null;
}
