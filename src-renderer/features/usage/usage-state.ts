/** The state of "Context and cost": open or not, and main's answer when it was opened. */

import { createStore } from "zustand/vanilla";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { ModelUsage } from "../../../src-preload/contract/domain/usage";
import { call } from "../../platform/bridge";
import { latest } from "../../platform/latest";
import { reportError } from "../../platform/notices";
import { mainThread } from "../../thread/thread";

interface UsageState {
  open: boolean;
  /** Undefined until main has answered. */
  models: readonly ModelUsage[] | undefined;
}

export const usageView = createStore<UsageState>(() => ({ open: false, models: undefined }));

const usage = latest(() => mainThread.view.getState().session_id);

async function load(session_id: SessionId): Promise<void> {
  try {
    await usage(
      () => call("session.usage", { session_id }),
      (models) => usageView.setState({ models }),
    );
  } catch (error) {
    closeUsage();
    reportError(error);
  }
}

export function openUsage(): void {
  const { session_id } = mainThread.view.getState();
  if (!session_id) return;
  usageView.setState({ open: true, models: undefined });
  void load(session_id);
}

export const closeUsage = (): void => usageView.setState({ open: false });
