/** An entry of an imported file that is no message (SE-6). It is kept for the next export, and says nothing to a reader. */
import type { PartKind } from "../../../thread/parts";

type CarriedPart = { type: "data-carried"; data: unknown };

export const kind: PartKind<CarriedPart> = {
  matches: (part): part is CarriedPart => part.type === "data-carried",
  Draw: () => null,
  height: () => 0,
  isUnseen: () => true,
};
