/** Says that the answers of this session stand here as text, and offers to draw them. */
import { useTranslation } from "../../language/use-translation";
import { doing } from "../../state/actions";
import { usePane } from "../../state/pane";
import { showAsText, useShownAsText } from "../../state/shown-as-text";
import { Note } from "./note";

export function AsTextNote() {
  const { t } = useTranslation("chat");
  const pane = usePane();
  const shown = useShownAsText();
  if (shown === undefined) return null;
  const draw = () => {
    // The button goes with its note.
    pane.focusComposer();
    doing(() => showAsText(shown.session_id, false));
  };
  const action = (
    <button type="button" className="button button-link" onClick={draw}>
      {t("notes.draw")}
    </button>
  );
  return <Note actions={action}>{t(shown.failed ? "notes.as-text-failed" : "notes.as-text")}</Note>;
}
