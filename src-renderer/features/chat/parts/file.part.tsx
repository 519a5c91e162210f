/** A file, shown by its name. */
import type { FileUIPart } from "ai";
import type { PartKind } from "../../../thread/parts";

export const kind: PartKind<FileUIPart> = {
  matches: (part) => part.type === "file",
  Draw: ({ part }) => <p className="attachment">{part.filename ?? part.mediaType}</p>,
};
