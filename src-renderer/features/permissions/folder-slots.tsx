/** The folder of a session, in the bar above it; and the choice of a folder for one that does not exist yet, in its composer. */
import { EyeOff, Folder } from "lucide-react";
import { boot } from "../../platform/bridge";
import { runCommand } from "../../platform/commands/registry";
import { useTranslation } from "../../platform/language/use-translation";
import { late } from "../../platform/late";
import { nameOfFolder } from "../../platform/paths";
import { SessionFolder } from "../../thread/session-folder";
import { mainThread, useThread, useThreadView } from "../../thread/thread";
import { tip } from "../../ui/tooltip";
import "./folder-choice.css";
import "./private-mark.css";

interface FolderMenuProps {
  folder: string;
}

const PlainFolder = ({ folder }: FolderMenuProps) => <SessionFolder folder={folder} title={folder} />;

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

/** A private session has no folder. This says so in its place, in each of its composers (SE-10); the main one offers to save it. */
function PrivateMark() {
  const { t } = useTranslation(["permissions", "private"]);
  const mayBeSaved = useThread() === mainThread;
  const isThere = useThreadView(({ session_id }) => Boolean(session_id));
  return (
    <>
      <span className="private-mark" {...tip(t("folder.private-tip"))}>
        <EyeOff aria-hidden="true" />
        {t("folder.private")}
      </span>
      {mayBeSaved && isThere ? (
        <button
          type="button"
          className="button button-quiet"
          {...tip(t("private:title"))}
          onClick={() => runCommand("save-private")}
        >
          {t("private:button")}
        </button>
      ) : null}
    </>
  );
}

export const FolderChoice = boot().private === true ? PrivateMark : FolderOfNew;

function FolderOfNew() {
  const isNew = useThreadView(({ session_id }) => session_id === null);
  const folder = useThreadView(({ workspace_root }) => workspace_root);
  const isMain = useThread() === mainThread;
  return isMain && isNew ? <Choice folder={folder} /> : null;
}
