/** Permissions of tools, and the questions to their user (PM-1, PM-2). Field names are those of the database. */

import type { FileDiff } from "./tools";

/** The kinds of deeds that need a permission. */
export const PERMISSIONS = ["read", "edit", "command", "fetch"] as const;
export type Permission = (typeof PERMISSIONS)[number];

export type RuleAction = "allow" | "deny" | "ask";

/** PM-1. `workspace` is a file in the folder: only its `deny` and `ask` count. */
export type RuleSource = "manifest" | "session" | "project" | "workspace";

export interface PermissionRule {
  permission: Permission;
  /** `*` stands for any characters, for commands and addresses; in a path it stands for one name, and `**` for any path. */
  pattern: string;
  action: RuleAction;
  source: RuleSource;
  /** Epoch ms; absent for rules that Braid or a file brings. */
  added_at?: number;
}

/** Why no rule may allow a need: its user is asked each time. */
export const UNSURE = [
  "not-parsed",
  "runs-text",
  "expansion",
  "redirect",
  "outside",
  "protected",
  "changes-folder",
  "network-path",
] as const;
export type Unsure = (typeof UNSURE)[number];

/** One thing that a call is about to do. */
export interface Need {
  permission: Permission;
  /** An absolute path, one simple command, or an address: what patterns are matched with. */
  target: string;
  /** Harmless reading inside the folder: allowed unless a rule says otherwise. */
  safe?: true;
  unsure?: Unsure;
  /** The pattern that the question offers; absent: the target itself. */
  suggestion?: string;
}

/** A need with the verdict of the rules. */
export interface JudgedNeed extends Need {
  verdict: RuleAction;
  /** The rule that decided; absent where none did. */
  rule?: PermissionRule;
}

export const DECISIONS = ["once", "session", "project", "deny"] as const;
export type Decision = (typeof DECISIONS)[number];

/**
 * PM-2: `withdrawn` where the turn ended before an answer came, or where another question has taken its place; `rule` where another answer,
 * or the folder's mode, came to allow what was asked, `rule-deny` where a rule came to deny it. The needs then name the rules that do.
 */
export interface PermissionAnswer {
  decision: Decision | "withdrawn" | "rule" | "rule-deny";
  /** An optional word to the model. */
  word?: string;
  /** Epoch ms. */
  at: number;
}

/** The data of a part `data-permission`, whose id is the approval's id. It stands after its call, and is replaced when it is answered. */
export interface PermissionQuestion {
  tool_call_id: string;
  tool_name: string;
  needs: JudgedNeed[];
  /** Changes that a call would make in files. */
  diffs?: FileDiff[];
  /** The folder of the session: without one no rule can be kept for the project. */
  workspace_root?: string;
  answer?: PermissionAnswer;
}

/** One question of the model to its user. */
export interface AskedQuestion {
  question: string;
  options: { label: string; description?: string }[];
  /** More than one option may be chosen. */
  multiple?: boolean;
}

export interface QuestionAnswer {
  /** The answers to each question: labels of options, or the user's own words. Null where the user did not want to answer. */
  answers: string[][] | null;
  withdrawn?: true;
  /** Epoch ms. */
  at: number;
}

/** The data of a part `data-question`, whose id is the approval's id (LY-6). */
export interface ModelQuestion {
  tool_call_id: string;
  questions: AskedQuestion[];
  answer?: QuestionAnswer;
}

export interface PermissionPart {
  type: "data-permission";
  id: string;
  data: PermissionQuestion;
}

export interface QuestionPart {
  type: "data-question";
  id: string;
  data: ModelQuestion;
}

/** A pattern that stands for this text alone. */
export const literalPattern = (text: string): string => text.replaceAll(/[\\*]/g, "\\$&");

type Typed = { type: string };

export const isPermission = (part: Typed): part is PermissionPart =>
  part.type === "data-permission" && isAsked(part, "needs");

export const isQuestion = (part: Typed): part is QuestionPart =>
  part.type === "data-question" && isAsked(part, "questions");

/** What the user wrote to the model with an answer that stands; empty where that is nothing. */
export const wordOf = (answer: PermissionAnswer | undefined): string =>
  answer === undefined || answer.decision === "withdrawn" || typeof answer.word !== "string"
    ? ""
    : answer.word;

/** The words of a question and its answers, as they are found and copied; nothing of one that was withdrawn. */
export function questionText({ questions, answer }: ModelQuestion): string {
  if (answer?.withdrawn) return "";
  const lines = questions.map((asked, at) => {
    const given = answer?.answers?.[at];
    const said = Array.isArray(given) ? given.join(", ") : "";
    return said === "" ? `${asked?.question}` : `${asked?.question}\n${said}`;
  });
  return lines.join("\n\n");
}

function isAsked(part: object, list: string): boolean {
  if (!("id" in part) || typeof part.id !== "string" || !("data" in part)) return false;
  const { data } = part;
  return (
    typeof data === "object" &&
    data !== null &&
    "tool_call_id" in data &&
    typeof data.tool_call_id === "string" &&
    Array.isArray((data as Record<string, unknown>)[list])
  );
}

/** A rule as the settings list it: with its use. */
export interface ListedRule extends PermissionRule {
  /** Times that it decided. */
  used: number;
  /** Epoch ms. */
  used_at?: number;
}

/** An entry of the ledger: who allowed or refused what, and when (PM-2). */
export interface LedgerEntry {
  id: number;
  permission: Permission;
  target: string;
  decision: Decision | "rule-allow" | "rule-deny" | "unattended";
  /** Epoch ms. */
  decided_at: number;
}

/** How strictly a folder's sessions ask: `edits` allows changes of files in the folder, `strict` asks even for what rules allow. */
export const PERMISSION_MODES = ["ordinary", "edits", "strict"] as const;
export type PermissionMode = (typeof PERMISSION_MODES)[number];

/** The rules that hold in a session, those of its folder among them, with their use; and the newest decisions. */
export interface PermissionsInForce {
  workspace_root?: string;
  mode: PermissionMode;
  rules: ListedRule[];
  ledger: LedgerEntry[];
}
