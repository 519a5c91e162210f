/** The parts of a message, each by its kind. Kinds this version does not know are passed over, not guessed at. */
import { memo, useState } from "react";
import type { BraidPart } from "../../../src-preload/contract/types";
import { Text } from "./text";
import { ToolLine, type ToolPart } from "./tool-line";

function Reasoning({ text, streaming }: { text: string; streaming: boolean }) {
  const [open, setOpen] = useState(false);
  if (text === "" && !streaming) return null;
  return (
    <details className="reasoning" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{streaming ? "Thinking…" : "Thought"}</summary>
      {open ? <Text text={text} streaming={false} /> : null}
    </details>
  );
}

const isTool = (part: BraidPart): part is ToolPart =>
  part.type === "dynamic-tool" || part.type.startsWith("tool-");

export const Part = memo(function Part({ part, live }: { part: BraidPart; live: boolean }) {
  if (part.type === "text") return <Text text={part.text} streaming={live && part.state === "streaming"} />;
  if (part.type === "reasoning")
    return <Reasoning text={part.text} streaming={live && part.state === "streaming"} />;
  if (isTool(part)) return <ToolLine part={part} />;
  if (part.type === "file") return <p className="attachment">{part.filename ?? part.mediaType}</p>;
  if (part.type === "source-url") return <p className="attachment">{part.title ?? part.url}</p>;
  return null;
});
