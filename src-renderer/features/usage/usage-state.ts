/** Whether "Context and cost" is open, and what was answered when it was opened. */
import { createStore } from "zustand/vanilla";
import type { SessionId } from "../../../src-preload/contract/ids";
import type { ModelUsage } from "../../../src-preload/contract/types";
import { call } from "../../bridge";
import { reportError } from "../../state/app";
import { mainPane } from "../../state/pane";

interface UsageState {
  open: boolean;
  /** By model; undefined until it has come. */
  models: readonly ModelUsage[] | undefined;
}

export const usageView = createStore<UsageState>(() => ({ open: false, models: undefined }));

async function load(session_id: SessionId): Promise<void> {
  try {
    const models = await call("session.usage", { session_id });
    if (mainPane.view.getState().session_id === session_id) usageView.setState({ models });
  } catch (error) {
    closeUsage();
    reportError(error);
  }
}

export function openUsage(): void {
  const { session_id } = mainPane.view.getState();
  if (!session_id) return;
  usageView.setState({ open: true, models: undefined });
  void load(session_id);
}

export const closeUsage = (): void => usageView.setState({ open: false });
