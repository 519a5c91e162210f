/** A file. Conversations without files do not fetch what draws them. The picture that a tool has read is drawn by its call. */
import type { FileUIPart } from "ai";
import { textsToFind } from "../../../../src-preload/contract/domain/texts-to-find";
import { nameOfFile, pictureMarkOf } from "../../../../src-preload/contract/domain/tool-pictures";
import { late } from "../../../platform/late";
import type { DrawnPart, PartKind } from "../../../thread/parts";

/** Stands in the place for a moment. */
const Before = ({ part }: DrawnPart<FileUIPart>) => (
  <p className="attachment">{nameOfFile(part) ?? part.mediaType}</p>
);

const LateFile = late(async () => (await import("./file/file-view")).FileView, Before);

const isOfCall = (part: FileUIPart): boolean => pictureMarkOf(part) !== undefined;

export const kind: PartKind<FileUIPart> = {
  matches: (part) => part.type === "file",
  Draw: (drawn) => (isOfCall(drawn.part) ? null : <LateFile {...drawn} />),
  isUnseen: isOfCall,
  findable: textsToFind,
};
