/** A row of providers to add, and the form of the one that was pressed; when that closes, the focus is where it came from. */
import { useRef, useState } from "react";
import { useTranslation } from "../../language/use-translation";
import { AddForm } from "./add-form";
import type { Preset } from "./presets";

interface PresetChoiceProps {
  presets: readonly Preset[];
  /** Only the key is asked for. */
  brief?: boolean;
  /** The form has done its work, or was closed. */
  onDone?: () => void;
}

export function PresetChoice({ presets, brief = false, onDone }: PresetChoiceProps) {
  const { t } = useTranslation("providers");
  const [preset, setPreset] = useState<Preset>();
  const row = useRef<HTMLDivElement>(null);
  const close = () => {
    setPreset(undefined);
    onDone?.();
    row.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
  };
  return (
    <>
      <div className="preset-row" ref={row}>
        {presets.map((each) => (
          <button
            key={each.name}
            type="button"
            className="button"
            aria-expanded={preset?.name === each.name}
            onClick={() => setPreset(preset?.name === each.name ? undefined : each)}
          >
            {t(`add.preset.${each.name}`)}
          </button>
        ))}
      </div>
      {preset === undefined ? null : (
        <AddForm key={preset.name} preset={preset} brief={brief} onDone={close} />
      )}
    </>
  );
}
