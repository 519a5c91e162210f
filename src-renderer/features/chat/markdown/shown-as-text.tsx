/** The note after a text that would cost too much to draw: shown as text, with a button to try it with more time. */
import { useTranslation } from "../../../platform/language/use-translation";

/** `onDraw`: undefined where it has been tried, or would not help. */
export function ShownAsText({ onDraw }: { onDraw: (() => void) | undefined }) {
  const { t } = useTranslation("chat");
  return (
    <p className="plain-reason" role="note" data-no-copy="">
      {t("markdown.plain")}
      {onDraw === undefined ? null : (
        <button type="button" className="button button-link" onClick={onDraw}>
          {t("markdown.draw")}
        </button>
      )}
    </p>
  );
}
