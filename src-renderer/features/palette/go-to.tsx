/** The dialog around the palette. Its code loads at the first use, or when the window has nothing else to do. */

import { closeDialog } from "../../platform/dialogs";
import { useTranslation } from "../../platform/language/use-translation";
import { Dialog } from "../../ui/dialog";
import { Palette } from "./palette";

export default function GoTo() {
  const { t } = useTranslation("palette");
  return (
    <Dialog open onClose={closeDialog} title={t("title")} className="palette-dialog">
      <Palette />
    </Dialog>
  );
}
