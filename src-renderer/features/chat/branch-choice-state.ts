/** The message at which its reader chooses how to branch (RW-8), without the form: the commands of the first frame name it. */
import { createStore } from "zustand/vanilla";
import type { Subject } from "../../thread/message-action";

export const choosingBranch = createStore<{ at: Subject | undefined }>(() => ({ at: undefined }));

export const chooseBranch = (at: Subject): void => choosingBranch.setState({ at });
export const closeBranchChoice = (): void => choosingBranch.setState({ at: undefined });
