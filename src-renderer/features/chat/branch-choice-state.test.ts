import { expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import type { Subject } from "../../thread/message-action";
import { chooseBranch, choosingBranch, closeBranchChoice } from "./branch-choice-state";

it("[RW-8] the choice how to branch closes when the thread turns to another session", () => {
  const view = createStore<object>(() => ({ session_id: "ses_a", sent: 0 }));
  const at = { thread: { view } } as unknown as Subject;
  chooseBranch(at);
  view.setState({ sent: 1 });
  expect(choosingBranch.getState().at).toBe(at);
  view.setState({ session_id: "ses_b" });
  expect(choosingBranch.getState().at).toBeUndefined();
  chooseBranch(at);
  closeBranchChoice();
  expect(choosingBranch.getState().at).toBeUndefined();
});
