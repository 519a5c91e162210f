/** Reads the facts of a tool call. Inputs and outputs are hostile: they may have any shape, and any size. */
import { nameOfCall, type ToolPart } from "../../../../../src-preload/contract/domain/call-texts";
import type { SessionId } from "../../../../../src-preload/contract/domain/ids";
import { TOOL_ENDS } from "../../../../../src-preload/contract/domain/messages";
import {
  type FileDiff,
  HELPER_ENDS,
  type HelperEnd,
  type HelperProgress,
  isTodo,
  isToolResult,
  type TodoItem,
  type ToolResult,
} from "../../../../../src-preload/contract/domain/tools";

/** The tools whose calls are said in words. */
const KNOWN = [
  "read",
  "write",
  "edit",
  "glob",
  "grep",
  "bash",
  "web_fetch",
  "todo",
  "question",
  "task",
] as const;
export type KnownTool = (typeof KNOWN)[number];

/** `do`: the call has not run, or has failed. */
export type Phase = "doing" | "done" | "do";

export const knownTool = (name: string): KnownTool | undefined => KNOWN.find((known) => known === name);

export function phaseOf(part: ToolPart): Phase {
  if (failureOf(part) !== undefined || part.state === "output-denied") return "do";
  if (part.state === "output-available") return part.preliminary === true ? "doing" : "done";
  return part.state === "approval-requested" ? "do" : "doing";
}

type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};

/** Returns the envelope of one of Braid's own tools. */
export const resultOf = (part: ToolPart): ToolResult | undefined =>
  part.state === "output-available" && isToolResult(part.output) ? part.output : undefined;

/** Returns why a call failed: its error, or the reason for which it was cut off after it had shown something. */
export function failureOf(part: ToolPart): string | undefined {
  if (part.state === "output-error") return part.errorText;
  const ended: unknown = resultOf(part)?.ended;
  return isEnd(ended) ? TOOL_ENDS[ended] : undefined;
}

const isEnd = (ended: unknown): ended is keyof typeof TOOL_ENDS =>
  typeof ended === "string" && Object.hasOwn(TOOL_ENDS, ended);

const isCount = (value: unknown): value is number => typeof value === "number" && value >= 0;

export const isDiff = (value: unknown): value is FileDiff => {
  const { path, patch, added, removed } = fieldsOf(value);
  return typeof path === "string" && typeof patch === "string" && isCount(added) && isCount(removed);
};

/** More files than anybody looks through here. */
const MOST_DIFFS = 200;

export const diffsIn = (diffs: unknown): FileDiff[] =>
  Array.isArray(diffs) ? diffs.slice(0, MOST_DIFFS).filter(isDiff) : [];

/** The number of changes that `diffsIn` leaves out because they are too many. */
export const moreDiffsIn = (diffs: unknown): number =>
  Array.isArray(diffs) ? Math.max(0, diffs.length - MOST_DIFFS) : 0;

export const diffsOf = (part: ToolPart): FileDiff[] => diffsIn(resultOf(part)?.diffs);

/** The milliseconds that a call took; a shorter time than a second is not worth a word. */
export function timeOf(part: ToolPart): number | undefined {
  const ms: unknown = resultOf(part)?.ms;
  return isCount(ms) && ms >= 1000 && Number.isFinite(ms) ? ms : undefined;
}

export type Ending = { code: number } | { timed_out_ms: number } | { signal: true } | { helper: HelperEnd };

/** The end of a command, or of a helper, that did not end well. */
export function badEndOf(part: ToolPart): Ending | undefined {
  const ended = HELPER_ENDS.find((end) => end === fieldsOf(resultOf(part)?.helper).ended);
  if (ended !== undefined) return { helper: ended };
  const { code, timed_out_ms } = fieldsOf(resultOf(part)?.command);
  if (isCount(timed_out_ms)) return { timed_out_ms };
  if (typeof code === "number") return code === 0 ? undefined : { code };
  return code === null ? { signal: true } : undefined;
}

export function todosOfCall(part: ToolPart): readonly TodoItem[] | undefined {
  const todos: unknown = resultOf(part)?.todos;
  return Array.isArray(todos) ? todos.filter(isTodo) : undefined;
}

/** The session of the helper that works for a call, or worked for it. */
export interface HelperOfCall extends Partial<HelperProgress> {
  session_id: SessionId;
}

const isSessionId = (value: unknown): value is SessionId =>
  typeof value === "string" && /^ses_[0-9a-zA-Z]{26}$/.test(value);

/** Undefined where no helper has begun. */
export function helperOf(part: ToolPart): HelperOfCall | undefined {
  const result = nameOfCall(part) === "task" ? resultOf(part) : undefined;
  const session_id: unknown = result?.session_id;
  if (!isSessionId(session_id)) return undefined;
  const { agent, steps, tokens, tool, waiting } = fieldsOf(result?.helper);
  return {
    session_id,
    ...(typeof agent === "string" ? { agent: agent.slice(0, 64) } : {}),
    ...(isCount(tokens) ? { tokens } : {}),
    ...(isCount(steps) ? { steps } : {}),
    ...(typeof tool === "string" ? { tool: tool.slice(0, 64) } : {}),
    ...(waiting === true && phaseOf(part) === "doing" ? { waiting } : {}),
  };
}

const FOLDED: readonly string[] = ["read", "glob", "grep"];

export const isFoldable = (part: ToolPart): boolean =>
  FOLDED.includes(nameOfCall(part)) && phaseOf(part) === "done";
