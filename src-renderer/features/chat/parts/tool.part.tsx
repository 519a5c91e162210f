/** A tool call. Conversations without calls do not fetch what draws them. */
import { isToolPart, nameOfCall, type ToolPart } from "../../../../src-preload/contract/domain/call-texts";
import { textsToFind } from "../../../../src-preload/contract/domain/texts-to-find";
import { late } from "../../../platform/late";
import type { DrawnPart, PartKind } from "../../../thread/parts";
import { isFoldable, todosOfCall } from "./tool/call";

/** Stands in the place for a moment. */
const Before = ({ part }: DrawnPart<ToolPart>) => (
  <div className="tool" data-tool-state={part.state}>
    <div className="tool-name tool-awaited">{nameOfCall(part)}</div>
  </div>
);

export const kind: PartKind<ToolPart> = {
  matches: isToolPart,
  Draw: late(async () => (await import("./tool/tool-line")).ToolLine, Before),
  findable: textsToFind,
  folds: isFoldable,
  todos: todosOfCall,
};
