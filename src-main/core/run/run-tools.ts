/**
 * Runs the tools that a step called, all at once, and publishes each answer as it comes. A tool that never settles does not hold Stop up
 * (AB-1).
 */
import type { BraidPart, Chunk } from "../../../src-preload/contract/domain/messages";
import type {
  Need,
  PermissionPart,
  PermissionQuestion,
  QuestionPart,
} from "../../../src-preload/contract/domain/permissions";
import { isToolResult, type ToolResult } from "../../../src-preload/contract/domain/tools";
import { abortable } from "../abortable";
import { isTool, toolName } from "../context/part-text";
import type { Checked, Tool, ToolCallContext, ToolPlace } from "../ports/tools";
import { capped, headAndTail } from "../tools/output-cap";
import { isOpenQuestion } from "../transcript/closing";
import { keepFile } from "./keep-file";
import { beginPrecompact } from "./output-summaries";
import { beginWaiting, endWaiting, JUDGE_AT_ONCE, type Permit, permit, waitForAnswer } from "./permit";
import { usableBy } from "./rules-in-force";
import { pictureChunk } from "./shown-picture";
import { errorText } from "./step-chunks";
import type { ToolCall } from "./tool-call";
import { messageId, type TurnContext, type TurnDeps } from "./turn-context";

/** A call with the permission that it waits for: one that stands in the transcript, or one that is still to be found out. */
interface Run extends ToolCall {
  permit(tool: Tool): Promise<Permit>;
}

/** Resolves when every call has its answer. Throws the signal's reason on abort; the finaliser closes the calls without an answer. */
export function runTools(deps: TurnDeps, turn: TurnContext, calls: readonly ToolCall[]): Promise<void> {
  const runs = calls.map((call): Run => {
    const find = async (tool: Tool): Promise<Permit> => {
      const checked = await check(turn, tool, call);
      return checked === undefined ? { allowed: true } : await permit(deps, turn, call, checked);
    };
    return { ...call, permit: find };
  });
  return runAll(deps, turn, runs);
}

/** Goes on with the calls whose questions were open when Braid ended (LY-6). */
export function runAskedTools(deps: TurnDeps, turn: TurnContext): Promise<void> {
  const { parts } = turn.writer.recording.fold;
  const runs = parts.flatMap((part): Run[] => {
    if (!isOpenQuestion(part)) return [];
    const call = askedCall(parts, part.data.tool_call_id);
    if (call === undefined) return [];
    const find = async (tool: Tool): Promise<Permit> => {
      // Rules may have been made since it was asked: it is judged once more.
      const permitted = await waitForAnswer(deps, turn, part, JUDGE_AT_ONCE);
      return permitted.allowed ? await stillAllowed(turn, tool, call, part, permitted) : permitted;
    };
    return [{ ...call, permit: find }];
  });
  return runAll(deps, turn, runs);
}

/** Checks the call once more: what was asked before the restart may be something else by now (PM-4). */
async function stillAllowed(
  turn: TurnContext,
  tool: Tool,
  call: ToolCall,
  asked: PermissionPart | QuestionPart,
  permitted: Permit,
): Promise<Permit> {
  const checked = await check(turn, tool, call);
  if (asked.type === "data-question" || sameDeed(checked, asked.data)) return permitted;
  const error =
    "What this call would do has changed since it was asked. Nothing was done; look, and call again.";
  return { allowed: false, by: "rule", error };
}

/** Asks a tool what the call is about to do; undefined where it needs no permission. */
async function check(
  turn: TurnContext,
  tool: Tool,
  { input, tool_call_id }: ToolCall,
): Promise<Checked | undefined> {
  return await tool.check?.(input, { ...placeOf(turn), signal: turn.signal, tool_call_id });
}

/** Returns true where a call is about to do what its question said. */
function sameDeed(checked: Checked | undefined, { needs, diffs = [] }: PermissionQuestion): boolean {
  const targets = (list: readonly Need[]) =>
    list.map(({ permission, target, unsure }) => [permission, target, unsure]);
  const now = [targets(checked?.needs ?? []), checked?.diffs ?? []];
  return JSON.stringify(now) === JSON.stringify([targets(needs), diffs]);
}

/** The call that waits for the answer to a question. */
function askedCall(parts: readonly BraidPart[], tool_call_id: string): ToolCall | undefined {
  const call = parts.filter(isTool).find(({ toolCallId }) => toolCallId === tool_call_id);
  if (call?.state !== "approval-requested") return undefined;
  return { tool_call_id, tool_name: toolName(call), input: call.input };
}

async function runAll(deps: TurnDeps, turn: TurnContext, runs: readonly Run[]): Promise<void> {
  turn.signal.throwIfAborted();
  await abortable(Promise.all(runs.map((run) => runTool(deps, turn, run))), turn.signal);
}

async function runTool(deps: TurnDeps, turn: TurnContext, run: Run): Promise<void> {
  const pictures: Chunk[] = [];
  const answer = await execute(deps, turn, run, pictures);
  if (answer !== undefined) tellHooks(deps, turn, run, answer);
  // After an abort the finaliser has closed this call, and the recording may have ended.
  if (answer === undefined || turn.signal.aborted) return;
  turn.writer.push(answer);
  if (answer.type === "tool-output-available") for (const picture of pictures) turn.writer.push(picture);
}

const factsOf = (turn: TurnContext, { tool_call_id, tool_name, input }: ToolCall) => ({
  ...placeOf(turn),
  ...{ tool_call_id, tool_name, input },
});

/** AG-5: a hook may refuse a call, and can allow none that needs its user's permission. @throws Error for the model */
async function askHooks({ hooks }: TurnDeps, turn: TurnContext, run: Run): Promise<void> {
  const answers = (await hooks?.ask("tool.before", factsOf(turn, run), turn.signal)) ?? [];
  const refused = answers.find(({ deny }) => deny !== undefined);
  if (refused !== undefined)
    throw new Error(`A hook of the user refused this call, and it did not run: ${refused.deny}`);
}

function tellHooks({ hooks }: TurnDeps, turn: TurnContext, run: Run, answer: Chunk): void {
  const end =
    answer.type === "tool-output-available"
      ? { output: answer.output }
      : answer.type === "tool-output-error"
        ? { error: answer.errorText }
        : {};
  hooks?.tell("tool.after", { ...factsOf(turn, run), ...end });
}

/**
 * Returns the end of a call; undefined where its refusal has told it already.
 * @param pictures takes those that the call shows
 */
async function execute(
  deps: TurnDeps,
  turn: TurnContext,
  run: Run,
  pictures: Chunk[],
): Promise<Chunk | undefined> {
  const toolCallId = run.tool_call_id;
  const { signal } = turn;
  try {
    const tool = turn.tools.get(run.tool_name);
    if (tool === undefined) throw new Error(`There is no tool "${run.tool_name}".`);
    await askHooks(deps, turn, run);
    const permitted = await run.permit(tool);
    if (!permitted.allowed && permitted.by === "user") return undefined;
    if (!permitted.allowed) throw new Error(permitted.error);
    signal.throwIfAborted();
    const context: ToolCallContext = {
      ...placeOf(turn),
      signal,
      tool_call_id: toolCallId,
      attended: turn.attended,
      report: (result) => report(turn, toolCallId, result),
      keep: (change) => {
        const { session_id } = turn.claim;
        return keepFile(deps, { ...change, session_id, message_id: messageId(turn) });
      },
      show: async (picture) => void pictures.push(await pictureChunk(deps, toolCallId, picture)),
      waits: (waiting) => {
        if (!signal.aborted) (waiting ? beginWaiting : endWaiting)(deps, turn);
      },
      spend: (tokens) => {
        turn.tokens_outside_steps += tokens;
      },
      answer: permitted.answer,
      // A tool that checks nothing comes upon nothing.
      mayUse: tool.check === undefined ? undefined : await usableBy(deps, turn),
    };
    const output = await storedOutput(deps, context, await tool.execute(run.input, context));
    beginPrecompact(deps, turn, run, output);
    return { type: "tool-output-available", toolCallId, output };
  } catch (error) {
    return { type: "tool-output-error", toolCallId, errorText: cutText(errorText(error)) };
  }
}

/** Characters of an output that a part holds. The tools of Braid put out less; one that comes from elsewhere may put out anything. */
const MOST_STORED = 500_000;

/** Returns the output as its part holds it: of a longer one head and tail, and where the whole is kept (DB-9). @throws as `storable` */
async function storedOutput(
  { data_dir }: TurnDeps,
  call: ToolCallContext,
  output: unknown,
): Promise<unknown> {
  if (data_dir === undefined) return storable(output);
  if (isToolResult(output))
    return storable({ ...output, ...(await capped(data_dir, call, output.text, MOST_STORED)) });
  const text = JSON.stringify(output) ?? "null";
  return text.length <= MOST_STORED ? JSON.parse(text) : await capped(data_dir, call, text, MOST_STORED);
}

const cutText = (text: string): string =>
  text.length <= MOST_STORED ? text : headAndTail(text, MOST_STORED);

function report(turn: TurnContext, toolCallId: string, result: ToolResult): void {
  if (turn.signal.aborted) return;
  turn.writer.push({
    type: "tool-output-available",
    toolCallId,
    preliminary: true,
    output: storable({ ...result, text: cutText(result.text) }),
  });
}

export const placeOf = ({ claim, workspace_root }: TurnContext): ToolPlace => ({
  session_id: claim.session_id,
  workspace_root,
});

/**
 * Returns a tool's result as JSON keeps it, so that the window shows what the store will return. @throws for a value that JSON cannot hold
 * at all
 */
function storable(output: unknown): unknown {
  const text = JSON.stringify(output);
  return text === undefined ? null : JSON.parse(text);
}
