/** A tool call. Conversations without calls do not fetch what draws them. */
import { late } from "../../../platform/late";
import type { DrawnPart, PartKind } from "../../../thread/parts";
import { isFoldable, nameOf, type ToolPart, todosOfCall } from "./tool/call";

/** Stands in the place for a moment. */
const Before = ({ part }: DrawnPart<ToolPart>) => (
  <div className="tool" data-tool-state={part.state}>
    <div className="tool-name tool-awaited">{nameOf(part)}</div>
  </div>
);

export const kind: PartKind<ToolPart> = {
  matches: (part): part is ToolPart => part.type === "dynamic-tool" || part.type.startsWith("tool-"),
  Draw: late(async () => (await import("./tool/tool-line")).ToolLine, Before),
  folds: isFoldable,
  todos: todosOfCall,
};
