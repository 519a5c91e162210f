/** The parts of a message, each by its kind. Kinds this version does not know are passed over, not guessed at. */
import { memo, useMemo } from "react";
import type { BraidPart, StoredMessage } from "../../../src-preload/contract/types";
import { heightOfFlow, LINE } from "./guessed-height";
import { AnswerText } from "./markdown/answer-text";
import { type KindOfPiece, Pieces } from "./pieces";
import { Reasoning } from "./reasoning";
import { Text } from "./text";
import { ToolLine, type ToolPart } from "./tool-line";

const isTool = (part: BraidPart): part is ToolPart =>
  part.type === "dynamic-tool" || part.type.startsWith("tool-");

interface PartProps {
  /** Unique in the message. */
  name: string;
  part: BraidPart;
  live: boolean;
  /** Milliseconds that a thought took, where the store knows. */
  took?: number | undefined;
  /** What people write is shown as they wrote it; what models write is Markdown. */
  byUser: boolean;
}

const Part = memo(function Part({ name, part, live, took, byUser }: PartProps) {
  if (part.type === "text" && byUser) return <Text text={part.text} streaming={false} />;
  if (part.type === "text")
    return <AnswerText text={part.text} streaming={live && part.state === "streaming"} />;
  if (part.type === "reasoning") {
    const streaming = live && part.state === "streaming";
    return <Reasoning name={name} text={part.text} streaming={streaming} took={took} />;
  }
  if (isTool(part)) return <ToolLine name={name} part={part} />;
  if (part.type === "file") return <p className="attachment">{part.filename ?? part.mediaType}</p>;
  if (part.type === "source-url") return <p className="attachment">{part.title ?? part.url}</p>;
  return null;
});

interface PartsContext {
  live: boolean;
  byUser: boolean;
  thought_ms: StoredMessage["thought_ms"];
}

const parts: KindOfPiece<BraidPart, PartsContext> = {
  render: (items, from, { live, byUser, thought_ms }) =>
    items.map((part, at) => (
      <Part
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added at the end; their index is their identity.
        key={at}
        name={String(from + at)}
        part={part}
        live={live}
        took={thought_ms?.[from + at]}
        byUser={byUser}
      />
    )),
  heightOf: (part) => (part.type === "text" ? heightOfFlow(part.text) : LINE + 8),
  sourceOf: (part) => (part.type === "text" ? part.text : ""),
};

/** A message may have thousands of them, of thoughts and calls: those near the view are built. */
export function Parts({ message, live }: { message: StoredMessage; live: boolean }) {
  const { role, thought_ms } = message;
  const byUser = role === "user";
  const context = useMemo(() => ({ live, byUser, thought_ms }), [live, byUser, thought_ms]);
  return <Pieces kind={parts} items={message.parts} context={context} />;
}
