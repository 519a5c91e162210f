/** Says that the answers of this session are shown as text, and offers to draw them. */
import { useTranslation } from "../../platform/language/use-translation";
import { doing } from "../../thread/actions";
import { showAsText, useShownAsText } from "../../thread/shown-as-text";
import { useThread } from "../../thread/thread";
import { Note } from "../../ui/note";

export function AsTextNote() {
  const { t } = useTranslation("chat");
  const thread = useThread();
  const shown = useShownAsText();
  if (shown === undefined) return null;
  const draw = () => {
    // The button vanishes with its note.
    thread.focusComposer();
    doing(() => showAsText(shown.session_id, false));
  };
  const action = (
    <button type="button" className="button button-link" onClick={draw}>
      {t("notes.draw")}
    </button>
  );
  return <Note actions={action}>{t(shown.failed ? "notes.as-text-failed" : "notes.as-text")}</Note>;
}
