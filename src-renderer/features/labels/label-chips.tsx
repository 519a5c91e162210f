/** The labels of a message; each can be renamed, and taken away. */
import { X } from "lucide-react";
import { useStore } from "zustand";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import { quoted } from "../../platform/language/undo-words";
import { useTranslation } from "../../platform/language/use-translation";
import { doing } from "../../thread/actions";
import { useThread } from "../../thread/thread";
import { labels, removeLabel } from "./label-state";
import { RenameLabel } from "./rename-label";
import "./labels.css";

export function LabelChips({ message: { id, session_id } }: { message: StoredMessage }) {
  const { t } = useTranslation("labels");
  const thread = useThread();
  const names = useStore(labels, ({ of }) => of.get(session_id)?.get(id));
  if (names === undefined) return null;
  const toMessage = () => thread.article(id)?.focus({ preventScroll: true });
  const remove = (name: string) =>
    doing(async () => {
      const had = document.activeElement;
      await removeLabel({ session_id, message_id: id, name });
      // The pressed button goes: the focus stays at its message.
      if (had === document.activeElement || document.activeElement === document.body) toMessage();
    });
  return names.map((name, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a renamed label keeps its place, and its button the focus.
    <span key={at} className="label-chip">
      <RenameLabel className="label-name" place={{ session_id, message_id: id, name }} onMerged={toMessage}>
        <bdi>{name}</bdi>
      </RenameLabel>
      <button
        type="button"
        aria-label={t("remove-of", { name: quoted(name) })}
        data-once=""
        onClick={() => remove(name)}
      >
        <X aria-hidden="true" />
      </button>
    </span>
  ));
}
