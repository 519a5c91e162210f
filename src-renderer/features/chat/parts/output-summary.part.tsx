/** A summary that models read in the place of a long output (RN-6). The call itself shows it. */
import type { OutputSummaryPart } from "../../../../src-preload/contract/domain/output-summary";
import type { PartKind } from "../../../thread/parts";

export const kind: PartKind<OutputSummaryPart> = {
  matches: (part): part is OutputSummaryPart => part.type === "data-output-summary",
  Draw: () => null,
  height: () => 0,
  isUnseen: () => true,
};
