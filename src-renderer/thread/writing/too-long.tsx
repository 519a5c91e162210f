/** Says that a text is too long, before anything is sent. Nothing is cut off or lost. */
import { LONGEST_TEXT } from "../../../src-preload/contract/domain/limits";
import { spokenLanguage } from "../../platform/language/language";
import { useTranslation } from "../../platform/language/use-translation";
import "./too-long.css";

export function TooLong({ characters }: { characters: number | undefined }) {
  const { t } = useTranslation("composer");
  const number = (count: number) => new Intl.NumberFormat(spokenLanguage()).format(count);
  if (characters === undefined) return null;
  return (
    <p className="composer-too-long" role="alert">
      {t("too-long", {
        characters: number(characters),
        most: number(LONGEST_TEXT),
        over: number(characters - LONGEST_TEXT),
      })}
    </p>
  );
}
