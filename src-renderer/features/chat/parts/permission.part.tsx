/** A question for permission (PM-2). When it is answered, one quiet line stays; one that was withdrawn is not seen. */
import { isPermission, type PermissionPart } from "../../../../src-preload/contract/domain/permissions";
import { useTranslation } from "../../../platform/language/use-translation";
import { late } from "../../../platform/late";
import { type DrawnPart, NOT_FOUND, type PartKind } from "../../../thread/parts";
import { useWaiting } from "./asked/use-asked";
import { unknownPart } from "./unknown";

const PermissionGroup = late(async () => (await import("./permission/permission-group")).PermissionGroup);

/** CSS pixels of an open question. */
const HEIGHT = 180;

function Answered({ answer }: { answer: NonNullable<PermissionPart["data"]["answer"]> }) {
  const { t } = useTranslation("permissions");
  const { decision, word } = answer;
  if (decision === "withdrawn") return null;
  const words = t(`answered.${decision}`);
  return (
    <p className="tool tool-answer" {...NOT_FOUND}>
      {word === undefined || word === "" ? words : `${words}: ${word}`}
    </p>
  );
}

function Permission(drawn: DrawnPart<PermissionPart>) {
  const { part } = drawn;
  const session_id = useWaiting();
  if (!isPermission(part)) return <unknownPart.Draw {...(drawn as DrawnPart)} />;
  if (part.data.answer !== undefined) return <Answered answer={part.data.answer} />;
  return session_id === undefined ? null : <PermissionGroup part={part} session_id={session_id} />;
}

export const kind: PartKind<PermissionPart> = {
  matches: (part): part is PermissionPart => part.type === "data-permission",
  Draw: Permission,
  waits: (part) => isPermission(part) && part.data.answer === undefined,
  height: ({ data }) => (data?.answer === undefined ? HEIGHT : 24),
};
