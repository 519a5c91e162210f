/** The labels of a message, beside its time. Draws nothing for a message without labels, and its code is fetched with the first label. */
import { useStore } from "zustand";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import { late } from "../../platform/late";
import { labels } from "./label-state";

const LabelChips = late(async () => (await import("./label-chips")).LabelChips);

export function MessageLabels({ message }: { message: StoredMessage }) {
  const has = useStore(labels, ({ of }) => of.get(message.session_id)?.has(message.id) === true);
  return has ? <LabelChips message={message} /> : null;
}
