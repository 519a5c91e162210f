/** Stands in a private window in the place of the pages about the library: what they do would be done to the ordinary sessions. */
import { runCommand } from "../../platform/commands/registry";
import { useTranslation } from "../../platform/language/use-translation";

export function LibraryNote() {
  const { t } = useTranslation(["private", "commands"]);
  return (
    <>
      <p>{t("library")}</p>
      <button type="button" className="button" onClick={() => runCommand("new-window")}>
        {t("commands:new-window")}
      </button>
    </>
  );
}
