/** A summary of turns that were left (RW-8). A note stands for its message (`slots.SummaryNote`); a damaged one is a part of an unknown kind. */
import { isLeftSummary, type LeftSummaryPart } from "../../../../src-preload/contract/domain/left-summary";
import type { PartKind } from "../../../thread/parts";
import { unknownPart } from "./unknown";

export const kind: PartKind<LeftSummaryPart> = {
  matches: (part): part is LeftSummaryPart => part.type === "data-left-summary",
  Draw: unknownPart.Draw,
  isAlone: isLeftSummary,
};
