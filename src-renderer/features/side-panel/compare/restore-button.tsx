/** The button that puts hidden turns in the place of those that are shown (RW-3). While that has to wait, the button says so. */

import { say } from "../../../platform/announce";
import { useTranslation } from "../../../platform/language/use-translation";
import { refusing } from "../../../ui/tooltip";

/** `free`: nothing runs in the session of the hidden turns. */
export function RestoreButton({ free, onRestore }: { free: boolean; onRestore: () => void }) {
  const { t } = useTranslation("rewind");
  const refusal = free ? undefined : t("when-free");
  return (
    <button
      type="button"
      className="button"
      {...refusing(refusal)}
      onClick={() => (refusal === undefined ? onRestore() : say(refusal))}
    >
      {t("switch")}
    </button>
  );
}
