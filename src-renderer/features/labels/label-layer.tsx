/** Labels in the conversation, beside its messages: the form that names one, and the marks at the scroll bar. */
import { LabelForm } from "./label-form";
import { LabelPins } from "./label-pins";

export function LabelLayer() {
  return (
    <>
      <LabelForm />
      <LabelPins />
    </>
  );
}
