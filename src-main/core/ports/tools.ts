/** A tool as the step loop runs it; who calls the core brings them. None is shipped to the user yet. */
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
  /** The result is stored as JSON; a thrown value becomes the tool's error, told to the model. */
  execute(input: unknown, context: ToolCallContext): Promise<unknown>;
}
