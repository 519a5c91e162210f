/** A question for permission (PM-2). When it is answered, one quiet line stays; one that was withdrawn is not seen. */
import {
  isPermission,
  type PermissionPart,
  wordOf,
} from "../../../../src-preload/contract/domain/permissions";
import { textsToFind } from "../../../../src-preload/contract/domain/texts-to-find";
import { useTranslation } from "../../../platform/language/use-translation";
import { late } from "../../../platform/late";
import { type DrawnPart, FINDABLE, type PartKind } from "../../../thread/parts";
import { useWaiting } from "./asked/use-asked";
import { unknownPart } from "./unknown";

const PermissionGroup = late(async () => (await import("./permission/permission-group")).PermissionGroup);

/** CSS pixels of an open question. */
const HEIGHT = 180;

function Answered({ answer }: { answer: NonNullable<PermissionPart["data"]["answer"]> }) {
  const { t } = useTranslation("permissions");
  const { decision } = answer;
  if (decision === "withdrawn") return null;
  const word = wordOf(answer);
  return (
    <p className="tool tool-answer">
      {t(`answered.${decision}`)}
      {word === "" ? null : (
        <>
          {": "}
          <span {...FINDABLE}>{word}</span>
        </>
      )}
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
  findable: textsToFind,
  height: ({ data }) => (data?.answer === undefined ? HEIGHT : 24),
};
