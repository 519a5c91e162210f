/** The message at which its reader chooses how to branch (RW-8), without the form: the commands of the first frame name it. */
import { createStore } from "zustand/vanilla";
import { unchanged } from "../../platform/latest";
import type { Subject } from "../../thread/message-action";

export const choosingBranch = createStore<{ at: Subject | undefined }>(() => ({ at: undefined }));

let leave = (): void => undefined;

/** The form closes when its thread turns to another session, which does not have that message. */
export function chooseBranch(at: Subject): void {
  leave();
  const { view } = at.thread;
  const isHere = unchanged(() => view.getState().session_id ?? view.getState().timeline?.session_id);
  leave = view.subscribe(() => isHere() || closeBranchChoice());
  choosingBranch.setState({ at });
}

export function closeBranchChoice(): void {
  leave();
  choosingBranch.setState({ at: undefined });
}
