/** A tool as the step loop runs it. The caller of the core brings the tools; Braid ships none yet. */
import type { JSONSchema7 } from "@ai-sdk/provider";

export interface ToolCallContext {
  /** Fires on Stop and on restart of a run; the loop does not wait for a tool that ignores it (AB-1). */
  signal: AbortSignal;
  tool_call_id: string;
}

export interface Tool {
  name: string;
  description: string;
  input_schema: JSONSchema7;
  /** The store keeps the result as JSON. A thrown value becomes the tool's error, which the model reads. */
  execute(input: unknown, context: ToolCallContext): Promise<unknown>;
}
