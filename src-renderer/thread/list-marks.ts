/** Words for each state of a session that keeps it out of the usual lists. */
import type { FoundSession } from "../../src-preload/contract/domain/search";
import { useTranslation } from "../platform/language/use-translation";

/** Returns the function that gives these words for a session. */
export function useListMarks(): (session: FoundSession) => string[] {
  const { t } = useTranslation("search");
  const of = (other: { title?: string }) => other.title ?? t("mark.gone");
  return ({ trashed, archived, pinned, sidecar_of, helper_of }) => [
    ...(trashed ? [t("mark.trash")] : []),
    ...(archived ? [t("mark.archived")] : []),
    ...(pinned ? [t("mark.pinned")] : []),
    ...(sidecar_of ? [t("mark.sidecar", { of: of(sidecar_of) })] : []),
    ...(helper_of ? [t("mark.helper", { of: of(helper_of) })] : []),
  ];
}
