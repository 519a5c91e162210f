/** Something of an imported conversation that has no place in Braid's (SE-6), with words for its reader: custom instructions, say. */
import { late } from "../../../platform/late";
import type { PartKind } from "../../../thread/parts";
import type { ToldPart } from "./told/told-view";

export const kind: PartKind<ToldPart> = {
  matches: (part): part is ToldPart => part.type === "data-told",
  Draw: late(async () => (await import("./told/told-view")).ToldView),
};
