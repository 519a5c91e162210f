/** Decides whether a call may run: by the rules, or by asking its user and waiting for the answer (PM-1, PM-2). */

import type { Chunk } from "../../../src-preload/contract/domain/messages";
import {
  type JudgedNeed,
  literalPattern,
  type ModelQuestion,
  type Need,
  type PermissionAnswer,
  type PermissionMode,
  type PermissionQuestion,
  type PermissionRule,
  type QuestionAnswer,
} from "../../../src-preload/contract/domain/permissions";
import type { OpenQuestions, PermissionReply, QuestionReply, Reply } from "../permissions/open-questions";
import { judge, verdictOf } from "../permissions/rules";
import { rulesOfFile } from "../permissions/rules-file";
import type { NewDecision } from "../ports/permission-store";
import type { Checked, ToolCallContext } from "../ports/tools";
import { say } from "../say";
import type { ToolCall } from "./tool-call";
import type { TurnContext, TurnDeps } from "./turn-context";

/** A call that may run, with the answers to its questions; or one that may not: `error` is for the model. */
export type Permit =
  | { allowed: true; answer?: QuestionAnswer }
  | { allowed: false; by: "user" }
  | { allowed: false; by: "rule"; error: string };

const ALLOWED: Permit = { allowed: true };

/** @throws the signal's reason, BraidError `STORE_UNAVAILABLE` */
export async function permit(
  deps: TurnDeps,
  turn: TurnContext,
  call: ToolCall,
  checked: Checked,
): Promise<Permit> {
  turn.signal.throwIfAborted();
  if (checked.asks !== undefined) {
    if (!turn.attended) return { allowed: false, by: "rule", error: NOBODY_ANSWERS };
    const data: ModelQuestion = { tool_call_id: call.tool_call_id, questions: checked.asks };
    return await askUser(deps, turn, call, { type: "data-question", data });
  }
  if (checked.needs.length === 0) return ALLOWED;
  const needs = await judged(deps, turn, checked.needs);
  turn.signal.throwIfAborted();
  const verdict = verdictOf(needs);
  if (verdict === "allow") {
    noteRules(deps, turn, call, needs);
    return ALLOWED;
  }
  if (verdict === "deny") {
    noteRules(deps, turn, call, needs);
    return { allowed: false, by: "rule", error: deniedText(needs) };
  }
  if (!turn.attended) {
    noteUnattended(deps, turn, call, needs);
    return { allowed: false, by: "rule", error: unattendedText(needs) };
  }
  const data: PermissionQuestion = {
    tool_call_id: call.tool_call_id,
    tool_name: call.tool_name,
    needs,
    ...(checked.diffs === undefined ? {} : { diffs: checked.diffs }),
    ...(turn.workspace_root === undefined ? {} : { workspace_root: turn.workspace_root }),
  };
  return await askUser(deps, turn, call, { type: "data-permission", data });
}

/** Rules that decide together, and for a helper the parts of them that each session of its chain has by itself. */
interface RulesInForce {
  all: PermissionRule[];
  /** Empty outside helpers. */
  by_session: PermissionRule[][];
}

/** Reads them anew for each call: a helper that runs knows at once what its user allows, or forbids, above it. */
async function rulesInForce(deps: TurnDeps, turn: TurnContext): Promise<RulesInForce> {
  const { workspace_root } = turn;
  const ofFile = workspace_root === undefined ? [] : await rulesOfFile(workspace_root);
  const place = placeOf(turn);
  const own = deps.store.permissionRules(place);
  const above = deps.store.inheritedRules(place.session_id);
  const all = [...own, ...above.flat(), ...ofFile];
  if (above.length === 0) return { all, by_session: [] };
  const ofProject = own.filter(({ source }) => source !== "session");
  return {
    all,
    by_session: [own, ...above.map((rules) => [...rules, ...ofProject])].map((rules) => [
      ...rules,
      ...ofFile,
    ]),
  };
}

/** PM-3: what one session of a helper's chain denies, no rule of another one lifts, however specific. */
function judgeBy(
  { all, by_session }: RulesInForce,
  needs: readonly Need[],
  mode: PermissionMode,
  workspace_root: string | undefined,
): JudgedNeed[] {
  const judgements = judge(needs, all, mode, workspace_root);
  const stricter = by_session.map((rules) => judge(needs, rules, mode, workspace_root));
  return judgements.map((need, at) => {
    const denied = stricter.map((judged) => judged[at]).find((judged) => judged?.verdict === "deny");
    return denied ?? need;
  });
}

/** Returns what the rules say of files and addresses that a call comes upon; undefined where they keep none from models. */
export async function usableBy(deps: TurnDeps, turn: TurnContext): Promise<ToolCallContext["mayUse"]> {
  const rules = await rulesInForce(deps, turn);
  if (rules.all.every(({ action }) => action === "allow")) return undefined;
  return (permission, target) => {
    const need: Need = { permission, target, safe: true };
    return verdictOf(judgeBy(rules, [need], "ordinary", turn.workspace_root)) === "allow";
  };
}

/** PM-1. Never asks. */
async function judged(deps: TurnDeps, turn: TurnContext, needs: readonly Need[]): Promise<JudgedNeed[]> {
  const rules = await rulesInForce(deps, turn);
  const mode = turn.folder === undefined ? "ordinary" : deps.store.permissionMode(turn.folder);
  return judgeBy(rules, needs, mode, turn.workspace_root);
}

/** The use of a rule is counted. What is safe by itself is not worth a line in the ledger. */
function noteRules(deps: TurnDeps, turn: TurnContext, call: ToolCall, needs: readonly JudgedNeed[]): void {
  const decisions = needs.flatMap(({ permission, target, verdict, rule }): NewDecision[] =>
    rule === undefined || verdict === "ask"
      ? []
      : [
          {
            permission,
            target,
            rule,
            tool_call_id: call.tool_call_id,
            decision: verdict === "deny" ? "rule-deny" : "rule-allow",
          },
        ],
  );
  if (decisions.length === 0) return;
  deps.store.noteDecisions({ ...placeOf(turn), decisions, now: deps.clock.now() });
}

/** PM-3: what would be asked is denied where nobody can answer. */
function noteUnattended(
  deps: TurnDeps,
  turn: TurnContext,
  { tool_call_id }: ToolCall,
  needs: readonly JudgedNeed[],
): void {
  const decisions = askedOf(needs).map(
    ({ permission, target }): NewDecision => ({ permission, target, tool_call_id, decision: "unattended" }),
  );
  deps.store.noteDecisions({ ...placeOf(turn), decisions, now: deps.clock.now() });
}

const askedOf = (needs: readonly JudgedNeed[]): JudgedNeed[] =>
  needs.filter(({ verdict }) => verdict === "ask");

/** Rules are kept under the folder's stored name: a link in its place later must not lose them. */
const placeOf = ({ claim, folder }: TurnContext) => ({
  session_id: claim.session_id,
  workspace_root: folder,
});

function deniedText(needs: readonly JudgedNeed[]): string {
  const denied = needs.filter(({ verdict }) => verdict === "deny");
  const told = denied.map(({ target, rule }) => `${target} (rule: ${rule?.pattern ?? "?"})`).join(", ");
  return `A rule of the user denies this call, and it did not run: ${told}. Do not try it in another way.`;
}

const NOBODY_ANSWERS =
  "Nobody is there to answer this question, and nobody will be in this turn. Decide by yourself what does no harm, or end with what you would need to know.";

function unattendedText(needs: readonly JudgedNeed[]): string {
  const told = askedOf(needs).map(({ permission, target }) => `${permission} ${target}`);
  return `The user would have to allow this call, and nobody is there to ask in this turn. It did not run: ${told.join(", ")}. Do not try it in another way; go on with what needs no permission, or end with what you would need.`;
}

type AskedPart =
  | { type: "data-permission"; data: PermissionQuestion }
  | { type: "data-question"; data: ModelQuestion };

async function askUser(deps: TurnDeps, turn: TurnContext, call: ToolCall, asked: AskedPart): Promise<Permit> {
  const approvalId = deps.ids.approval();
  turn.writer.push({ ...asked, id: approvalId });
  turn.writer.push({ type: "tool-approval-request", toolCallId: call.tool_call_id, approvalId });
  turn.writer.flush(true);
  return await waitForAnswer(deps, turn, { ...asked, id: approvalId });
}

/**
 * Waits for the answer to a question that stands in the transcript. A wrong kind of answer is as good as none, and waits on.
 * @throws the signal's reason, BraidError `STORE_UNAVAILABLE`
 */
export async function waitForAnswer(
  deps: TurnDeps & { questions: OpenQuestions },
  turn: TurnContext,
  asked: AskedPart & { id: string },
): Promise<Permit> {
  beginWaiting(deps, turn);
  try {
    const { session_id } = turn.claim;
    for (;;) {
      const reply = await deps.questions.wait(session_id, asked.id, turn.signal);
      if (asked.type === "data-question" && reply.kind === "question")
        return takeQuestionAnswer(deps, turn, asked, reply);
      if (asked.type === "data-permission" && reply.kind === "permission")
        return takePermission(deps, turn, asked, reply);
    }
  } finally {
    endWaiting(deps, turn);
  }
}

/** ST-1: a session waits as long as one of its questions, or of its helpers', is open. */
export function beginWaiting({ state }: TurnDeps, turn: TurnContext): void {
  turn.open_questions += 1;
  if (turn.open_questions > 1) return;
  state.setStatus(turn.claim.session_id, { state: "waiting", message: say("session.waiting") });
}

export function endWaiting({ state }: TurnDeps, turn: TurnContext): void {
  turn.open_questions -= 1;
  if (turn.open_questions > 0 || turn.signal.aborted) return;
  state.setStatus(turn.claim.session_id, { state: "busy", started_at: turn.claim.started_at });
}

function takeQuestionAnswer(
  deps: TurnDeps,
  turn: TurnContext,
  { data, ...asked }: Extract<AskedPart, { type: "data-question" }> & { id: string },
  { answers }: QuestionReply,
): Permit {
  const answer: QuestionAnswer = { answers, at: deps.clock.now() };
  turn.writer.push({ ...asked, data: { ...data, answer } });
  turn.writer.flush(true);
  return { allowed: true, answer };
}

/** PM-2, SV-9: the answer, its rules, its entries in the ledger and the start of the call are one synced transaction. */
function takePermission(
  deps: TurnDeps,
  turn: TurnContext,
  { data, ...asked }: Extract<AskedPart, { type: "data-permission" }> & { id: string },
  reply: PermissionReply,
): Permit {
  const { decision, word } = reply;
  const now = deps.clock.now();
  const answer: PermissionAnswer = { decision, at: now, ...(word ? { word } : {}) };
  const refused = decision === "deny";
  const chunks: Chunk[] = [
    { ...asked, data: { ...data, answer } },
    refused
      ? { type: "tool-output-denied", toolCallId: data.tool_call_id }
      : {
          type: "tool-output-available",
          toolCallId: data.tool_call_id,
          preliminary: true,
          output: { text: "" },
        },
  ];
  const open = askedOf(data.needs);
  turn.writer.saveWith(chunks, (frame) =>
    deps.store.decide({
      ...placeOf(turn),
      decisions: open.map(({ permission, target }) => ({
        permission,
        target,
        decision,
        tool_call_id: data.tool_call_id,
      })),
      rules: rulesOf(open, reply, now),
      frame,
      now,
    }),
  );
  return refused ? { allowed: false, by: "user" } : ALLOWED;
}

/** The rules that an answer makes. No rule can allow what nobody could judge. */
export function rulesOf(
  open: readonly JudgedNeed[],
  { decision, patterns }: Pick<Reply & { kind: "permission" }, "decision" | "patterns">,
  now: number,
): PermissionRule[] {
  if (decision !== "session" && decision !== "project") return [];
  return open.flatMap((need, at) => {
    if (need.unsure !== undefined) return [];
    const pattern = patterns?.[at] ?? need.suggestion ?? literalPattern(need.target);
    return [{ permission: need.permission, pattern, action: "allow", source: decision, added_at: now }];
  });
}
