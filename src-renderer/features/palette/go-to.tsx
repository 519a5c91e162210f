/** The dialog around the palette; loaded when it is first asked for, or the window has nothing else to do. */
import { useTranslation } from "../../language/use-translation";
import { closeDialog } from "../../state/panels";
import { Dialog } from "../../ui/dialog";
import { Palette } from "./palette";

export default function GoTo() {
  const { t } = useTranslation("palette");
  return (
    <Dialog open onClose={closeDialog} title={t("title")} bare className="palette-dialog">
      <Palette />
    </Dialog>
  );
}
