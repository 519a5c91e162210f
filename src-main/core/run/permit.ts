/** Decides whether a call may run: by the rules, or by asking its user and waiting for the answer (PM-1, PM-2). */

import type { Chunk } from "../../../src-preload/contract/domain/messages";
import {
  type JudgedNeed,
  literalPattern,
  type ModelQuestion,
  type PermissionAnswer,
  type PermissionQuestion,
  type PermissionRule,
  type QuestionAnswer,
} from "../../../src-preload/contract/domain/permissions";
import type { PermissionReply, QuestionReply, Reply } from "../permissions/open-questions";
import { verdictOf } from "../permissions/rules";
import type { NewDecision } from "../ports/permission-store";
import type { Checked } from "../ports/tools";
import { say } from "../say";
import { judged, placeOf } from "./rules-in-force";
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
    return await askUser(deps, turn, call, { type: "data-question", data }, 0);
  }
  if (checked.needs.length === 0) return ALLOWED;
  const changes = deps.questions.changesIn(turn.folder);
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
  return await askUser(deps, turn, call, { type: "data-permission", data }, changes);
}

/** The use of a rule is counted. What is safe by itself is not worth a line in the ledger. */
function noteRules(deps: TurnDeps, turn: TurnContext, call: ToolCall, needs: readonly JudgedNeed[]): void {
  const decisions = decisionsOfRules(call.tool_call_id, needs);
  if (decisions.length === 0) return;
  deps.store.noteDecisions({ ...placeOf(turn), decisions, now: deps.clock.now() });
}

function decisionsOfRules(tool_call_id: string, needs: readonly JudgedNeed[]): NewDecision[] {
  return needs.flatMap(({ permission, target, verdict, rule }): NewDecision[] =>
    rule === undefined || verdict === "ask"
      ? []
      : [
          {
            permission,
            target,
            rule,
            tool_call_id,
            decision: verdict === "deny" ? "rule-deny" : "rule-allow",
          },
        ],
  );
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

async function askUser(
  deps: TurnDeps,
  turn: TurnContext,
  call: ToolCall,
  asked: AskedPart,
  changes: number,
): Promise<Permit> {
  const approvalId = deps.ids.approval();
  turn.writer.push({ ...asked, id: approvalId });
  turn.writer.push({ type: "tool-approval-request", toolCallId: call.tool_call_id, approvalId });
  turn.writer.flush(true);
  return await waitForAnswer(deps, turn, { ...asked, id: approvalId }, changes);
}

/** No count of changes: whatever the rules were when they judged a question, they judge it again. */
export const JUDGE_AT_ONCE = -1;

/**
 * Waits for the answer to a question that stands in the transcript. A wrong kind of answer is as good as none, and waits on.
 * @param changes how often the folder's rules had changed when they judged the question
 * @throws the signal's reason, BraidError `STORE_UNAVAILABLE`
 */
export async function waitForAnswer(
  deps: TurnDeps,
  turn: TurnContext,
  asked: AskedPart & { id: string },
  changes: number,
): Promise<Permit> {
  beginWaiting(deps, turn);
  try {
    if (asked.type === "data-permission") return await waitForPermission(deps, turn, asked, changes);
    for (;;) {
      const reply = await deps.questions.wait(turn.claim.session_id, asked.id, turn.signal);
      if (reply.kind === "question") return takeQuestionAnswer(deps, turn, asked, reply);
    }
  } finally {
    endWaiting(deps, turn);
  }
}

type AskedPermission = Extract<AskedPart, { type: "data-permission" }> & { id: string };

/** PM-2: its user's answer is taken as it comes: it has been told that it counts. Only a change of rules judges an open question again. */
async function waitForPermission(
  deps: TurnDeps,
  turn: TurnContext,
  first: AskedPermission,
  first_changes: number,
): Promise<Permit> {
  let [asked, changes] = [first, first_changes];
  for (;;) {
    const stopJudging = judgeOnChange(deps, turn, asked, changes);
    try {
      const reply = await deps.questions.wait(turn.claim.session_id, asked.id, turn.signal);
      if (reply.kind === "permission") return takePermission(deps, turn, asked, reply);
      if (reply.kind === "question") continue;
      if (verdictOf(reply.needs) !== "ask") return takeRules(deps, turn, asked, reply.needs);
      asked = askAnew(deps, turn, asked, reply.needs);
      changes = reply.changes;
    } finally {
      stopJudging();
    }
  }
}

/** PM-2: judges an open question again whenever the rules of its folder's sessions change. Returns what ends that. */
function judgeOnChange(
  deps: TurnDeps,
  turn: TurnContext,
  asked: AskedPermission,
  changes: number,
): () => void {
  const again = async () => {
    // A change that comes while they are judged is not in their verdicts.
    const judged_changes = deps.questions.changesIn(turn.folder);
    const needs = await judged(deps, turn, asked.data.needs);
    // The first answer counts: one that its user gave meanwhile stands.
    if (verdictOf(needs) !== "ask" || asksMore(needs, asked))
      deps.questions.answer(turn.claim.session_id, asked.id, {
        kind: "rules",
        needs,
        changes: judged_changes,
      });
  };
  // Where the rules cannot be read, the question waits on for its user.
  const judgeAgain = () => void again().catch(() => {});
  if (deps.questions.changesIn(turn.folder) !== changes) judgeAgain();
  return deps.questions.onRulesChanged((folder) => {
    if (folder === turn.folder) judgeAgain();
  });
}

/** True where its user would have to allow what the question does not ask: a rule that allowed it is gone. What is denied is not asked. */
const asksMore = (needs: readonly JudgedNeed[], { data }: AskedPermission): boolean =>
  verdictOf(needs) === "ask" &&
  needs.some(({ verdict }, at) => verdict === "ask" && data.needs[at]?.verdict !== "ask");

/** Another question in the place of one that asked too little. It has an id of its own, so that no answer to the first one counts for it. */
function askAnew(
  { ids, clock }: TurnDeps,
  { writer }: TurnContext,
  { data, ...asked }: AskedPermission,
  needs: JudgedNeed[],
): AskedPermission {
  const anew = { ...asked, id: ids.approval(), data: { ...data, needs } };
  writer.push({ ...asked, data: { ...data, answer: { decision: "withdrawn", at: clock.now() } } });
  writer.push(anew);
  writer.flush(true);
  return anew;
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

/** As for a call that the rules allow or deny at once; the question stays, and names them. Saved as `takePermission` does. */
function takeRules(
  deps: TurnDeps,
  turn: TurnContext,
  { data, ...asked }: AskedPermission,
  needs: JudgedNeed[],
): Permit {
  const now = deps.clock.now();
  const { tool_call_id } = data;
  const denied = verdictOf(needs) === "deny";
  const answer: PermissionAnswer = { decision: denied ? "rule-deny" : "rule", at: now };
  const answered = { ...asked, data: { ...data, needs, answer } };
  turn.writer.saveWith(denied ? [answered] : [answered, started(tool_call_id)], (frame) =>
    deps.store.decide({
      ...placeOf(turn),
      decisions: decisionsOfRules(tool_call_id, needs),
      rules: [],
      frame,
      now,
    }),
  );
  return denied ? { allowed: false, by: "rule", error: deniedText(needs) } : ALLOWED;
}

const started = (toolCallId: string): Chunk => ({
  type: "tool-output-available",
  toolCallId,
  preliminary: true,
  output: { text: "" },
});

/** PM-2, SV-9: the answer, its rules, its entries in the ledger and the start of the call are one synced transaction. */
function takePermission(
  deps: TurnDeps,
  turn: TurnContext,
  { data, ...asked }: AskedPermission,
  reply: PermissionReply,
): Permit {
  const { decision, word } = reply;
  const now = deps.clock.now();
  const answer: PermissionAnswer = { decision, at: now, ...(word ? { word } : {}) };
  const refused = decision === "deny";
  const chunks: Chunk[] = [
    { ...asked, data: { ...data, answer } },
    refused ? { type: "tool-output-denied", toolCallId: data.tool_call_id } : started(data.tool_call_id),
  ];
  const open = askedOf(data.needs);
  const rules = rulesOf(open, reply, now);
  turn.writer.saveWith(chunks, (frame) =>
    deps.store.decide({
      ...placeOf(turn),
      decisions: open.map(({ permission, target }) => ({
        permission,
        target,
        decision,
        tool_call_id: data.tool_call_id,
      })),
      rules,
      frame,
      now,
    }),
  );
  if (rules.length > 0) deps.questions.rulesChanged(turn.folder);
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
