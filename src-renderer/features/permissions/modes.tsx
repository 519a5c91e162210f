/** How strictly the sessions of a folder ask. A mode has its own mark, so that colour never speaks alone. */
import { FilePen, ShieldCheck } from "lucide-react";
import type { PermissionMode } from "../../../src-preload/contract/domain/permissions";
import { useTranslation } from "../../platform/language/use-translation";

const MARKS = { edits: FilePen, strict: ShieldCheck } as const;

/** Draws nothing for the ordinary mode. */
export function ModeMark({ mode }: { mode: PermissionMode }) {
  const { t } = useTranslation("permissions");
  if (mode === "ordinary") return null;
  const Mark = MARKS[mode];
  return (
    <span className="folder-mode" data-mode={mode}>
      <Mark />
      {t(`mode.short.${mode}`)}
    </span>
  );
}
