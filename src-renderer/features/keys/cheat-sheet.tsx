/** The cheat sheet (`show-keys`): all keys on one sheet, which scrolls by the arrow keys. */
import { useRef } from "react";
import { closeDialog } from "../../platform/dialogs";
import { useTranslation } from "../../platform/language/use-translation";
import { Dialog } from "../../ui/dialog";
import { KeyList } from "./key-list";

export default function CheatSheet() {
  const { t } = useTranslation(["keys", "common"]);
  const room = useRef<HTMLElement>(null);
  return (
    <Dialog
      open
      onClose={closeDialog}
      closeLabel={t("common:close")}
      title={t("title")}
      className="keys-dialog"
      initialFocus={room}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by key. */}
      <section ref={room} className="keys-room" tabIndex={0} aria-label={t("title")}>
        <KeyList />
      </section>
    </Dialog>
  );
}
