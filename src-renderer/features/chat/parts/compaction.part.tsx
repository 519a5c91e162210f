/** A summary of earlier turns (CP-3). A note stands for its message (`slots.SummaryNote`); a damaged one is a part of an unknown kind. */
import { type CompactionPart, isCompaction } from "../../../../src-preload/contract/domain/compaction";
import type { PartKind } from "../../../thread/parts";
import { unknownPart } from "./unknown";

export const kind: PartKind<CompactionPart> = {
  matches: (part): part is CompactionPart => part.type === "data-compaction",
  Draw: unknownPart.Draw,
  isAlone: isCompaction,
};
