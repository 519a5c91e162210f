/** Something of an imported conversation that has no place in Braid's (SE-6), with words for its reader: custom instructions, say. */
import { textsToFind } from "../../../../src-preload/contract/domain/texts-to-find";
import { isTold, type ToldPart } from "../../../../src-preload/contract/domain/told";
import { late } from "../../../platform/late";
import type { PartKind } from "../../../thread/parts";

export const kind: PartKind<ToldPart> = {
  matches: isTold,
  Draw: late(async () => (await import("./told/told-view")).ToldView),
  findable: textsToFind,
};
