/** The folder of a session, in the bar above it; and the choice of a folder for one that does not exist yet, in its composer. */
import { Folder } from "lucide-react";
import { useTranslation } from "../../platform/language/use-translation";
import { late } from "../../platform/late";
import { nameOfFolder } from "../../platform/paths";
import { mainThread, useThread, useThreadView } from "../../thread/thread";

interface FolderMenuProps {
  folder: string;
}

const PlainFolder = ({ folder }: FolderMenuProps) => (
  <span className="session-folder one-line" title={folder}>
    <bdi>{folder}</bdi>
  </span>
);

export const FolderMenu = late(async () => (await import("./folder-menu")).FolderMenu, PlainFolder);

interface FolderChoiceProps {
  folder: string | undefined;
}

/** Stands in the place of the button for a moment. */
function PlainChoice({ folder }: FolderChoiceProps) {
  const { t } = useTranslation("permissions");
  return (
    <button type="button" className="button button-quiet folder-choice">
      <Folder />
      <span className="one-line">
        <bdi>{folder === undefined ? t("folder.work-in") : nameOfFolder(folder)}</bdi>
      </span>
    </button>
  );
}

const Choice = late(async () => (await import("./folder-choice")).FolderChoice, PlainChoice);

export function FolderChoice() {
  const isNew = useThreadView(({ session_id }) => session_id === null);
  const folder = useThreadView(({ workspace_root }) => workspace_root);
  const isMain = useThread() === mainThread;
  return isMain && isNew ? <Choice folder={folder} /> : null;
}
