/**
 * Rewrites the calls of a message as models read them: results in words alone, refusals as errors with their user's word, questions not at
 * all. Pure.
 */

import type { BraidPart } from "../../../src-preload/contract/domain/messages";
import {
  isPermission,
  isQuestion,
  type PermissionPart,
} from "../../../src-preload/contract/domain/permissions";
import { isToolResult } from "../../../src-preload/contract/domain/tools";
import { isTool, type ToolPart, toolName } from "./part-text";

/** The parts without questions, each call with what the model reads of its end. */
export function toldTools(parts: readonly BraidPart[]): BraidPart[] {
  const questions = parts.filter(isPermission);
  return parts
    .filter((part) => !isPermission(part) && !isQuestion(part))
    .map((part) => (isTool(part) ? toldTool(part, questions) : part));
}

function toldTool(part: ToolPart, questions: readonly PermissionPart[]): BraidPart {
  // The SDK would ask the provider about an approval that is Braid's own affair.
  const { approval: _, ...called } = part as ToolPart & { approval?: unknown };
  const told = withPlainName(called as ToolPart);
  const { toolCallId } = part;
  const word = questions.find(({ data }) => data.tool_call_id === toolCallId)?.data.answer?.word;
  if (part.state === "output-denied")
    return { ...told, state: "output-error", errorText: refusalText(word) } as BraidPart;
  if (part.state === "output-available" && isToolResult(part.output))
    return { ...told, output: withWord(part.output.text, word) } as BraidPart;
  if (part.state === "output-error")
    return { ...told, errorText: withWord(part.errorText, word) } as BraidPart;
  return told as BraidPart;
}

/**
 * A name that all providers take. A model may call a tool that nobody has, under a name that its own server let pass and another refuses,
 * with this request and each later one. The transcript keeps the name.
 */
function withPlainName(part: ToolPart): ToolPart {
  const name = toolName(part);
  const plain = plainName(name);
  if (plain === name) return part;
  return (
    part.type === "dynamic-tool" ? { ...part, toolName: plain } : { ...part, type: `tool-${plain}` }
  ) as ToolPart;
}

function plainName(name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, LONGEST_NAME);
  // Google's names begin with a letter or an underscore.
  return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`.slice(0, LONGEST_NAME);
}

/** The shortest of the providers' bounds. */
const LONGEST_NAME = 64;

/** The result of a call that its user allowed with a word, which is for the model. */
const withWord = (text: string, word: string | undefined): string =>
  word === undefined || word === "" ? text : `${text}\n\n[The user allowed this call and says: ${word}]`;

/** The beginning of a refusal as the model reads it. */
export const REFUSED = "The user refused this call, and it did not run.";

const refusalText = (word: string | undefined): string =>
  `${REFUSED} Do not try it again in another way.${
    word === undefined || word === ""
      ? " Ask what to do instead, if that is not clear."
      : ` They say: ${word}`
  }`;
