/** The part of the store that keeps rules and decisions (PM-1, PM-2). */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type {
  LedgerEntry,
  ListedRule,
  PermissionMode,
  PermissionRule,
} from "../../../src-preload/contract/domain/permissions";
import type { FrameWrite } from "./transcript-store";

/** Names the rules of a session and of its folder. */
export interface RulePlace {
  session_id: SessionId;
  workspace_root?: string | undefined;
}

/** A decision before it is stored. `rule`: the rule that decided. */
export interface NewDecision extends Omit<LedgerEntry, "id" | "decided_at"> {
  tool_call_id: string;
  rule?: PermissionRule;
}

export interface DecisionWrite extends RulePlace {
  decisions: readonly NewDecision[];
  /** Rules that the answer makes. */
  rules: readonly PermissionRule[];
  /** The answer in the transcript. */
  frame: FrameWrite;
  now: number;
}

export interface PermissionStore {
  /** The rules in a session's own row and those of its folder, in no order. */
  permissionRules(place: RulePlace): PermissionRule[];
  /**
   * PM-2, SV-9: an answer, its rules and its entries in the ledger are one synced transaction. A rule for the session is kept at the top of
   * the chain: a helper's answer holds for the session that it works for, and for all of its helpers.
   */
  decide(write: DecisionWrite): void;
  /** Counts the use of rules that decided without a question, and enters it in the ledger. */
  noteDecisions(write: Omit<DecisionWrite, "frame" | "rules">): void;
  /** The rules with their use, newest first: those of the session, of the sessions above it, and of its folder. */
  listedRules(place: RulePlace): ListedRule[];
  /** Takes a rule back, a session's also from the sessions above it. Does nothing where it is not there. */
  removeRule(
    place: RulePlace,
    rule: Pick<PermissionRule, "permission" | "pattern" | "action" | "source">,
  ): void;
  /** The ledger of a session, newest first. */
  ledger(session_id: SessionId, limit: number): LedgerEntry[];
  permissionMode(workspace_root: string): PermissionMode;
  setPermissionMode(workspace_root: string, mode: PermissionMode, now: number): void;
  /** The folders of sessions, newest first, each once. */
  recentFolders(limit: number): string[];
}
