/** A line of text with its name, its purpose and its mistake. */
import { Field } from "@base-ui/react/field";
import type { ComponentProps, Ref } from "react";
import "./field.css";

interface TextFieldProps
  extends Omit<ComponentProps<"input">, "onChange" | "ref" | "defaultValue" | "className"> {
  label: string;
  /** Hides the name from view; screen readers get it. */
  hideLabel?: boolean;
  hint?: string | undefined;
  /** Names the mistake, and what to do. */
  error?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  /** Called at Enter, and when the focus leaves. */
  onCommit?: () => void;
  ref?: Ref<HTMLInputElement>;
}

export function TextField(props: TextFieldProps) {
  const { label, hideLabel = false, hint, error, onChange, onCommit, ref, ...input } = props;
  return (
    <Field.Root className="field" invalid={error !== undefined}>
      <Field.Label className={hideLabel ? "unseen" : "field-label"}>{label}</Field.Label>
      {hint === undefined ? null : <Field.Description className="field-hint">{hint}</Field.Description>}
      <Field.Control
        {...(input as ComponentProps<typeof Field.Control>)}
        {...(ref === undefined ? {} : { ref })}
        className="input"
        autoComplete="off"
        onValueChange={(value) => onChange(String(value))}
        onBlur={onCommit}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) onCommit?.();
        }}
      />
      {error === undefined ? null : (
        <Field.Error className="field-error" match>
          {error}
        </Field.Error>
      )}
    </Field.Root>
  );
}
