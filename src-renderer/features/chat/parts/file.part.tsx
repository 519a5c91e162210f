/** A file. Conversations without files do not fetch what draws them. */
import type { FileUIPart } from "ai";
import { late } from "../../../platform/late";
import type { DrawnPart, PartKind } from "../../../thread/parts";

/** Stands in the place for a moment. */
const Before = ({ part }: DrawnPart<FileUIPart>) => (
  <p className="attachment">{part.filename ?? part.mediaType}</p>
);

export const kind: PartKind<FileUIPart> = {
  matches: (part) => part.type === "file",
  Draw: late(async () => (await import("./file/file-view")).FileView, Before),
};
