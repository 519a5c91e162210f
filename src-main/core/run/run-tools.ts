/**
 * Runs the tools that a step called, all at once, and publishes each answer as it comes. A tool that never settles does not hold Stop up
 * (AB-1).
 */
import type { Chunk } from "../../../src-preload/contract/domain/messages";
import type { Tool } from "../ports/tools";
import type { FrameWriter } from "./frame-writer";
import { errorText } from "./step-chunks";

export interface ToolCall {
  tool_call_id: string;
  tool_name: string;
  input: unknown;
}

/** Resolves when every call has its answer. Throws the signal's reason on abort; the finaliser closes the calls without an answer. */
export async function runTools(
  calls: readonly ToolCall[],
  tools: ReadonlyMap<string, Tool>,
  writer: FrameWriter,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  let onAbort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  const answers = Promise.all(calls.map((call) => runTool(call, tools.get(call.tool_name), writer, signal)));
  try {
    await Promise.race([answers, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

async function runTool(
  call: ToolCall,
  tool: Tool | undefined,
  writer: FrameWriter,
  signal: AbortSignal,
): Promise<void> {
  const answer = await execute(call, tool, signal);
  // After an abort the finaliser has closed this call, and the recording may have ended.
  if (!signal.aborted) writer.push(answer);
}

async function execute(call: ToolCall, tool: Tool | undefined, signal: AbortSignal): Promise<Chunk> {
  const toolCallId = call.tool_call_id;
  try {
    if (tool === undefined) throw new Error(`There is no tool "${call.tool_name}".`);
    const output = await tool.execute(call.input, { signal, tool_call_id: toolCallId });
    return { type: "tool-output-available", toolCallId, output: storable(output) };
  } catch (error) {
    return { type: "tool-output-error", toolCallId, errorText: errorText(error) };
  }
}

/**
 * Returns a tool's result as JSON keeps it, so that the window shows what the store will return. @throws for a value that JSON cannot hold
 * at all
 */
function storable(output: unknown): unknown {
  const text = JSON.stringify(output);
  return text === undefined ? null : JSON.parse(text);
}
