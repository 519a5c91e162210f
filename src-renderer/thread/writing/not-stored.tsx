/** Says in an editor why its text could not be stored. */
import { useStore } from "zustand";
import { useTranslation } from "../../platform/language/use-translation";
import { useInWords } from "../../platform/language/words";
import type { DraftOf } from "./draft-of";
import "./not-stored.css";

export function NotStored({ draft }: { draft: DraftOf }) {
  const { t } = useTranslation("composer");
  const inWords = useInWords();
  const failure = useStore(draft.error, (state) => state.failure);
  if (failure === undefined) return null;
  // The hint of `SESSION_BUSY` says so already.
  const kept = failure.code === "SESSION_BUSY" ? null : t("kept");
  return (
    <p className="not-stored" role="alert">
      <strong>{inWords(failure.message)}</strong> {inWords(failure.hint)} {kept}
    </p>
  );
}
