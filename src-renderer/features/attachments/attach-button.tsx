/** The button that opens the system's dialog for files. */
import { Paperclip } from "lucide-react";
import { useTranslation } from "../../platform/language/use-translation";
import { doing } from "../../thread/actions";
import type { HeldFiles } from "../../thread/writing/held-files";
import { IconButton } from "../../ui/icon-button";
import { chooseFiles } from "./add-files";

export function AttachButton({ files }: { files: HeldFiles }) {
  const { t } = useTranslation("attachments");
  return (
    <IconButton label={t("attach")} onClick={() => doing(() => chooseFiles(files))}>
      <Paperclip />
    </IconButton>
  );
}
