/** The texts of a tool call, as its opened line shows them. Inputs and outputs are hostile: they may have any shape, and any size. */
import type { DynamicToolUIPart, ToolUIPart } from "ai";
import { isToolResult } from "./tools";

export type ToolPart = ToolUIPart | DynamicToolUIPart;

/** Characters of one text that are drawn and found: drawing more would take seconds. */
export const MOST_DRAWN = 500_000;

export const isToolPart = (part: { type: string }): part is ToolPart =>
  part.type === "dynamic-tool" || part.type.startsWith("tool-");

export const nameOfCall = (part: ToolPart): string =>
  part.type === "dynamic-tool" ? part.toolName : part.type.slice("tool-".length);

function asText(value: unknown): string {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value, null, 2) ?? "";
  } catch {
    // Too deep to be written.
    return "";
  }
}

/** Returns the whole input of a call as text. */
export function inputOfCall(part: ToolPart): string {
  if (part.state === "input-streaming") return asText("rawInput" in part ? part.rawInput : part.input);
  if (part.input === undefined && "rawInput" in part) return asText(part.rawInput);
  return asText(part.input);
}

/** Returns the whole input as it is drawn: a command as it was written, every other input as JSON. */
export function drawnInput(part: ToolPart): string {
  const { input } = part;
  const isCommand = nameOfCall(part) === "bash" && typeof input === "object" && input !== null;
  const command: unknown = isCommand && "command" in input ? input.command : undefined;
  return typeof command === "string" ? command : inputOfCall(part);
}

/** Returns the whole output as it is drawn; undefined where there is none. */
export function drawnOutput(part: ToolPart): string | undefined {
  if (part.state !== "output-available") return undefined;
  return isToolResult(part.output) ? part.output.text : asText(part.output);
}
