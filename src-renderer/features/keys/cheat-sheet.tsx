/** The cheat sheet (`show-keys`): all keys on one sheet. */
import { useTranslation } from "react-i18next";
import { closeDialog } from "../../state/panels";
import { Dialog } from "../../ui/dialog";
import { KeyList } from "./key-list";

export default function CheatSheet() {
  const { t } = useTranslation("keys");
  return (
    <Dialog open onClose={closeDialog} title={t("title")} className="keys-dialog">
      <KeyList />
    </Dialog>
  );
}
