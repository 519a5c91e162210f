/** A page or a document that a provider has read for its answer, shown by its title. */
import type { SourceDocumentUIPart, SourceUrlUIPart } from "ai";
import { textsToFind } from "../../../../src-preload/contract/domain/texts-to-find";
import { FINDABLE, type PartKind } from "../../../thread/parts";

export const kind: PartKind<SourceUrlUIPart | SourceDocumentUIPart> = {
  matches: (part) => part.type === "source-url" || part.type === "source-document",
  Draw: ({ part }) => (
    <p className="attachment" {...FINDABLE}>
      {part.title ?? ("url" in part ? part.url : "")}
    </p>
  ),
  findable: textsToFind,
};
