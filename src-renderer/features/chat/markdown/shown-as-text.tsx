/** The note after a text that would cost too much to draw: says that it is shown as text, with a button to try with more time. */
import { useTranslation } from "../../../platform/language/use-translation";

/** `onDraw`: undefined if that was tried, or would not help. */
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
