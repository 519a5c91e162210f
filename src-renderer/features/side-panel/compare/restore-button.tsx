/** Restores the hidden turns that are read (RW-3); where that has to wait, it says so. */

import { say } from "../../../platform/announce";
import { useTranslation } from "../../../platform/language/use-translation";
import { refusing } from "../../../ui/tooltip";

/** `free`: nothing runs in the session that they are hidden in. */
export function RestoreButton({ free, onRestore }: { free: boolean; onRestore: () => void }) {
  const { t } = useTranslation("rewind");
  const refusal = free ? undefined : t("when-free");
  return (
    <button
      type="button"
      className="button"
      aria-label={t("restore")}
      {...refusing(refusal)}
      onClick={() => (refusal === undefined ? onRestore() : say(refusal))}
    >
      {t("restore-short")}
    </button>
  );
}
