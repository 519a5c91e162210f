/**
 * The form of labels, and their marks at the scroll bar. Code and style are fetched with the first conversation, not when the form is
 * opened: a letter that is typed at once would be lost.
 */
import { late } from "../../platform/late";

export const LabelLayer = late(async () => (await import("./label-layer")).LabelLayer);
