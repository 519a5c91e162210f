/** The beginning of a step of the turn: a mark for the model's view, unseen by the reader. */
import type { StepStartUIPart } from "ai";
import type { PartKind } from "../../../thread/parts";

export const kind: PartKind<StepStartUIPart> = {
  matches: (part) => part.type === "step-start",
  Draw: () => null,
  height: () => 0,
  isUnseen: () => true,
};
