/** The parts of a message, each by its kind. Kinds this version does not know are passed over, not guessed at. */
import { memo } from "react";
import type { BraidPart } from "../../../src-preload/contract/types";
import { AnswerText } from "./markdown/answer-text";
import { Reasoning } from "./reasoning";
import { Text } from "./text";
import { ToolLine, type ToolPart } from "./tool-line";

const isTool = (part: BraidPart): part is ToolPart =>
  part.type === "dynamic-tool" || part.type.startsWith("tool-");

interface PartProps {
  part: BraidPart;
  live: boolean;
  /** Milliseconds that a thought took, where the store knows. */
  took?: number | undefined;
  /** What people write is shown as they wrote it; what models write is Markdown. */
  byUser: boolean;
}

export const Part = memo(function Part({ part, live, took, byUser }: PartProps) {
  if (part.type === "text" && byUser) return <Text text={part.text} streaming={false} />;
  if (part.type === "text")
    return <AnswerText text={part.text} streaming={live && part.state === "streaming"} />;
  if (part.type === "reasoning")
    return <Reasoning text={part.text} streaming={live && part.state === "streaming"} took={took} />;
  if (isTool(part)) return <ToolLine part={part} />;
  if (part.type === "file") return <p className="attachment">{part.filename ?? part.mediaType}</p>;
  if (part.type === "source-url") return <p className="attachment">{part.title ?? part.url}</p>;
  return null;
});
