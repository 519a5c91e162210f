/** The form of labels, whose code is fetched when a message is first labelled. */
import { useStore } from "zustand";
import { late } from "../../platform/late";
import { labelling } from "./label-state";

const LabelForm = late(async () => (await import("./label-form")).LabelForm);

export function LabelChoice() {
  const opened = useStore(labelling, (state) => state.opened);
  return opened ? <LabelForm /> : null;
}
