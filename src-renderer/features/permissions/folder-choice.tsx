/** Chooses the folder in which a new session will work: by the system's dialog, or among the latest ones. */
import { Folder } from "lucide-react";
import { useEffect, useState } from "react";
import { call } from "../../platform/bridge";
import { useTranslation } from "../../platform/language/use-translation";
import { latest } from "../../platform/latest";
import { nameOfFolder } from "../../platform/paths";
import { chooseFolder, startNewSession } from "../../thread/actions";
import { MenuButton, type MenuEntry } from "../../ui/menu";
import { tip } from "../../ui/tooltip";
import "./folder-choice.css";

/** More folders are found by the dialog. */
const MOST_RECENT = 8;

/** Returns the latest folders; none until main has told them. */
function useRecent(): readonly string[] {
  const [recent, setRecent] = useState<readonly string[]>([]);
  useEffect(() => {
    const answers = latest();
    answers(
      () => call("workspace.recent", undefined),
      (folders) => setRecent(folders.slice(0, MOST_RECENT)),
    )
      // Without them the dialog is still there.
      .catch(() => undefined);
    return answers.drop;
  }, []);
  return recent;
}

export function FolderChoice({ folder }: { folder: string | undefined }) {
  const { t } = useTranslation("permissions");
  const recent = useRecent();
  const shown = folder === undefined ? t("folder.work-in") : nameOfFolder(folder);
  const inside = (
    <>
      <Folder />
      <span className="one-line">
        <bdi>{shown}</bdi>
      </span>
    </>
  );
  if (folder === undefined && recent.length === 0)
    return (
      <button
        type="button"
        className="button button-quiet folder-choice"
        data-once=""
        onClick={chooseFolder}
        {...tip(t("folder.work-in-tip"))}
      >
        {inside}
      </button>
    );
  const entries: MenuEntry[] = [
    { label: t("folder.choose"), onChoose: chooseFolder },
    ...(recent.length === 0 ? [] : (["line"] as const)),
    ...recent.map((path) => ({
      label: path,
      checked: path === folder,
      onChoose: () => startNewSession(path),
    })),
    ...(folder === undefined
      ? []
      : (["line", { label: t("folder.without"), onChoose: () => startNewSession() }] as const)),
  ];
  return (
    <MenuButton
      className="button button-quiet folder-choice"
      label={folder === undefined ? shown : t("folder.named", { folder })}
      entries={entries}
      {...tip(folder ?? t("folder.work-in-tip"))}
    >
      {inside}
    </MenuButton>
  );
}
