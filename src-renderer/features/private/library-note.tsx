/** Stands in a private window in the place of the pages about the library: what they do would be done to the ordinary sessions. */
import { useTranslation } from "../../platform/language/use-translation";

export function LibraryNote() {
  const { t } = useTranslation("private");
  return <p>{t("library")}</p>;
}
