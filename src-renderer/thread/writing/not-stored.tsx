/** Why what stands in an editor could not be stored, said in it. */
import { useStore } from "zustand";
import { useTranslation } from "../../platform/language/use-translation";
import type { OpenEditor } from "./open-editor";
import "./not-stored.css";

export function NotStored({ editor }: { editor: OpenEditor }) {
  const { t } = useTranslation("composer");
  const failure = useStore(editor.trouble, (state) => state.failure);
  if (failure === undefined) return null;
  // That one says it itself.
  const kept = failure.code === "SESSION_BUSY" ? null : t("kept");
  return (
    <p className="not-stored" role="alert">
      <strong>{failure.message}</strong> {failure.hint} {kept}
    </p>
  );
}
