/** The permissions of the session that is shown, as main told them last. */
import { createStore } from "zustand/vanilla";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { PermissionMode, PermissionsInForce } from "../../../src-preload/contract/domain/permissions";
import { call } from "../../platform/bridge";
import { latest } from "../../platform/latest";

interface InForceState {
  session_id: SessionId | undefined;
  /** Undefined until main has answered. */
  permissions: PermissionsInForce | undefined;
}

export const inForce = createStore<InForceState>(() => ({ session_id: undefined, permissions: undefined }));

const answers = latest();

/** Reads what holds in a session. @throws CallError */
export async function readPermissions(session_id: SessionId): Promise<void> {
  if (inForce.getState().session_id !== session_id) inForce.setState({ session_id, permissions: undefined });
  await answers(
    () => call("permission.read", { session_id }),
    (permissions) => inForce.setState({ session_id, permissions }),
  );
}

/** Sets how strictly a folder's sessions ask. @throws CallError */
export async function setMode(
  session_id: SessionId,
  workspace_root: string,
  mode: PermissionMode,
): Promise<void> {
  await call("permission.mode", { workspace_root, mode });
  await readPermissions(session_id);
}
