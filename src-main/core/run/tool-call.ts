/** A call of a tool as a step ends with it. */
export interface ToolCall {
  tool_call_id: string;
  tool_name: string;
  input: unknown;
}
