/** Where a step of the turn begins: a mark for the model's view that no reader sees. */
import type { StepStartUIPart } from "ai";
import type { PartKind } from "../../../thread/parts";

export const kind: PartKind<StepStartUIPart> = {
  matches: (part) => part.type === "step-start",
  Draw: () => null,
  height: () => 0,
  isUnseen: true,
};
