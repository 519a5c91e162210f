/** A part of a kind that this version does not know. The reader sees that there is a part, and its type. */
import type { BraidPart } from "../../../../src-preload/contract/domain/messages";
import { useTranslation } from "../../../platform/language/use-translation";
import type { DrawnPart, PartKind } from "../../../thread/parts";

function UnknownPart({ part }: DrawnPart) {
  const { t } = useTranslation("chat");
  return <p className="attachment">{t("message.unknown-part", { type: part.type })}</p>;
}

export const unknownPart: PartKind = {
  matches: (part): part is BraidPart => part !== undefined,
  Draw: UnknownPart,
};
