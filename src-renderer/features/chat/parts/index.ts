/** Registers the kinds of parts: every file of this folder that ends in `.part.tsx`. */
import { type PartKind, registerPartKinds } from "../../../thread/parts";
import { unknownPart } from "./unknown";

const files = import.meta.glob<PartKind>("./*.part.tsx", { eager: true, import: "kind" });

export const partKinds = Object.values(files);

registerPartKinds(partKinds, unknownPart);
